# SPDX-License-Identifier: MIT
"""Formulas for a page: computed on the book's own rows they must give the book's own cells."""

import pytest
from _columns import evaluate_cell, parse_column
from _rows import ResultsError, Row
from _symbol import formula

ROW = Row({"stride": 2}, {"kernel": "copy", "n": 1024, "time_ms": 0.5, "bandwidth_gbps": 200.0})
BASE = Row({"stride": 1}, {"kernel": "copy", "n": 1024, "time_ms": 0.25, "bandwidth_gbps": 400.0})
OPERATORS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "abs": abs,
}


def computed(tree):
    if isinstance(tree, str):
        return BASE.get(tree[5:]) if tree.startswith("base.") else ROW.get(tree)
    if isinstance(tree, dict):
        return OPERATORS[tree["op"]](*map(computed, tree["of"]))
    return tree


@pytest.mark.parametrize(
    "text",
    [
        "kernel",
        "time_ms | us | 1",
        "bandwidth_gbps / base.bandwidth_gbps | times",
        "n / (2 * stride) / time_ms / 1000 | unit 1/µs | 0",
        "abs(time_ms - base.time_ms) | us",
        "1 - time_ms / base.time_ms | percent",
        "-stride + 3",
    ],
)
def test_a_formula_computes_what_the_book_writes(text):
    column = parse_column(text)
    tree, unit = formula(column)
    cell = evaluate_cell(column, ROW, BASE)
    assert unit == cell.unit
    assert computed(tree) == (
        cell.value if isinstance(cell.value, str) else pytest.approx(cell.value)
    )


def test_a_column_that_compares_is_refused():
    with pytest.raises(ResultsError, match="cannot be computed for a reader's own GPU"):
        formula(parse_column("min(time_ms, base.time_ms)"))
