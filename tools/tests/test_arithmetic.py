# SPDX-License-Identifier: MIT
"""The arithmetic of derived counters."""

import pytest
from arithmetic import evaluate

NAMES = {"sectors": 12.0, "requests": 3.0, "none": 0.0}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("sectors / requests", 4.0),
        ("(sectors - requests) * 2", 18.0),
        ("-requests + 1", -2.0),
        ("sectors", 12.0),
    ],
)
def test_plain_arithmetic(expression, value):
    assert evaluate(expression, NAMES) == value


@pytest.mark.parametrize(
    ("expression", "complaint"),
    [
        ("sectors / none", "divides by zero"),
        ("sectors / lines", "uses 'lines', known are none, requests, sectors"),
        ("sectors +", "is no arithmetic expression"),
        ("__import__('os')", "is not allowed"),
        ("sectors ** 2", "is not allowed"),
        ("True", "is not allowed"),
        ("'text'", "is not allowed"),
    ],
)
def test_everything_else_is_refused(expression, complaint):
    with pytest.raises(ValueError, match=complaint):
        evaluate(expression, NAMES)
