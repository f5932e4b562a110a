# SPDX-License-Identifier: MIT
"""Writes formulas as MathML when the site is built, so that pages load no script for them.

docutils translates LaTeX to MathML itself; this makes it one of Sphinx's math renderers. conf.py
chooses it with `html_math_renderer = "mathml"`.
"""

from _project import warn
from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml


def render(formula, block=False):
    """Return the MathML of a LaTeX formula."""
    return tex2mathml(formula, as_block=block)


def visit_inline(self, node):
    """Write a formula inside a sentence."""
    self.body.append(_render_or_warn(node, block=False))
    raise nodes.SkipNode


def visit_block(self, node):
    """Write a formula on its own line, in a box that scrolls on narrow screens."""
    self.body.append(f'<div class="math">{_render_or_warn(node, block=True)}</div>')
    raise nodes.SkipNode


def _render_or_warn(node, block):
    try:
        return render(node.astext(), block)
    except MathError as error:
        warn(f"formula '{node.astext()}' cannot be written: {error}", node)
        return "??"


def setup(app):
    """Register the renderer."""
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
