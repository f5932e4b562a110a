# SPDX-License-Identifier: MIT
"""{ledger} lists all folklore of a folder, with verdicts and links to what decides them.

    ```{ledger} docs/folklore
    ```

Each entry has an anchor of its own, #c001. A page component adds a search field and buttons.
"""

import os
from pathlib import Path

from _folklore_data import PROGRAM, SECTION, read_topics
from _nodes import live
from _page import PageDirective
from _project import blob_url, root
from _rows import ResultsError
from docutils import nodes
from folklore import verdict_text


class LedgerDirective(PageDirective):
    """Writes a section for each topic and a box for each claim."""

    required_arguments = 1

    def make(self):
        """Return the sections."""
        folder = root(self.env) / self.arguments[0]
        topics = read_topics(folder)
        for path in (folder, *folder.glob("*.json")):  # the folder notices a file that is new
            self.env.note_dependency(str(path))
        return [self._section(topic) for topic in topics]

    def _section(self, topic):
        section = nodes.section("", nodes.title("", topic.title), names=[topic.title.lower()])
        self.state.document.note_implicit_target(section, section)
        section += [self._claim(claim) for claim in topic.claims]
        return section

    def _claim(self, claim):
        verdict = verdict_text(claim.verdict)
        badge = nodes.inline("", verdict, classes=["verdict", f"verdict-{claim.verdict}"])
        anchor = claim.id.lower()
        number = nodes.reference("", claim.id, refid=anchor, classes=["claim-number"])
        title = nodes.paragraph("", "", badge, nodes.Text(" "), classes=["box-title"])
        title += [*self._inline(claim.claim), nodes.Text(" "), number]
        truth = nodes.paragraph("", "", *self._inline(claim.truth))
        box = live("", title, truth, self._evidence(claim), classes=["folklore", "ledger-claim"])
        box["data"] = {"verdict": claim.verdict}
        box["ids"].append(anchor)
        return box

    def _inline(self, text):
        children, messages = self.parse_inline(text, lineno=self.lineno)
        return [*children, *messages]

    def _evidence(self, claim):
        line = nodes.paragraph("", "Decided by: ", classes=["origin"])
        for index, name in enumerate(claim.evidence):
            line += nodes.Text(", " if index else "")
            line += self._place(name, claim.id)
        return line

    def _place(self, name, number):
        """Return a link to one piece of evidence."""
        section = SECTION.fullmatch(name)
        if section:
            return self._inline(f"[]({self._page(section['chapter'])}#{section['anchor']})")
        if PROGRAM.fullmatch(name):
            return self._program(name)
        if not (root(self.env) / name).is_file():
            raise ResultsError(f"{number}: evidence '{name}' is no section, program or file")
        return [nodes.reference("", "", nodes.literal("", name), refuri=self._blob(name))]

    def _page(self, chapter):
        """Return the path of a chapter's page from this page."""
        pages = list(root(self.env).glob(f"chapters/chapter{int(chapter):02}_*/index.md"))
        if not pages:
            raise ResultsError(f"there is no page of chapter {chapter}")
        here = Path(self.env.doc2path(self.env.docname)).parent
        return Path(os.path.relpath(pages[0], here)).as_posix()

    def _program(self, name):
        book = self.book()
        path = book.results(name).path
        return [self.backed(book, "measured", [nodes.reference("", name, refuri=self._blob(path))])]

    def _blob(self, path):
        return blob_url(self.config, path)


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.setup_extension("_nodes")
    app.add_directive("ledger", LedgerDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
