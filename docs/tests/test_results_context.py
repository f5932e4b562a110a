# SPDX-License-Identifier: MIT
from conftest import plain

PAGE = "# Page\n\n```{results-context}\n```\n"


def test_machine_is_listed(book):
    context = {"schema": 1, "gpu": "Test GPU", "clock": {"memory_mhz": 1000}, "names": ["a", "b"]}
    book.write("results/test-gpu/context.json", context)
    status, warnings, html = book.build(PAGE, "results_context")
    assert (status, warnings) == (0, "")
    assert "Schema" not in html
    assert "GPU: Test GPU Clock memory (MHz): 1000 Names: a, b" in plain(html)


def test_missing_file_is_a_warning_at_its_line(book):
    status, warnings, _ = book.build(PAGE, "results_context")
    assert status != 0
    assert "index.md:3: WARNING: no results/test-gpu/context.json: run ./book measure" in warnings
