# SPDX-License-Identifier: MIT
import json

import pytest
from _rows import ResultsError
from conftest import plain
from exercise import header_of, short_name

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
DATA = {
    "title": "Count them",
    "kind": "predict",
    "topic": "coalescing",
    "minutes": 10,
    "difficulty": 2,
    "proves": "You can count.",
}
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


def test_argument_gives_the_name_for_the_judge():
    assert short_name("chapter03_global_memory/count") == "count"
    with pytest.raises(ResultsError, match="names no exercise"):
        short_name("count")


def test_box_has_task_starter_command_and_folded_solution(exercises):
    status, warnings, html = exercises.build(PAGE, "exercise")
    assert (status, warnings) == (0, "")
    text = plain(html)
    assert "Exercise Count the sectors of a strided read. fill in count for every stride." in text
    assert "Judge it with ./book judge count." in text
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


def test_metadata_give_title_and_effort(exercises):
    exercises.write("exercises/chapter03_global_memory/count/judge.json", json.dumps(DATA))
    _, _, html = exercises.build(PAGE, "exercise")
    text = plain(html)
    assert "Exercise Count them" in text
    assert "predict, coalescing, about 10 minutes, level 2 of 5. You can count." in text


def test_path_links_to_the_box(exercises):
    exercises.write("exercises/chapter03_global_memory/count/judge.json", json.dumps(DATA))
    status, warnings, html = exercises.build(f"{PAGE}\n```{{exercise-path}}\n```\n", "exercise")
    assert (status, warnings) == (0, "")
    assert 'href="#exercise-count"' in html
    assert "2 Count them predict 10 You can count." in plain(html)


def test_path_of_a_chapter_leaves_out_the_others(exercises):
    exercises.write("exercises/chapter03_global_memory/count/judge.json", json.dumps(DATA))
    other = json.dumps({**DATA, "title": "Another"})
    exercises.write("exercises/chapter04_shared_memory/other/judge.json", other)
    path = "\n```{{exercise-path}}\n:chapter: {}\n```\n"
    status, warnings, html = exercises.build(PAGE + path.format("chapter03"), "exercise")
    assert (status, warnings) == (0, "")
    assert "Another" not in html
    _, warnings, _ = exercises.build(PAGE + path.format("chapter05"), "exercise")
    assert "exercises/ has none of chapter 'chapter05'" in warnings


def test_path_warns_of_an_exercise_that_no_page_shows(exercises):
    exercises.write("exercises/chapter03_global_memory/count/judge.json", json.dumps(DATA))
    status, warnings, _ = exercises.build("# Page\n\n```{exercise-path}\n```\n", "exercise")
    assert status != 0
    assert "exercise chapter03_global_memory/count" in warnings


def test_judged_exercise_carries_what_the_page_needs(exercises):
    folder = "exercises/chapter03_global_memory/count"
    exercises.write(f"{folder}/judge.json", json.dumps(DATA))
    exercises.write(f"{folder}/judge.cuh", "// before\n")
    _, _, html = exercises.build(PAGE, "exercise")
    assert 'class="practice" data-exercise="chapter03_global_memory/count"' in html
    assert 'data-before="// before\n"' in html
    assert 'data-part="int count() { return 0; }  // TODO\n"' in html
