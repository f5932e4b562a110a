#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Refuse numbers typed by hand, roles that a table cuts in two, and lists that are none.

A number with a unit of time, rate or cycles, with % or with × stands in {measured}, {claim} or
{cited}, or it is no measurement and stands in a formula or in code. Everything that a reader reads
as prose is searched, captions included.

In a row of a table a bar ends the cell, inside a role, too, unless a backslash stands before it.

A paragraph that begins with "13. " is a list to Markdown, and the number is gone from the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pages import DATA, Line, lines
from tree import at, files, main

PAGES = (
    *("chapters/*/*.md", "index.md", "docs/pages/*.md", "exercises/*/*.md"),
    *("README.md", "CONTRIBUTING.md"),
)

_EXEMPT = re.compile(
    r"""
    \{(?:measured|claim|cited|math)\} (?P<role>`+) .+? (?<!`)(?P=role)(?!`)   # a backed number
  | (?<![}`]) (?P<code>`+)(?!`) .+? (?<!`)(?P=code)(?!`)                      # code
  | \$\$? [^$]+ \$\$?                                                         # a formula
  | \]\([^)\s]*\) | <https?://[^>]*>                                          # an address
  | </?[a-z][^>]*> | <!-- .*? -->                                            # a tag
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

_CUT = re.compile(r"(?<!`)\{[\w-]+\}`[^`|\\]*(?:\\.[^`|\\]*)*\|[^`]*`")

_ITEM = re.compile(r" {0,3}(\d{1,9})[.)] ")


def prose(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line number, text) of what is prose in a page."""
    return ((line.number, line.text) for line in lines(text) if _is_prose(line))


def _is_prose(line: Line) -> bool:
    if line.kind == "directive":
        return line.name not in DATA
    return line.kind == "text" or line.name in ("caption", "title")


def typed_numbers(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line number, what was typed) for each fault of a page."""
    for number, paragraph in _paragraphs(text):
        blank = _EXEMPT.sub(lambda match: re.sub(r"[^\n]", "\0", match.group()), paragraph)
        for match in _MEASURED.finditer(blank):
            yield number + blank.count("\n", 0, match.start()), " ".join(match.group().split())


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    # A role may run over a line's end, so lines that follow one another are read together.
    found: list[str] = []
    first = 0
    for number, line in [*prose(text), (-1, "")]:
        if found and (number != first + len(found) or not line.strip()):
            yield first, "\n".join(found)
            found = []
        if not line.strip():
            continue
        if not found:
            first = number
        found.append(line)


def cut_roles(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line number, role) for each role in a table with a bar that ends its cell."""
    for line in lines(text):
        if line.kind == "text" and line.text.lstrip().startswith("|"):
            for match in _CUT.finditer(line.text):
                yield line.number, match.group()


def accidental_lists(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line number, number) for each sentence that begins like an item of a list."""
    last = 0
    for line in lines(text):
        match = _ITEM.match(line.text) if line.kind == "text" else None
        if match is None:
            continue
        item = int(match.group(1))
        if item in (1, last + 1):
            last = item
        else:
            yield line.number, match.group(1)


def faults(root: Path) -> Iterator[str]:
    """Yield a sentence for each fault of the tree's pages."""
    for path in files(root, *PAGES):
        text = path.read_text(encoding="utf-8")
        for line, role in cut_roles(text):
            yield f"{at(root, path, line)} the bar in {role} ends the cell: write \\|"
        for line, number in accidental_lists(text):
            yield f"{at(root, path, line)} '{number}.' begins a list: write the number as a word"
        for line, number in typed_numbers(text):
            yield (
                f"{at(root, path, line)} '{number}' is typed by hand: look it up with {{measured}} "
                "or {claim}, or name its source with {cited}"
            )


if __name__ == "__main__":
    main(faults, __doc__)
