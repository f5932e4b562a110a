#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check the slices of code that pages quote.

In a source each `// [snippet:NAME]` has one `// [/snippet:NAME]` after it, slices do not overlap, a
name occurs once in a file and some page uses it; in a page each {snippet} finds its slice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pages import lines
from tree import at, files, main

SOURCES = ("*.cu", "*.cuh", "*.hpp", "*.cpp", "*.h", "*.py")
PAGES = ("chapters/*/*.md", "docs/pages/*.md", "index.md", "exercises/*/*.md")
# Tests hold wrong markers on purpose.
_TESTS = ("ctest/lint/", "docs/tests/", "docs/_ext/")
_MARKER = re.compile(r"^\s*(?://|#)\s*\[(?P<end>/?)snippet:(?P<name>[^\]]*)\]\s*$")
_ANY = re.compile(r"\[/?snippet:")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

Slice = tuple[Path, str]


def read_slices(root: Path, path: Path, found: dict[Slice, int]) -> Iterator[str]:
    """Add the slices of a file to `found`, each with its line; yield the faults."""
    open_name, open_line = None, 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not _ANY.search(line):
            continue
        where = at(root, path, number)
        marker = _MARKER.match(line)
        if marker is None:
            yield f"{where} a marker stands alone in its comment: // [snippet:name]"
            continue
        name = marker["name"]
        if marker["end"]:
            if name != open_name:
                yield f"{where} [/snippet:{name}] ends what did not begin here"
            open_name = None
            continue
        if open_name is not None:
            yield f"{where} [snippet:{name}] begins inside [snippet:{open_name}]"
        if not _NAME.fullmatch(name):
            yield f"{where} '{name}' is no name: lower case, digits and single hyphens"
        if (path, name) in found:
            yield f"{where} [snippet:{name}] was there before, on line {found[path, name]}"
        found[path, name] = number
        open_name, open_line = name, number
    if open_name is not None:
        yield f"{at(root, path, open_line)} [snippet:{open_name}] has no end"


def read_uses(root: Path, page: Path) -> Iterator[tuple[int, str, Path | None, str]]:
    """Yield (line, file as written, its path if it exists, name) for each {snippet} of a page."""
    for line in lines(page.read_text(encoding="utf-8")):
        if line.kind == "directive" and line.name == "snippet":
            name, _, tag = line.text.strip().partition(" ")
            places = (page.parent / name, root / name)
            path = next((place.resolve() for place in places if place.is_file()), None)
            yield line.number, name, path, tag.strip()


def faults(root: Path) -> Iterator[str]:
    """Yield a sentence for each marker or use that does not fit."""
    found: dict[Slice, int] = {}
    for path in files(root, *SOURCES):
        if not path.relative_to(root).as_posix().startswith(_TESTS):
            yield from read_slices(root, path, found)
    used: set[Slice] = set()
    for page in files(root, *PAGES):
        for line, name, path, tag in read_uses(root, page):
            if path is None:
                yield f"{at(root, page, line)} there is no file {name}, here or from the root"
            elif (path, tag) not in found:
                there = ", ".join(sorted(t for p, t in found if p == path)) or "none"
                yield f"{at(root, page, line)} {name} has no [snippet:{tag}]; there are: {there}"
            else:
                used.add((path, tag))
    for (path, tag), line in found.items():
        if (path, tag) not in used:
            yield f"{at(root, path, line)} no page uses [snippet:{tag}]: quote it or remove it"


if __name__ == "__main__":
    main(faults, __doc__)
