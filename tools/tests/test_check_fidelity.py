# SPDX-License-Identifier: MIT
"""The test that holds the virtual GPU to the hardware, on counts that it must reject."""

import check_fidelity
import pytest
from check_fidelity import Comparison, Fidelity, counts_of, launches_of, partner
from results import ResultError

ROW = {
    "kernel": "copy",
    "variant": "float",
    "n": 64,
    "params": {"stride": 3},
    "predicted_sectors_per_request": 12,
}
METRICS = {
    "requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "warps": "smsp__warps_launched.sum",
    "dram": "dram__bytes_read.sum",
}
TOTALS = [
    {"space": "global", "access": "load", "requests": 4, "sectors": 40},
    {"space": "global", "access": "store", "requests": 4, "sectors": 16},
    {"space": "shared", "access": "load", "requests": 9, "wavefronts": 9},
]


def compared(virtual: float, hardware: float, rel: float = 0.0) -> list[str]:
    comparison = Comparison({"sectors_per_request": rel})
    comparison.row(ROW, {"sectors_per_request": virtual}, lambda _: [hardware])
    return comparison.faults


def test_equal_counts_pass():
    assert compared(12, 12) == []


def test_hardware_that_differs_fails_by_row():
    assert compared(12, 13) == [
        "copy/float{'stride': 3}: sectors_per_request: virtual GPU 12, hardware 13, allowed are 0 %"
    ]
    assert compared(12, 13, rel=0.1) == []
    assert compared(12, float("nan"), rel=0.1)


def test_a_model_that_differs_fails_whatever_the_hardware_is_allowed():
    assert "model 12, virtual GPU 12.1" in compared(12.1, 12, rel=0.5)[0]


def test_counts_are_taken_by_space_and_kind():
    counts = counts_of({"warps": 2, "totals": TOTALS}, METRICS)
    assert counts == {"requests": 4, "sectors": 40, "warps": 2}


def test_a_row_owns_the_last_launches_of_its_range():
    launches = [{"range": r, "id": i} for i, r in enumerate([1, 1, 2, 3])]
    rows = [ROW, {**ROW, "launches": 0}, ROW]
    mine = launches_of(rows, launches)
    assert [[launch["id"] for launch in some] for some in mine] == [[1], [], [3]]
    with pytest.raises(ResultError, match="stands for 1 launches, but 0 happened"):
        launches_of([ROW, ROW, ROW, ROW], launches)


def test_the_partner_has_the_parameters_and_if_possible_the_size():
    def line(stride: int, n: int) -> dict[str, object]:
        return {"kernel": "copy", "variant": "float", "params": f"stride={stride}", "n": n}

    lines = [line(2, 64), line(3, 1000), line(3, 2000)]
    assert partner(ROW, lines) == lines[1:]
    assert partner(ROW, [*lines, line(3, 64)]) == [line(3, 64)]
    assert partner({**ROW, "kernel": "other"}, lines) == []


def test_a_text_to_replace_must_be_there_once(tmp_path):
    source = tmp_path / "copy.cu"
    source.write_text("sizes = {1, 2};")
    assert Fidelity({}, None, {"1, 2": "99"}).applied_to(source) == "sizes = {99};"
    with pytest.raises(ResultError, match="is not there once"):
        Fidelity({}, None, {"3": "4"}).applied_to(source)


def test_every_wanted_metric_that_can_be_counted_is_known():
    assert set(METRICS.values()) - set(check_fidelity.METRICS) == {
        check_fidelity.WARPS,
        "dram__bytes_read.sum",
    }
