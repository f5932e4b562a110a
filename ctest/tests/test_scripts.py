# SPDX-License-Identifier: MIT
"""The scripts in ctest/ accept what they should and, above all, reject what they should."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent
FAULT = {"name": "swapped", "find": "out[i]", "replace": "out[j]", "expect": "check"}


def run(*command, **environment):
    """Runs a command; returns its exit code and what it printed."""
    result = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    return result.returncode, result.stdout + result.stderr


def expect(code, pattern, shell):
    return run("sh", SCRIPTS / "expect.sh", code, pattern, "sh", "-c", shell)


class SimtSkips(unittest.TestCase):
    """What a program skips on the virtual GPU, held to a list."""

    def skips(self, listed, shell):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as names:
            names.write(listed)
            names.flush()
            return run(
                sys.executable, SCRIPTS / "simt_skips.py", names.name, "chapter01.add", "--",
                "sh", "-c", shell,
            )  # fmt: skip

    def test_a_listed_skip_passes_and_so_does_none(self):
        text = "# a list\nchapter01.add cub\nchapter02.other geam\n"
        self.assertEqual(self.skips(text, "echo 'SKIPPED cub: no headers'")[0], 0)
        self.assertEqual(self.skips("chapter02.other geam\n", "echo fine")[0], 0)

    def test_a_skip_that_is_not_listed_fails(self):
        code, text = self.skips("", "echo 'SKIPPED cub: no headers'")
        self.assertEqual(code, 1)
        self.assertIn("chapter01.add skips cub, which the list does not name", text)

    def test_a_whole_program_that_skips_fails_unless_listed(self):
        self.assertIn("skips everything", self.skips("", "echo 'SKIPPED: no GPU'; exit 77")[1])
        self.assertEqual(self.skips("chapter01.add everything", "echo SKIPPED: x; exit 77")[0], 77)

    def test_a_listed_skip_that_ran_fails(self):
        code, text = self.skips("chapter01.add cub", "echo fine")
        self.assertEqual(code, 1)
        self.assertIn("no longer skips cub", text)

    def test_the_programs_own_failure_comes_through(self):
        self.assertEqual(self.skips("", "exit 70")[0], 70)


class Expect(unittest.TestCase):
    def test_the_wanted_code_and_line_pass(self):
        self.assertEqual(expect(1, "^FAIL ", "echo FAIL x; exit 1")[0], 0)

    def test_standard_error_counts(self):
        self.assertEqual(expect(2, "^no", "echo no >&2; exit 2")[0], 0)

    def test_another_code_fails(self):
        self.assertEqual(expect(1, "^FAIL ", "echo FAIL x; exit 0")[0], 1)
        self.assertEqual(expect(1, "^FAIL ", "echo FAIL x; exit 139")[0], 1)

    def test_a_missing_line_fails(self):
        self.assertEqual(expect(1, "^FAIL ", "echo nothing; exit 1")[0], 1)

    def test_a_skip_stays_a_skip(self):
        self.assertEqual(expect(1, "^FAIL ", "exit 77")[0], 77)
        self.assertEqual(expect(77, "^SKIPPED", "echo SKIPPED: x; exit 77")[0], 0)


class Skip(unittest.TestCase):
    def test_the_reason_is_said(self):
        self.assertEqual(run("sh", SCRIPTS / "skip.sh", "no nvcc"), (77, "SKIPPED: no nvcc\n"))


class Sanitize(unittest.TestCase):
    def sanitizer(self, shell):
        """A folder whose compute-sanitizer is the given shell script."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "compute-sanitizer"
        path.write_text(f"#!/bin/sh\n{shell}\n")
        path.chmod(0o755)
        return f"{folder.name}:{os.environ['PATH']}"

    def test_the_tool_runs_the_program(self):
        path = self.sanitizer('echo "$@"')
        code, text = run("sh", SCRIPTS / "sanitize.sh", "memcheck", "prog", "--quick", PATH=path)
        self.assertEqual(code, 0)
        self.assertRegex(text, "--tool memcheck .*--error-exitcode 1 prog --quick")

    def test_its_exit_code_passes_through(self):
        for code in (1, 77):
            path = self.sanitizer(f"exit {code}")
            self.assertEqual(
                run("sh", SCRIPTS / "sanitize.sh", "racecheck", "p", PATH=path)[0], code
            )

    def test_an_unknown_tool_is_refused(self):
        path = self.sanitizer("exit 0")
        self.assertEqual(run("sh", SCRIPTS / "sanitize.sh", "magic", "p", PATH=path)[0], 2)


class Faults(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "chapters/chapter01_x").mkdir(parents=True)
        (self.root / "ctest/faults").mkdir(parents=True)
        (self.root / "chapters/chapter01_x/copy.cu").write_text("out[i] = in[i];\n")

    def check(self, faults):
        (self.root / "ctest/faults/chapter01.copy.json").write_text(json.dumps(faults))
        return run(sys.executable, SCRIPTS / "run_fault.py", "check", self.root)

    def test_a_fault_that_fits_is_accepted(self):
        self.assertEqual(self.check([FAULT]), (0, ""))

    def test_a_place_that_is_gone_is_named(self):
        code, text = self.check([{**FAULT, "find": "out[k]"}])
        self.assertEqual(code, 1)
        self.assertIn("swapped: 'out[k]' occurs 0 times", text)

    def test_a_place_that_occurs_twice_is_refused(self):
        self.assertEqual(self.check([{**FAULT, "find": "[i]"}])[0], 1)

    def test_a_fault_that_changes_nothing_is_refused(self):
        self.assertEqual(self.check([{**FAULT, "replace": "out[i]"}])[0], 1)

    def test_malformed_lists_are_refused(self):
        for faults in ({}, [], [{"name": "x"}], [{**FAULT, "expect": "luck"}], [FAULT, FAULT]):
            with self.subTest(faults=faults):
                self.assertEqual(self.check(faults)[0], 1)

    def test_a_list_without_a_program_is_refused(self):
        (self.root / "ctest/faults/chapter02.none.json").write_text(json.dumps([FAULT]))
        code, text = self.check([FAULT])
        self.assertEqual(code, 1)
        self.assertIn("there is no program chapter02.none", text)


class CompilerMessages(unittest.TestCase):
    """The page of errors, held to a shell script that stands for nvcc."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.page("`old is gone`\n: Take the new one.")
        self.call("old.cu", "void old();")

    def page(self, text):
        (self.root / "docs/pages").mkdir(parents=True, exist_ok=True)
        (self.root / "docs/pages/errors.md").write_text(
            f"## What CUDA says\n\n`other`\n\n## What the compiler says\n\n{text}\n\n## More\n"
        )

    def call(self, name, text):
        (self.root / "ctest/old_calls").mkdir(parents=True, exist_ok=True)
        (self.root / "ctest/old_calls" / name).write_text(f"{text}\n")

    def check(self, compiler):
        """Exit code and output where nvcc is 12.4 and compiles as the shell line `compiler`."""
        nvcc = self.root / "nvcc"
        nvcc.write_text(f'#!/bin/sh\n[ $1 = --version ] && exec echo "release 12.4,"\n{compiler}\n')
        nvcc.chmod(0o755)
        return run(sys.executable, SCRIPTS / "compiler_messages.py", nvcc, self.root)

    def test_a_quoted_message_passes(self):
        self.assertEqual(self.check("echo error: old is gone; exit 1"), (0, ""))

    def test_a_message_that_nobody_says_fails(self):
        code, text = self.check("echo error: old was removed; exit 1")
        self.assertEqual(code, 1)
        self.assertIn("quotes 'old is gone', which nvcc says of no file", text)
        self.assertIn("quotes nothing of what nvcc says of ctest/old_calls/old.cu", text)

    def test_a_call_that_compiles_needs_no_words(self):
        self.page("")
        self.assertEqual(self.check("exit 0"), (0, ""))

    def test_an_older_compiler_leaves_out_what_it_cannot_say(self):
        self.call("old.cu", "// Since: 13.0\nvoid old();")
        self.assertEqual(self.check("echo error: something else; exit 1"), (0, ""))


class BrokenProgram(unittest.TestCase):
    """`run`, with a shell script for a compiler and, where wanted, for a GPU."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "copy.cu").write_text("out[i]\n")
        (self.root / "faults.json").write_text(json.dumps([FAULT]))
        self.script("nvidia-smi", "exit 0")

    def script(self, name, shell):
        path = self.root / name
        path.write_text(f"#!/bin/sh\n{shell}\n")
        path.chmod(0o755)
        return path

    def try_fault(self, program):
        """Exit code where the broken program is the shell script `program`."""
        # The script's copy of the source proves that the fault is in what gets compiled.
        compiler = self.script(
            "compiler",
            f"grep -q 'out\\[j\\]' $1 && printf '#!/bin/sh\\n{program}\\n' >$2 && chmod +x $2",
        )
        return run(
            *(sys.executable, SCRIPTS / "run_fault.py", "run"),
            *(self.root / "faults.json", "swapped", self.root / "copy.cu", self.root / "work"),
            *(compiler, "{source}", "{binary}"),
            PATH=f"{self.root}:{os.environ['PATH']}",
        )[0]

    def test_a_noticed_fault_passes(self):
        self.assertEqual(self.try_fault("echo FAIL copy; exit 1"), 0)

    def test_an_unnoticed_fault_fails(self):
        self.assertEqual(self.try_fault("exit 0"), 1)

    def test_a_crash_is_no_notice(self):
        self.assertEqual(self.try_fault("exit 1"), 1)
        self.assertEqual(self.try_fault("echo FAIL copy; exit 134"), 1)

    def test_a_fault_that_does_not_compile_fails(self):
        (self.root / "faults.json").write_text(json.dumps([{**FAULT, "replace": "out[k]"}]))
        self.assertEqual(self.try_fault("echo FAIL copy; exit 1"), 1)

    def test_without_a_gpu_it_is_skipped(self):
        self.script("nvidia-smi", "exit 9")
        self.assertEqual(self.try_fault("echo FAIL copy; exit 1"), 77)

    def test_where_the_program_is_skipped_so_is_its_fault(self):
        self.assertEqual(self.try_fault("echo SKIPPED: needs two GPUs; exit 77"), 77)


if __name__ == "__main__":
    unittest.main()
