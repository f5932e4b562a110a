# SPDX-License-Identifier: MIT
"""Tests of the case runner, and of the list of cases."""

import re
import unittest
from pathlib import Path

from run_case import compare, read_expectations

HERE = Path(__file__).parent


def finding(kind="race-shared", line=3, **facts) -> dict:
    base = {
        "kind": kind,
        "severity": "error",
        "line": line,
        "other": None,
        "message": "race on a",
        "threads": 4,
        "detail": "",
    }
    return base | facts


class Runner(unittest.TestCase):
    def test_reads_kinds_texts_and_alternatives(self):
        source = "a\nb  // expect race or assert: tile | threads=4\nc  // or here\n"
        (wanted,) = read_expectations(source)
        self.assertEqual(wanted.lines, [2, 3])
        self.assertEqual(wanted.kinds, ["race", "assert"])
        self.assertEqual(wanted.texts, ["tile", "threads=4"])

    def test_accepts_what_was_asked_for(self):
        wanted = read_expectations("\n\nx // expect race: race on a | threads=4\n")
        self.assertEqual(compare(wanted, [finding()]), [])

    def test_accepts_the_other_line_of_a_pair(self):
        wanted = read_expectations("\n\nx // expect race\n")
        self.assertEqual(compare(wanted, [finding(line=9, other={"line": 3})]), [])

    def test_reports_a_missing_finding(self):
        wanted = read_expectations("x // expect race\n")
        self.assertEqual(len(compare(wanted, [])), 1)

    def test_reports_a_finding_too_many(self):
        self.assertEqual(len(compare([], [finding()])), 1)

    def test_reports_a_missing_text(self):
        wanted = read_expectations("\n\nx // expect race: threads=40\n")
        self.assertEqual(len(compare(wanted, [finding()])), 1)
        wanted = read_expectations("\n\nx // expect race: threads=4\n")
        self.assertEqual(len(compare(wanted, [finding(threads=40)])), 1)

    def test_lets_notes_pass(self):
        self.assertEqual(compare([], [finding(severity="note")]), [])


class Cases(unittest.TestCase):
    def test_all_are_listed(self):
        listing = (HERE / "CMakeLists.txt").read_text(encoding="utf-8")
        for case in sorted(HERE.glob("*/*.cu")):
            block = re.search(rf"add_simt_cases\(\s*{case.parent.name}\s([^)]*)\)", listing)
            self.assertIsNotNone(block, case.parent.name)
            self.assertIn(case.stem, block[1].split(), case)

    def test_faulty_ones_expect_and_quiet_ones_do_not(self):
        for case in sorted(HERE.glob("*/*.cu")):
            wanted = read_expectations(case.read_text(encoding="utf-8"))
            if case.parent.name == "regression":
                continue
            self.assertEqual(case.parent.name == "quiet", not wanted, case)


if __name__ == "__main__":
    unittest.main()
