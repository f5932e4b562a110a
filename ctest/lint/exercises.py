#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check that exercises and solutions belong together.

Both trees hold the same .cu files; a starter has a TODO and a hint, a solution has none of the
first; each is registered with add_exercise, and is one file that needs nothing of the project. The
folder beside a starter holds what the judge needs, and galleries of wrong and of right submissions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from tree import at, files, main

_TODO = re.compile(r"\bTODO\b")
# `:::{fold} Hint` in the file of hints beside the starter; the text below must not be empty.
_HINT = re.compile(r"^[`:]{3,}\{fold\}\s*Hint[^\n]*\n+(?![`:]{3,}\s*$)\S", re.MULTILINE)
_OWN_HEADER = re.compile(r'^\s*#\s*include\s*"', re.MULTILINE)
_EXPECT = re.compile(r"// expect: [a-z|-]+( case=[\w-]+)?\n")
_METADATA = {
    "title": str,
    "kind": str,
    "topic": str,
    "minutes": int,
    "difficulty": int,
    "proves": str,
}
_KINDS = ("write", "fix", "predict", "optimise")
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
    yield from _judge_faults(root, path.with_suffix(""))


def _judge_faults(root: Path, folder: Path) -> Iterator[str]:
    kernels = ("judge.json", "judge.cuh", "reference.cpp")
    host = ("judge.json", "program.cuh", "program_after.cuh")
    for name in host if (folder / "program.cuh").is_file() else kernels:
        if not (folder / name).is_file():
            yield f"{at(root, folder / name)} is missing: the judge needs it"
    if (folder / "judge.json").is_file():
        yield from _metadata_faults(root, folder / "judge.json")
    for gallery, least in (("wrong", 5), ("right", 2)):
        entries = files(root, f"{(folder / gallery).relative_to(root)}/*.cu")
        if len(entries) < least:
            yield f"{at(root, folder / gallery)} needs {least} entries, has {len(entries)}"
        for path in entries:
            expects = bool(_EXPECT.match(path.read_text(encoding="utf-8")))
            if expects != (gallery == "wrong"):
                yield f"{at(root, path, 1)} '// expect: VERDICT' belongs on line 1 of wrong ones"


def _metadata_faults(root: Path, path: Path) -> Iterator[str]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        yield f"{at(root, path)} {error}"
        return
    for key, kind in _METADATA.items():
        if not isinstance(data.get(key), kind) or not data[key]:
            yield f"{at(root, path)} '{key}' is missing or no {kind.__name__}"
    if data.get("kind") not in _KINDS:
        yield f"{at(root, path)} 'kind' is not one of {', '.join(_KINDS)}"
    if data.get("difficulty") not in range(1, 6):
        yield f"{at(root, path)} 'difficulty' is a number from 1 to 5"


if __name__ == "__main__":
    main(faults, __doc__)
