# SPDX-License-Identifier: MIT
"""Programs that nobody builds or no page shows."""

import json

import programs
import pytest

SOURCE = "chapters/chapter03_x/copy.cu"
PAGE = "chapters/chapter03_x/index.md"
GOOD = {
    SOURCE: "",
    PAGE: "{measured}`chapter03.copy/k/v:time_ms`",
    "chapters/chapter03_x/copy.counters.json": "{}",
    "results/a-gpu/chapter03.copy.json": "{}",
    "results/a-gpu/chapter03.copy.counters.csv": "",
    "results/a-gpu/context.json": "{}",
    "build/programs.json": json.dumps([{"source": SOURCE}]),
}


def found(tree, change: dict[str, str]) -> str:
    root = tree(GOOD | change)
    return "\n".join(programs.faults(root, root / "build" / "programs.json"))


def test_a_program_that_is_built_and_shown_passes(tree):
    assert found(tree, {}) == ""
    assert found(tree, {PAGE: "```{snippet} copy.cu a\n```"}) == ""


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"build/programs.json": "[]"}, "add add_chapter_program(copy)"),
        ({"build/programs.json": "{"}, "cannot be read as a list of programs"),
        ({PAGE: "chapter03.copy_all and copy.cu"}, "no page beside it shows"),
        ({"chapters/chapter03_x/old.counters.json": "{}"}, "no program of that name beside it"),
        ({"results/a-gpu/chapter03.old.json": "{}"}, "chapter03.old.json: there is no program"),
        ({"results/a-gpu/chapter03.old.counters.csv": ""}, "there is no program of that name"),
    ],
)
def test_a_program_that_is_missing_somewhere_is_refused(tree, change, complaint):
    assert complaint in found(tree, change)
