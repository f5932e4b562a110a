# SPDX-License-Identifier: MIT
"""Looks at a rendered site, $CM_SITE or build/site, as a reader would."""

import json
import os
import re
from pathlib import Path

import pytest

SITE = Path(os.environ.get("CM_SITE", Path(__file__).resolve().parents[2] / "build/site"))


@pytest.fixture(scope="module")
def pages():
    found = sorted(SITE.glob("chapters/*/index.html"))
    if not found:
        pytest.fail(f"no chapters in {SITE}: run ./book build, or the test docs.build")
    return {path.parent.name: path.read_text() for path in found}


def test_each_chapter_can_be_edited_and_reported(pages):
    for name, html in pages.items():
        assert f"/edit/main/chapters/{name}/index.md" in html, name
        assert "/issues/new?title=" in html, name


def test_no_chapter_loads_icons_or_the_index_of_the_search(pages):
    for name, html in pages.items():
        assert "icons.css" in html, name
        assert not re.search(r"<script[^>]*(fontawesome|searchindex)", html), name


def test_each_chapter_leads_on_and_back(pages):
    for name, html in pages.items():
        assert 'class="left-prev"' in html, name
        assert 'class="right-next"' in html, name


def test_each_chapter_says_where_it_was_measured(pages):
    for name, html in pages.items():
        assert re.search(r'<p class="last-measured">Measured on \w', html), name


def test_each_chart_has_a_title_and_a_table(pages):
    assert any('<figure class="chart-figure' in html for html in pages.values())
    for name, html in pages.items():
        for chart in re.findall(r'<figure class="chart-figure.*?</details>', html, re.DOTALL):
            assert 'role="img" aria-labelledby="' in chart, name
            assert "<table" in chart, name


def test_each_drawing_says_what_it_shows(pages):
    for name, html in pages.items():
        for drawing in re.findall(r'<figure class="drawing.*?</figure>', html, re.DOTALL):
            assert re.search(r'role="img" aria-label(ledby)?="[^"]', drawing), name


def test_ids_are_unique(pages):
    for name, html in pages.items():
        ids = re.findall(r'\sid="([^"]+)"', html)
        assert sorted({one for one in ids if ids.count(one) > 1}) == [], name


def test_search_knows_the_chapters():
    text = (SITE / "searchindex.js").read_text()
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    assert any(name.startswith("chapters/") for name in index["docnames"])
