# SPDX-License-Identifier: MIT
import pytest
from _rows import ResultsError
from conftest import plain
from snippets import cut

TEXT = """int a;
  // [snippet:load]
  int b;
    int c;
  // [/snippet:load]
// [snippet:load-edge]
int d;
// [/snippet:load-edge]
"""


def test_slice_is_cut_and_shifted_left():
    assert cut(TEXT, "snippet:load", "a.cu") == ("int b;\n  int c;", 3)


def test_name_that_begins_another_is_told_apart():
    assert cut(TEXT, "snippet:load-edge", "a.cu") == ("int d;", 7)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TEXT, r"a.cu has no marker \[snippet:store\]: there are load, load-edge"),
        ("// [snippet:store]\nint a;\n", r"a.cu has no marker \[/snippet:store\]"),
        ("// [/snippet:store]\n// [snippet:store]\n", "closes .* before it opens"),
        ("// [snippet:store]\n// [/snippet:store]\n", "has nothing between"),
        ("// [snippet:store]\n// [snippet:x]\n// [/snippet:store]\n", "inside"),
        ("// [snippet:store]\n// [snippet:store]\n// [/snippet:store]\n", "2 times"),
    ],
)
def test_wrong_markers_are_refused(text, message):
    with pytest.raises(ResultsError, match=message):
        cut(text, "snippet:store", "a.cu")


def test_directive_shows_code_path_link_and_download(book):
    page = "# Page\n\n```{snippet} chapters/copy.cu copy\n:highlight: out[i]\n```\n"
    status, warnings, html = book.build(page, "snippets")
    assert (status, warnings) == (0, "")
    assert "/blob/main/chapters/copy.cu#L3-L6" in html
    assert "__global__ void copy" in plain(html)
    assert "snippet:copy" not in plain(html)
    assert 'class="hll"' in html
    assert len(list((book.out / "_downloads").glob("*/copy.cu"))) == 1


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("chapters/none.cu copy", "no file chapters/none.cu beside the page or at the root"),
        ("chapters/copy.cu none", "chapters/copy.cu has no marker [snippet:none]: there are copy"),
        (
            "chapters/copy.cu copy\n:highlight: in[j]",
            "no line of [snippet:copy] in chapters/copy.cu",
        ),
    ],
)
def test_wrong_name_is_a_warning_at_its_line(book, argument, message):
    status, warnings, _ = book.build(f"# Page\n\n```{{snippet}} {argument}\n```\n", "snippets")
    assert status != 0
    assert f"index.md:3: WARNING: {message}" in warnings
