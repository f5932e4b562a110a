# SPDX-License-Identifier: MIT
import json

import pytest
from conftest import plain

CHAPTER = "chapters/chapter03_global/index.md"
PAGE = "# Page\n\n```{covered} topics.json\n```\n"


def write_book(book, *places, **more):
    entry = {"name": "sectors", "places": places, **more}
    book.write("topics.json", {"groups": [{"title": "Memory", "entries": [entry]}]})
    book.write(CHAPTER, "---\norphan: true\n---\n# 3 Loads\n\n## How much?\n\nSo much.\n")
    book.write("chapters/chapter03_global/copy.cu", "")


def test_topics_lead_to_their_places(book):
    write_book(book, "3#how-much", f"{CHAPTER}#how-much", "chapter03.copy", "common/warp.hpp")
    status, warnings, html = book.build(PAGE, "covered")
    assert (status, warnings) == (0, "")
    assert "sectors: How much?, How much?, chapter03.copy, common/warp.hpp" in plain(html)
    assert html.count('href="chapters/chapter03_global/index.html#how-much"') == 2
    assert "/blob/main/chapters/chapter03_global/copy.cu" in html
    assert "/blob/main/common/warp.hpp" in html


def test_what_is_missing_is_said(book):
    write_book(book, missing="No page tells it.")
    _, _, html = book.build(PAGE, "covered")
    assert "sectors. Missing: No page tells it." in plain(html)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("4#how-much", "no page of chapter 4"),
        ("3#how-little", "how-little"),
        ("chapter03.gone", "there is no program chapter03.gone"),
    ],
)
def test_a_place_that_is_gone_fails_the_build(book, place, message):
    write_book(book, place)
    status, warnings, _ = book.build(PAGE, "covered")
    assert status != 0
    assert message in warnings


def test_damaged_topics_fail_the_build(book):
    book.write("topics.json", json.loads("[]"))
    status, warnings, _ = book.build(PAGE, "covered")
    assert status != 0
    assert "topics.json holds no groups of topics" in warnings
