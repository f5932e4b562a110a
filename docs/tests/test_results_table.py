# SPDX-License-Identifier: MIT
import pytest
from _columns import parse_columns
from _results import load
from _rows import ResultsError, parse_where
from _table import Query, make_table
from conftest import PROGRAM, plain, report, row
from results_table import parse_ratio

COLUMNS = "variant, stride as Stride, bandwidth_gbps as Rate"


def table(book, columns=COLUMNS, gpus=("test-gpu",), **options):
    found = [load(book.root / "results", gpu, PROGRAM) for gpu in gpus]
    return make_table(found, Query(columns=parse_columns(columns), **options))


def test_rows_in_the_order_of_the_file(book):
    made = table(book)
    assert made.headers == ["Variant", "Stride", "Rate (GB/s)"]
    assert made.lines[0] == ["float", "1", "200"]
    assert made.numeric == [False, True, True]


def test_order_by_variant_then_by_sort(book):
    assert [line[0] for line in table(book, variants=["float4", "float"]).lines] == [
        *["float4"] * 2,
        *["float"] * 2,
    ]
    assert [line[2] for line in table(book, sort=["-bandwidth_gbps"]).lines] == [
        "400", "200", "160", "150",
    ]  # fmt: skip


def test_columns_may_be_expressions(book):
    made = table(book, "stride, bandwidth_gbps / base.bandwidth_gbps | percent | 0 as Of the first")
    assert made.headers[1] == "Of the first (%)"
    assert [line[1] for line in made.lines][:2] == ["100", "75"]


def test_quoted_header_may_hold_a_comma(book):
    assert table(book, 'stride as "Stride, floats"').headers == ["Stride, floats"]


def test_ratio_compares_with_the_first_row_or_the_base(book):
    ratio = parse_ratio("bandwidth_gbps as Gain")
    query = Query(columns=[ratio])
    results = [load(book.root / "results", "test-gpu", PROGRAM)]
    assert [line[0] for line in make_table(results, query).lines][:2] == ["1.00×", "0.75×"]
    query = Query(columns=[ratio], base=parse_where("variant=float4, stride=1"))
    assert make_table(results, query).lines[0] == ["0.50×"]


def test_across_makes_a_column_of_each_value(book):
    made = table(book, "stride as Stride, bandwidth_gbps as Rate", across="variant")
    assert made.headers == ["Stride", "float (GB/s)", "float4 (GB/s)"]
    assert made.lines == [["1", "200", "400"], ["2", "150", "160"]]


def test_across_names_the_value_where_there_are_several(book):
    made = table(book, "stride, bandwidth_gbps as Rate, time_ms as Time", across="variant")
    assert made.headers[1:3] == ["Rate (GB/s), float", "Rate (GB/s), float4"]


def test_second_gpu_is_another_column(book):
    rows = [row("float", 1, 100.0), row("float", 2, 90.0)]
    book.write(f"results/other-gpu/{PROGRAM}.json", report(rows=rows, gpu="Other GPU"))
    made = table(book, gpus=("test-gpu", "other-gpu"))
    assert made.headers[2:] == ["Rate (GB/s), Test GPU", "Rate (GB/s), Other GPU"]
    assert made.lines[0] == ["float", "1", "200", "100"]
    assert made.lines[2] == ["float4", "1", "400", "–"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kernels": ["none"]}, "no row of .* passes the filters"),
        ({"columns": "speed"}, "no field 'speed' in the chosen rows"),
        ({"columns": "counted_dram"}, "no field 'counted_dram' .*: run ./book measure"),
        ({"sort": ["speed"]}, "cannot sort by 'speed'"),
        ({"base": parse_where("stride=1")}, "base matches 2 rows"),
    ],
)
def test_wrong_queries_are_refused(book, options, message):
    with pytest.raises(ResultsError, match=message):
        table(book, **options)


SECTORS = "load_sectors_per_request"
PAGE = f"""# Page

```{{results-table}} {PROGRAM}
:columns: variant, predicted_{SECTORS} as Predicted, counted_{SECTORS} as Counted
:where: stride=1
:caption: Counted is *predicted*.
:name: tab-a
```

See [](#tab-a).
"""


def test_directive_writes_table_caption_and_origin(book):
    status, warnings, html = book.build(PAGE, "results_table")
    assert (status, warnings) == (0, "")
    assert "Counted is <em>predicted</em>." in html
    assert html.count("<tr") == 3
    assert 'title="results/test-gpu/chapter03.copy.json">Test GPU</a>' in html
    assert "stale" not in html


def test_changed_program_shows_a_badge_with_the_command(book):
    path = book.root / "chapters/copy.cu"
    path.write_text(path.read_text().replace("in[i]", "2 * in[i]"))
    status, _, html = book.build(PAGE, "results_table")
    assert status == 0
    assert "stale-badge" in html
    assert "./book measure chapter03.copy" in plain(html)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (PROGRAM, "chapter03.none", "no results of program chapter03.none"),
        ("stride=1", "stride", "'stride' is no filter"),
        ("as Counted", "as Counted, x", "no field 'x'"),
        (":columns:", ":caption:", "has no :columns: option"),
    ],
)
def test_mistake_in_the_directive_is_a_warning_at_its_line(book, old, new, message):
    page = PAGE.replace(":caption: Counted is *predicted*.\n", "").replace(":name: tab-a\n", "")
    page = page.replace("See [](#tab-a).", "").replace(old, new)
    status, warnings, _ = book.build(page, "results_table")
    assert status != 0
    assert "index.md:3: WARNING: " in warnings
    assert message in warnings
