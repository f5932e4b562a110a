# SPDX-License-Identifier: MIT
"""Mutants: each differs from the program in one place."""

from judging.mutants import mutants_of
from judging.submission import Part


def lines_of(text):
    return {mutant.line for mutant in mutants_of(Part(text, 1, "a.cu"))}


def test_bounds_constants_and_operators_change():
    assert lines_of("if (i < n) x = a + 2;\n") == {
        "if (i <= n) x = a + 2;",
        "if (i < n) x = a - 2;",
        "if (i < n) x = a + 3;",
        "if (i < n) x = a + 1;",
    }


def test_barriers_and_atomics_vanish():
    assert lines_of("__syncthreads();\n") == {""}
    assert "*count += k;" in lines_of("atomicAdd(count, k);\n")
    assert "c[b] += k;" in lines_of("atomicAdd(&c[b], k);\n")


def test_indices_change_places():
    assert "x = t[y][i];" in lines_of("x = t[i][y];\n")


def test_comments_types_and_shared_arrays_stay():
    assert lines_of("// i < n\nconst float* p = q;\n__shared__ float t[32 + 1];\n") == set()


def test_each_mutant_changes_one_line():
    text = "a = b + c;\nd = e - f;\n"
    for mutant in mutants_of(Part(text, 1, "a.cu")):
        pairs = zip(text.split("\n"), mutant.part.text.split("\n"), strict=True)
        assert sum(old != new for old, new in pairs) == 1
