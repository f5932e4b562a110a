# SPDX-License-Identifier: MIT
"""Takes out of every page what the theme loads and the book does not use.

Half a megabyte of script draws a dozen icons, which icons.css draws as well; the index of the
search is loaded by pages that only link to the search. What remains waits until the page is shown.
A page has its colours before it is shown, and nobody measures all of its code once it is.
"""

import re
from pathlib import Path

from _project import warn

SCRIPT = re.compile(r'[ \t]*<script\b([^>]*?)\ssrc="([^"?]*)[^"]*"([^>]*)></script>\n?')
ICONS = ("scripts/fontawesome.js",)
SEARCH = ("searchtools.js", "language_data.js", "searchindex.js")
# The page's own inline scripts use it at once.
AT_ONCE = ("documentation_options.js",)
# The theme first takes the colours of the last visit, or none, and looks for the right ones when
# all is there: then every element is styled again.
COLOURS = re.compile(r"(document\.documentElement\.dataset\.theme = )localStorage[^;]*;")
MODE = "document.documentElement.dataset.mode"
RIGHT_COLOURS = (
    f"/light|dark/.test({MODE}) ? {MODE} : "
    'matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";'
)
# The theme's script asks for the width of all code at once, and again whenever an element comes or
# goes. docs/web/src/scroll.ts does it without a wait.
THEME_SCRIPT = "_static/scripts/pydata-sphinx-theme.js"
MEASURING = re.compile(
    r'"complete"===document\.readyState\?(\w+)\(\):window\.addEventListener\("load",\1\)'
)


def lightened(html, searches):
    """Return the page without spare scripts; `searches`: it is the page that searches."""
    spare = ICONS if searches else ICONS + SEARCH

    def rewritten(match):
        before, path, after = match.groups()
        if path.endswith(spare):
            return ""
        if searches or path.endswith(AT_ONCE) or "defer" in before + after:
            return match[0]
        return match[0].replace("<script", "<script defer", 1)

    html = COLOURS.sub(rf"\1{RIGHT_COLOURS}", html)
    return SCRIPT.sub(rewritten, html)


def without_measuring(script):
    """Return the theme's script without what measures all code."""
    return MEASURING.sub("0", script)


def _write(app, exception):
    if exception or app.builder.format != "html":
        return
    for path in Path(app.outdir).rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        light = lightened(html, path.name == "search.html")
        if light != html:
            path.write_text(light, encoding="utf-8")
    script = Path(app.outdir) / THEME_SCRIPT
    if script.is_file():
        text = script.read_text(encoding="utf-8")
        light = without_measuring(text)
        if light == text:
            warn(f"{THEME_SCRIPT} measures code in another way now: see light_page.py", None)
        script.write_text(light, encoding="utf-8")


def setup(app):
    """Have the pages rewritten once all are there."""
    app.connect("build-finished", _write, priority=800)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
