# SPDX-License-Identifier: MIT
"""What the comparison reads out of PTX, and what it must not let pass."""

import unittest
from pathlib import Path

from compare_accesses import differences, observed, unexplained
from ptx_accesses import Access, access_of, accesses_of

SOURCE = Path("copy.cu")
PTX = """
	.loc	1 5 3
	ld.param.u64 	%rd1, [_Z4copyPfPKf_param_0];
	ld.global.nc.v4.f32 	{%f1, %f2, %f3, %f4}, [%rd9];
	.loc	2 70 3, function_name $L__info_string0, inlined_at 1 6 3
	@%p1 st.shared.u8 	[%rd14], %rs1;
	.loc	2 71 3
	st.global.f64 	[%rd14], %fd1;
	.loc	1 7 1
	atom.global.add.u32 	%r1, [%rd4], 1;
	red.relaxed.gpu.shared::cta.add.f16x2 [%rd4], %r1;
	ld.f32 	%f9, [%rd8];
	st.local.u32 [%rd3], %r4;
	.loc	1 8 1
	cp.async.ca.shared.global [%r1], [%rd2], 16;
	.file	1 "/somewhere/copy.cu"
	.file	2 "/somewhere/header.h"
"""
G4 = Access("global", "load", 4)


class Ptx(unittest.TestCase):
    def test_kinds_spaces_and_widths_by_line(self):
        self.assertEqual(
            accesses_of(PTX, SOURCE),
            {
                5: {Access("global", "load", 16)},
                6: {Access("shared", "store", 1)},
                7: {
                    Access("global", "atomic", 4),
                    Access("shared", "atomic", 4),
                    Access("generic", "load", 4),
                },
                8: {Access("global", "load", 16), Access("shared", "store", 16)},
            },
        )

    def test_stack_and_parameters_are_left_out(self):
        self.assertIsNone(access_of("ld", "param.u64"))
        self.assertIsNone(access_of("st", "local.v2.u32"))
        self.assertEqual(access_of("ld", "const.f32"), Access("constant", "load", 4))


class Comparison(unittest.TestCase):
    def test_a_narrower_access_differs(self):
        found = differences({1: {Access("global", "load", 16)}}, {1: {G4}}, ["out = in;"])
        self.assertEqual(found[0].nvcc, ("global load 16",))
        self.assertEqual(found[0].simt, ("global load 4",))
        self.assertIn("line 1 is not listed", unexplained(found, [])[0])

    def test_an_access_that_one_of_them_lacks_differs(self):
        self.assertEqual(len(differences({1: {G4}}, {}, ["a"])), 1)
        self.assertEqual(len(differences({}, {1: {G4}}, ["a"])), 1)

    def test_an_access_without_a_line_shows_no_code(self):
        self.assertEqual(differences({0: {G4}}, {}, ["a", "}"])[0].code, "(no line)")

    def test_a_generic_access_is_where_it_was_seen(self):
        generic = {1: {Access("generic", "load", 4)}}
        self.assertEqual(differences(generic, {1: {G4}}, ["a"]), [])
        self.assertEqual(len(differences(generic, {1: {Access("global", "load", 8)}}, ["a"])), 1)

    def test_what_is_listed_must_differ_and_have_a_reason(self):
        item = {"code": "a", "nvcc": [], "simt": ["global load 4"]}
        found = differences({}, {1: {G4}}, ["a"])
        self.assertEqual(unexplained(found, [{**item, "because": "of this"}]), [])
        self.assertEqual(unexplained(found, [item]), ["no reason given: a"])
        self.assertIn("no longer differs", unexplained([], [{**item, "because": "of this"}])[0])

    def test_reports_are_read_for_the_source_alone(self):
        def access(file: str, space: str) -> dict:
            return {"file": file, "line": 3, "space": space, "access": "load", "bytes": 4}

        accesses = [access("a/copy.cu", "global"), access("h.h", "global")]
        accesses.append(access("a/copy.cu", "local"))
        self.assertEqual(observed({"kernels": [{"accesses": accesses}]}, SOURCE), {3: {G4}})


if __name__ == "__main__":
    unittest.main()
