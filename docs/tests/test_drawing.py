# SPDX-License-Identifier: MIT
import pytest
from _rows import ResultsError
from drawing import read_drawing, to_html

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 90" font-size="12">'
GOOD = HEAD + '<text x="1" y="20" fill="var(--book-ink)">lane 0</text></svg>'


def test_drawing_is_one_picture_with_words_for_it():
    html = to_html(read_drawing("a.svg", GOOD), 'lanes & "sectors"')
    assert html.startswith("<svg ")
    assert 'role="img"' in html
    assert 'aria-label="lanes &amp; &quot;sectors&quot;"' in html
    assert ">lane 0</text>" in html


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("<svg", "a.svg is no SVG"),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', "no <svg> with a viewBox"),
        (GOOD.replace("360", "900"), "wider than 360"),
        (GOOD.replace("var(--book-ink)", "#222"), "names a colour"),
        (GOOD.replace("<text", '<text font-size="8"'), "text below 11 units: 'lane 0'"),
    ],
)
def test_what_does_not_suit_a_page_is_refused(text, complaint):
    with pytest.raises(ResultsError, match=complaint):
        read_drawing("a.svg", text)


def test_page_shows_the_drawing_and_its_caption(book):
    book.write("a.svg", GOOD)
    page = "# Page\n\n```{drawing} a.svg\n:alt: One lane.\n:caption: It *lies* there.\n```\n"
    status, warnings, html = book.build(page, "drawing")
    assert (status, warnings) == (0, "")
    assert 'aria-label="One lane."' in html
    assert "<em>lies</em>" in html


def test_drawing_without_words_is_a_warning(book):
    book.write("a.svg", GOOD)
    status, warnings, _ = book.build("# Page\n\n```{drawing} a.svg\n```\n", "drawing")
    assert status != 0
    assert "a.svg has no ':alt:'" in warnings
