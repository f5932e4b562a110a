# SPDX-License-Identifier: MIT
"""Tells the style sheet how tall the code and the tables of a page are, before they are laid out.

They are most of a chapter. book.css has browsers lay them out when they come near the screen
(content-visibility), and needs their heights, so that the page does not jump while it is scrolled:

    <div class="highlight-cuda notranslate" style="--lines: 12">
    <div class="results …" style="--rows: 8">
"""

import re
from pathlib import Path

CODE = re.compile(
    r'(<div class="highlight-[^"]*")(?: style="--lines: \d+")?'
    r'(><div class="highlight"><pre>(?:<span></span>)?)(.*?)(?=</pre>)',
    re.DOTALL,
)
RESULTS = re.compile(
    r'(<div class="results results-table-frame[^"]*")(?: style="--rows: \d+")?(>.*?</table>)',
    re.DOTALL,
)


def with_heights(html):
    """Return the page in which code tells its lines, and tables of results their rows."""

    def code(match):
        lines = max(1, match[3].rstrip("\n").count("\n") + 1)
        return f'{match[1]} style="--lines: {lines}"{match[2]}{match[3]}'

    def results(match):
        rows = match[2].partition("<tbody>")[2].count("<tr")
        return f'{match[1]} style="--rows: {rows}"{match[2]}'

    return RESULTS.sub(results, CODE.sub(code, html))


def _write(app, exception):
    if exception or app.builder.format != "html":
        return
    for path in Path(app.outdir).rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        told = with_heights(html)
        if told != html:
            path.write_text(told, encoding="utf-8")


def setup(app):
    """Have the pages rewritten once all are there."""
    app.connect("build-finished", _write, priority=820)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
