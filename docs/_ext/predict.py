# SPDX-License-Identifier: MIT
"""{predict} asks the reader to commit to an answer before it is shown.

    :::{predict} You shift every read by one float. How much slower does the copy get?
    :answer: c

    - twice as long
    - an eighth longer
    - you will barely notice

    Everything after the list is the folded answer.
    :::

The options are lettered (a), (b), (c) and can be chosen; `answer` marks the right one once the
answer is open. What stands before the list belongs to the question.
"""

from html import escape

from _nodes import make_fold
from _page import PageDirective
from _rows import ResultsError
from docutils import nodes
from docutils.parsers.rst import directives


class choice(nodes.list_item):  # noqa: N801
    """One answer to choose: `group` names its radio buttons, `letter` is its label."""


def split_body(children):
    """Split a directive's nodes at the first bullet list: (before, options, answer)."""
    for index, child in enumerate(children):
        if isinstance(child, nodes.bullet_list):
            return children[:index], list(child.children), children[index + 1 :]
    raise ResultsError("predict has no options: write them as a list, the answer after it")


def letters(count):
    """Return the labels of `count` options."""
    if not 2 <= count <= 6:
        raise ResultsError(f"predict has {count} options: two to six make a choice")
    return "abcdef"[:count]


class PredictDirective(PageDirective):
    """Writes question, options and folded answer."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = {"answer": directives.unchanged_required}  # noqa: RUF012

    def make(self):
        """Return the box."""
        before, items, answer = split_body(self.parse_content_to_nodes())
        labels = letters(len(items))
        right = self.options.get("answer")
        if right is not None and right not in labels:
            raise ResultsError(f"predict has no option '{right}': there are {', '.join(labels)}")
        if not answer:
            raise ResultsError("predict has no answer: write it after the list")
        group = f"predict-{self.env.new_serialno('predict')}"
        choices = nodes.enumerated_list(enumtype="loweralpha", classes=["options"])
        for letter, item in zip(labels, items, strict=True):
            classes = ["right"] if letter == right else []
            choices += choice("", *item.children, group=group, letter=letter, classes=classes)
        question, messages = self.parse_inline(self.arguments[0], lineno=self.lineno)
        label = nodes.inline("", "Predict", classes=["box-label"])
        title = nodes.paragraph("", "", label, nodes.Text(" "), *question, classes=["box-title"])
        fold = make_fold([nodes.Text("Answer")], answer, "answer")
        return [nodes.container("", title, *messages, *before, choices, fold, classes=["predict"])]


def visit_choice(self, node):
    """Open a list item with a radio button, which works without JavaScript."""
    group, letter = escape(node["group"]), node["letter"]
    classes = " ".join(node["classes"])
    self.body.append(
        f'<li class="{classes}"><label><input type="radio" name="{group}" value="{letter}">'
        f'<span class="letter">({letter})</span><span class="choice">'
    )


def depart_choice(self, _node):
    """Close what visit_choice opened."""
    self.body.append("</span></label></li>\n")


def _plain(self, node):
    self.visit_list_item(node)


def _plain_end(self, node):
    self.depart_list_item(node)


def setup(app):
    """Register the directive and its node."""
    app.setup_extension("_page")
    plain = (_plain, _plain_end)
    app.add_node(choice, html=(visit_choice, depart_choice), text=plain, latex=plain)
    app.add_directive("predict", PredictDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
