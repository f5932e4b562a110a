# SPDX-License-Identifier: MIT
"""{ledger} lists all folklore of a folder, with verdicts and links to what decides them.

    ```{ledger} docs/folklore
    ```

Each entry has an anchor of its own, #c001. A page component adds a search field and buttons.
"""

from _folklore_data import PROGRAM, SECTION, read_topics
from _nodes import live
from _places import PlacesDirective
from _project import root
from _rows import ResultsError
from docutils import nodes
from folklore import verdict_text


class LedgerDirective(PlacesDirective):
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
        title += [*self.inline(claim.claim), nodes.Text(" "), number]
        truth = nodes.paragraph("", "", *self.inline(claim.truth))
        box = live("", title, truth, self._evidence(claim), classes=["folklore", "ledger-claim"])
        box["data"] = {"verdict": claim.verdict}
        box["ids"].append(anchor)
        return box

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
            return self.chapter_section(section["chapter"], section["anchor"])
        if PROGRAM.fullmatch(name):
            return self._program(name)
        if not (root(self.env) / name).is_file():
            raise ResultsError(f"{number}: evidence '{name}' is no section, program or file")
        return self.file(name)

    def _program(self, name):
        book = self.book()
        path = book.results(name).path
        return [self.backed(book, "measured", self.file(path, nodes.Text(name)))]


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.setup_extension("_nodes")
    app.add_directive("ledger", LedgerDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
