# SPDX-License-Identifier: MIT
"""An exported bundle judges right from an empty folder: it needs nothing else of the book."""

import json
import os
import subprocess
import zipfile

import pytest
from judging.bundle import make
from judging.exercise import exercise_named

EXERCISE = exercise_named("conv1d")


@pytest.fixture(scope="module")
def autograder(tmp_path_factory):
    """Return a folder as Gradescope has it, with the judge built."""
    folder = tmp_path_factory.mktemp("autograder")
    make(EXERCISE, "gradescope", folder / "bundle.zip")
    for name in ("source", "submission", "results"):
        (folder / name).mkdir()
    with zipfile.ZipFile(folder / "bundle.zip") as archive:
        archive.extractall(folder / "source")
    build = ["cmake", "--build", "build/dev", "--target", "simt_run", "judge_run", "-j", "2"]
    for command in (["cmake", "-S", ".", "-B", "build/dev", "-G", "Ninja"], build):
        subprocess.run(command, cwd=folder / "source", check=True, capture_output=True)
    return folder


def grade(autograder, *files):
    """Return what Gradescope would read after these files were handed in."""
    submission = autograder / "submission"
    for old in submission.iterdir():
        old.unlink()
    for number, file in enumerate(files):
        (submission / f"{number}.cu").write_bytes(file.read_bytes())
    subprocess.run(
        ["bash", autograder / "source" / "run_autograder"],
        env=os.environ | {"AUTOGRADER": str(autograder)},
        check=True,
    )
    return json.loads((autograder / "results" / "results.json").read_text())


@pytest.mark.parametrize(
    ("file", "score"),
    [
        (EXERCISE.solution, 10),
        (EXERCISE.folder / "right" / "from_both_ends.cu", 10),
        (EXERCISE.folder / "wrong" / "no_barrier.cu", 0),
        (EXERCISE.folder / "wrong" / "says_pass.cu", 0),
        (EXERCISE.starter, 0),
    ],
)
def test_five_submissions_get_their_points(autograder, file, score):
    results = grade(autograder, file)
    assert [test["score"] for test in results["tests"]] == [score], results


def test_nothing_handed_in_is_an_answer_too(autograder):
    results = grade(autograder)
    assert results["score"] == 0
    assert "holds no .cu file" in results["output"]


def test_two_files_are_one_too_many(autograder):
    results = grade(autograder, EXERCISE.solution, EXERCISE.solution)
    assert [test["score"] for test in results["tests"]] == [0]
