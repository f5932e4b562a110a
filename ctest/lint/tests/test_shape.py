# SPDX-License-Identifier: MIT
"""The shape of a chapter."""

import pytest
import shape

TABLE = "```{results-table} chapter01.add\n:caption: It is so.\n```\n"
PREDICT = ":::{predict} How many?\n:answer: a\n\n- one\n- two\n\nOne.\n:::\n"
NAMES = [shape.OPENING, "A picture to start with", shape.SCENARIO, "Sums", *shape.CLOSING]


def chapter(names, body=PREDICT + TABLE):
    parts = [f"## {name}\n\n" + (body if name == "Sums" else "Text.\n") for name in names]
    return "# 1 First\n\n" + "\n".join(parts)


def complaints(tree, text):
    return "\n".join(shape.faults(tree({"chapters/chapter01_first/index.md": text})))


def test_a_chapter_in_shape_passes(tree):
    assert complaints(tree, chapter(NAMES)) == ""


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        (NAMES[1:], "first section is not 'Can you skip"),
        ([NAMES[0], *NAMES[2:]], "is not 'The scenario'"),
        ([name for name in NAMES if name != "Pitfalls"], "does not end as all do"),
        ([*NAMES[:-2], NAMES[-1], NAMES[-2]], "see 'Back to the scenario'"),
    ],
)
def test_another_order_is_told(tree, names, complaint):
    assert complaint in complaints(tree, chapter(names))


def test_a_table_without_a_prediction_is_told(tree):
    told = complaints(tree, chapter(NAMES, TABLE))
    assert "index.md:15: 'Sums' shows what was measured" in told
