# SPDX-License-Identifier: MIT
"""What counts as caught, and that a share comes round."""

import unittest
from collections import Counter
from pathlib import Path

from mutations import Mutant
from run_mutants import Outcome, Task, share_of, summary, verdict

CLEAN = Outcome(0, ("integer-overflow",), False, ("digest 1",))


def ended(
    code: int = 0, findings: tuple = ("integer-overflow",), digest: str = "digest 1"
) -> Outcome:
    return Outcome(code, findings, False, (digest,))


class Verdicts(unittest.TestCase):
    def test_a_mutant_that_shows_nothing_survives(self):
        self.assertEqual(verdict(ended(), CLEAN), "survived")

    def test_another_finding_or_warning_is_a_report(self):
        self.assertEqual(verdict(ended(70, ("race-shared",)), CLEAN), "reported")
        self.assertEqual(verdict(ended(0, ("integer-overflow",) * 2), CLEAN), "reported")
        self.assertEqual(verdict(Outcome(0, (), True, ("digest 1",)), CLEAN), "reported")

    def test_another_code_or_another_content_is_wrong(self):
        self.assertEqual(verdict(ended(1), CLEAN), "wrong")
        self.assertEqual(verdict(ended(digest="digest 2"), CLEAN), "wrong")

    def test_what_does_not_compile_does_not_count(self):
        self.assertEqual(verdict(ended(65), CLEAN), "invalid")

    def test_shares_come_round(self):
        tasks = [Task(Path("a.cu"), Mutant(n, "kind", str(n), "")) for n in range(10)]
        days = [share_of(tasks, 4, day) for day in range(5)]
        self.assertEqual({task.mutant.line for share in days for task in share}, set(range(10)))
        self.assertTrue(all(len(share) == 4 for share in days))
        self.assertEqual(days[0], share_of(list(reversed(tasks)), 4, 0))

    def test_the_summary_leaves_out_equivalent_and_invalid_ones(self):
        counted = Counter(reported=6, wrong=3, equivalent=5, invalid=2, survived=1)
        self.assertIn("10.0 % of the 10 that", summary(counted, [None]))


if __name__ == "__main__":
    unittest.main()
