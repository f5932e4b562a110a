# SPDX-License-Identifier: MIT
"""The nodes that the extensions share, and how HTML writes them.

    backed   text that a results file backs; hover and focus tell GPU, date and file
    fold     a folded part: <details> with its <summary>
    live     a box that a page component fills; its children are what a page without scripts shows

Other builders write both as plain text.
"""

from html import escape

from docutils import nodes


class backed(nodes.inline):  # noqa: N801 (docutils writes node classes small)
    """Inline text with `title`, `programs`, `classes`; `data` holds data-* attributes."""


class live(nodes.container):  # noqa: N801
    """A box with `data`, a dictionary of data-* attributes, and perhaps an id."""


class fold(nodes.container):  # noqa: N801
    """A container whose first child, a `fold_title`, stays visible."""


class fold_title(nodes.TextElement, nodes.Part):  # noqa: N801
    """The visible line of a fold."""


def make_fold(title_nodes, body_nodes, *classes):
    """Return a fold with the given title and body."""
    title = fold_title("", "", *title_nodes)
    return fold("", title, *body_nodes, classes=["fold", *classes])


def visit_backed(self, node):
    """Open a span with the origin of its text."""
    attributes = {f"data-{key}": value for key, value in node.get("data", {}).items()}
    attributes["title"] = node.get("title", "")
    written = "".join(f' {key}="{escape(str(value))}"' for key, value in attributes.items())
    self.body.append(f'<span class="{" ".join(node["classes"])}"{written}>')


def visit_live(self, node):
    """Open the box with its data."""
    written = "".join(f' id="{name}"' for name in node["ids"][:1])
    written += "".join(f' data-{key}="{escape(str(value))}"' for key, value in node["data"].items())
    self.body.append(f'<div class="{" ".join(node["classes"])}"{written}>')


def visit_fold(self, node):
    """Open the folded element."""
    self.body.append(f'<details class="{" ".join(node["classes"])}">')


def closing(tag):
    """Return a depart function that closes `tag`."""

    def depart(self, _node):
        self.body.append(f"</{tag}>")

    return depart


def visit_fold_title(self, _node):
    """Open the line that a reader clicks."""
    self.body.append("<summary>")


def _plain(self, _node):
    """Write nothing: the children follow."""


def _plain_title(self, node):
    self.visit_paragraph(node)


def _plain_title_end(self, node):
    self.depart_paragraph(node)


def setup(app):
    """Register the nodes."""
    plain = (_plain, _plain)
    app.add_node(backed, html=(visit_backed, closing("span")), text=plain, latex=plain)
    app.add_node(live, html=(visit_live, closing("div")), text=plain, latex=plain)
    app.add_node(fold, html=(visit_fold, closing("details")), text=plain, latex=plain)
    title = (_plain_title, _plain_title_end)
    app.add_node(fold_title, html=(visit_fold_title, closing("summary")), text=title, latex=title)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
