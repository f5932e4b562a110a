#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run one of the usual checkers over the files it is for.

formatters.py CHECKER, with CHECKER one of clang_format, codespell, gersemi, ruff, shellcheck,
typescript. A checker that is not installed skips the test; in CI that is a fault.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tree import ROOT, SKIPPED, files, in_ci


@dataclass(frozen=True)
class Checker:
    """How to run a checker, on which files, and what mends what it finds."""

    patterns: tuple[str, ...]
    commands: tuple[tuple[str, ...], ...]
    mend: str
    takes_files: bool = True


_CPP = ("*.cu", "*.cuh", "*.hpp", "*.h", "*.cpp")
# One file in another style can bring thousands of lines.
_MOST_LINES = 60
_NODE = "docs/web/node_modules/.bin"
CHECKERS = {
    "clang_format": Checker(
        _CPP,
        (("clang-format", "--dry-run", "--Werror", "--style=file"),),
        "clang-format -i FILE",
    ),
    "codespell": Checker(
        (
            "*.md",
            "*.cu",
            "*.cuh",
            "*.hpp",
            "*.h",
            "*.cpp",
            "*.py",
            "*.sh",
            "*.ts",
            "*.cmake",
            "*.txt",
        ),
        (("codespell", "--quiet-level=2"),),
        "correct the word, or add it to ctest/lint/codespell_words.txt",
    ),
    "gersemi": Checker(
        ("CMakeLists.txt", "*.cmake"),
        (("gersemi", "--check"),),
        "gersemi --in-place FILE",
    ),
    "ruff": Checker(
        ("*.py",),
        (("ruff", "check", "--no-cache"), ("ruff", "format", "--check", "--no-cache")),
        "ruff check --fix && ruff format",
    ),
    "shellcheck": Checker(
        (
            "book",
            "*.sh",
            ".ci/run",
            "*.sbatch",
            "tools/judging/templates/judge",
            "*/run_autograder",
        ),
        (("shellcheck", "--external-sources"),),
        "do as it says",
    ),
    "typescript": Checker(
        ("docs/web/tsconfig.json",),
        (
            (f"{_NODE}/tsc", "--noEmit", "--project", "docs/web"),
            (f"{_NODE}/prettier", "--check", "--log-level=warn", "docs/web"),
        ),
        "npm --prefix docs/web run format, or do as it says",
        takes_files=False,
    ),
}


def find(root: Path, tool: str) -> str | None:
    """Return a tool's path: the project's own, else one on PATH."""
    places = (root / tool, ROOT / ".venv" / "bin" / tool)
    return next((str(path) for path in places if path.is_file()), shutil.which(tool))


def run(root: Path, name: str) -> int:
    """Run a checker; return 0, 1 for a fault, or 77 if it is not installed."""
    checker = CHECKERS[name]
    found = [path.relative_to(root).as_posix() for path in files(root, *checker.patterns)]
    if not found:
        print(f"no file for {name}")
        return 0
    faulty = False
    for tool, *options in checker.commands:
        path = find(root, tool)
        if path is None:
            print(f"SKIPPED: {Path(tool).name} is not installed; ./book build brings it")
            return 1 if in_ci() else SKIPPED
        command = [path, *options, *(found if checker.takes_files else [])]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
        said = (done.stdout + done.stderr).splitlines()
        print("\n".join(said[:_MOST_LINES] + ["…"] * (len(said) > _MOST_LINES)))
        faulty |= done.returncode != 0
    if faulty:
        print(f"To mend it: {checker.mend}")
    return int(faulty)


def main() -> int:
    """Run the checker that the command line names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("checker", choices=CHECKERS)
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree to look at")
    arguments = parser.parse_args()
    return run(arguments.root.resolve(), arguments.checker)


if __name__ == "__main__":
    sys.exit(main())
