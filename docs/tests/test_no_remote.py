# SPDX-License-Identifier: MIT
"""Looks through a rendered site, $CM_SITE or build/site, for anything fetched from elsewhere."""

import os
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

SITE = Path(os.environ.get("CM_SITE", Path(__file__).resolve().parents[2] / "build/site"))
# A link that a reader follows is no fetch; rel of <link> that a browser does not load.
NOT_LOADED = {"canonical", "alternate", "author", "index", "next", "prev", "search", "license"}


class Fetches(HTMLParser):
    """Collects the addresses that a browser loads by itself."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        """Note what the element loads."""
        values = dict(attrs)
        if tag == "link" and not set((values.get("rel") or "").split()) & NOT_LOADED:
            self.found.append(values.get("href"))
        self.found += [
            values.get(name) for name in ("src", "srcset", "poster", "data", "background")
        ]
        self.found += re.findall(r"url\(['\"]?([^'\")]+)", values.get("style") or "")


def remote(addresses):
    return [text for text in addresses if text and re.match(r"\s*(https?:)?//", text)]


def fetched_by_page(text):
    parser = Fetches()
    parser.feed(text)
    return remote(parser.found)


def fetched_by_style(text):
    return remote(re.findall(r"(?:url\(|@import)\s*['\"]?([^'\")\s]+)", text))


def test_the_check_finds_what_it_should():
    assert fetched_by_page('<script src="https://example.com/a.js"></script>')
    assert fetched_by_page('<link rel="preconnect" href="//example.com">')
    assert fetched_by_page('<p style="background: url(http://example.com/a.png)">')
    assert not fetched_by_page('<a href="https://example.com">a</a><img src="a.png">')
    assert not fetched_by_page('<link rel="canonical" href="https://example.com">')
    assert fetched_by_style('@import "https://example.com/a.css";')


@pytest.fixture(scope="module")
def site():
    if not (SITE / "index.html").is_file():
        pytest.fail(f"no site in {SITE}: run ./book build, or the test docs.build")
    return SITE


def test_no_page_loads_anything_from_elsewhere(site):
    pages = {path: fetched_by_page(path.read_text()) for path in site.rglob("*.html")}
    assert {path: found for path, found in pages.items() if found} == {}


def test_no_style_sheet_does(site):
    styles = {path: fetched_by_style(path.read_text()) for path in site.rglob("*.css")}
    assert {path: found for path, found in styles.items() if found} == {}


def test_the_components_call_nobody(site):
    script = (site / "_static/book.js").read_text()
    script = script.replace("http://www.w3.org/2000/svg", "")  # a name, which nobody loads
    assert not re.search(r"https?://|fetch\(|XMLHttpRequest|sendBeacon|WebSocket", script)
