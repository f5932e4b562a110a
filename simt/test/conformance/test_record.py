# SPDX-License-Identifier: MIT
"""Reading of records, and differences of names that must not pass."""

import unittest

from record import checks_of, differences, lines_of, names_in

OUTPUT = """printed by a kernel
ok sinf: within 1 of 2 ulp
ok sinf: within 1 of 2 ulp
ok fabsf: exact
FAIL cosf: element 3 is 1, wanted 2
FAIL tickets
5 cases, 2 failed
"""


class Record(unittest.TestCase):
    def test_each_check_has_its_result(self):
        self.assertEqual(
            checks_of(OUTPUT)[1:],
            [
                ("sinf", "within 1 of 2 ulp"),
                ("fabsf", "exact"),
                ("cosf", "FAILED"),
                ("tickets", "FAILED"),
            ],
        )

    def test_a_record_names_program_check_result_and_times(self):
        lines = lines_of("math", OUTPUT)
        self.assertEqual(lines[0], "math: sinf: within 1 of 2 ulp x2")
        self.assertEqual(lines[2:], ["math: cosf: FAILED", "math: tickets: FAILED"])
        self.assertEqual(names_in("\n".join(lines), "math"), {"sinf", "fabsf"})

    def test_a_check_without_a_run_on_a_gpu_is_told(self):
        found = differences("math", "ok new: exact", "", "")
        self.assertEqual(len(found), 1)
        self.assertIn("'new' has not run on a GPU", found[0])
        self.assertEqual(differences("math", "ok new: exact", "", "math: new"), [])

    def test_a_check_that_failed_on_the_gpu_counts_as_not_run(self):
        found = differences("math", "ok new: exact", "math: new: FAILED", "")
        self.assertIn("'new' has not run on a GPU", found[0])

    def test_what_is_gone_or_recorded_must_leave_the_lists(self):
        self.assertIn("record again", differences("math", "", "math: old: exact", "")[0])
        both = differences("math", "ok new: exact", "math: new: exact", "math: new")
        self.assertIn("remove the line", both[0])
        self.assertIn("remove the line", differences("math", "", "", "math: old")[0])

    def test_programs_do_not_mix(self):
        self.assertEqual(names_in("mathematics: a: exact\nmath: b: exact", "math"), {"b"})


if __name__ == "__main__":
    unittest.main()
