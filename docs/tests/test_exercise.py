# SPDX-License-Identifier: MIT
import pytest
from _rows import ResultsError
from conftest import plain
from exercise import ctest_name, header_of

STARTER = """// SPDX-License-Identifier: MIT-0
// From the book.
//
// Count the sectors of a strided read.
//
// Task:   fill in `count`
//         for every stride.
// Build:  nvcc

// [exercise]
int count() { return 0; }  // TODO
// [/exercise]
"""
PAGE = "# Page\n\n```{exercise} chapter03_global_memory/count\n```\n"


@pytest.fixture
def exercises(book):
    book.write("exercises/chapter03_global_memory/count.cu", STARTER)
    solution = STARTER.replace("return 0; }  // TODO", "return 4; }")
    book.write("solutions/chapter03_global_memory/count.cu", solution)
    return book


def test_header_gives_title_and_task():
    assert header_of(STARTER) == (
        "Count the sectors of a strided read.",
        "fill in `count` for every stride.",
    )


def test_argument_gives_the_name_of_the_test():
    assert ctest_name("chapter03_global_memory/count") == "chapter03.exercise.count"
    with pytest.raises(ResultsError, match="names no exercise"):
        ctest_name("count")


def test_box_has_task_starter_command_and_folded_solution(exercises):
    status, warnings, html = exercises.build(PAGE, "exercise")
    assert (status, warnings) == (0, "")
    text = plain(html)
    assert "Exercise Count the sectors of a strided read. fill in count for every stride." in text
    assert "Judge it with ctest -R chapter03.exercise.count." in text
    assert html.index("<details") < html.index("solutions/chapter03_global_memory/count.cu</a>")


def test_body_replaces_the_task(exercises):
    page = PAGE.replace("count\n", "count\nCount **them**.\n")
    _, _, html = exercises.build(page, "exercise")
    assert "Count <strong>them</strong>." in html
    assert "fill in" not in html


def test_file_beside_the_starter_holds_task_and_hints(exercises):
    text = "Count them.\n\n:::{fold} Hint 1\nDivide by 32.\n:::\n"
    exercises.write("exercises/chapter03_global_memory/count.md", text)
    status, warnings, html = exercises.build(PAGE, "exercise", "boxes")
    assert (status, warnings) == (0, "")
    assert "Count them. Hint 1 Divide by 32." in plain(html)


def test_missing_solution_is_a_warning_at_its_line(exercises):
    (exercises.root / "solutions/chapter03_global_memory/count.cu").unlink()
    status, warnings, _ = exercises.build(PAGE, "exercise")
    assert status != 0
    assert "index.md:3: WARNING: no file solutions/chapter03_global_memory/count.cu" in warnings
