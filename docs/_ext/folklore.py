# SPDX-License-Identifier: MIT
"""{folklore} states a common belief, the verdict, and the evidence.

:::{folklore} A load must be aligned to 128 bytes, or it costs two transactions.
:verdict: outdated
:evidence: chapter03.access_pattern

The unit is the 32-byte sector.
:::
"""

from _page import PageDirective
from _project import blob_url, split_list
from _rows import ResultsError
from docutils import nodes
from docutils.parsers.rst import directives

VERDICTS = {
    "true": "True",
    "wrong": "Wrong",
    "conditional": "It depends",
    "outdated": "Outdated",
}


def verdict_text(word):
    """Return how a verdict is shown."""
    if word not in VERDICTS:
        raise ResultsError(f"folklore has no verdict '{word}': write one of {', '.join(VERDICTS)}")
    return VERDICTS[word]


class FolkloreDirective(PageDirective):
    """Writes claim, verdict and evidence."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = {  # noqa: RUF012 (docutils' own convention)
        "verdict": directives.unchanged_required,
        "evidence": directives.unchanged_required,
    }

    def make(self):
        """Return the box."""
        word = self.options.get("verdict", "")
        verdict = nodes.inline("", verdict_text(word), classes=["verdict", f"verdict-{word}"])
        claim, messages = self.parse_inline(self.arguments[0], lineno=self.lineno)
        title = nodes.paragraph("", "", verdict, nodes.Text(" "), *claim, classes=["box-title"])
        body = self.parse_content_to_nodes()
        if not body:
            raise ResultsError("folklore has no evidence: write it below the belief")
        return [
            nodes.container("", title, *messages, *body, *self._evidence(), classes=["folklore"])
        ]

    def _evidence(self):
        programs = split_list(self.options.get("evidence", ""))
        if not programs:
            return []
        line = nodes.paragraph("", "Evidence: ", classes=["origin"])
        line["programs"] = programs
        book = self.book()
        for index, program in enumerate(programs):
            path = book.results(program).path
            line += nodes.Text(", " if index else "")
            line += nodes.reference("", program, refuri=blob_url(self.config, path))
        self.depend(book)
        return [line]


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("folklore", FolkloreDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
