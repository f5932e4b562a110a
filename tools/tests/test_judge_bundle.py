# SPDX-License-Identifier: MIT
"""Assignments: what is in them, and above all what is not."""

import json
import zipfile

import pytest
from judging.bundle import FORMATS, make
from judging.exercise import exercise_named


@pytest.fixture(params=FORMATS)
def bundle(request, tmp_path):
    out = tmp_path / "assignment.zip"
    make(exercise_named("conv1d"), request.param, out)
    assert [path.name for path in tmp_path.iterdir()] == ["assignment.zip"]
    with zipfile.ZipFile(out) as archive:
        yield request.param, archive


def test_the_solution_is_not_in_it(bundle):
    _, archive = bundle
    names = archive.namelist()
    assert "exercises/chapter05_tiling/conv1d.cu" in names
    assert not [n for n in names if "solutions" in n or "/right/" in n or "/wrong/" in n]
    assert not [n for n in names if n.startswith("exercises/") and "conv1d" not in n]


def test_what_is_to_be_run_can_be_run(bundle):
    form, archive = bundle
    scripts = ["judge", "setup.sh"] + (["run_autograder"] if form == "gradescope" else [])
    for name in scripts:
        assert archive.getinfo(name).external_attr >> 16 & 0o111, name


def test_all_placeholders_are_filled(bundle):
    form, archive = bundle
    names = [n for n in archive.namelist() if not n.startswith(("tools/", "simt/", "exercises/"))]
    for name in names:
        assert "@EXERCISE@" not in archive.read(name).decode(), name
        assert "@STARTER@" not in archive.read(name).decode(), name
    if form == "github-classroom":
        tests = json.loads(archive.read(".github/classroom/autograding.json"))["tests"]
        assert tests[0]["run"] == "./judge exercises/chapter05_tiling/conv1d.cu"


def test_the_same_exercise_gives_the_same_file(tmp_path):
    for name in ("a.zip", "b.zip"):
        make(exercise_named("conv1d"), "zip", tmp_path / name)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
