# SPDX-License-Identifier: MIT
"""{drawing} shows an SVG file that stands beside the page, as part of the page.

    ```{drawing} sectors.svg
    :alt: What the drawing says, for those who do not see it.
    :caption: The finding, as a sentence.
    ```

The file has a viewBox and no size of its own. It takes its colours from the book's style sheet
(fill="var(--book-ink)"), so that it follows light and dark, and its text at 11 units or more, so
that it can be read on a phone: a drawing is at most 360 units wide.
"""

import re
from pathlib import Path
from xml.etree import ElementTree

from _page import PageDirective
from _rows import ResultsError
from docutils import nodes
from docutils.parsers.rst import directives

SVG = "http://www.w3.org/2000/svg"
WIDEST = 360
SMALLEST = 11
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|rgba?\(")


def read_drawing(name, text):
    """Return the root of a drawing after checking that it suits the page."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ResultsError(f"{name} is no SVG: {error}") from error
    if root.tag != f"{{{SVG}}}svg" or "viewBox" not in root.attrib:
        raise ResultsError(f"{name} has no <svg> with a viewBox")
    if float(root.attrib["viewBox"].split()[2]) > WIDEST:
        raise ResultsError(f"{name} is wider than {WIDEST} units: draw it for a phone")
    if _COLOUR.search(text):
        raise ResultsError(f"{name} names a colour: use var(--book-…) or var(--chart-…)")
    for element in root.iter(f"{{{SVG}}}text"):
        if float(element.get("font-size", root.get("font-size", SMALLEST))) < SMALLEST:
            raise ResultsError(f"{name} has text below {SMALLEST} units: '{element.text}'")
    return root


def to_html(root, alt):
    """Return the drawing as HTML: one picture to a screen reader."""
    ElementTree.register_namespace("", SVG)
    root.set("role", "img")
    root.set("aria-label", alt)
    return ElementTree.tostring(root, encoding="unicode")


class DrawingDirective(PageDirective):
    """Writes the figure."""

    required_arguments = 1
    option_spec = {  # noqa: RUF012 (docutils' own convention)
        "alt": directives.unchanged_required,
        "caption": directives.unchanged_required,
    }

    def make(self):
        """Return the figure."""
        relative, path = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(relative)
        if "alt" not in self.options:
            raise ResultsError(f"{relative} has no ':alt:': say what the drawing shows")
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            raise ResultsError(f"{relative} cannot be read: {error.strerror}") from error
        html = to_html(read_drawing(relative, text), self.options["alt"])
        figure = nodes.figure("", nodes.raw("", html, format="html"), classes=["drawing"])
        if "caption" in self.options:
            words, messages = self.parse_inline(self.options["caption"], lineno=self.lineno)
            figure += nodes.caption("", "", *words, *messages)
        self.set_source_info(figure)
        return [figure]


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("drawing", DrawingDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
