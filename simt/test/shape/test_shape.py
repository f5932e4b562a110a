# SPDX-License-Identifier: MIT
"""Reading of expectations and rows, and counts that must not pass."""

import unittest

from check_shape import differences, expectations, operations

SOURCE = """// shape: 2 of import __simt_barrier, 0 of [fi]32\\.load
extern "C" __global__ void kernel(int* out) {
"""
ROWS = """kernel kernel
kernel: 640 bytes, 1 slots
    0 +7     r512* = i32.load [r256]
    1 +12    import __simt_barrier()
"""


class Shape(unittest.TestCase):
    def test_expectations_stand_before_their_kernel(self):
        wanted = {"kernel": [(2, "import __simt_barrier"), (0, r"[fi]32\.load")]}
        self.assertEqual(expectations(SOURCE, "16"), wanted)

    def test_an_expectation_may_be_for_some_compilers_alone(self):
        some = SOURCE.replace("// shape:", "// shape of 16, 22:")
        self.assertEqual(expectations(some, "22"), expectations(SOURCE, "16"))
        self.assertEqual(expectations(some, "19"), {})

    def test_every_other_count_is_a_fault(self):
        self.assertEqual(
            differences(expectations(SOURCE, "16"), operations(ROWS)),
            [
                "kernel: 1 of import __simt_barrier, not 2",
                r"kernel: 1 of [fi]32\.load, not 0",
            ],
        )
        self.assertEqual(differences({"gone": []}, operations(ROWS)), ["gone is not in the object"])


if __name__ == "__main__":
    unittest.main()
