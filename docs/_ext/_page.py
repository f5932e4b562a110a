# SPDX-License-Identifier: MIT
"""Base classes of the book's roles and directives: results at hand, mistakes reported in place.

A subclass writes `make()`, which returns nodes or raises ResultsError. The error becomes a
warning at the role's or directive's own line, and the page shows `??` there.
"""

from _nodes import backed
from _project import root, warn
from _rows import ResultsError
from _stale import sources
from _values import Book, provenance
from docutils import nodes
from sphinx.util.docutils import SphinxDirective, SphinxRole


class _Page:
    """What roles and directives have in common; `env` and `config` come from Sphinx."""

    @property
    def page_values(self):
        """Names that {values} has defined on this page so far."""
        return self.env.current_document.setdefault("book_values", {})

    def book(self):
        """Return a fresh Book, which collects what is read through it."""
        return Book(root(self.env) / self.config.book_results, self.config.book_gpu)

    def depend(self, book):
        """Have the page read again when a results file that it used changes."""
        for results in book.used.values():
            for path in (*results.files, *sources(root(self.env), results)):
                self.env.note_dependency(str(path))

    def backed(self, book, kind, children):
        """Return `children` with their origin: GPU, date, file, and whether it is stale."""
        self.depend(book)
        attributes, old = provenance(book, root(self.env))
        if old:
            badge = nodes.inline("", "stale", classes=["stale-badge"])
            children = [*children, nodes.Text(" "), badge]
        return backed("", "", *children, classes=[kind, *(["stale"] if old else [])], **attributes)


def unknown():
    """Return what a page shows in place of a value that could not be found."""
    return nodes.inline("", "??", classes=["unknown-value"])


class PageRole(_Page, SphinxRole):
    """A role whose `make` returns nodes."""

    def run(self):
        """Return the nodes, or `??` after a warning."""
        try:
            return self.make(), []
        except ResultsError as error:
            warn(str(error), self.get_location())
            return [unknown()], []


class PageDirective(_Page, SphinxDirective):
    """A directive whose `make` returns nodes."""

    def run(self):
        """Return the nodes, or `??` after a warning."""
        try:
            return self.make()
        except ResultsError as error:
            self.warn(error, self.lineno)
            return [nodes.paragraph("", "", unknown())]

    def warn(self, error, line):
        """Report `error` at a line of the page."""
        warn(str(error), (self.env.docname, line))


def setup(app):
    """Load what the base classes need."""
    app.setup_extension("_project")
    app.setup_extension("_nodes")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
