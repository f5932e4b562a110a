#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judge solutions of exercises.

    tools/judge.py FILE|NAME...       a file, or an exercise's short name for its starter
    tools/judge.py FILE --watch       again each time the file is saved
    tools/judge.py DIR [--jobs N] [--junit F] [--gradescope F] [--csv F]
                                      all submissions in a folder; goes on where it stopped
    tools/judge.py --progress         what you have solved, and what comes next

Does a kernel do what its task asks, always? It compiles only the part between `// [exercise]` and
`// [/exercise]`, runs it on cases with data that nobody knows before, and says which case failed,
where, and why. Exit code: 0 accepted, 1 not accepted, 2 a wrong command line, 3 the judge itself
failed.
"""

from __future__ import annotations

import argparse
import json
import secrets
import subprocess
import sys
from pathlib import Path

from judging import batch, formats, progress
from judging.exercise import ROOT, Exercise, UsageError, exercise_named, exercise_of_file
from judging.pipeline import JudgeError, Tools, judge_file
from judging.watching import watch

NOT_ACCEPTED = 1
USAGE = 2
FAILED = 3
INTERRUPTED = 130  # as a shell says it


def share(text: str) -> tuple[int, int]:
    """Return K and N of "K/N"."""
    first, _, step = text.partition("/")
    if not (first.isdigit() and step.isdigit() and 1 <= int(first) <= int(step)):
        raise argparse.ArgumentTypeError(f"'{text}' is no share such as 3/16")
    return int(first), int(step)


def parse(arguments: list[str]) -> argparse.Namespace:
    """Return the options of a command line."""
    parser = argparse.ArgumentParser(
        prog="./book judge", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", nargs="*", metavar="FILE|NAME|DIR", help="what to judge")
    parser.add_argument("--exercise", help="the exercise, where the file's name does not tell")
    parser.add_argument(
        "--on", choices=("gpu", "virtual", "both"), help="where to run (default: both with a GPU)"
    )
    parser.add_argument("--seed", type=int, help="the same data again")
    parser.add_argument("--json", action="store_true", help="one JSON object for each verdict")
    parser.add_argument("--watch", action="store_true", help="again each time the file is saved")
    parser.add_argument("--progress", action="store_true", help="what is solved, what is next")
    of_folder = parser.add_argument_group("for a folder of submissions")
    of_folder.add_argument("--jobs", type=int, default=1, help="submissions at a time")
    of_folder.add_argument("--share", type=share, default=(1, 1), help="K/N: one part of N")
    of_folder.add_argument("--record", type=Path, help="default: DIR.verdicts.jsonl")
    of_folder.add_argument("--junit", type=Path, help="JUnit file to write")
    of_folder.add_argument(
        "--gradescope", type=Path, help="results.json to write, of one student's folder"
    )
    of_folder.add_argument("--csv", type=Path, help="table to write")
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


def judge_one(tools: Tools, text: str, options: argparse.Namespace) -> bool:
    """Judge one file and say what came of it; return whether it is accepted."""
    exercise, path = target_of(text, options.exercise)
    # Nobody can prepare for data that is not known before.
    seed = secrets.randbits(48) if options.seed is None else options.seed
    verdict = judge_file(tools, exercise, path, seed, options.on)
    print(json.dumps(verdict.as_dict()) if options.json else verdict.text(), flush=True)
    # Our own solutions are no progress of the reader's.
    own = path.resolve() == exercise.starter.resolve() or not path.resolve().is_relative_to(ROOT)
    if verdict.accepted and own:
        progress.note_solved(exercise)
    return verdict.accepted


def judge_folder(tools: Tools, folder: Path, options: argparse.Namespace) -> bool:
    """Grade a folder; return whether everything is accepted."""
    first, step = options.share
    submissions = batch.submissions_in(folder, options.exercise)[first - 1 :: step]
    # Not in the folder: what students hand in must not be taken for verdicts.
    record = options.record or folder.resolve().with_name(f"{folder.resolve().name}.verdicts.jsonl")
    rows = batch.grade(tools, submissions, record, options.jobs, options.on)
    for path, write in (
        (options.junit, formats.write_junit),
        (options.gradescope, formats.write_gradescope),
        (options.csv, formats.write_csv),
    ):
        if path:
            write(rows, path)
    accepted = sum(row["accepted"] for row in rows)
    print(f"{accepted} of {len(rows)} accepted")
    return accepted == len(rows)


def run(options: argparse.Namespace) -> int:
    """Judge everything; return the exit code."""
    if options.progress:
        print(progress.overview())
        return 0
    if not options.what:
        raise UsageError("name a file, an exercise or a folder; --help says more")
    tools = Tools(options.build.resolve())
    for program in tools.missing:
        raise UsageError(f"{program} is missing: run ./book judge, which builds it")
    options.on = options.on or ("both" if has_gpu() else "virtual")
    if options.watch:
        _, path = target_of(options.what[0], options.exercise)
        watch(path, lambda: judge_one(tools, options.what[0], options))
        return 0
    accepted = [
        judge_folder(tools, Path(text), options)
        if Path(text).is_dir()
        else judge_one(tools, text, options)
        for text in options.what
    ]
    return 0 if all(accepted) else NOT_ACCEPTED


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
    except KeyboardInterrupt:
        print("judge: interrupted; of a folder, the same command judges the rest", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
