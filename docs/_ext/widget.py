# SPDX-License-Identifier: MIT
"""{widget} shows a picture that answers to fields, drawn with the book's model of the warp.

    ```{widget} coalescing
    ```

The widgets are listed in docs/web/widgets.json, each with its title and the rule that it uses, and
described in docs/web/src/widget. A page without scripts shows the rule.
"""

import json
from pathlib import Path

from _nodes import live
from _page import PageDirective
from _project import root
from _rows import ResultsError
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
        return [live("", heading, *words, data={"widget": name}, classes=["widget"])]


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("widget", WidgetDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
