# SPDX-License-Identifier: MIT
from light_page import lightened, without_measuring

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


def test_a_page_has_its_colours_before_it_is_shown():
    theme = (
        "<script>\n"
        'document.documentElement.dataset.mode = localStorage.getItem("mode") || "auto";\n'
        'document.documentElement.dataset.theme = localStorage.getItem("theme") || "auto";\n'
        "</script>"
    )
    light = lightened(theme, searches=False)
    assert 'getItem("theme")' not in light
    assert 'dataset.mode = localStorage.getItem("mode") || "auto";' in light
    assert 'matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";' in light


def test_the_theme_measures_no_code():
    script = 'f(),"complete"===document.readyState?I():window.addEventListener("load",I)})();'
    assert without_measuring(script) == "f(),0})();"
    assert without_measuring("f()") == "f()"
