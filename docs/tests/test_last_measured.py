# SPDX-License-Identifier: MIT
from conftest import PROGRAM, plain
from last_measured import describe

LINE = "Measured on Test GPU, driver 1.2, CUDA 13.0, 2001-02-03, commit 0123456789"
USE = f"# Page\n\nIt ran at {{measured}}`{PROGRAM}/float[stride=1]:bandwidth_gbps`.\n"


RUN = {"gpu": "G", "driver": "1", "toolkit": "2", "date": "2001-02-03", "commit": None}


def test_uncommitted_changes_are_told():
    assert describe([RUN]) == "G, driver 1, CUDA 2, 2001-02-03, commit unknown"
    assert describe([{**RUN, "dirty": True}]).endswith("unknown with uncommitted changes")


def test_one_machine_is_named_once():
    runs = [{**RUN, "commit": "aa"}, {**RUN, "commit": "bb"}, {**RUN, "commit": "aa"}]
    assert describe(runs) == "G, driver 1, CUDA 2, 2001-02-03, commits aa, bb"
    assert describe([*runs, {**RUN, "driver": "3"}]).endswith(
        "; G, driver 3, CUDA 2, 2001-02-03, commit unknown"
    )


def test_line_stands_below_the_title_of_a_page_with_results(book):
    _, warnings, html = book.build(USE, "measured", "last_measured")
    assert warnings == ""
    assert f"Page¶ {LINE} It ran" in plain(html)


def test_page_without_results_has_none(book):
    _, _, html = book.build("# Page\n\nWords.\n", "measured", "last_measured")
    assert "Measured on" not in html


def test_directive_moves_the_line(book):
    page = USE + f"\n```{{last-measured}} {PROGRAM}\n```\n"
    _, _, html = book.build(page, "measured", "last_measured")
    assert html.count("Measured on") == 1
    assert f"GB/s. {LINE}" in plain(html)


def test_changed_program_is_named_with_the_command(book):
    path = book.root / "chapters/copy.cu"
    path.write_text(path.read_text().replace("in[i]", "2 * in[i]"))
    status, _, html = book.build(USE, "measured", "last_measured")
    assert status == 0
    assert "chapter03.copy changed since: run ./book measure chapter03.copy" in plain(html)


def test_unknown_program_is_a_warning(book):
    page = "# Page\n\n```{last-measured} chapter08.none\n```\n"
    status, warnings, _ = book.build(page, "last_measured")
    assert status != 0
    assert "WARNING: no results of program chapter08.none" in warnings
