# SPDX-License-Identifier: MIT
"""Hold the judge to what each file of a gallery says: `// expect: VERDICT [case=NAME]`.

    python3 -m judging.gallery NAME... [--on TARGET]        in tools/

The solution and everything in right/ must be accepted, the starter must be not solved and fail by a
mismatch, and each file in wrong/ must get the verdict of its first line.
"""

from __future__ import annotations

import argparse
import re
import secrets
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from judging.exercise import ROOT, Exercise, all_exercises, exercise_named
from judging.pipeline import Tools, judge_file
from judging.verdict import ACCEPTED, NOT_SOLVED, Verdict

_EXPECT = re.compile(r"// expect: (?P<verdict>[a-z-]+)(?: case=(?P<case>[\w-]+))?\s*$")
# What a starter may fail by: it must look unsolved, not broken.
_UNSOLVED = frozenset(("wrong-answer", "not-written", "too-much-traffic"))
MIN_WRONG = 5
MIN_RIGHT = 2


@dataclass(frozen=True)
class Expectation:
    """What an entry must get."""

    verdict: str
    case: str = ""

    def fault(self, got: Verdict) -> str:
        """Return what is wrong with a verdict, or an empty string."""
        if got.verdict != self.verdict:
            return f"got {got.verdict} ({got.case}), expected {self.verdict}"
        if self.case and got.case != self.case:
            return f"got {got.verdict} in case {got.case}, expected it in case {self.case}"
        return ""


def expectation_of(path: Path) -> Expectation:
    """Return what the first line of an entry in wrong/ asks for."""
    with path.open(encoding="utf-8") as lines:
        match = _EXPECT.match(lines.readline())
    if not match:
        raise ValueError(f"{path}: the first line must be '// expect: VERDICT [case=NAME]'")
    if match["verdict"] == ACCEPTED:
        raise ValueError(f"{path}: an entry in wrong/ cannot expect to be accepted")
    return Expectation(match["verdict"], match["case"] or "")


def faults(tools: Tools, exercise: Exercise, on: str) -> Iterator[str]:
    """Yield a sentence for each entry that got another verdict than it must."""
    seed = secrets.randbits(48)
    wrong, right = exercise.gallery("wrong"), exercise.gallery("right")
    if len(wrong) < MIN_WRONG or len(right) < MIN_RIGHT:
        yield (
            f"{exercise.name}: the gallery needs {MIN_WRONG} wrong and {MIN_RIGHT} right entries, "
            f"it has {len(wrong)} and {len(right)}"
        )
    for path in [exercise.solution, *right]:
        got = judge_file(tools, exercise, path, seed, on)
        if not got.accepted:
            yield f"{_name(path)}: must be accepted\n{got.text()}"
    for path in wrong:
        got = judge_file(tools, exercise, path, seed, on)
        fault = expectation_of(path).fault(got)
        if fault:
            yield f"{_name(path)}: {fault}\n{got.text()}"
    got = judge_file(tools, exercise, exercise.starter, seed, on)
    if got.verdict != NOT_SOLVED or got.fails_by not in _unsolved(exercise):
        yield f"{_name(exercise.starter)}: must fail by a mismatch, not by {got.fails_by}"


def _unsolved(exercise: Exercise) -> frozenset[str]:
    """Return what a starter may fail by; one that is to be mended says it itself."""
    return frozenset(exercise.data.get("starter_fails_by", ())) or _UNSOLVED


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="exercises (default: all)")
    parser.add_argument("--on", choices=("gpu", "virtual", "both"), default="virtual")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "dev")
    options = parser.parse_args()
    exercises = [exercise_named(name) for name in options.names] or all_exercises()
    found = 0
    for exercise in exercises:
        entries = len(exercise.gallery("wrong")) + len(exercise.gallery("right")) + 2
        print(f"{exercise.name}: {entries} files", flush=True)
        for fault in faults(Tools(options.build.resolve()), exercise, options.on):
            found += 1
            print(fault, flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
