# SPDX-License-Identifier: MIT
"""What every lint shares: which files there are, and how a fault is told.

A lint is a script with a function `faults(root)` that returns sentences, each beginning with
`file:line:` where there is one. The script prints them and exits with 1 if there is any. Its test
in tests/ calls the function on a tree with faults.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = 77
_NOT_OURS = {".git", ".venv", "build", "node_modules", "__pycache__", ".pytest_cache"}


def in_ci() -> bool:
    """Tell whether nobody looks at a skip, so that what is missing has to be a fault."""
    return bool(os.environ.get("CI"))


def files(root: Path, *patterns: str) -> list[Path]:
    """Return the project's files below `root` that match one of the glob patterns, sorted.

    Asks git, new files included, and walks the folders where `root` is no git work tree.
    """
    if (root / ".git").exists():
        command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others"]
        command.append("--exclude-standard")
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        found = [root / name for name in listed.split("\0") if name]
    else:
        found = [path for path in root.rglob("*") if not _NOT_OURS & set(path.parts)]
    return sorted(
        path
        for path in set(found)
        if path.is_file() and any(_matches(path.relative_to(root), pattern) for pattern in patterns)
    )


def _matches(path: Path, pattern: str) -> bool:
    # A pattern with a folder stands for the whole path, one without for the name alone.
    if "/" in pattern:
        return len(path.parts) == len(Path(pattern).parts) and path.match(pattern)
    return path.match(pattern)


def at(root: Path, path: Path, line: int | None = None) -> str:
    """Return the place that begins a sentence."""
    place = path.relative_to(root).as_posix()
    return f"{place}:{line}:" if line else f"{place}:"


def main(faults: Callable[[Path], Iterable[str]], doc: str | None) -> None:
    """Run a lint on the tree and exit."""
    parser = argparse.ArgumentParser(description=(doc or "").splitlines()[0])
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree to look at")
    found = list(faults(parser.parse_args().root.resolve()))
    for fault in found:
        print(fault)
    print(f"{len(found)} faults" if found else "no fault")
    sys.exit(1 if found else 0)
