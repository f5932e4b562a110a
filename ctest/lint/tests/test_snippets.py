# SPDX-License-Identifier: MIT
"""Markers and uses that must be refused."""

import pytest
import snippets

SOURCE = "// [snippet:tile-load]\nint a;\n// [/snippet:tile-load]\n"
USE = "```{snippet} chapters/chapter05_x/p.cu tile-load\n```\n"
BOTH = SOURCE + SOURCE.replace("tile-load", "tile-store")


def found(tree, source: str = SOURCE, page: str = USE) -> list[str]:
    root = tree({"chapters/chapter05_x/p.cu": source, "chapters/chapter05_x/index.md": page})
    return list(snippets.faults(root))


def test_a_slice_that_a_page_uses_passes(tree):
    assert found(tree) == []
    assert found(tree, page=USE.replace("chapters/chapter05_x/", "")) == []
    assert found(tree, page=USE.replace("```", ":::")) == []


def test_an_example_in_a_page_about_writing_is_no_use(tree):
    example = "````md\n" + USE.replace("p.cu", "any.cu") + "````\n"
    assert found(tree, page=USE + example) == []


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("// [snippet:tile-load]\nint a;\n", "p.cu:1: [snippet:tile-load] has no end"),
        (SOURCE + "// [/snippet:tile-load]\n", "p.cu:4: [/snippet:tile-load] ends what did not"),
        (SOURCE.replace("/snippet:tile-load", "/snippet:tile"), "[/snippet:tile] ends what did"),
        (SOURCE + SOURCE, "p.cu:4: [snippet:tile-load] was there before, on line 1"),
        ("// [snippet:out]\n" + SOURCE + "// [/snippet:out]\n", "begins inside [snippet:out]"),
        (SOURCE.replace("tile-load", "Tile_Load"), "'Tile_Load' is no name"),
        (SOURCE.replace("int a;", "int a;  // [snippet:x]"), "p.cu:2: a marker stands alone"),
        (BOTH, "p.cu:4: no page uses [snippet:tile-store]"),
    ],
)
def test_a_wrong_marker_is_refused(tree, source, complaint):
    assert complaint in "\n".join(found(tree, source))


@pytest.mark.parametrize(
    ("page", "complaint"),
    [
        (USE.replace("tile-load", "tile"), "index.md:1: chapters/chapter05_x/p.cu has no"),
        (USE.replace("p.cu", "q.cu"), "index.md:1: there is no file chapters/chapter05_x/q.cu"),
        (USE.replace(" tile-load", ""), "has no [snippet:]"),
    ],
)
def test_a_wrong_use_is_refused(tree, page, complaint):
    assert complaint in "\n".join(found(tree, page=page))
