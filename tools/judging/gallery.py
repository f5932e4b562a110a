# SPDX-License-Identifier: MIT
"""Hold the judge to what each file of a gallery says: `// expect: VERDICT [case=NAME]`.

    python3 -m judging.gallery NAME... [--on TARGET] [--jobs N] [--parts N]    in tools/
    python3 -m judging.gallery --expecting race --seeds 15             is it so with every seed?

The solution and everything in right/ must be accepted, the starter must be not solved and fail by a
mismatch, and each file in wrong/ must get the verdict of its first line, or one of several where
chance decides which (`race|uninitialised`). `race` stands for race-shared, race-global and
race-warp: which two accesses meet first, of one warp or of two, and in which case, the secret seed
decides. A GPU alone sees only what comes out: there a race may stay unseen, and an endless loop
ends by the clock. With `--parts 3` it is every third file of the galleries, others each day, beside
the solution and the starter.
"""

from __future__ import annotations

import argparse
import re
import secrets
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from judging.exercise import ROOT, Exercise, all_exercises, exercise_named
from judging.pipeline import JudgeError, Tools, judge_file
from judging.share import share_of, today, whole_parts
from judging.verdict import ACCEPTED, NOT_SOLVED, Verdict

# Words of an expectation that stand for several findings, between which chance decides.
_WORDS = {"race": frozenset(("race-shared", "race-global", "race-warp"))}
_EXPECT = re.compile(
    r"// expect: (?P<verdicts>[a-z-]+(?:\|[a-z-]+)*)(?: case=(?P<case>[\w-]+))?\s*$"
)
# What a starter may fail by: it must look unsolved, not broken.
_UNSOLVED = frozenset(("wrong-answer", "not-written", "too-much-traffic"))
MIN_WRONG = 5
MIN_RIGHT = 2


# Verdicts that a GPU reaches as well; the others need the virtual GPU's watching.
_SEEN_BY_GPU = frozenset(
    (
        *("wrong-answer", "not-written", "wrote-outside", "input-changed"),
        "does-not-compile",
        "refused",
    )
)
_ENDLESS = frozenset(("instruction-limit", "deadlock"))


@dataclass(frozen=True)
class Expectation:
    """What an entry must get."""

    words: frozenset[str]
    case: str = ""

    @property
    def verdicts(self) -> frozenset[str]:
        """The verdicts that the words stand for."""
        return frozenset().union(*(_WORDS.get(word, {word}) for word in self.words))

    @property
    def text(self) -> str:
        """The words for a person."""
        return " or ".join(sorted(self.words))

    def fault(self, got: Verdict, on: str) -> str:
        """Return what is wrong with a verdict, or an empty string."""
        seen = self.verdicts - {"read-only"}  # a GPU sees a write to an input only if it lasts
        if on == "gpu" and not (seen and seen <= _SEEN_BY_GPU):
            must_fail = self.verdicts <= _ENDLESS
            return f"got {got.verdict}, it must not pass" if must_fail and got.accepted else ""
        # Of several findings chance may decide which comes first.
        kinds = {got.verdict} | {finding["kind"] for finding in got.findings}
        if not kinds & self.verdicts:
            return f"got {got.verdict} ({got.case}), expected {self.text}"
        if self.case and got.case != self.case:
            return f"got {got.verdict} in case {got.case}, expected it in case {self.case}"
        return ""


def expectation_of(path: Path) -> Expectation:
    """Return what the first line of an entry in wrong/ asks for."""
    with path.open(encoding="utf-8") as lines:
        match = _EXPECT.match(lines.readline())
    if not match:
        raise ValueError(f"{path}: the first line must be '// expect: VERDICT [case=NAME]'")
    words = frozenset(match["verdicts"].split("|"))
    if ACCEPTED in words:
        raise ValueError(f"{path}: an entry in wrong/ cannot expect to be accepted")
    for word, meant in _WORDS.items():
        if words & meant:
            raise ValueError(f"{path}: write '{word}', which stands for {', '.join(sorted(meant))}")
    if match["case"] and words & _WORDS.keys():
        raise ValueError(f"{path}: leave the case out: chance decides in which one a race is seen")
    return Expectation(words, match["case"] or "")


@dataclass(frozen=True)
class Entry:
    """A file, and what the judge must say of it."""

    exercise: Exercise
    path: Path
    expected: Expectation | None  # None: accepted
    is_starter: bool = False

    def check(self, tools: Tools, seed: int, on: str) -> str:
        """Judge it; return what is wrong with the verdict, or an empty string."""
        name = self.path.relative_to(ROOT)
        try:
            got = judge_file(tools, self.exercise, self.path, seed, on)
        except JudgeError as error:
            # The others still have something to say.
            return f"{name}: the judge itself failed: {error}"
        if self.is_starter:
            if on == "gpu" and not self._unsolved() & _SEEN_BY_GPU:
                return ""
            fails = got.verdict == NOT_SOLVED and (on == "gpu" or got.fails_by in self._unsolved())
            return "" if fails else f"{name}: must fail by a mismatch, not by {got.fails_by}"
        fault = self.expected.fault(got, on) if self.expected else ""
        if self.expected and got.accepted and not fault:
            print(f"{name}: passes on a GPU alone; {self.expected.text} is not seen")
        if self.expected is None and not got.accepted:
            fault = "must be accepted"
        return f"{name}: {fault}\n{got.text()}" if fault else ""

    def _unsolved(self) -> frozenset[str]:
        """Return what a starter may fail by; a broken one, to be mended, says it itself."""
        return frozenset(self.exercise.data.get("starter_fails_by", ())) or _UNSOLVED


def entries_of(exercise: Exercise, parts: int = 1) -> list[Entry]:
    """Return the files of an exercise that the judge is tested with, of the galleries a part."""
    gallery = [Entry(exercise, path, None) for path in exercise.gallery("right")]
    gallery += [Entry(exercise, path, expectation_of(path)) for path in exercise.gallery("wrong")]
    return [
        Entry(exercise, exercise.solution, None),
        *share_of(gallery, parts, today()),
        Entry(exercise, exercise.starter, None, is_starter=True),
    ]


def too_few(exercise: Exercise) -> str:
    """Return a sentence if a gallery is too small, or an empty string."""
    wrong, right = len(exercise.gallery("wrong")), len(exercise.gallery("right"))
    if wrong >= MIN_WRONG and right >= MIN_RIGHT:
        return ""
    return (
        f"{exercise.name}: the galleries need {MIN_WRONG} wrong and {MIN_RIGHT} right entries, "
        f"they have {wrong} and {right}"
    )


def judge_entries(
    tools: Tools, entries: list[Entry], on: str, jobs: int, seeds: list[int]
) -> list[str]:
    """Judge each entry with each seed, say how long each exercise took, return the faults."""
    found = []

    def check(task: tuple[Entry, int]) -> tuple[str, float]:
        began = time.monotonic()
        fault = task[0].check(tools, task[1], on)
        return fault, time.monotonic() - began

    tasks = [(entry, seed) for entry in entries for seed in seeds]
    with ThreadPoolExecutor(jobs) as pool:
        results = zip(tasks, pool.map(check, tasks), strict=True)
        for name, of_exercise in groupby(results, key=lambda result: result[0][0].exercise.name):
            seconds = []
            for _, (fault, duration) in of_exercise:
                seconds.append(duration)
                if fault:
                    found.append(fault)
                    print(fault, flush=True)
            took = f"{sum(seconds):.1f} s, the slowest {max(seconds):.1f} s"
            print(f"{name}: {len(seconds)} verdicts, {took}", flush=True)
    return found


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="exercises (default: all)")
    parser.add_argument("--on", choices=("gpu", "virtual", "both"), default="virtual")
    parser.add_argument("--jobs", type=int, default=1, help="entries at a time")
    parser.add_argument("--seeds", type=int, default=1, help="judge each entry so many times")
    parser.add_argument("--parts", type=whole_parts, default=1, help="of the galleries one a day")
    parser.add_argument("--expecting", help="only entries whose expectation has this word")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "dev")
    options = parser.parse_args()
    tools = Tools(options.build.resolve())
    exercises = [exercise_named(name) for name in options.names] or all_exercises()
    found = [fault for exercise in exercises if (fault := too_few(exercise))]
    entries = [entry for exercise in exercises for entry in entries_of(exercise, options.parts)]
    if options.expecting:
        entries = [e for e in entries if e.expected and options.expecting in e.expected.words]
    seeds = [secrets.randbits(48) for _ in range(options.seeds)]
    found += judge_entries(tools, entries, options.on, options.jobs, seeds)
    print(f"{len(exercises)} exercises, {len(entries)} files, {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
