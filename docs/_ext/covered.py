# SPDX-License-Identifier: MIT
"""{covered} lists topics and where the book has them, from a file that a lint keeps right.

    ```{covered} docs/coverage.json
    ```

Where something is missing the list says what.
"""

import json
import re

from _places import PlacesDirective
from _project import root
from _rows import ResultsError
from docutils import nodes

PROGRAM = re.compile(r"(?P<chapter>chapter\d\d)\.(?P<name>\w+)")


class CoveredDirective(PlacesDirective):
    """Writes a section for each group and an item for each topic."""

    required_arguments = 1

    def make(self):
        """Return the sections."""
        path = root(self.env) / self.arguments[0]
        self.env.note_dependency(str(path))
        try:
            groups = json.loads(path.read_text(encoding="utf-8"))["groups"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ResultsError(f"{path.name} holds no groups of topics: {error!r}") from error
        return [self._section(group) for group in groups]

    def _section(self, group):
        title = group["title"]
        section = nodes.section("", nodes.title("", title), names=[title.lower()])
        self.state.document.note_implicit_target(section, section)
        section += nodes.bullet_list("", *[self._item(entry) for entry in group["entries"]])
        return section

    def _item(self, entry):
        line = nodes.paragraph("", entry["name"])
        for index, place in enumerate(entry["places"]):
            line += nodes.Text(", " if index else ": ")
            line += self._place(place)
        if "missing" in entry:
            line += [nodes.Text(". "), nodes.emphasis("", f"Missing: {entry['missing']}")]
        return nodes.list_item("", line)

    def _place(self, place):
        page, mark, anchor = place.partition("#")
        if mark:
            link = self.chapter_section if page.isdigit() else self.page_section
            return link(page, anchor)
        program = PROGRAM.fullmatch(place)
        if program is None:
            return self.file(place)
        folders = root(self.env).glob(f"chapters/{program['chapter']}_*/{program['name']}.cu")
        source = next(folders, None)
        if source is None:
            raise ResultsError(f"there is no program {place}")
        name = source.relative_to(root(self.env)).as_posix()
        return self.file(name, nodes.literal("", place))


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("covered", CoveredDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
