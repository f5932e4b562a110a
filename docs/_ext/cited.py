# SPDX-License-Identifier: MIT
"""{cited} links a number or a fact that somebody else published; {sources} lists them all.

    {cited}`4.8 TB/s <nvidia-h200-datasheet>`

    ```{sources}
    ```

The keys stand in docs/sources.json: {"key": {"title": …, "url": …, "section": …, "checked": …}};
`section` and `checked` (the day somebody read it there) may be left out.
"""

import difflib
import json
import re

from _page import PageDirective, PageRole
from _project import root
from _rows import ResultsError
from docutils import nodes


def read_sources(path):
    """Return the checked contents of sources.json."""
    try:
        sources = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ResultsError(f"{path.name} cannot be read: {error}") from error
    for key, entry in sources.items():
        for name in ("title", "url"):
            if name not in entry:
                raise ResultsError(f"{path.name}: source '{key}' has no '{name}'")
    return sources


def find_source(sources, key):
    """Return the entry of `key`."""
    if key not in sources:
        near = difflib.get_close_matches(key, sources, 1)
        hint = f"did you mean '{near[0]}'?" if near else "add it to docs/sources.json"
        raise ResultsError(f"no source '{key}': {hint}")
    return sources[key]


def describe_source(entry):
    """Write an entry in one line."""
    checked = f"read {entry['checked']}" if "checked" in entry else ""
    return ", ".join(filter(None, (entry["title"], entry.get("section"), checked)))


def load_sources(page):
    """Return the sources of the book that `page` (a role or directive) belongs to."""
    path = root(page.env) / page.config.book_sources
    page.env.note_dependency(str(path))
    return read_sources(path)


class CitedRole(PageRole):
    """Writes text that links to where it was published."""

    def make(self):
        """Return the link."""
        match = re.fullmatch(r"(.+?)\s*<([\w.-]+)>", self.text, re.DOTALL)
        if not match:
            raise ResultsError(f"'{self.text}' names no source: write text <key>")
        entry = find_source(load_sources(self), match[2])
        return [
            nodes.reference(
                "",
                match[1],
                refuri=entry["url"],
                reftitle=describe_source(entry),
                classes=["cited"],
            )
        ]


class SourcesDirective(PageDirective):
    """Lists all sources, sorted by title."""

    def make(self):
        """Return the list."""
        entries = sorted(load_sources(self).values(), key=lambda entry: entry["title"])
        items = []
        for entry in entries:
            link = nodes.reference("", entry["title"], refuri=entry["url"])
            rest = describe_source(entry).removeprefix(entry["title"])
            items.append(nodes.list_item("", nodes.paragraph("", "", link, nodes.Text(rest))))
        return [nodes.bullet_list("", *items, classes=["sources"])]


def setup(app):
    """Register the role and the directive."""
    app.setup_extension("_page")
    app.add_role("cited", CitedRole())
    app.add_directive("sources", SourcesDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
