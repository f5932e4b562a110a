# SPDX-License-Identifier: MIT
"""Takes the spans out of code that change nothing: spaces, names and brackets look like the rest.

Pygments wraps every word and every space. Most of the elements of a chapter were such spans, and a
browser styles and places each.
"""

import re
from pathlib import Path

BLOCK = re.compile(r'(<div class="highlight-[^>]*><div class="highlight"><pre>)(.*?)(</pre>)', re.S)
SPAN = re.compile(r'<span class="([\w-]*)">([^<]*)</span>')
RULE = re.compile(r'(html\[data-theme="\w+"\]) \.highlight(?: \.(\w+))? \{([^}]*)\}')
COLOUR = re.compile(r"(?<![\w-])color:\s*(#\w+)")
# Nobody sees the colour of a space.
SPACE = "w"


def colourless(css):
    """Return the classes that every theme of the style sheet shows in the colour of plain code."""
    plain, others = {}, {}
    for theme, name, body in RULE.findall(css):
        if name:
            others.setdefault(name, set()).add((theme, body.strip(" ;")))
        elif colour := COLOUR.search(body):
            plain[theme] = f"color: {colour[1]}"
    return {name for name, rules in others.items() if rules <= set(plain.items())} | {SPACE}


def lightened(html, names):
    """Return the page without the spans of these classes in its code."""

    def span(match):
        return match[2] if match[1] in names else match[0]

    return BLOCK.sub(lambda match: match[1] + SPAN.sub(span, match[2]) + match[3], html)


def _write(app, exception):
    if exception or app.builder.format != "html":
        return
    css = (Path(app.outdir) / "_static/pygments.css").read_text(encoding="utf-8")
    names = colourless(css)
    for path in Path(app.outdir).rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        light = lightened(html, names)
        if light != html:
            path.write_text(light, encoding="utf-8")


def setup(app):
    """Have the pages rewritten once all are there."""
    app.connect("build-finished", _write, priority=810)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
