# SPDX-License-Identifier: MIT
"""What a reader has solved: one line for each exercise, kept on this machine alone."""

from __future__ import annotations

import json
import os
from pathlib import Path

from judging.exercise import Exercise, all_exercises


def record_path() -> Path:
    """Return where progress is kept."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "cuda-measured" / "solved.json"


def solved(path: Path | None = None) -> set[str]:
    """Return the names of the exercises that were accepted."""
    path = path or record_path()
    try:
        names = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return set()
    return {name for name in names if isinstance(name, str)} if isinstance(names, list) else set()


def note_solved(exercise: Exercise, path: Path | None = None) -> None:
    """Remember that an exercise was accepted. Where nothing can be kept, nothing is."""
    path = path or record_path()
    names = solved(path)
    if exercise.name in names:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".tmp")
        unfinished.write_text(json.dumps(sorted(names | {exercise.name})) + "\n", encoding="utf-8")
        unfinished.replace(path)
    except OSError:
        return


def overview(path: Path | None = None) -> str:
    """Return the path from easy to hard, with what is solved, and what comes next."""
    done = solved(path)
    exercises = sorted(all_exercises(), key=lambda e: (e.data["difficulty"], e.name))
    lines = []
    for exercise in exercises:
        data = exercise.data
        mark = "x" if exercise.name in done else " "
        lines.append(
            f"[{mark}] level {data['difficulty']}  {exercise.short:<20} {data['minutes']:>3} min  "
            f"{data['title']}"
        )
    count = sum(exercise.name in done for exercise in exercises)
    lines.append(f"{count} of {len(exercises)} solved")
    left = [exercise for exercise in exercises if exercise.name not in done]
    if left:
        lines.append(f"next: {left[0].starter.relative_to(left[0].root)}")
    return "\n".join(lines)
