# SPDX-License-Identifier: MIT
"""Exercises with something missing."""

import exercises
import pytest

STARTER = "exercises/chapter03_x/count.cu"
SOLUTION = "solutions/chapter03_x/count.cu"
LISTS = "exercises/chapter03_x/CMakeLists.txt"
HINTS = "exercises/chapter03_x/count.md"
GOOD = {
    STARTER: "#include <cstdio>\nint f() { return 0; }  // TODO: count them\n",
    SOLUTION: "int f() { return 4; }\n",
    LISTS: "add_exercise(count)\n",
    HINTS: "Task.\n\n:::{fold} Hint\nA sector is 32 bytes.\n:::\n",
}


def test_a_complete_exercise_passes(tree):
    assert list(exercises.faults(tree(GOOD))) == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({STARTER: "int f();\n"}, "has no TODO"),
        ({SOLUTION: "// TODO\n"}, "a solution holds no TODO"),
        ({LISTS: "add_exercise(count_all)\n"}, "add add_exercise(count) to"),
        ({HINTS: "Task.\n"}, "write a hint"),
        ({HINTS: ":::{fold} Hint\n\n:::\n"}, "write a hint"),
        ({STARTER: '#include "common.cuh"\n// TODO\n'}, "one file has to do"),
        ({SOLUTION: '#include "common.cuh"\n'}, "one file has to do"),
        ({"exercises/chapter03_x/two.cu": "// TODO\n"}, "no solutions/chapter03_x/two.cu"),
        ({"solutions/chapter03_x/two.cu": ""}, "no exercises/chapter03_x/two.cu"),
        ({"exercises/chapter03_x/a.out": ""}, "a.out: does not belong here"),
        ({"solutions/chapter03_x/count.md": ""}, "count.md: does not belong here"),
    ],
)
def test_an_incomplete_exercise_is_refused(tree, change, complaint):
    assert complaint in "\n".join(exercises.faults(tree(GOOD | change)))
