# SPDX-License-Identifier: MIT
"""Read a page's fences: which line is prose, which belongs to a directive, which is code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

# Directives whose body is data or code. Of these only the caption is prose.
DATA = {
    *("values", "results-table", "results-chart", "results-timeline", "results-context"),
    *("snippet", "code-block", "code", "literalinclude", "math", "mermaid", "raw", "toctree"),
}
_FENCE = re.compile(r"^\s*(?P<mark>`{3,}|~{3,}|:{3,})\s*(?:\{(?P<name>[\w:-]+)\})?\s*(?P<rest>.*)$")
_OPTION = re.compile(r"^\s*:(?P<name>[\w-]+):(?P<value>.*)$")


@dataclass(frozen=True)
class Line:
    """A line of a page that is not code: `kind` is "text", "directive" or "option".

    A directive's `name` is its own and its text is the argument; an option's `name` is the option.
    """

    number: int
    kind: str
    text: str
    name: str = ""


def lines(text: str) -> Iterator[Line]:
    """Yield what a page holds outside code and the data of directives."""
    stack: list[tuple[str, bool]] = []  # the fence's mark, and whether its body is prose
    in_head = False  # options stand between a directive's fence and its body
    page = text.splitlines()
    start = _after_front_matter(page)
    for number, line in enumerate(page[start:], start + 1):
        fence = _FENCE.match(line)
        option = _OPTION.match(line) if in_head else None
        reading = all(is_prose for _, is_prose in stack)
        in_head = option is not None
        if fence and stack and _closes(fence, stack[-1][0]):
            stack.pop()
        elif fence and reading:
            name = fence["name"] or ""
            # ```sh is code, as is a bare fence; ::: without a name is a box.
            stack.append((fence["mark"], name not in DATA if name else fence["mark"][0] == ":"))
            in_head = bool(name)
            if name:
                yield Line(number, "directive", fence["rest"], name)
        elif option:
            yield Line(number, "option", option["value"], option["name"])
        elif reading:
            yield Line(number, "text", line)


def _after_front_matter(page: list[str]) -> int:
    if page and page[0].strip() == "---":
        end = next((i for i, line in enumerate(page[1:], 1) if line.strip() == "---"), None)
        return 0 if end is None else end + 1
    return 0


def _closes(fence: re.Match[str], opened: str) -> bool:
    mark = fence["mark"]
    bare = not fence["name"] and not fence["rest"]
    return bare and mark[0] == opened[0] and len(mark) >= len(opened)
