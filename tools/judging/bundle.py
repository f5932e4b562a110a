# SPDX-License-Identifier: MIT
"""Make an assignment: one exercise, the judge, and nothing of the solution."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

from judging.exercise import ROOT, Exercise

FORMATS = ("zip", "gradescope", "github-classroom")
_TEMPLATES = Path(__file__).parent / "templates"
_TIMESTAMP = (2020, 1, 1, 0, 0, 0)  # the same content gives the same file
# What judge-run and simt-run are built from, and the judge itself.
_PARTS = (
    *("simt/CMakeLists.txt", "simt/cmake", "simt/include", "simt/src"),
    *("common/warp_model.hpp", "tools/judge.py", "tools/judging"),
    *("LICENSE", "LICENSE-MIT-0"),
)


def make(exercise: Exercise, form: str, out: Path) -> None:
    """Write the assignment as a zip file at `out`."""
    folder = out.with_name(out.name + ".tmp")
    shutil.rmtree(folder, ignore_errors=True)
    try:
        _fill(exercise, form, folder)
        _pack(folder, out)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _fill(exercise: Exercise, form: str, folder: Path) -> None:
    for part in _PARTS:
        _copy(ROOT / part, folder / part)
    for path in (exercise.starter, exercise.task):
        _copy(path, folder / path.relative_to(ROOT))
    for path in (
        exercise.cases,
        exercise.before,
        exercise.after,
        exercise.folder / "reference.cpp",
    ):
        if path.is_file():
            _copy(path, folder / path.relative_to(ROOT))
    names = ["CMakeLists.txt", "README.md", "setup.sh", "judge", "grade.sbatch"]
    targets = {name: name for name in names}
    if form == "gradescope":
        targets["gradescope/run_autograder"] = "run_autograder"
    if form == "github-classroom":
        targets["classroom/autograding.json"] = ".github/classroom/autograding.json"
        targets["classroom/classroom.yml"] = ".github/workflows/classroom.yml"
    for template, target in targets.items():
        _write(exercise, _TEMPLATES / template, folder / target)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        ignored = shutil.ignore_patterns("__pycache__", "*.tmp")
        shutil.copytree(source, target, ignore=ignored)
    else:
        shutil.copy2(source, target)


def _write(exercise: Exercise, template: Path, target: Path) -> None:
    text = template.read_text(encoding="utf-8")
    for name, value in {
        "@EXERCISE@": exercise.name,
        "@TITLE@": exercise.data["title"],
        "@STARTER@": str(exercise.starter.relative_to(ROOT)),
        "@TASK@": str(exercise.task.relative_to(ROOT)),
    }.items():
        text = text.replace(name, value)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    shutil.copymode(template, target)


def _pack(folder: Path, out: Path) -> None:
    unfinished = out.with_name(out.name + ".part")
    with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(str(path.relative_to(folder)), _TIMESTAMP)
                entry.external_attr = path.stat().st_mode << 16  # what may be run stays so
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, path.read_bytes())
    unfinished.replace(out)
