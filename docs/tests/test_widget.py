# SPDX-License-Identifier: MIT
import json

import pytest
from _figures import as_script, figures
from _rows import ResultsError
from _units import Quantity
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


def test_figures_are_numbers_without_a_prefix():
    values = {"rate": Quantity(4.5, "TB/s"), "time": Quantity(2, "ms"), "n": Quantity(8)}
    found = figures(["roof | a | rate", "", "kernel | b, c | 12 * n | time"], values.get)
    assert found == {"roof": [["a", 4.5e12]], "kernel": [["b, c", 96, 0.002]]}
    assert "</script>" not in as_script({"roof": [["</script>", 1]]}, gpu="a")[10:-9]
    with pytest.raises(ResultsError, match="is not 'group"):
        figures(["roof | a"], values.get)
    with pytest.raises(ResultsError, match="not a number"):
        figures(["roof | a | word"], {"word": Quantity("fast")}.get)


def test_figures_reach_the_page_with_their_origin(book):
    book.write("docs/web/widgets.json", WIDGETS)
    body = (
        "```{widget} one\nroof | copy | chapter03.copy/copy/float4[stride=1]:bandwidth_gbps\n```\n"
    )
    status, warnings, html = book.build(f"# Page\n\n{body}", "widget")
    assert (status, warnings) == (0, "")
    assert 'class="figures">{"gpu": ' in html
    assert "Figures measured on" in plain(html)
