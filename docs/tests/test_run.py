# SPDX-License-Identifier: MIT
import pytest
from _rows import ResultsError
from conftest import plain
from run import asset_address, program_name

SOURCE = "chapters/chapter03_global_memory/copy.cu"
PAGE = f"# Page\n\n```{{run}} {SOURCE}\n```\n"


def test_path_gives_the_name_of_the_asset():
    assert program_name(SOURCE) == "chapter03.copy"
    with pytest.raises(ResultsError, match="no chapter program"):
        program_name("common/copy.cu")


def test_address_leads_back_to_the_site_and_changes_with_the_content():
    one = asset_address("chapters/chapter03_global_memory/index", "chapter03.copy", b"one")
    assert one.startswith("../../_static/run/chapter03.copy.js?v=")
    assert one != asset_address("chapters/chapter03_global_memory/index", "chapter03.copy", b"two")


def test_box_names_program_asset_and_command(book):
    book.write(SOURCE, "int main() {}\n")
    book.write("build/web/run/base.js", "base")
    book.write("build/web/run/chapter03.copy.js", "asset")
    status, warnings, html = book.build(PAGE, "run")
    assert (status, warnings) == (0, "")
    assert '<div class="run-program" data-program="chapter03.copy" data-base="_static/run' in html
    assert 'data-asset="_static/run/chapter03.copy.js?v=' in html
    assert f"./book run {SOURCE} -- --quick" in plain(html)


def test_program_that_was_not_compiled_is_a_warning(book):
    book.write(SOURCE, "int main() {}\n")
    book.write("build/web/run/base.js", "base")
    status, warnings, _ = book.build(PAGE, "run")
    assert status != 0
    assert "no build/web/run/chapter03.copy.js: compile first" in warnings
