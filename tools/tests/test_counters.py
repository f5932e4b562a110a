# SPDX-License-Identifier: MIT
"""Reading Nsight Compute's table and joining it with a program's rows."""

import json
from pathlib import Path

import pytest
from counters import Wanted, load_wanted, mismatches, parse_ncu, share_out, table
from results import ResultError, csv_text, read_csv

RAW = (Path(__file__).parent / "data" / "ncu_raw.csv").read_text()
WANTED = Wanted(
    metrics={
        "requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
        "sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    },
    derived={"per_request": "sectors / requests"},
    expect={"per_request": {"rel": 0.0}},
)


def row(stride: int, predicted: float | None = None, **values: object) -> dict:
    claims = {} if predicted is None else {"predicted_per_request": predicted}
    params = {"stride": stride}
    return {"kernel": "copy", "variant": "float", "n": 64, "params": params, **claims, **values}


def lines(*rows: dict) -> list[dict]:
    return table(list(rows), parse_ncu(RAW, WANTED), WANTED)[1]


def test_the_table_is_found_behind_the_chatter():
    launches = parse_ncu(RAW, WANTED)
    assert launches[0] == {"requests": 32768, "sectors": 131072}
    assert len(launches) == 3


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("==PROF== Connected\n==WARNING== No kernels were profiled.\n", "no kernel launch"),
        (RAW.replace("l1tex__t_sectors", "l1tex__t_lines"), "this GPU may not have that metric"),
        (RAW.replace('"131,072"', '"n/a"'), "'n/a' for 'sectors' is no number"),
        (RAW.replace('"","",', '"9","",', 1), "has no line of units"),
    ],
)
def test_a_table_that_cannot_be_trusted_is_refused(text, complaint):
    with pytest.raises(ResultError, match=complaint):
        parse_ncu(text, WANTED)


def test_rows_take_their_launches_in_order():
    rows = [row(1), row(2, launches=0), row(3, launches=2)]
    shared = [(r["params"]["stride"], len(c)) for r, c in share_out(rows, parse_ncu(RAW, WANTED))]
    assert shared == [(1, 1), (2, 0), (3, 2)]


def test_rows_and_launches_must_agree_in_number():
    with pytest.raises(ResultError, match="stand for 2 kernel launches, but ncu saw 3"):
        lines(row(1), row(2))


def test_the_file_holds_keys_counts_derived_and_predicted(tmp_path):
    path = tmp_path / "x.csv"
    columns, rows = table([row(1, 4), row(3, 12), row(5)], parse_ncu(RAW, WANTED), WANTED)
    path.write_text(csv_text(columns, rows))
    first, _, third = read_csv(path)
    assert first == {
        **{"kernel": "copy", "variant": "float", "params": "stride=1", "n": "64", "launch": "0"},
        **{"requests": "32768", "sectors": "131072", "per_request": "4"},
        "predicted_per_request": "4",
    }
    # Nothing was requested, so there is no ratio.
    assert third["per_request"] == third["predicted_per_request"] == ""


def test_equal_counts_pass():
    assert mismatches(lines(row(1, 4), row(3, 12), row(5)), WANTED) == []


def test_a_wrong_prediction_is_named():
    faults = mismatches(lines(row(1, 4), row(3, 11), row(5)), WANTED)
    assert faults == ["copy/float stride=3 n=64: per_request: predicted 11, counted 12"]


def test_a_prediction_about_nothing_counted_fails():
    faults = mismatches(lines(row(1, 4), row(3, 12), row(5, 1)), WANTED)
    assert faults == ["copy/float stride=5 n=64: per_request: predicted 1, counted nan"]


def test_launches_of_a_row_are_added_up():
    # 524288 sectors in 65536 requests.
    assert mismatches(lines(row(1, 8, launches=2), row(3)), WANTED) == []


def test_no_prediction_at_all_is_a_fault():
    faults = mismatches(lines(row(1), row(3), row(5)), WANTED)
    assert faults == ["no row carries predicted_per_request, so nothing was compared"]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"metrics": {}}, "names no metric"),
        ({"derived": {"x": "a / c"}}, "uses 'c'"),
        ({"expect": {"y": {}}}, "neither counted nor derived"),
        ({"metrics": []}, "has the wrong type"),
        ({"leave_caches": "yes"}, "is true or false"),
    ],
)
def test_a_wrong_declaration_is_refused(tmp_path, change, complaint):
    good = {"metrics": {"a": "m.sum"}, "derived": {"x": "a / 2"}, "expect": {"x": {"rel": 0.0}}}
    path = tmp_path / "p.counters.json"
    path.write_text(json.dumps(good))
    assert load_wanted(path).metrics == {"a": "m.sum"}
    path.write_text(json.dumps(good | change))
    with pytest.raises(ResultError, match=complaint):
        load_wanted(path)


def test_caches_are_left_alone_only_where_a_program_says_so(tmp_path):
    path = tmp_path / "p.counters.json"
    document = {"metrics": {"a": "m.sum"}, "derived": {}, "expect": {}}
    path.write_text(json.dumps(document))
    assert load_wanted(path).ncu_options() == []
    path.write_text(json.dumps(document | {"leave_caches": True}))
    # A launch that is replayed would find what it has left itself.
    assert load_wanted(path).ncu_options() == [
        *("--cache-control", "none", "--replay-mode", "application")
    ]
