# SPDX-License-Identifier: MIT
"""Leads the first use of a glossary's word in a chapter to the glossary.

Chapters set a word in *emphasis* where they introduce it. If the glossary knows the word, singular
or plural, the first emphasis of it on a page becomes a link.
"""

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

PAGES = "chapters/"


def spellings(word):
    """Return what the glossary may have for a word in a sentence."""
    word = word.lower()
    return [word, word.removesuffix("s")]


def find_term(word, terms):
    """Return (page, anchor) of a word among the glossary's terms, or None."""
    return next((terms[form] for form in spellings(word) if form in terms), None)


class TermLinks(SphinxPostTransform):
    """Wraps first emphases in links."""

    default_priority = 600

    def run(self, **_options):
        """Change the page's tree, once for each word."""
        docname = self.env.current_document.docname
        if not docname.startswith(PAGES):
            return
        terms = self._terms()
        seen = set()
        for emphasis in list(self.document.findall(nodes.emphasis)):
            target = find_term(emphasis.astext(), terms)
            inside = emphasis.parent
            if target is None or target in seen or isinstance(inside, nodes.reference):
                continue
            seen.add(target)
            self._link(emphasis, docname, *target)

    def _terms(self):
        objects = self.env.domains["std"].data["terms"]
        return {name.lower(): place for name, place in objects.items()}

    def _link(self, emphasis, docname, page, anchor):
        address = self.app.builder.get_relative_uri(docname, page) + f"#{anchor}"
        link = nodes.reference("", "", refuri=address, internal=True, classes=["term-link"])
        emphasis.replace_self(link)
        link += emphasis


def setup(app):
    """Register the transform."""
    app.add_post_transform(TermLinks)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
