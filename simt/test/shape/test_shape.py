# SPDX-License-Identifier: MIT
"""Reading of expectations and rows, and counts that must not pass."""

import unittest

from check_shape import MAGIC, differences, expectations, object_in, operations

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
        self.assertEqual(expectations(SOURCE), wanted)

    def test_every_other_count_is_a_fault(self):
        self.assertEqual(
            differences(expectations(SOURCE), operations(ROWS)),
            [
                "kernel: 1 of import __simt_barrier, not 2",
                r"kernel: 1 of [fi]32\.load, not 0",
            ],
        )
        self.assertEqual(differences({"gone": []}, operations(ROWS)), ["gone is not in the object"])

    def test_the_object_is_found_behind_the_magic_that_has_one(self):
        device = b"\0asm and more"
        program = b"x" + MAGIC + b"no object" + MAGIC + len(device).to_bytes(8, "little") + device
        self.assertEqual(object_in(program + b"rest"), device)


if __name__ == "__main__":
    unittest.main()
