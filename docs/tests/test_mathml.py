# SPDX-License-Identifier: MIT
from mathml import render

PAGE = "# Page\n\n{math}`n \\cdot 2^k` and\n\n```{math}\n\\frac{a}{b}\n```\n"


def test_formula_becomes_mathml():
    assert "<mfrac>" in render(r"\frac{a}{b}")


def test_page_needs_no_script(book):
    status, warnings, html = book.build(PAGE, "boxes")
    assert (status, warnings) == (0, "")
    assert html.count("<math") == 2
    assert "mathjax" not in html.lower()


def test_wrong_formula_is_a_warning(book):
    status, warnings, _ = book.build("# Page\n\n{math}`\\nosuchthing`\n", "boxes")
    assert status != 0
    assert "WARNING: formula '\\nosuchthing' cannot be written" in warnings
