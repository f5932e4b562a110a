#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check that each topic of docs/coverage.json has its place in the book.

A place is a program (chapter03.access_pattern), a section of a chapter (3#one-warp-one-request) or
of another page (docs/pages/judge.md#verdicts), or a file. An entry without a place, or with only a
part of what it promises, says in one sentence what is missing; these are counted and are no fault.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pages import lines
from tree import files, main

DATA = "docs/coverage.json"
_KEYS = ({"name", "places"}, {"name", "places", "missing"})
_CHAPTER = re.compile(r"\d+")
_CHAPTER_PAGE = re.compile(r"chapter(\d\d)")
_PROGRAM = re.compile(r"chapter\d\d\.\w+")
_HEADING = re.compile(r"#{1,6}\s+(?P<title>.+?)\s*$")
_ADDED = re.compile(r"^\s*add_chapter_program\(\s*(\w+)", re.MULTILINE)


def anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings; a title that comes again gets -1, -2 and so on."""
    seen: Counter[str] = Counter()
    found = set()
    for line in lines(text):
        heading = _HEADING.match(line.text) if line.kind == "text" else None
        if heading:
            slug = re.sub(r"[^\w\- ]", "", heading["title"].lower()).replace(" ", "-")
            found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
            seen[slug] += 1
    return found


class Book:
    """What places can lead to."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.programs = {
            f"{path.parent.name.split('_')[0]}.{name}"
            for path in files(root, "chapters/*/CMakeLists.txt")
            for name in _ADDED.findall(path.read_text(encoding="utf-8"))
        }
        self.chapters = {
            int(_CHAPTER_PAGE.search(path.parent.name)[1]): path.relative_to(root).as_posix()
            for path in files(root, "chapters/chapter*/index.md")
        }
        self.anchors = cache(lambda page: anchors(page.read_text(encoding="utf-8")))

    def fault(self, place: str) -> str | None:
        """Return what is wrong with a place, or None."""
        page, mark, anchor = place.partition("#")
        if not mark:
            if _PROGRAM.fullmatch(place):
                return None if place in self.programs else "no CMakeLists.txt adds that program"
            return None if (self.root / place).is_file() else "there is no such file"
        if _CHAPTER.fullmatch(page):
            page = self.chapters.get(int(page), "")
        if not (self.root / page).is_file() or not page.endswith(".md"):
            return "there is no such page"
        return None if anchor in self.anchors(self.root / page) else "the page has no such heading"


def read(root: Path) -> list[dict]:
    """Return the entries, each with its group's title as `group`."""
    data = json.loads((root / DATA).read_text(encoding="utf-8"))
    return [
        {**entry, "group": group["title"]} for group in data["groups"] for entry in group["entries"]
    ]


def faults(root: Path) -> Iterator[str]:
    """Yield a sentence for each place that leads nowhere and each entry without a place."""
    try:
        entries = read(root)
        names = Counter((entry["group"], entry["name"]) for entry in entries)
    except (OSError, ValueError, KeyError, TypeError) as error:
        yield f"{DATA}: cannot be read as groups of entries: {error!r}"
        return
    book = Book(root)
    for (group, name), times in names.items():
        if times > 1:
            yield f"{DATA}: '{name}' stands twice under '{group}'"
    for entry in entries:
        where = f"{DATA}: '{entry['name']}' of '{entry['group']}'"
        if set(entry) - {"group"} not in _KEYS:
            yield f"{where} has other keys than name, places and missing"
            continue
        if not entry["places"] and "missing" not in entry:
            yield f'{where} has no place: name one, or say under "missing" what is missing'
        if not entry.get("missing", "A.").endswith("."):
            yield f'{where}: write a sentence under "missing"'
        for place in entry["places"]:
            fault = book.fault(place)
            if fault:
                yield f"{where} is to be at {place}, but {fault}"


def told(root: Path) -> list[str]:
    """Return the faults; if there is none, print how much of the book is still missing."""
    found = list(faults(root))
    if not found:
        entries = read(root)
        lacking = sum("missing" in entry for entry in entries)
        print(f"{lacking} of {len(entries)} entries say that something is missing")
    return found


if __name__ == "__main__":
    main(told, __doc__)
