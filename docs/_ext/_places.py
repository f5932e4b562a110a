# SPDX-License-Identifier: MIT
"""Links to places in the book: sections of chapters and of other pages, and files."""

import os
from pathlib import Path

from _page import PageDirective
from _project import blob_url, root
from _rows import ResultsError
from docutils import nodes


class PlacesDirective(PageDirective):
    """A directive that leads to places."""

    def inline(self, text):
        """Return the nodes of a line of Markdown."""
        children, messages = self.parse_inline(text, lineno=self.lineno)
        return [*children, *messages]

    def chapter_section(self, chapter, anchor):
        """Return a link to a section of a chapter, under the section's title."""
        pages = sorted(root(self.env).glob(f"chapters/chapter{int(chapter):02}_*/index.md"))
        if not pages:
            raise ResultsError(f"there is no page of chapter {chapter}")
        return self.page_section(pages[0], anchor)

    def page_section(self, page, anchor):
        """Return a link to a section of a page, a path below the root."""
        here = Path(self.env.doc2path(self.env.docname)).parent
        address = Path(os.path.relpath(root(self.env) / page, here)).as_posix()
        return self.inline(f"[]({address}#{anchor})")

    def file(self, name, *text):
        """Return a link to a file, under its name or the given nodes."""
        text = text or [nodes.literal("", name)]
        return [nodes.reference("", "", *text, refuri=blob_url(self.config, name))]
