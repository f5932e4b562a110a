# SPDX-License-Identifier: MIT
"""{values} names measured numbers; {measured} writes one in a sentence, with its unit.

    ```{values}
    scalar = chapter03.access_pattern/copy/float[stride=1,n=33554432]:bandwidth_gbps
    ```
    It ran at {measured}`scalar`, {measured}`scalar / vec4 | percent` of the wide copy.

A wrong name is a located warning and `??` on the page.
"""

import re

from _expression import evaluate
from _page import PageDirective, PageRole
from _rows import ResultsError
from _values import backed_text, page_lookup
from docutils import nodes


def parse_line(text):
    """Return (name, expression) of a line of {values}, or None for an empty one."""
    text = text.split("#", 1)[0].strip()
    match = re.fullmatch(r"([a-z_]\w*)\s*=\s*(.+)", text)
    if text and not match:
        raise ResultsError(f"'{text}' in {{values}} is no 'name = selector'")
    return match and match.groups()


class ValuesDirective(PageDirective):
    """Defines the page's names and tries each, so that an unused wrong one is found, too."""

    has_content = True

    def make(self):
        """Store the names; put nothing on the page."""
        for offset, text in enumerate(self.content):
            try:
                self._define(parse_line(text))
            except ResultsError as error:
                self.warn(error, self.lineno + self.content_offset + offset + 1)
        return []

    def _define(self, line):
        if line is None:
            return
        name, expression = line
        if name in self.page_values:
            raise ResultsError(f"{{values}} names '{name}' twice")
        try:
            evaluate(expression, page_lookup(self.book(), self.page_values))
        except ResultsError as error:
            self.page_values[name] = error
            raise
        self.page_values[name] = expression


class MeasuredRole(PageRole):
    """Writes a value with its unit; hover tells where it comes from."""

    def make(self):
        """Return the text of the value."""
        book = self.book()
        text = backed_text(book, self.page_values, self.text)
        return [self.backed(book, "measured", [nodes.Text(text)])]


def setup(app):
    """Register the directive and the role."""
    app.setup_extension("_page")
    app.add_directive("values", ValuesDirective)
    app.add_role("measured", MeasuredRole())
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
