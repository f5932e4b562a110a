# SPDX-License-Identifier: MIT
from light_page import lightened

PAGE = """<head>
  <script defer src="_static/scripts/fontawesome.js?digest=1"></script>
    <script src="_static/documentation_options.js?v=1"></script>
    <script data-a="b" src="_static/design-tabs.js?v=1"></script>
    <script>DOCUMENTATION_OPTIONS.pagename = 'index';</script>
    <script defer="defer" src="_static/book.js?v=2"></script>
    <script src="../searchindex.js"></script>
</head>"""


def test_spare_scripts_go_and_the_others_wait():
    assert (
        lightened(PAGE, searches=False)
        == """<head>
    <script src="_static/documentation_options.js?v=1"></script>
    <script defer data-a="b" src="_static/design-tabs.js?v=1"></script>
    <script>DOCUMENTATION_OPTIONS.pagename = 'index';</script>
    <script defer="defer" src="_static/book.js?v=2"></script>
</head>"""
    )


def test_the_page_that_searches_keeps_its_index():
    light = lightened(PAGE, searches=True)
    assert "searchindex.js" in light
    assert "fontawesome" not in light


def test_a_page_is_lightened_once():
    light = lightened(PAGE, searches=False)
    assert lightened(light, searches=False) == light
