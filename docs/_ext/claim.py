# SPDX-License-Identifier: MIT
"""{claim} writes a sentence that the results must keep true.

    {claim}`The scalar copy stays below seven tenths of the wide copy <scalar < 0.7 * vec4>`

The expression is evaluated when the site is built. If it is false, the build warns at the
sentence, and the page marks it.
"""

from _expression import evaluate
from _page import PageRole
from _rows import ResultsError
from _units import number
from _values import page_lookup
from docutils import nodes
from docutils.parsers.rst import states


def split_claim(text):
    """Split `sentence <expression>`; raise ResultsError if there is no expression."""
    sentence, bracket, rest = text.partition(" <")
    if not bracket or not rest.endswith(">"):
        raise ResultsError(f"claim '{text}' has no expression: write sentence <scalar < vec4>")
    return sentence.strip(), rest[:-1].strip()


def check_claim(expression, lookup):
    """Return the names and numbers that make `expression` true; raise ResultsError if it is not."""
    seen = {}

    def watch(name):
        found = lookup(name)
        seen[name] = f"{name} = {number(found.value)} {found.unit or ''}".strip()
        return found

    verdict = evaluate(expression, watch).value
    if not isinstance(verdict, bool):
        raise ResultsError(f"claim <{expression}> compares nothing: write scalar < vec4")
    if not verdict:
        raise ResultsError(f"claim <{expression}> is false: {', '.join(seen.values())}")
    return list(seen.values())


class ClaimRole(PageRole):
    """Writes the sentence; hover tells what was checked."""

    def make(self):
        """Return the sentence, after its check."""
        book = self.book()
        sentence, expression = split_claim(self.text)
        seen = check_claim(expression, page_lookup(book, self.page_values))
        memo = states.Struct(document=self.inliner.document, reporter=self.inliner.reporter)
        children, messages = self.inliner.parse(sentence, self.lineno, memo, nodes.paragraph())
        node = self.backed(book, "claim", [*children, *messages])
        node["title"] = f"checked: {expression} ({', '.join(seen)}); {node['title']}"
        return [node]


def setup(app):
    """Register the role."""
    app.setup_extension("_page")
    app.add_role("claim", ClaimRole())
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
