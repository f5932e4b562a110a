# SPDX-License-Identifier: MIT
"""Grade a folder of submissions: one process each, and go on where it stopped.

A verdict is appended to a record, a line each, as soon as it is there. A file whose content has a
verdict already is not judged again, so an interrupted run goes on by the same command.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judging.exercise import Exercise, UsageError, exercise_named, exercise_of_file
from judging.pipeline import JudgeError, Tools, judge_file
from judging.submission import MAX_BYTES
from judging.verdict import Verdict

JUDGE_FAILED = "judge-failed"


@dataclass(frozen=True)
class Submission:
    """A file to grade. The student is the folder it lies in, else the file's own name."""

    path: Path
    student: str
    exercise: Exercise

    @property
    def is_ordinary(self) -> bool:
        """True for a file of the student's own: a link may lead to the work of another."""
        return self.path.is_file() and not self.path.is_symlink()

    @property
    def key(self) -> str:
        """Identifies the content: a changed file is judged again."""
        small = self.is_ordinary and self.path.stat().st_size <= MAX_BYTES
        digest = hashlib.sha256(self.path.read_bytes()).hexdigest() if small else "none"
        return f"{self.exercise.name}:{self.student}:{digest}"


def submissions_in(folder: Path, exercise: str | None) -> list[Submission]:
    """Return all submissions in a folder, by name."""
    paths = sorted(folder.rglob("*.cu"))
    if not paths:
        raise UsageError(f"{folder} holds no .cu file: hand in one")
    found = []
    for path in paths:
        inner = path.relative_to(folder)
        student = inner.parts[0] if len(inner.parts) > 1 else path.stem
        of = exercise_named(exercise) if exercise else exercise_of_file(path)
        found.append(Submission(path, _printable(student), of))
    return found


def _printable(name: str) -> str:
    """Return a name that cannot move the cursor or begin a line of its own."""
    return "".join(c if c.isprintable() else "?" for c in name)


def grade(
    tools: Tools, submissions: list[Submission], record: Path, jobs: int, on: str
) -> list[dict[str, Any]]:
    """Judge what has no verdict in `record` yet; return a row for each submission."""
    done = {row["key"]: row for row in _rows_in(record)}
    todo = [s for s in submissions if s.key not in done]
    with ThreadPoolExecutor(jobs) as pool, record.open("a", encoding="utf-8") as file:
        for submission, verdict in zip(todo, pool.map(_judge(tools, on), todo), strict=True):
            row = _row(submission, verdict)
            done[row["key"]] = row
            file.write(json.dumps(row) + "\n")
            file.flush()
            print(
                f"{submission.student}: {submission.exercise.short}: {verdict.verdict}", flush=True
            )
    return [done[s.key] for s in submissions]


def _judge(tools: Tools, on: str):
    def judge(submission: Submission) -> Verdict:
        seed = secrets.randbits(48)
        if not submission.is_ordinary:
            message = "this is a link, or no ordinary file: hand in the file itself"
            return Verdict(submission.exercise.short, "refused", message=message, seed=seed)
        try:
            return judge_file(tools, submission.exercise, submission.path, seed, on)
        except (JudgeError, UsageError) as error:
            # One bad file must not end the grading of a class; it is not a pass either.
            return Verdict(submission.exercise.short, JUDGE_FAILED, message=str(error), seed=seed)

    return judge


def _row(submission: Submission, verdict: Verdict) -> dict[str, Any]:
    return {
        "key": submission.key,
        "student": submission.student,
        "file": _printable(submission.path.name),
        "exercise": submission.exercise.name,
        "accepted": verdict.accepted,
        "verdict": verdict.verdict,
        "case": verdict.case,
        "text": verdict.text(),
    }


def _rows_in(record: Path) -> Iterator[dict[str, Any]]:
    if not record.is_file():
        return
    for line in record.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue  # the last line of a run that was ended while it wrote
