#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make an assignment for a course: starter, task, judge, and the configuration of an autograder.

    tools/export.py conv1d --format gradescope        writes conv1d-gradescope.zip

The solution is not in it. Unpacked anywhere it needs nothing else of the book.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from judging.bundle import FORMATS, make
from judging.exercise import UsageError, exercise_named


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="./book export",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", help="the exercise")
    parser.add_argument("--format", choices=FORMATS, default="zip")
    parser.add_argument("--out", type=Path, help="default: NAME-FORMAT.zip in this folder")
    options = parser.parse_args()
    try:
        exercise = exercise_named(options.name)
        out = options.out or Path(f"{exercise.short}-{options.format}.zip")
        make(exercise, options.format, out)
    except (UsageError, OSError) as error:
        print(f"export: {error}", file=sys.stderr)
        return 2
    print(f"{out}: {exercise.data['title']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
