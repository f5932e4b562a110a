#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check that each file of code says its licence in its first lines.

Exercises and solutions are MIT-0, so that a course may copy them without a notice; all other code
is MIT. The texts of the licences themselves have to be there, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tree import at, files, main

CODE = (
    *("*.cu", "*.cuh", "*.hpp", "*.h", "*.cpp", "*.def", "*.py", "*.sh", "*.cmake"),
    *("*.ts", "*.mjs", "*.js", "*.css", "CMakeLists.txt", "book", ".ci/run"),
)
TEXTS = {
    "LICENSE": "Permission is hereby granted",
    "LICENSE-MIT-0": "MIT No Attribution",
    "LICENSE-TEXT": "Creative Commons Attribution 4.0 International",
    "THIRD_PARTY.md": "licence",
}
_LINE = re.compile(r"SPDX-License-Identifier: (\S+)")
_HEAD_LINES = 3  # an interpreter line may stand before it


def faults(root: Path) -> Iterator[str]:
    """Yield a sentence for each file without the licence that its folder asks for."""
    for path in files(root, *CODE):
        if path.name == "CTestTestfile.cmake":  # two lines that CTest reads
            continue
        wanted = "MIT-0" if _for_courses(root, path) else "MIT"
        head = "\n".join(path.read_text(encoding="utf-8").splitlines()[:_HEAD_LINES])
        found = _LINE.search(head)
        if found is None:
            yield f"{at(root, path, 1)} begin it with SPDX-License-Identifier: {wanted}"
        elif found[1] != wanted:
            yield f"{at(root, path, 1)} is under {found[1]}, its folder is under {wanted}"
    for name, phrase in TEXTS.items():
        path = root / name
        if not path.is_file() or phrase not in path.read_text(encoding="utf-8"):
            yield f"{name}: is missing, or does not say '{phrase}'"


def _for_courses(root: Path, path: Path) -> bool:
    return path.relative_to(root).parts[0] in ("exercises", "solutions") and path.suffix in (
        ".cu",
        ".cuh",
    )


if __name__ == "__main__":
    main(faults, __doc__)
