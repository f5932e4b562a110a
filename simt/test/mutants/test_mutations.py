# SPDX-License-Identifier: MIT
"""Where mutants are made, what they change, and that nothing else is."""

import unittest

from mutations import applied, device_lines, mutants_of

SOURCE = """#include <cstdio>
// a < b in a comment, __global__ too
int host(int a) { return a < 3 ? a : 3; }
__global__ void kernel(float* out, const float* in, int n);
__global__ void kernel(float* out, const float* in, int n) {
  __shared__ float tile[32][33];  // [not][swapped]
  float sum = 0.0f;
  if (n < 32) tile[threadIdx.y][threadIdx.x] = in[n];
  __syncthreads();
  atomicAdd(&out[n], sum);
}
#define MACRO(a) \\
  a < 2
int main() { return host(1) < 2; }
"""


class Mutations(unittest.TestCase):
    def test_only_device_code_is_mutated(self):
        self.assertEqual(device_lines(SOURCE), [5, 6, 7, 8, 9, 10, 11])

    def test_every_kind_is_made(self):
        found = [(m.line, m.kind, m.new.strip()) for m in mutants_of(SOURCE)]
        self.assertEqual(
            found,
            [
                (7, "remove initialiser", "float sum;"),
                (8, "widen comparison", "if (n <= 32) tile[threadIdx.y][threadIdx.x] = in[n];"),
                (8, "remove initialiser", "if (n < 32) ;"),
                (8, "swap index", "if (n < 32) tile[threadIdx.x][threadIdx.y] = in[n];"),
                (8, "shift index", "if (n < 32) tile[(threadIdx.y) + 1][threadIdx.x] = in[n];"),
                (8, "shift index", "if (n < 32) tile[threadIdx.y][(threadIdx.x) + 1] = in[n];"),
                (8, "shift index", "if (n < 32) tile[threadIdx.y][threadIdx.x] = in[(n) + 1];"),
                (9, "drop barrier", ";"),
                (10, "atomic made plain", "plain_Add(&out[n], sum);"),
                (10, "shift index", "atomicAdd(&out[(n) + 1], sum);"),
            ],
        )

    def test_the_host_keeps_the_right_line(self):
        barrier = next(m for m in mutants_of(SOURCE) if m.kind == "drop barrier")
        text = applied(SOURCE, barrier)
        self.assertIn("#ifdef __CUDA_ARCH__\n  ;\n#else\n  __syncthreads();\n#endif\n", text)

    def test_equal_lines_are_told_apart_by_number(self):
        twice = "__global__ void f() {\n  __syncthreads();\n  __syncthreads();\n}\n"
        keys = [mutant.key() for mutant in mutants_of(twice)]
        words = "drop barrier: __syncthreads(); -> ;"
        self.assertEqual(keys, [words, f"{words} (2)"])

    def test_a_plain_atomic_is_defined_after_the_includes(self):
        atomic = next(m for m in mutants_of(SOURCE) if m.kind == "atomic made plain")
        text = applied(SOURCE, atomic)
        self.assertLess(text.index("#include"), text.index("plain_Add(T* p"))
        self.assertLess(text.index("plain_Add(T* p"), text.index("int host"))


if __name__ == "__main__":
    unittest.main()
