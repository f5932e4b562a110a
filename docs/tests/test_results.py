# SPDX-License-Identifier: MIT
import pytest
from _results import load, others
from _rows import ResultsError, one, parse_selector, parse_where, select
from conftest import PROGRAM, report


def read(book, program=PROGRAM):
    return load(book.root / "results", "test-gpu", program)


def test_selector_names_one_row(book):
    selector = parse_selector(f"{PROGRAM}/copy/float[stride=2,n=1024]:bandwidth_gbps")
    assert one(read(book), selector).get(selector.field) == 150.0


def test_kernel_may_be_left_out(book):
    assert one(read(book), parse_selector(f"{PROGRAM}/float4[stride=1]:n")).get("n") == 1024


def test_counters_join_on_kernel_variant_params_and_n(book):
    row = one(read(book), parse_selector(f"{PROGRAM}/float[stride=2]:x"))
    assert row.get("counted_load_sectors_per_request") == 8.0


def test_counters_of_two_launches_do_not_join(book):
    path = book.root / f"results/test-gpu/{PROGRAM}.counters.csv"
    path.write_text(path.read_text() + "copy,float,stride=2,1024,4,1,1\n")
    row = one(read(book), parse_selector(f"{PROGRAM}/float[stride=2]:x"))
    assert row.get("counted_load_sectors") is None
    assert row.get("summed_load_sectors") == 257.0
    assert row.get("summed_load_sectors_per_request") is None


def test_counters_of_one_launch_are_their_own_sum(book):
    row = one(read(book), parse_selector(f"{PROGRAM}/float[stride=2]:x"))
    assert row.get("summed_load_sectors") == row.get("counted_load_sectors") == 256.0


def test_filters_know_alternatives_and_exclusion(book):
    rows = read(book).rows
    assert len(select(rows, where=parse_where("stride=1|2"))) == 4
    assert len(select(rows, variants=["float"], where=parse_where("stride!=1"))) == 1


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        (f"{PROGRAM}/float:time_ms", "2 rows match in results/test-gpu/chapter03.copy.json"),
        (f"{PROGRAM}/double:time_ms", "no row matches in results/test-gpu/chapter03.copy.json"),
    ],
)
def test_selector_that_is_not_one_row_lists_rows(book, selector, message):
    with pytest.raises(ResultsError, match=message) as error:
        one(read(book), parse_selector(selector))
    assert "copy/float[stride=1,n=1024]" in str(error.value)


@pytest.mark.parametrize("text", ["copy:time_ms", "chapter03.copy", "chapter03.copy/a/b/c:x"])
def test_what_is_no_selector(text):
    with pytest.raises(ResultsError, match=r"PROGRAM/KERNEL/VARIANT"):
        parse_selector(text)


def test_unknown_program_suggests_the_near_one(book):
    with pytest.raises(ResultsError, match=r"did you mean chapter03\.copy\?"):
        read(book, "chapter03.cpoy")


def test_unknown_program_says_how_to_measure(book):
    with pytest.raises(ResultsError, match=r"run \./book measure chapter09\.other on the GPU"):
        read(book, "chapter09.other")


def test_file_that_is_no_json(book):
    book.write(f"results/test-gpu/{PROGRAM}.json", '{"program": ')
    with pytest.raises(
        ResultsError, match=r"chapter03.copy.json is no JSON .*: run ./book measure"
    ):
        read(book)


@pytest.mark.parametrize("key", ["measured", "rows", "device", "source"])
def test_file_that_lacks_a_key(book, key):
    data = report()
    del data[key]
    book.write(f"results/test-gpu/{PROGRAM}.json", data)
    with pytest.raises(ResultsError, match=f"chapter03.copy.json has no key '{key}': run ./book"):
        read(book)


def test_row_that_lacks_its_variant(book):
    book.write(f"results/test-gpu/{PROGRAM}.json", report(rows=[{"kernel": "copy"}]))
    with pytest.raises(ResultsError, match=r"a row of .* has no key 'variant'"):
        read(book)


def test_counter_that_is_no_number(book):
    path = book.root / f"results/test-gpu/{PROGRAM}.counters.csv"
    path.write_text(path.read_text().replace(",128,4", ",n/a,4"))
    with pytest.raises(ResultsError, match="has 'n/a' where load_sectors is a number"):
        read(book)


def test_param_is_found_where_the_field_of_its_name_is_empty(book):
    rows = [{"kernel": "k", "variant": "v", "params": {"bytes": 8}, "bytes": None}]
    book.write(f"results/test-gpu/{PROGRAM}.json", report(rows=rows))
    assert one(read(book), parse_selector(f"{PROGRAM}/v[bytes=8]:bytes")).get("bytes") == 8


def test_other_gpus_are_found(book):
    book.write(f"results/other-gpu/{PROGRAM}.json", report(gpu="Other GPU"))
    assert [results.gpu for results in others(book.root / "results", "test-gpu", PROGRAM)] == [
        "Other GPU"
    ]
