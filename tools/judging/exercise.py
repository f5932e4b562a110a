# SPDX-License-Identifier: MIT
"""Find exercises and what belongs to them. One exercise is one folder with a judge.json."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class UsageError(Exception):
    """A command line, or a file of an exercise, that the judge cannot use; says what to do."""


@dataclass(frozen=True)
class Exercise:
    """An exercise by its name, chapterNN_topic/name."""

    name: str
    root: Path = ROOT

    @property
    def short(self) -> str:
        """The name without its chapter."""
        return self.name.split("/")[1]

    @property
    def folder(self) -> Path:
        """Where judge.json, reference and galleries are."""
        return self.root / "exercises" / self.name

    @property
    def starter(self) -> Path:
        """The file that a student edits."""
        return self.root / "exercises" / f"{self.name}.cu"

    @property
    def solution(self) -> Path:
        """Our solution."""
        return self.root / "solutions" / f"{self.name}.cu"

    @property
    def task(self) -> Path:
        """Task and hints."""
        return self.root / "exercises" / f"{self.name}.md"

    @property
    def before(self) -> Path:
        """What is compiled before the student's part."""
        return self.folder / ("program.cuh" if self.is_program else "judge.cuh")

    @property
    def after(self) -> Path:
        """What is compiled behind it, if the exercise has kernels of ours."""
        return self.folder / ("program_after.cuh" if self.is_program else "judge_after.cuh")

    @property
    def cases(self) -> Path:
        """The cases as data."""
        return self.folder / "judge.json"

    @cached_property
    def data(self) -> dict[str, Any]:
        """What judge.json says."""
        try:
            return json.loads(self.cases.read_text(encoding="utf-8"))
        except ValueError as error:
            raise UsageError(f"{self.cases}: {error}") from error

    @property
    def is_program(self) -> bool:
        """True if the part is host code."""
        return self.data.get("form") == "program"

    @property
    def has_large_cases(self) -> bool:
        """True if some cases are run without the checks."""
        traffic = self.data.get("traffic", {}).get("case")
        return any(c.get("large") and c["name"] != traffic for c in self.data["cases"])

    def gallery(self, which: str) -> list[Path]:
        """The entries of `wrong` or `right`."""
        return sorted((self.folder / which).glob("*.cu"))


def all_exercises(root: Path = ROOT) -> list[Exercise]:
    """Return every exercise, by chapter and difficulty."""
    folders = (path.parent for path in (root / "exercises").glob("*/*/judge.json"))
    found = [Exercise(f"{folder.parent.name}/{folder.name}", root) for folder in folders]
    return sorted(found, key=lambda e: (e.name.split("/")[0], e.data["difficulty"], e.name))


def exercise_named(text: str, root: Path = ROOT) -> Exercise:
    """Return the exercise called `text`: with its chapter, or by its short name."""
    known = all_exercises(root)
    found = [e for e in known if text in (e.name, e.short)]
    if len(found) == 1:
        return found[0]
    names = ", ".join(e.name if len(found) > 1 else e.short for e in (found or known))
    which = "several exercises have" if found else "there is no exercise of"
    raise UsageError(f"{which} the name '{text}': take one of {names}")


def exercise_of_file(path: Path, root: Path = ROOT) -> Exercise:
    """Return the exercise that a file belongs to: by its place in the book, else by its name."""
    resolved = path.resolve()
    for tree in ("exercises", "solutions"):
        if resolved.is_relative_to(root / tree):
            parts = resolved.relative_to(root / tree).parts
            name = f"{parts[0]}/{parts[1].removesuffix('.cu')}" if len(parts) > 1 else ""
            if (root / "exercises" / name / "judge.json").is_file():
                return Exercise(name, root)
    try:
        return exercise_named(path.stem, root)
    except UsageError as error:
        raise UsageError(
            f"which exercise does {path} belong to? Say --exercise NAME, or name the file "
            "after its exercise"
        ) from error
