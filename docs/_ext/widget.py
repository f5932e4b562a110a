# SPDX-License-Identifier: MIT
"""{widget} shows a picture that answers to fields, drawn with the book's model of the warp.

    ```{widget} coalescing
    ```

The widgets are listed in docs/web/widgets.json, each with its title and the rule that it uses, and
described in docs/web/src/widget. A page without scripts shows the rule.

A widget that shows measured figures is given them in its body, as _figures.py says.
"""

import json
from pathlib import Path

from _figures import as_script, figures
from _nodes import live
from _page import PageDirective
from _project import root
from _rows import ResultsError
from _values import page_lookup
from docutils import nodes
from docutils.statemachine import StringList

WIDGETS = Path("docs/web/widgets.json")


def describe(text, name):
    """Return (title, rule) of a widget in the list `text`; the rule is MyST."""
    widgets = json.loads(text)
    if name not in widgets:
        raise ResultsError(
            f"no widget '{name}' in {WIDGETS}: there are {', '.join(sorted(widgets))}"
        )
    return widgets[name]["title"], widgets[name]["rule"]


class WidgetDirective(PageDirective):
    """Writes the box that the page component fills."""

    required_arguments = 1
    has_content = True

    def make(self):
        """Return the box."""
        path = root(self.env) / WIDGETS
        self.env.note_dependency(str(path))
        name = self.arguments[0]
        title, rule = describe(path.read_text(encoding="utf-8"), name)
        label = nodes.inline("", "Play with it", classes=["box-label"])
        heading = nodes.paragraph("", "", label, nodes.Text(f" {title}"), classes=["box-title"])
        words = self.parse_text_to_nodes(StringList([rule], source=str(path)))
        for paragraph in words:
            paragraph["classes"].append("run-how")
        measured = self._figures() if self.content else []
        return [live("", heading, *words, *measured, data={"widget": name}, classes=["widget"])]

    def _figures(self):
        book = self.book()
        found = figures(self.content, page_lookup(book, self.page_values))
        if not book.used:
            raise ResultsError("none of the widget's figures was measured")
        gpu = next(iter(book.used.values())).gpu
        origin = self.backed(book, "measured", [nodes.Text(f"measured on {gpu}")])
        line = nodes.paragraph("", "Figures ", origin, nodes.Text("."), classes=["origin"])
        return [nodes.raw("", as_script(found, gpu=gpu), format="html"), line]


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("widget", WidgetDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
