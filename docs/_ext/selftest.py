# SPDX-License-Identifier: MIT
"""{selftest} asks a question and folds its answer.

:::{selftest} In which bank does the word with index *k* lie?
Bank *k* mod 32.
:::
"""

from _nodes import make_fold
from _page import PageDirective
from _rows import ResultsError


class SelftestDirective(PageDirective):
    """Writes the question as the visible line of a fold."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def make(self):
        """Return the fold."""
        if not self.content:
            raise ResultsError("selftest has no answer: write it below the question")
        question, messages = self.parse_inline(self.arguments[0], lineno=self.lineno)
        return [make_fold(question, [*messages, *self.parse_content_to_nodes()], "selftest")]


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("selftest", SelftestDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
