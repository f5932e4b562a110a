# SPDX-License-Identifier: MIT
import json

import pytest
from _rows import ResultsError
from conftest import plain
from widget import describe

WIDGETS = json.dumps({"one": {"title": "One", "rule": "A *rule*."}})
PAGE = "# Page\n\n```{widget} one\n```\n"


def test_list_gives_title_and_rule():
    assert describe(WIDGETS, "one") == ("One", "A *rule*.")
    with pytest.raises(ResultsError, match="no widget 'two'"):
        describe(WIDGETS, "two")


def test_box_names_the_widget_and_shows_its_rule(book):
    book.write("docs/web/widgets.json", WIDGETS)
    status, warnings, html = book.build(PAGE, "widget")
    assert (status, warnings) == (0, "")
    assert '<div class="widget" data-widget="one">' in html
    assert "A <em>rule</em>." in html
    assert "Play with it One A rule." in plain(html)


def test_unknown_widget_is_a_warning(book):
    book.write("docs/web/widgets.json", WIDGETS)
    status, warnings, _ = book.build(PAGE.replace("one", "two"), "widget")
    assert status != 0
    assert "no widget 'two'" in warnings
