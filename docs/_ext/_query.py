# SPDX-License-Identifier: MIT
"""Options that tables, charts and timelines share, and the frame around what they show."""

from _asked import asked
from _page import PageDirective
from _project import blob_url, root, split_list
from _results import load, others
from _rows import parse_where
from _stale import sources, stale
from docutils import nodes
from docutils.parsers.rst import directives

TEXT = directives.unchanged_required
FILTERS = {"kernel": TEXT, "variant": TEXT, "where": TEXT}
FRAME = {"caption": TEXT, "alt": TEXT, "name": TEXT}


class ResultsDirective(PageDirective):
    """A directive whose argument is a program."""

    required_arguments = 1

    def filters(self):
        """Return the options kernel, variant and where, parsed."""
        return {
            "kernels": split_list(self.options.get("kernel", "")),
            "variants": split_list(self.options.get("variant", "")),
            "where": parse_where(self.options.get("where", "")),
        }

    def all_results(self):
        """Return the program's results on the book's GPU, then on any others."""
        folder, gpu = root(self.env) / self.config.book_results, self.config.book_gpu
        program = self.arguments[0]
        found = [load(folder, gpu, program), *others(folder, gpu, program)]
        for results in found:
            for path in (*results.files, *sources(root(self.env), results)):
                self.env.note_dependency(str(path))
        return found

    def caption(self):
        """Return the caption's nodes, or none."""
        if "caption" not in self.options:
            return []
        text, messages = self.parse_inline(self.options["caption"], lineno=self.lineno)
        return [*text, *messages]

    def asked(self, results, kind, data):
        """Return the node by which the page asks a reader's own results the same."""
        return asked(self.arguments[0], results.gpu, kind, data)

    def figure(self, svg):
        """Return an inline picture with its caption."""
        figure = nodes.figure("", nodes.raw("", svg, format="html"), classes=["chart-figure"])
        caption = self.caption()
        if caption:
            figure += nodes.caption("", "", *caption)
        self.add_name(figure)
        self.set_source_info(figure)
        return figure

    def frame(self, kind, shown, found):
        """Return `shown` over a line that tells where its numbers come from."""
        frame = nodes.container("", *shown, classes=["results", kind])
        frame["programs"] = [self.arguments[0]]
        frame += self._origin(found)
        return [frame]

    def _origin(self, found):
        line = nodes.paragraph("", "", classes=["origin"])
        for index, results in enumerate(found):
            line += nodes.Text(", " if index else "Data: ")
            url = blob_url(self.config, results.path)
            line += nodes.reference("", results.gpu, refuri=url, reftitle=str(results.path))
        if any(stale(root(self.env), results) for results in found):
            line += nodes.Text(" ")
            line += nodes.inline("", "stale", classes=["stale-badge"])
            line += nodes.Text(" the program changed after this run. To measure again: ")
            line += nodes.literal("", f"./book measure {self.arguments[0]}")
        return line
