# SPDX-License-Identifier: MIT
import json

import pytest
from _rows import ResultsError
from cited import find_source, read_sources

SOURCES = {
    "sheet": {"title": "Data sheet", "url": "https://example.com/a", "section": "Table 1"},
    "guide": {"title": "A guide", "url": "https://example.com/b", "checked": "2001-02-03"},
}


def test_near_key_is_suggested():
    with pytest.raises(ResultsError, match="did you mean 'sheet'"):
        find_source(SOURCES, "sheets")


@pytest.mark.parametrize(
    ("text", "message"),
    [("{", "cannot be read"), ('{"a": {"title": "A"}}', "source 'a' has no 'url'")],
)
def test_damaged_sources_are_refused(tmp_path, text, message):
    path = tmp_path / "sources.json"
    path.write_text(text)
    with pytest.raises(ResultsError, match=message):
        read_sources(path)


def test_citation_links_to_its_source(book):
    book.write("sources.json", json.dumps(SOURCES))
    page = "# Page\n\n{cited}`4.8 TB/s <sheet>`\n\n```{sources}\n```\n"
    status, warnings, html = book.build(page, "cited")
    assert (status, warnings) == (0, "")
    assert 'href="https://example.com/a" title="Data sheet, Table 1">4.8 TB/s</a>' in html
    assert html.index("A guide") < html.index("Data sheet</a>, Table 1")


@pytest.mark.parametrize(
    ("role", "message"),
    [("4.8 TB/s <none>", "no source 'none': add it"), ("4.8 TB/s", "names no source")],
)
def test_unknown_source_is_a_warning(book, role, message):
    book.write("sources.json", json.dumps(SOURCES))
    status, warnings, _ = book.build(f"# Page\n\n{{cited}}`{role}`", "cited")
    assert status != 0
    assert "index.md:3: WARNING: " in warnings
    assert message in warnings
