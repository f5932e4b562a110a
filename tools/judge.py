#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judge solutions of exercises.

    tools/judge.py FILE|NAME...       a file, or an exercise's short name for its starter

It compiles only the part between `// [exercise]` and `// [/exercise]`, runs it on cases with data
that nobody knows before, and says which case failed, where, and why. Exit code: 0 accepted, 1 not
accepted, 2 a wrong command line, 3 the judge itself failed.
"""

from __future__ import annotations

import argparse
import json
import secrets
import subprocess
import sys
from pathlib import Path

from judging.exercise import ROOT, Exercise, UsageError, exercise_named, exercise_of_file
from judging.pipeline import JudgeError, Tools, judge_file

NOT_ACCEPTED = 1
USAGE = 2
FAILED = 3


def parse(arguments: list[str]) -> argparse.Namespace:
    """Return the options of a command line."""
    parser = argparse.ArgumentParser(
        prog="./book judge", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", nargs="+", metavar="FILE|NAME", help="what to judge")
    parser.add_argument("--exercise", help="the exercise, where the file's name does not tell")
    parser.add_argument(
        "--on", choices=("gpu", "virtual", "both"), help="where to run (default: both with a GPU)"
    )
    parser.add_argument("--seed", type=int, help="the same data again")
    parser.add_argument("--json", action="store_true", help="one JSON object for each verdict")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "dev", help="build tree")
    return parser.parse_args(arguments)


def target_of(text: str, exercise: str | None) -> tuple[Exercise, Path]:
    """Return exercise and file that an argument means."""
    path = Path(text)
    if path.is_file():
        return exercise_named(exercise) if exercise else exercise_of_file(path), path
    if path.suffix == ".cu":
        raise UsageError(f"there is no file {path}")
    named = exercise_named(text)
    return named, named.starter


def has_gpu() -> bool:
    """Return True if there is a GPU and a compiler for it."""
    try:
        listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=False)
        subprocess.run(["nvcc", "--version"], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return listed.stdout.startswith("GPU ")


def run(options: argparse.Namespace) -> int:
    """Judge everything; return the exit code."""
    tools = Tools(options.build.resolve())
    for program in tools.missing:
        raise UsageError(f"{program} is missing: run ./book judge, which builds it")
    on = options.on or ("both" if has_gpu() else "virtual")
    accepted = True
    for text in options.what:
        exercise, path = target_of(text, options.exercise)
        # Nobody can prepare for data that is not known before.
        seed = secrets.randbits(48) if options.seed is None else options.seed
        verdict = judge_file(tools, exercise, path, seed, on)
        print(json.dumps(verdict.as_dict()) if options.json else verdict.text(), flush=True)
        accepted = accepted and verdict.accepted
    return 0 if accepted else NOT_ACCEPTED


def main() -> int:
    """Run the command line."""
    try:
        return run(parse(sys.argv[1:]))
    except UsageError as error:
        print(f"judge: {error}", file=sys.stderr)
        return USAGE
    except JudgeError as error:
        print(f"judge: {error}", file=sys.stderr)
        return FAILED


if __name__ == "__main__":
    sys.exit(main())
