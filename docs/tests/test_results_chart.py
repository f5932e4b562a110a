# SPDX-License-Identifier: MIT
import re
import xml.etree.ElementTree as ElementTree

import pytest
from _axes import spaced
from _chart import Chart, Series, draw, make_series
from _columns import parse_columns
from _results import load
from _rows import ResultsError
from _table import Query
from conftest import PROGRAM, plain, report, row

CHART = Chart("Stride (floats)", "Rate (GB/s)", "Wide copies fall faster.")


def series(book, columns="stride as Stride, bandwidth_gbps as Rate", gpus=("test-gpu",)):
    found = [load(book.root / "results", gpu, PROGRAM) for gpu in gpus]
    return make_series(found, Query(columns=parse_columns(columns)), ["variant"])


def test_one_series_for_each_value(book):
    lines, x_label, y_label = series(book)
    assert (x_label, y_label) == ("Stride", "Rate (GB/s)")
    assert lines == [Series("float", [1, 2], [200, 150]), Series("float4", [1, 2], [400, 160])]


def test_second_gpu_is_another_series(book):
    rows = [row("float", 1, 100.0)]
    book.write(f"results/other-gpu/{PROGRAM}.json", report(rows=rows, gpu="Other GPU"))
    lines, _, _ = series(book, gpus=("test-gpu", "other-gpu"))
    assert [line.label for line in lines] == [
        "float, Test GPU", "float4, Test GPU", "float, Other GPU",
    ]  # fmt: skip


def test_rows_without_the_fields_are_an_error(book):
    with pytest.raises(ResultsError, match=r"no row of .* has both stride and speed"):
        series(book, "stride, speed")


def test_labels_of_a_log_axis_do_not_touch():
    assert spaced([1, 2, 4, 8, 16, 32, 33]) == [1, 2, 4, 8, 16, 32]


@pytest.mark.parametrize("kind", ["line", "bar"])
def test_svg_takes_the_colours_and_the_font_of_its_page(kind):
    lines = [Series("a", [1, 2], [3.0, 4.0]), Series("b", [1, 2], [5.0, 6.0])]
    chart = Chart("x", "Rate (GB/s)", "Title", kind=kind, reference=("Peak", 9.0))
    svg = draw(lines, chart, "chart-1")
    ElementTree.fromstring(svg)
    assert "var(--chart-1)" in svg
    assert "var(--chart-2)" in svg
    assert not re.search(r"#0a0[bc]|font-family|<style|<metadata", svg)
    assert "a, x 1: 3\N{NO-BREAK SPACE}GB/s" in svg


def test_mark_is_drawn_with_its_name():
    lines = [Series("a", [1, 8], [3.0, 4.0])]
    plain_chart, marked = CHART, Chart("x", "y", "Title", marks=(("End of L1", 4.0),))
    assert ">End of L1</text>" in draw(lines, marked, "chart-1")
    assert "End of L1" not in draw(lines, plain_chart, "chart-1")


def test_ids_are_unique_on_the_page():
    made = [draw([Series("a", [1], [2.0])], CHART, f"chart-{index}") for index in (1, 2)]
    ids = [set(re.findall(r' id="([^"]+)"', svg)) for svg in made]
    assert not ids[0] & ids[1]
    used = re.findall(r'(?:href="#|url\(#)([^")]+)', made[0])
    assert set(used) <= ids[0]


def test_drawing_twice_gives_the_same_text():
    assert draw([Series("a", [1, 2], [2.0, 3.0])], CHART, "c") == draw(
        [Series("a", [1, 2], [2.0, 3.0])], CHART, "c"
    )


PAGE = f"""# Page

```{{results-chart}} {PROGRAM}
:x: stride as Stride
:y: bandwidth_gbps as Rate
:log: x
:reference: device.peak_dram_gbps as Peak
:caption: Wide copies fall faster.
```
"""


def test_directive_writes_figure_title_and_table(book):
    status, warnings, html = book.build(PAGE, "results_chart")
    assert (status, warnings) == (0, "")
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in html
    assert ">Wide copies fall faster.</title>" in html
    assert "The same as a table" in html
    assert "Variant Stride Rate (GB/s) float 1 200" in plain(html)


MARKED = PAGE.replace(":log: x", ":log: x\n:marks: half | times as End")


def test_marks_are_values_of_the_page(book):
    values = f"```{{values}}\nhalf = {PROGRAM}/copy/float[stride=1]:bandwidth_gbps / 133\n```\n\n"
    status, warnings, html = book.build(values + MARKED, "measured", "results_chart")
    assert (status, warnings) == (0, "")
    assert ">End</text>" in html


def test_mark_that_the_page_does_not_know_is_a_warning(book):
    status, warnings, _ = book.build(MARKED, "results_chart")
    assert status != 0
    assert "no value named 'half' on this page" in warnings


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (":y: bandwidth_gbps", ":y: speed", "has both stride and speed"),
        (":x: stride", ":x: variant", "a logarithmic x axis needs numbers above 0"),
        (":y: bandwidth_gbps as Rate\n", "", "has no :y: option"),
        ("device.peak_dram_gbps", "500", "no reference '500': there are device.name"),
    ],
)
def test_mistake_in_the_directive_is_a_warning_at_its_line(book, old, new, message):
    status, warnings, _ = book.build(PAGE.replace(old, new), "results_chart")
    assert status != 0
    assert "index.md:3: WARNING: " in warnings
    assert message in warnings
