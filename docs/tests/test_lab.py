# SPDX-License-Identifier: MIT
import json

import pytest
from _rows import ResultsError
from conftest import plain
from lab import describe

SOURCE = "chapters/chapter03_global_memory/copy.cu"
ENTRY = {"title": "A copy", "source": SOURCE, "parts": ["__global__ void copy"]}
LABS = json.dumps({"copy": ENTRY})
KERNEL = "__global__ void copy(int n) {\n  n < 1;\n}\n"
PAGE = "# Page\n\n```{lab} copy\n```\n"


def test_list_gives_the_entry():
    assert describe(LABS, "copy") == ENTRY
    with pytest.raises(ResultsError, match="no lab 'other'"):
        describe(LABS, "other")


def test_box_names_lab_and_kernels(book):
    book.write("docs/web/labs.json", LABS)
    book.write(SOURCE, KERNEL)
    book.write("build/web/run/chapter03.copy.device.js", "asset")
    status, warnings, html = book.build(PAGE, "lab")
    assert (status, warnings) == (0, "")
    assert 'data-lab="copy" data-object="chapter03.copy.device"' in html
    assert 'data-source="__global__ void copy(int n) {\n  n &lt; 1;\n}' in html
    assert "Try it A copy The kernel of copy.cu runs" in plain(html)


def test_lab_whose_program_was_not_compiled_is_a_warning(book):
    book.write("docs/web/labs.json", LABS)
    status, warnings, _ = book.build(PAGE, "lab")
    assert status != 0
    assert "compile first" in warnings
