# SPDX-License-Identifier: MIT
"""Judge mutants of our solutions: each must be rejected, or be known to change nothing.

    python3 -m judging.mutation NAME... [--parts N] [--write] [--jobs N]        in tools/

Which mutants are equivalent, and why, stands in mutants.json in the exercise's folder, by the line
after the change. A mutant that passes and is not listed is a case that is missing. `--write` keeps
the numbers there; `--parts 8` judges every eighth mutant, others each day, which CI has time for.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judging.exercise import ROOT, Exercise, all_exercises, exercise_named
from judging.mutants import Mutant, mutants_of
from judging.pipeline import Tools, judge_part
from judging.share import share_of, today, whole_parts
from judging.submission import read_part

_NOT_COMPILED = "does-not-compile"


@dataclass
class Report:
    """What came of the mutants of one exercise."""

    exercise: Exercise
    killed: int = 0
    equivalent: int = 0
    not_compiled: int = 0
    survivors: list[str] = field(default_factory=list)

    @property
    def known(self) -> dict[str, str]:
        """The equivalent mutants and why they are."""
        return self._recorded().get("equivalent", {})

    @property
    def path(self) -> Path:
        """Where the record is."""
        return self.exercise.folder / "mutants.json"

    def _recorded(self) -> dict[str, Any]:
        return json.loads(self.path.read_text(encoding="utf-8")) if self.path.is_file() else {}

    def add(self, mutant: Mutant, verdict: str) -> None:
        """Count a mutant by its verdict."""
        if verdict == _NOT_COMPILED:
            self.not_compiled += 1
        elif verdict != "accepted":
            self.killed += 1
        elif mutant.line in self.known:
            self.equivalent += 1
        else:
            self.survivors.append(mutant.line)

    def text(self) -> str:
        """Return a line of numbers, and a line for each survivor."""
        lines = [
            f"{self.exercise.name}: {self.killed} killed, {self.equivalent} equivalent, "
            f"{len(self.survivors)} survive, {self.not_compiled} do not compile"
        ]
        return "\n".join(lines + [f"  survives: {line}" for line in self.survivors])

    def write(self) -> None:
        """Keep the numbers beside the reasons that people wrote."""
        record = {
            "killed": self.killed,
            "not_compiled": self.not_compiled,
            "survivors": self.survivors,
            "equivalent": self.known,
        }
        text = json.dumps(record, indent=2, ensure_ascii=False) + "\n"
        self.path.write_text(text, encoding="utf-8")


def judge_mutants(tools: Tools, exercise: Exercise, parts: int, jobs: int) -> Report:
    """Judge today's part of an exercise's mutants."""
    report = Report(exercise)
    mutants = share_of(list(mutants_of(read_part(exercise.solution))), parts, today())
    seed = secrets.randbits(48)

    def verdict(mutant: Mutant) -> str:
        return judge_part(tools, exercise, mutant.part, seed, "virtual").verdict

    with ThreadPoolExecutor(jobs) as pool:
        for mutant, found in zip(mutants, pool.map(verdict, mutants), strict=True):
            report.add(mutant, found)
    return report


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="exercises (default: all)")
    parser.add_argument("--parts", type=whole_parts, default=1, help="judge every Nth mutant")
    parser.add_argument("--write", action="store_true", help="keep the numbers in mutants.json")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "dev")
    options = parser.parse_args()
    tools = Tools(options.build.resolve())
    exercises = [exercise_named(name) for name in options.names] or all_exercises()
    survivors = 0
    for exercise in exercises:
        report = judge_mutants(tools, exercise, options.parts, options.jobs)
        print(report.text(), flush=True)
        survivors += len(report.survivors)
        if options.write:
            report.write()
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
