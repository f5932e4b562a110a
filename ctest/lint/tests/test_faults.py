# SPDX-License-Identifier: MIT
"""Planted faults that no longer fit their program."""

import json
import subprocess
import sys

import pytest
from tree import ROOT

PROGRAM = "chapters/chapter03_x/copy.cu"
FAULTS = "ctest/faults/chapter03.copy.json"
FAULT = {"name": "swapped", "find": "out[i]", "replace": "out[i + 1]", "expect": "check"}


def check(tree, *faults: dict, program: str = "out[i] = in[i];", path: str = FAULTS) -> str:
    root = tree({PROGRAM: program, path: json.dumps(faults)})
    done = subprocess.run(
        [sys.executable, str(ROOT / "ctest" / "run_fault.py"), "check", str(root)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == (1 if done.stdout else 0), done
    return done.stdout


def test_a_fault_that_fits_passes(tree):
    assert check(tree, FAULT) == ""


@pytest.mark.parametrize(
    ("fault", "program"),
    [
        (FAULT, "out[j] = in[j];"),
        (FAULT, "out[i] = out[i];"),
        (FAULT | {"replace": FAULT["find"]}, "out[i] = in[i];"),
        (FAULT | {"expect": "luck"}, "out[i] = in[i];"),
        ({"name": "swapped"}, "out[i] = in[i];"),
    ],
)
def test_a_fault_that_does_not_fit_is_refused(tree, fault, program):
    assert check(tree, fault, program=program)


def test_faults_of_no_program_are_refused(tree):
    assert "chapter03.old" in check(tree, FAULT, path="ctest/faults/chapter03.old.json")
