# SPDX-License-Identifier: MIT
"""The test that holds the model to the counters, on data it must reject."""

import json

import check_counters
import pytest
from test_measure import NAME, OTHER, project

__all__ = ["project"]


def check(project, *options: str, program: str = NAME) -> int:
    where = ["--build", str(project.build), "--results", str(project.root / "results")]
    return check_counters.main([program, *where, *options])


@pytest.fixture
def counted(project):
    project.run()
    return project


def test_equal_counts_pass(counted, capsys):
    assert check(counted) == 0
    assert "2 launches" in capsys.readouterr().out


def test_a_model_that_differs_fails_by_row(counted, capsys):
    path = counted.folder / f"{NAME}.counters.csv"
    path.write_text(path.read_text().replace("12000", "13000"))
    assert check(counted) == 1
    assert "copy/float stride=3 n=64: per_request: predicted 12, counted 13" in (
        capsys.readouterr().out
    )


def miss(project, rows: str, name: str = "per_request") -> None:
    path = project.root / f"{NAME}.counters.json"
    entry = {"name": name, "rows": rows, "because": "a reason"}
    path.write_text(json.dumps({**json.loads(path.read_text()), "misses": [entry]}))


def test_a_known_miss_must_stay_one(counted, capsys):
    miss(counted, "variant=float;stride=3")
    assert check(counted) == 1
    assert "stride=3 n=64: per_request agrees, and is listed among" in capsys.readouterr().out
    path = counted.folder / f"{NAME}.counters.csv"
    path.write_text(path.read_text().replace("12000", "13000"))
    assert check(counted) == 0


def test_a_miss_of_no_row_is_a_fault(counted, capsys):
    miss(counted, "variant=float;stride=5")
    assert check(counted) == 1
    assert "no row with variant=float;stride=5 predicts per_request" in capsys.readouterr().out


def test_a_miss_of_nothing_expected_is_refused(counted, capsys):
    miss(counted, "stride=3", "sectors")
    assert check(counted) == 1
    assert "misses 'sectors', which is not expected" in capsys.readouterr().out


def test_lost_counters_fail_with_the_command_to_run(counted, capsys):
    (counted.folder / f"{NAME}.counters.csv").unlink()
    assert check(counted) == 1
    assert f"./book measure {NAME}" in capsys.readouterr().out


def test_a_program_that_was_never_measured_is_skipped(project, capsys):
    assert check(project) == 77
    assert "was never measured" in capsys.readouterr().out


def test_a_lost_column_fails(counted, capsys):
    counted.counters(metrics={"requests": "r", "sectors": "s", "lines": "l"})
    assert check(counted) == 1
    assert "lacks the column 'lines'" in capsys.readouterr().out


def test_a_program_without_counters_is_named(project, capsys):
    assert check(project, program=OTHER) == 1
    assert "has no counters.json" in capsys.readouterr().out


def test_fresh_counts_are_compared(project):
    assert check(project, "--fresh") == 0


def test_a_fresh_run_without_permission_is_skipped(project, capsys):
    project.ncu("print('==ERROR== ERR_NVGPUCTRPERM'); sys.exit(1)")
    assert check(project, "--fresh") == 77
    assert "SKIPPED: this user may not read" in capsys.readouterr().out


def test_a_fresh_run_without_a_gpu_is_skipped(project, capsys):
    project.nvidia_smi("print('No devices were found'); sys.exit(6)")
    assert check(project, "--fresh") == 77
    assert "No devices were found" in capsys.readouterr().out
