# SPDX-License-Identifier: MIT
"""Types of another width in a page."""

import json

import pytest
import widths

CMAKE = "add_chapter_program(copy WEB)\nadd_chapter_program(other)\n"
SOURCE = """struct Job {
  const float* in;
  std::size_t n() const { return 3; }
};
struct Size {
  int rows;
  long long cells = 0;
  std::size_t count() const { return static_cast<std::size_t>(rows); }
};
__device__ unsigned long long total;
__global__ void copy(float* out, const float* in, std::size_t n, Size size) {
  __shared__ float tile[32];  // a long comment about size_t*
}
"""


def found(tree, source: str, exceptions: dict[str, list[str]] | None = None) -> str:
    root = tree(
        {
            "chapters/chapter03_x/CMakeLists.txt": CMAKE,
            "chapters/chapter03_x/copy.cu": source,
            "chapters/chapter03_x/other.cu": "__device__ long here;",
            "docs/web/narrow.json": json.dumps(exceptions or {}),
        }
    )
    return "\n".join(widths.faults(root))


def test_scalars_and_host_structs_pass(tree):
    assert found(tree, SOURCE) == ""


@pytest.mark.parametrize(
    ("more", "name"),
    [
        ("__device__ long counter;", "counter"),
        ("__constant__ unsigned long table[8];", "table"),
        ("__global__ void k() {\n  __shared__ std::size_t sizes[32];\n}", "sizes"),
        ("__device__ float* place = nullptr;", "place"),
        ("__global__ void k(std::size_t* sizes) {}", "sizes"),
        ("__global__ void k(float** rows, int n) {}", "rows"),
        ("__global__ void k(Job job) {}", "Job"),
        ("DeviceBuffer<Job> jobs;", "Job"),
        ("node = reinterpret_cast<const Node*>(node->next);", "next"),
        ("struct Add {\n  long by;\n  __device__ int operator()(int a) { return a; }\n};", "Add"),
    ],
)
def test_what_is_narrower_is_refused_and_may_be_listed(tree, more, name):
    assert f"'{name}' is narrower in a page" in found(tree, SOURCE + more)
    assert found(tree, SOURCE + more, {"chapter03.copy": [name]}) == ""


def test_an_exception_without_its_case_is_refused(tree):
    assert "chapter03.copy has no 'old'" in found(tree, SOURCE, {"chapter03.copy": ["old"]})
    assert "chapter03.gone is no program" in found(tree, SOURCE, {"chapter03.gone": ["a"]})
