# SPDX-License-Identifier: MIT
"""Runs a program on the virtual GPU and holds what it skips to a committed list.

    simt_skips.py LIST PROGRAM -- COMMAND...

LIST has one line "PROGRAM VARIANT" for each variant that cannot run there. A skip that is not
listed is a fault, and so is a listed one that ran. The command's own exit code is ours otherwise.
"""

import re
import subprocess
import sys
from pathlib import Path

SKIPPED = re.compile(r"^SKIPPED(?: (?P<variant>[^:]+))?:")
WHOLE_PROGRAM = "everything"


def listed(text: str, program: str) -> set[str]:
    """The variants that the list names for a program."""
    entries = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {variant for name, variant in entries if name == program}


def skipped(output: str) -> set[str]:
    """The variants that a program's output says it skipped."""
    found = (SKIPPED.match(line) for line in output.splitlines())
    return {match["variant"] or WHOLE_PROGRAM for match in found if match}


def faults(program: str, expected: set[str], found: set[str]) -> list[str]:
    """One sentence for each difference."""
    sentences = [f"{program} skips {v}, which the list does not name" for v in found - expected]
    sentences += [f"{program} no longer skips {v}: take it off the list" for v in expected - found]
    return sorted(sentences)


def main() -> int:
    """Runs the command line's program; its exit code, or 1 for a fault of the list."""
    if len(sys.argv) < 5 or sys.argv[3] != "--":
        print("usage: simt_skips.py LIST PROGRAM -- COMMAND...", file=sys.stderr)
        return 2
    done = subprocess.run(sys.argv[4:], stdout=subprocess.PIPE, text=True, check=False)
    sys.stdout.write(done.stdout)
    program = sys.argv[2]
    wrong = faults(program, listed(Path(sys.argv[1]).read_text(), program), skipped(done.stdout))
    for sentence in wrong:
        print(f"FAIL {sys.argv[1]}: {sentence}")
    return 1 if wrong else done.returncode


if __name__ == "__main__":
    sys.exit(main())
