#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Refuse measured numbers that were typed by hand.

A number with a unit of time, rate or cycles, with % or with × stands in {measured}, {claim} or
{cited}, or it is no measurement and stands in a formula or in code. Everything that a reader reads
as prose is searched, captions included.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tree import at, files, main

PAGES = (
    *("chapters/*/*.md", "index.md", "docs/pages/*.md", "exercises/*/*.md"),
    *("README.md", "CONTRIBUTING.md"),
)

# Directives whose body is data or code. Of these only the caption is prose.
_DATA = {
    *("values", "results-table", "results-chart", "results-timeline", "results-context"),
    *("snippet", "code-block", "code", "literalinclude", "math", "mermaid", "raw", "toctree"),
}
_FENCE = re.compile(r"^\s*(?P<mark>`{3,}|~{3,}|:{3,})\s*(?:\{(?P<name>[\w:-]+)\})?\s*(?P<rest>.*)$")
_CAPTION = re.compile(r"^\s*:(?:caption|title):\s*(?P<text>.*)$")
_OPTION = re.compile(r"^\s*:[\w-]+:")
_EXEMPT = re.compile(
    r"""
    \{(?:measured|claim|cited|math)\} (?P<role>`+) .+? (?<!`)(?P=role)(?!`)   # a backed number
  | (?<![}`]) (?P<code>`+)(?!`) .+? (?<!`)(?P=code)(?!`)                      # code
  | \$\$? [^$]+ \$\$?                                                         # a formula
  | \]\([^)\s]*\) | <https?://[^>]*>                                          # an address
  | <!-- .*? -->
    """,
    re.VERBOSE | re.DOTALL,
)
_SPACE = r"[ \u00a0\u202f-]?"
_MEASURED = re.compile(
    rf"""
    (?<![\w.^_]) \d+ (?:[.,\u202f ]\d+)*
    (?:
      {_SPACE} (?:
        (?:ns|ms|[uµμ]s|sec|min)\b
      | (?:nano|micro|milli)?seconds?\b | minutes?\b | hours?\b
      | (?:[kKMGTP]i?)?(?:B|b|bits?|bytes?|FLOPs?|OPs?)/(?:s|sec|clk|cycle|clock)\b
      | [kKMGTP]?FLOPS\b | [kKMGT]?Hz\b
      | (?:[a-z]+\s)?(?:per|a|each)\s(?:second|cycle|clock)\b
      | (?:clock\s)?cycles?\b | clocks?\b | clk\b
      | percent\b | per\ cent\b | %
      | times\s(?:as|faster|slower|more|less|the)\b | -?fold\b
      )
    | [ \u00a0\u202f] s\b(?!')              # 3 s, not 1980s
    | [x×] (?![\w])                         # 2×, not 32×32
    | [ \u00a0\u202f] × (?=\s*(?:[.,;:)]|$)) # 2 ×, not 32 × n
    )
    """,
    re.VERBOSE,
)


def prose(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line number, text) of what is prose in a page."""
    stack: list[tuple[str, bool]] = []  # the fence's mark, and whether its body is prose
    in_head = False  # options stand between a directive's fence and its body
    lines = text.splitlines()
    start = _after_front_matter(lines)
    for number, line in enumerate(lines[start:], start + 1):
        fence = _FENCE.match(line)
        reading = all(is_prose for _, is_prose in stack)
        if fence and stack and _closes(fence, stack[-1][0]):
            stack.pop()
        elif fence and reading:
            name = fence["name"]
            # ```sh is code, as is a bare fence; ::: without a name is a box.
            body = name not in _DATA if name else fence["mark"].startswith(":")
            stack.append((fence["mark"], body))
            in_head = True
            if name and body:
                yield number, fence["rest"]
        elif in_head and _OPTION.match(line):
            caption = _CAPTION.match(line)
            if caption:
                yield number, caption["text"]
        else:
            in_head = False
            if reading:
                yield number, line


def _after_front_matter(lines: list[str]) -> int:
    if lines and lines[0].strip() == "---" and "---" in (line.strip() for line in lines[1:]):
        return next(i for i, line in enumerate(lines[1:], 1) if line.strip() == "---") + 1
    return 0


def _closes(fence: re.Match[str], opened: str) -> bool:
    mark = fence["mark"]
    bare = not fence["name"] and not fence["rest"]
    return bare and mark[0] == opened[0] and len(mark) >= len(opened)


def typed_numbers(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line number, what was typed) for each fault of a page."""
    for number, paragraph in _paragraphs(text):
        blank = _EXEMPT.sub(lambda match: re.sub(r"[^\n]", "\0", match.group()), paragraph)
        for match in _MEASURED.finditer(blank):
            yield number + blank.count("\n", 0, match.start()), " ".join(match.group().split())


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    # A role may run over a line's end, so lines that follow one another are read together.
    lines: list[str] = []
    first = 0
    for number, line in [*prose(text), (-1, "")]:
        if lines and (number != first + len(lines) or not line.strip()):
            yield first, "\n".join(lines)
            lines = []
        if not line.strip():
            continue
        if not lines:
            first = number
        lines.append(line)


def faults(root: Path) -> Iterator[str]:
    """Yield a sentence for each typed measurement of the tree's pages."""
    for path in files(root, *PAGES):
        for line, number in typed_numbers(path.read_text(encoding="utf-8")):
            yield (
                f"{at(root, path, line)} '{number}' is typed by hand: look it up with {{measured}} "
                "or {claim}, or name its source with {cited}"
            )


if __name__ == "__main__":
    main(faults, __doc__)
