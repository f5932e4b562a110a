# SPDX-License-Identifier: MIT
"""Named boxes of a page, {fold} for folded text, and {repo} for a link to a project file.

    :::{lab-note} We expected the opposite
    …
    :::

Each box has its label; an argument is its title.
"""

import re

from _nodes import make_fold
from _page import PageDirective, PageRole
from _project import blob_url, root
from _rows import ResultsError
from docutils import nodes

BOXES = {
    "prerequisites": "You need",
    "scenario": "Scenario",
    "intuition": "Intuition",
    "lab-note": "Lab note",
    "pitfall": "Pitfall",
    "interview": "Explain it in an interview",
    "look-up": "Know it, or look it up",
}


class BoxDirective(PageDirective):
    """Writes an aside with its label; the directive's name is its class."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def make(self):
        """Return the box."""
        if not self.content:
            raise ResultsError(f"{self.name} is empty: write its text below it")
        label = nodes.inline("", BOXES[self.name], classes=["box-label"])
        text = self.arguments[0] if self.arguments else ""
        title, messages = self.parse_inline(text, lineno=self.lineno)
        head = nodes.paragraph("", "", label, nodes.Text(" "), *title, classes=["box-title"])
        body = self.parse_content_to_nodes()
        return [nodes.container("", head, *messages, *body, classes=["box", self.name])]


class FoldDirective(PageDirective):
    """Folds its body below a title."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def make(self):
        """Return the fold."""
        title, messages = self.parse_inline(self.arguments[0], lineno=self.lineno)
        return [make_fold(title, [*messages, *self.parse_content_to_nodes()])]


class RepoRole(PageRole):
    """Links to a file or folder of the project, which must exist."""

    def make(self):
        """Return the link."""
        match = re.fullmatch(r"(.+?)\s*<([^<>]+)>", self.text, re.DOTALL)
        text, path = match.groups() if match else (self.text, self.text)
        if not (root(self.env) / path).exists():
            raise ResultsError(f"no file {path} in the book: correct the path")
        shown = nodes.Text(text) if match else nodes.literal("", text)
        return [nodes.reference("", "", shown, refuri=blob_url(self.config, path))]


def setup(app):
    """Register boxes, fold and role."""
    app.setup_extension("_page")
    for name in BOXES:
        app.add_directive(name, BoxDirective)
    app.add_directive("fold", FoldDirective)
    app.add_role("repo", RepoRole())
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
