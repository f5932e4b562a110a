#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Keep one machine's surroundings out of the project.

Lock files pin packages by hash, never by the address they came from, so that they work with any
mirror; no file holds a path of somebody's machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tree import at, files, main

LOCKS = ("*.lock", "package-lock.json", "requirements*.in", "*.requirements.in")
_ADDRESS = re.compile(r"https?://[^\s\"']+|--(?:extra-)?index-url|--find-links|--trusted-host|-f\s")
# A sponsor's page beside a package in package-lock.json is no place to download from.
_FUNDING = re.compile(r'^\s*"url":|^\s*"funding":')
_UNPINNED = re.compile(r"^[A-Za-z0-9][\w.\[\]-]*\s*(?:[<>~!]=?.*|===?[^\\]*)?$")
_MACHINE = re.compile(r"(?<![\w.])/(?:root|home/(?!reader\b)\w+|Users/\w+|work|mnt/\w+)/[\w.]")
_BINARY = {".png", ".svg", ".woff2", ".wasm", ".ico", ".jpg"}


def lock_faults(root: Path, path: Path) -> Iterator[str]:
    """Yield the faults of a lock file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("#") or _FUNDING.match(line):
            continue
        address = _ADDRESS.search(line)
        if address:
            yield f"{at(root, path, number)} '{address[0]}': a lock names no place to download from"
        if path.name.endswith(".lock") and _UNPINNED.match(line):
            yield f"{at(root, path, number)} '{line}' has no hash: run tools/lock.sh"


def faults(root: Path) -> Iterator[str]:
    """Yield a sentence for each address in a lock and each machine's path."""
    for path in files(root, *LOCKS):
        yield from lock_faults(root, path)
    for path in files(root, "*"):
        if path.suffix in _BINARY or path.is_relative_to(root / "ctest" / "lint"):
            continue
        for number, line in enumerate(path.read_text("utf-8", errors="replace").splitlines(), 1):
            found = _MACHINE.search(line)
            if found:
                yield f"{at(root, path, number)} '{found[0]}…' is a path of one machine"


if __name__ == "__main__":
    main(faults, __doc__)
