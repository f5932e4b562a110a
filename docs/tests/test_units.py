# SPDX-License-Identifier: MIT
import pytest
from _columns import common_decimals, words
from _expression import evaluate
from _rows import ResultsError
from _units import Quantity, UnitError, number, show, unit_of

VALUES = {"slow": Quantity(150.0, "GB/s"), "fast": Quantity(400.0, "GB/s")}
VALUES |= {"t": Quantity(0.5, "ms"), "u": Quantity(100.0, "µs"), "name": Quantity("float")}


def result(text):
    return evaluate(text, VALUES.__getitem__)


@pytest.mark.parametrize(
    ("field", "unit"),
    [
        ("bandwidth_gbps", "GB/s"),
        ("time_ms", "ms"),
        ("latency_cycles", "cycles"),
        ("bytes", "B"),
        ("device.peak_dram_gbps", "GB/s"),
        ("stride", ""),
        ("items", ""),
    ],
)
def test_unit_comes_from_the_suffix(field, unit):
    assert unit_of(field) == unit


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2611.4, "2611"),
        (33554432, "33,554,432"),
        (55.23, "55.2"),
        (1.5942, "1.59"),
        (0.012345, "0.0123"),
        (4.0, "4"),
        (-3, "−3"),
        (0, "0"),
        (True, "yes"),
        ("random", "random"),
    ],
)
def test_numbers_show_three_digits(value, text):
    assert number(value) == text


@pytest.mark.parametrize(
    ("text", "formats", "shown"),
    [
        ("fast", [], "400 GB/s"),
        ("fast / slow", ["times"], "2.67×"),
        ("fast / fast", ["times"], "1.00×"),
        ("slow / fast", ["percent"], "37.5 %"),
        ("1 - slow / fast", ["percent", "0"], "62 %"),
        ("t", ["us"], "500 µs"),
        ("t + u", [], "0.600 ms"),
        ("fast", ["tb"], "0.400 TB/s"),
        ("fast", ["plain"], "400"),
        ("fast * t", ["unit MB"], "200 MB"),
        ("max(u, t)", ["us"], "500 µs"),
        ("name", [], "float"),
    ],
)
def test_expressions_are_written_with_their_unit(text, formats, shown):
    assert show(result(text), formats).replace("\N{NO-BREAK SPACE}", " ") == shown


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("slow < 0.7 * fast", True),
        ("0.3 < slow / fast < 0.4", True),
        ("slow > fast or not t > u", False),
        ("t > u", True),
        ("abs(slow / fast - 1) < 0.1 and t == t", False),
    ],
)
def test_comparisons_know_units(text, verdict):
    assert result(text).value is verdict


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("slow +", "is no expression"),
        ("slow + t", "does not fit together: cannot turn ms into GB/s"),
        ("name * 2", "'float' is no number"),
        ("slow / 0", "divides by zero"),
        ("open('x')", "is not allowed"),
        ("slow ** 2", "is not allowed"),
        ("slow in fast", "uses a comparison other than"),
    ],
)
def test_wrong_expressions_are_refused(text, message):
    with pytest.raises(ResultsError, match=message):
        result(text)


@pytest.mark.parametrize("formats", [["twice"], ["ms"]])
def test_wrong_formats_are_refused(formats):
    with pytest.raises(UnitError):
        show(Quantity(1.0, "GB/s"), formats)


def test_unlike_units_need_a_name():
    with pytest.raises(UnitError, match="name the unit"):
        show(result("fast * t"))


def test_a_column_has_one_number_of_decimals():
    assert common_decimals([2611.3, 450.2]) == 0
    assert common_decimals([12.3, 0.0123]) == 3
    assert common_decimals([4.0, 8.0]) == 0


def test_fields_become_words():
    assert words("bandwidth_gbps") == "Bandwidth"
    assert words("counted_load_sectors") == "Counted load sectors"
