#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check that exercises and solutions belong together.

Both trees hold the same .cu files; a starter has a TODO and a hint, a solution has none of the
first; each is registered with add_exercise, and is one file that needs nothing of the project.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tree import at, files, main

_TODO = re.compile(r"\bTODO\b")
# `:::{fold} Hint` in the file of hints beside the starter; the text below must not be empty.
_HINT = re.compile(r"^[`:]{3,}\{fold\}\s*Hint[^\n]*\n+(?![`:]{3,}\s*$)\S", re.MULTILINE)
_OWN_HEADER = re.compile(r'^\s*#\s*include\s*"', re.MULTILINE)
_BELONGS = {"exercises": {".cu", ".md", ".txt"}, "solutions": {".cu"}}


def faults(root: Path) -> Iterator[str]:
    """Yield a sentence for each exercise that is incomplete."""
    starters = _programs(root, "exercises")
    solutions = _programs(root, "solutions")
    for name in sorted(starters.keys() - solutions.keys()):
        yield f"{at(root, starters[name])} there is no solutions/{name}"
    for name in sorted(solutions.keys() - starters.keys()):
        yield f"{at(root, solutions[name])} there is no exercises/{name}"
    for path in starters.values():
        yield from _starter_faults(root, path)
    for path in solutions.values():
        if _TODO.search(path.read_text(encoding="utf-8")):
            yield f"{at(root, path)} a solution holds no TODO"
    for path in [*starters.values(), *solutions.values()]:
        if _OWN_HEADER.search(path.read_text(encoding="utf-8")):
            yield f"{at(root, path)} includes a header of the project: one file has to do"
    for tree, suffixes in _BELONGS.items():
        for path in files(root, f"{tree}/*/*"):
            if path.suffix not in suffixes:
                yield f"{at(root, path)} does not belong here"


def _programs(root: Path, tree: str) -> dict[str, Path]:
    found = files(root, f"{tree}/*/*.cu")
    return {path.relative_to(root / tree).as_posix(): path for path in found}


def _starter_faults(root: Path, path: Path) -> Iterator[str]:
    if not _TODO.search(path.read_text(encoding="utf-8")):
        yield f"{at(root, path)} has no TODO: what is left to do?"
    lists = path.with_name("CMakeLists.txt")
    registered = rf"^\s*add_exercise\({re.escape(path.stem)}[\s)]"
    if not lists.is_file() or not re.search(registered, lists.read_text("utf-8"), re.MULTILINE):
        yield f"{at(root, path)} add add_exercise({path.stem}) to {at(root, lists)[:-1]}"
    hints = path.with_suffix(".md")
    if not hints.is_file() or not _HINT.search(hints.read_text(encoding="utf-8")):
        yield f"{at(root, path)} write a hint, ':::{{fold}} Hint', into {hints.name} beside it"


if __name__ == "__main__":
    main(faults, __doc__)
