# SPDX-License-Identifier: MIT
"""Exercises with something missing."""

import json

import exercises
import pytest

STARTER = "exercises/chapter03_x/count.cu"
SOLUTION = "solutions/chapter03_x/count.cu"
LISTS = "exercises/chapter03_x/CMakeLists.txt"
HINTS = "exercises/chapter03_x/count.md"
JUDGE = "exercises/chapter03_x/count"
METADATA = {
    "title": "Count",
    "kind": "predict",
    "topic": "coalescing",
    "minutes": 10,
    "difficulty": 1,
    "proves": "You can count.",
}
GALLERY = {f"{JUDGE}/wrong/w{i}.cu": "// expect: wrong-answer case=one\n" for i in range(5)} | {
    f"{JUDGE}/right/r{i}.cu": "// SPDX\n" for i in range(2)
}
GOOD = {
    f"{JUDGE}/judge.json": json.dumps(METADATA),
    f"{JUDGE}/judge.cuh": "",
    f"{JUDGE}/reference.cpp": "",
    **GALLERY,
    STARTER: "#include <cstdio>\nint f() { return 0; }  // TODO: count them\n",
    SOLUTION: "int f() { return 4; }\n",
    LISTS: "add_exercise(count)\n",
    HINTS: "Task.\n\n:::{fold} Hint\nA sector is 32 bytes.\n:::\n",
}


def test_an_exercise_about_host_code_has_other_files(tree):
    kernels = {f"{JUDGE}/judge.cuh", f"{JUDGE}/reference.cpp"}
    files = {name: text for name, text in GOOD.items() if name not in kernels}
    files[f"{JUDGE}/program.cuh"] = ""
    (fault,) = exercises.faults(tree(files))
    assert "program_after.cuh: is missing" in fault
    files[f"{JUDGE}/program_after.cuh"] = ""
    assert list(exercises.faults(tree(files))) == []


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
        ({f"{JUDGE}/judge.json": "{"}, "judge.json"),
        ({f"{JUDGE}/judge.json": json.dumps(METADATA | {"kind": "x"})}, "'kind' is not one of"),
        ({f"{JUDGE}/judge.json": json.dumps(METADATA | {"minutes": "ten"})}, "'minutes'"),
        ({f"{JUDGE}/wrong/w0.cu": "// a comment\n"}, "belongs on line 1"),
        ({f"{JUDGE}/right/r0.cu": "// expect: wrong-answer\n"}, "belongs on line 1"),
        ({"exercises/chapter03_x/a.out": ""}, "a.out: does not belong here"),
        ({"solutions/chapter03_x/count.md": ""}, "count.md: does not belong here"),
    ],
)
def test_an_incomplete_exercise_is_refused(tree, change, complaint):
    assert complaint in "\n".join(exercises.faults(tree(GOOD | change)))


@pytest.mark.parametrize(
    ("lost", "complaint"),
    [
        (f"{JUDGE}/reference.cpp", "the judge needs it"),
        (f"{JUDGE}/wrong/w0.cu", "needs 5 entries, has 4"),
        (f"{JUDGE}/right/r0.cu", "needs 2 entries, has 1"),
    ],
)
def test_what_the_judge_needs_must_be_there(tree, lost, complaint):
    assert complaint in "\n".join(exercises.faults(tree({k: GOOD[k] for k in GOOD if k != lost})))
