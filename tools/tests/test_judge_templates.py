# SPDX-License-Identifier: MIT
"""The scripts in a bundle, run dry: a Slurm array grades all of a folder, each submission once."""

import json
import os
import re
import stat
import subprocess
import zipfile

import pytest
from judging.bundle import make
from judging.exercise import exercise_named

EXERCISE = exercise_named("grid_stride_copy")
STUDENTS = ("ann", "bo", "cy", "dee", "eve")


@pytest.fixture
def bundle(tmp_path):
    """Return an unpacked bundle whose judge is a script: who writes RIGHT is right."""
    make(EXERCISE, "github-classroom", tmp_path / "bundle.zip")
    folder = tmp_path / "bundle"
    with zipfile.ZipFile(tmp_path / "bundle.zip") as archive:
        archive.extractall(folder)
        for entry in archive.infolist():  # Python's own unzip leaves the modes out
            (folder / entry.filename).chmod(entry.external_attr >> 16)
    wrong = {"case": "one", "mismatch": {"verdict": "wrong-answer", "buffer": "out", "index": 0}}
    wrong["mismatch"] |= {"got": "1", "want": "2", "wrong": 1, "count": 1}
    script = (
        f"grep -q RIGHT submission.cu && echo '{{\"case\": \"one\"}}' || echo '{json.dumps(wrong)}'"
    )
    for name, text in (("simt/bin/simt-run", "exit 0"), ("bin/judge-run", script)):
        path = folder / "build" / "dev" / name
        path.parent.mkdir(parents=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return folder


@pytest.fixture
def submissions(tmp_path):
    """Return a folder with a subfolder a student, of whom Ann and Dee are right."""
    text = EXERCISE.solution.read_text()
    for student in STUDENTS:
        (tmp_path / "class" / student).mkdir(parents=True)
        mark = "RIGHT" if student in ("ann", "dee") else "WRONG"
        marked = text.replace("// [exercise]\n", f"// [exercise]\n// {mark} {student}\n")
        (tmp_path / "class" / student / EXERCISE.starter.name).write_text(marked)
    return tmp_path / "class"


def array_of(script):
    """Return the first and the last task that sbatch would start."""
    first, last = re.search(r"^#SBATCH --array=(\d+)-(\d+)$", script, re.MULTILINE).groups()
    return int(first), int(last)


def run(command, bundle, **environment):
    return subprocess.run(
        command,
        cwd=bundle,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("tasks", [1, 3])
def test_a_slurm_array_grades_each_submission_once(bundle, submissions, tasks):
    script = bundle / "grade.sbatch"
    first, last = array_of(script.read_text())
    assert first == 0
    assert last >= 1
    for task in range(tasks):
        environment = {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_COUNT": str(tasks)}
        finished = run(["bash", script, submissions], bundle, **environment)
        holds_none = task >= len(STUDENTS)
        assert finished.returncode == 0 or holds_none, finished.stderr
    collect = re.search(r"cat FOLDER\S+ > FOLDER\S+", script.read_text())[0]
    subprocess.run(["bash", "-c", collect.replace("FOLDER", str(submissions))], check=True)
    record = submissions.with_name("class.verdicts.jsonl").read_text()
    assert sorted(json.loads(line)["student"] for line in record.splitlines()) == list(STUDENTS)
    # What the tasks found is taken as it is: a judge that is gone is not missed.
    (bundle / "build" / "dev" / "bin" / "judge-run").write_text("#!/bin/sh\nexit 1\n")
    finished = run(["./judge", submissions, "--on", "virtual", "--csv", "grades.csv"], bundle)
    assert "2 of 5 accepted" in finished.stdout
    assert len((bundle / "grades.csv").read_text().splitlines()) == 1 + len(STUDENTS)


def test_a_slurm_task_that_cannot_judge_fails(bundle, submissions):
    (bundle / "build" / "dev" / "bin" / "judge-run").unlink()
    environment = {"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "1"}
    finished = run(["bash", bundle / "grade.sbatch", submissions], bundle, **environment)
    assert finished.returncode != 0


def test_the_classroom_runs_what_is_in_the_bundle(bundle):
    yaml = pytest.importorskip("yaml")
    workflow = yaml.safe_load((bundle / ".github/workflows/classroom.yml").read_text())
    steps = [step["run"] for step in workflow["jobs"]["judge"]["steps"] if "run" in step]
    (test,) = json.loads((bundle / ".github/classroom/autograding.json").read_text())["tests"]
    assert steps == [test["setup"], test["run"]]
    assert steps[0] == "sudo ./setup.sh"
    assert (bundle / "setup.sh").stat().st_mode & stat.S_IXUSR
    # The starter, as it was handed out, is no pass; a solution is.
    assert run(["bash", "-c", steps[1]], bundle).returncode == 1
    starter = bundle / EXERCISE.starter.relative_to(EXERCISE.root)
    solution = EXERCISE.solution.read_text()
    starter.write_text(solution.replace("// [exercise]\n", "// [exercise]\n// RIGHT\n"))
    assert run(["bash", "-c", steps[1]], bundle).returncode == 0
