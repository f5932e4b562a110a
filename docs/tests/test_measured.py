# SPDX-License-Identifier: MIT
import pytest
from _rows import ResultsError
from conftest import PROGRAM
from measured import parse_line

VALUES = f"""# Page

```{{values}}
slow = {PROGRAM}/copy/float[stride=1]:bandwidth_gbps
fast = {PROGRAM}/copy/float4[stride=1]:bandwidth_gbps  # the wide one
gain = fast / slow
```
"""


def test_lines_of_values():
    assert parse_line("a = b/c:d # why") == ("a", "b/c:d")
    assert parse_line("  # only a remark") is None
    with pytest.raises(ResultsError, match="is no 'name = selector'"):
        parse_line("a: b")


def test_value_is_written_with_its_unit_and_origin(book):
    page = VALUES + "It ran at {measured}`slow`, {measured}`gain | times` less."
    status, warnings, html = book.build(page, "measured")
    assert (status, warnings) == (0, "")
    assert ">200\N{NO-BREAK SPACE}GB/s</span>" in html
    assert ">2.00×</span>" in html
    assert 'title="Test GPU, 2001-02-03, results/test-gpu/chapter03.copy.json"' in html
    assert 'data-gpu="Test GPU"' in html


def test_whole_selector_stands_for_a_name(book):
    page = f"# Page\n\n{{measured}}`{PROGRAM}:device.l2_bytes | mib`"
    _, warnings, html = book.build(page, "measured")
    assert warnings == ""
    assert ">64\N{NO-BREAK SPACE}MiB</span>" in html


def test_missing_name_is_a_warning_at_its_line(book):
    status, warnings, html = book.build(VALUES + "\nIt was {measured}`slwo`.", "measured")
    assert status != 0
    assert "index.md:9: WARNING: no value named 'slwo' on this page" in warnings
    assert '<span class="unknown-value">??</span>' in html


def test_missing_variant_is_a_warning_at_its_line(book):
    status, warnings, _ = book.build(VALUES.replace("float4[", "double["), "measured")
    assert status != 0
    assert "index.md:5: WARNING: no row matches in results/test-gpu/chapter03.copy.json" in warnings


def test_missing_field_lists_the_fields(book):
    page = f"# Page\n\n{{measured}}`{PROGRAM}/float[stride=1]:speed`"
    status, warnings, _ = book.build(page, "measured")
    assert status != 0
    assert (
        "index.md:3: WARNING: no field 'speed' in results/test-gpu/chapter03.copy.json" in warnings
    )
    assert "bandwidth_gbps" in warnings


def test_missing_program_is_a_warning(book):
    page = "# Page\n\n{measured}`chapter08.none/a/b:time_ms`"
    status, warnings, _ = book.build(page, "measured")
    assert status != 0
    assert "index.md:3: WARNING: no results of program chapter08.none" in warnings


@pytest.mark.parametrize(("content", "message"), [("{", "is no JSON"), ("{}", "has no key")])
def test_damaged_results_file_is_a_warning(book, content, message):
    book.write(f"results/test-gpu/{PROGRAM}.json", content)
    status, warnings, _ = book.build(VALUES, "measured")
    assert status != 0
    assert "index.md:4: WARNING: results/test-gpu/chapter03.copy.json " + message in warnings


def test_name_defined_twice_is_a_warning(book):
    page = VALUES + f"\n```{{values}}\nslow = {PROGRAM}:device.l2_bytes\n```\n"
    status, warnings, _ = book.build(page, "measured")
    assert status != 0
    assert "index.md:10: WARNING: {values} names 'slow' twice" in warnings


def test_wrong_format_is_a_warning(book):
    status, warnings, _ = book.build(VALUES + "{measured}`slow | twice`", "measured")
    assert status != 0
    assert "WARNING: 'slow | twice' cannot be written: no format 'twice'" in warnings


def test_changed_program_marks_the_value(book):
    path = book.root / "chapters/copy.cu"
    path.write_text(path.read_text().replace("in[i]", "2 * in[i]"))
    status, _, html = book.build(VALUES + "{measured}`slow`", "measured")
    assert status == 0
    assert '<span class="stale-badge">stale</span>' in html
    assert "run ./book measure chapter03.copy" in html


def test_reworded_comment_does_not(book):
    path = book.root / "chapters/copy.cu"
    path.write_text(path.read_text().replace("A copy.", "The plainest copy."))
    _, _, html = book.build(VALUES + "{measured}`slow`", "measured")
    assert "stale" not in html
