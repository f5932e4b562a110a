# SPDX-License-Identifier: MIT
import pytest
from _kernel import kernel_source, part
from _rows import ResultsError

SOURCE = """#include <vector>

constexpr int kBlock = 256;  // threads

// [snippet:copy]
/// Copies.
template <class T>
__global__ void copy(T* out) {
  if (true) {
  }
  // [snippet:inner]
  out[0] = T{};
  // [/snippet:inner]
}
// [/snippet:copy]

/// Fills.
// [snippet:fill]
__global__ void __launch_bounds__(1)
    fill(int* out) {
  *out = 1;
}
// [/snippet:fill]
__global__ void __launch_bounds__(1)
    other(int* out) {}
int main() {}
"""


def test_part_takes_comment_template_and_body_without_markers():
    assert part(SOURCE, "__global__ void copy", "a.cu") == (
        "/// Copies.\ntemplate <class T>\n__global__ void copy(T* out) {\n  if (true) {\n  }\n"
        "  out[0] = T{};\n}"
    )


def test_start_may_take_two_lines_and_a_comment_stand_before_a_marker():
    assert part(SOURCE, "__global__ void __launch_bounds__(1)\n    fill", "a.cu") == (
        "/// Fills.\n__global__ void __launch_bounds__(1)\n    fill(int* out) {\n  *out = 1;\n}"
    )


def test_constant_is_one_line():
    assert part(SOURCE, "constexpr int kBlock", "a.cu") == "constexpr int kBlock = 256;  // threads"


def test_parts_keep_their_order():
    text = kernel_source(SOURCE, ["constexpr int kBlock", "__global__ void copy"], "a.cu")
    assert text.index("kBlock") < text.index("copy")


def test_missing_part_is_an_error():
    with pytest.raises(ResultsError, match="0 lines that begin with 'void other'"):
        part(SOURCE, "void other", "a.cu")
