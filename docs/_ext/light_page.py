# SPDX-License-Identifier: MIT
"""Takes out of every page what the theme loads and the book does not use.

Half a megabyte of script draws a dozen icons, which icons.css draws as well; the index of the
search is loaded by pages that only link to the search. What remains waits until the page is shown.
"""

import re
from pathlib import Path

SCRIPT = re.compile(r'[ \t]*<script\b([^>]*?)\ssrc="([^"?]*)[^"]*"([^>]*)></script>\n?')
ICONS = ("scripts/fontawesome.js",)
SEARCH = ("searchtools.js", "language_data.js", "searchindex.js")
# The page's own inline scripts use it at once.
AT_ONCE = ("documentation_options.js",)


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

    return SCRIPT.sub(rewritten, html)


def _write(app, exception):
    if exception or app.builder.format != "html":
        return
    for path in Path(app.outdir).rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        light = lightened(html, path.name == "search.html")
        if light != html:
            path.write_text(light, encoding="utf-8")


def setup(app):
    """Have the pages rewritten once all are there."""
    app.connect("build-finished", _write, priority=800)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
