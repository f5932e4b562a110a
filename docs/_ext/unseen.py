# SPDX-License-Identifier: MIT
"""Tells the style sheet how tall the code of a page is, before it is laid out.

Code is most of a chapter's elements. book.css has browsers lay it out when it comes near the screen
(content-visibility), and needs its height to the pixel, so that nothing moves under a hand:

    <div class="highlight-cuda notranslate" style="--lines: 12">
"""

import re
from pathlib import Path

CODE = re.compile(
    r'(<div class="highlight-[^"]*")(?: style="--lines: \d+")?'
    r'(><div class="highlight"><pre>(?:<span></span>)?)(.*?)(?=</pre>)',
    re.DOTALL,
)
_TAG = re.compile(r"<[^>]*>")


def with_heights(html):
    """Return the page in which code tells its lines."""

    def code(match):
        # A marked line ends within its mark, so the last line end may stand before a tag.
        lines = _TAG.sub("", match[3]).rstrip("\n").count("\n") + 1
        return f'{match[1]} style="--lines: {lines}"{match[2]}{match[3]}'

    return CODE.sub(code, html)


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
