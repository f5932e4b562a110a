# SPDX-License-Identifier: MIT
"""Programs and objects that mean harm, or are broken: each ends in bounded time and memory.

test_hostile.py SIMT_RUN [CLANG]
"""

import random
import resource
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).parent
FINDING = 70
REFUSED = 3  # hostile.cu: CUDA named an error
MAGICS = (b"SIMTOBJ0", b"SIMTOBJ2")
MOST_SECONDS = 120
MOST_BYTES = 6 << 30  # of address space, for program and virtual GPU together
simt_run: list[str] = []


def bounded(command: list[str]) -> subprocess.CompletedProcess:
    """Runs a command that may take no more than so much memory and time."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))

    return subprocess.run(
        command,
        cwd=HERE,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=MOST_SECONDS,
        check=False,
        preexec_fn=limit,
    )


class Misuse(unittest.TestCase):
    """What hostile.cu does wrong, by name."""

    program = ""
    folder: tempfile.TemporaryDirectory

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.program = str(Path(cls.folder.name) / "hostile")
        subprocess.run(
            [*simt_run, "--compile-only", cls.program, "hostile.cu"],
            cwd=HERE,
            timeout=MOST_SECONDS,
            check=True,
        )

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def run_case(self, name: str, *options: str) -> subprocess.CompletedProcess:
        limit = ("--limit", "instructions=2000000")
        return bounded([*simt_run, "--pass", "count", *limit, *options, "hostile.cu", "--", name])

    def test_launches_of_impossible_shapes_are_refused_as_on_an_h200(self):
        for name, error in {
            "no-threads": "cudaErrorInvalidValue",
            "no-blocks": "cudaErrorInvalidValue",
            "too-many-threads": "cudaErrorInvalidValue",
            "too-deep": "cudaErrorInvalidValue",
            "too-many-blocks": "cudaErrorInvalidValue",
            "too-much-shared": "cudaErrorInvalidValue",
            "no-kernel": "cudaErrorInvalidResourceHandle",
            "no-function": "cudaErrorInvalidDeviceFunction",
            "too-much-memory": "cudaErrorMemoryAllocation",
        }.items():
            with self.subTest(name):
                done = self.run_case(name)
                self.assertEqual(done.stdout.strip(), error, done.stderr)
                self.assertEqual(done.returncode, REFUSED)

    def test_memory_taken_in_pieces_ends_at_the_limit(self):
        done = self.run_case("memory-in-pieces", "--limit", "memory-mib=256")
        self.assertEqual(done.stdout.strip(), "cudaErrorMemoryAllocation", done.stderr)

    def test_what_does_not_end_is_ended_and_named(self):
        for name, words in {
            "endless-recursion": "endless_recursion",
            "endless-loop": "instruction budget used up",
            "endless-barriers": "instruction budget used up",
            "endless-output": "endless_output",
            "never-released": "never_released",
        }.items():
            with self.subTest(name):
                done = self.run_case(name)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn("hostile.cu:", done.stderr)
                self.assertIn(words, done.stderr)

    def test_a_full_device_heap_gives_null(self):
        done = self.run_case("endless-heap")
        self.assertEqual(done.stdout.strip(), "cudaSuccess", done.stderr)

    # --- objects that nobody made ---

    def run_changed(self, change) -> subprocess.CompletedProcess:
        """Runs the built program with its embedded image changed in place."""
        content = bytearray(Path(self.program).read_bytes())
        start = self.image_in(content)
        change(content, start)
        changed = Path(self.folder.name) / "changed"
        changed.write_bytes(content)
        changed.chmod(0o755)
        return bounded([str(changed), "endless-heap"])

    def image_in(self, content: bytearray) -> int:
        """Where the image begins: a magic, with an object not far behind it."""
        for magic in MAGICS:
            at = content.find(magic)
            while at >= 0:
                if b"\0asm" in content[at : at + 32]:
                    return at
                at = content.find(magic, at + 1)
        raise AssertionError("the program carries no image")

    def assert_refused(self, done: subprocess.CompletedProcess) -> None:
        """An exit code of the program's own, no signal, and a sentence."""
        self.assertGreater(done.returncode, 0, done.stderr)
        self.assertIn("simt", done.stdout + done.stderr)

    def test_a_foreign_image_is_refused(self):
        def foreign(content: bytearray, start: int) -> None:
            content[start : start + 4] = b"\x7fELF"

        self.assert_refused(self.run_changed(foreign))

    def test_an_image_of_impossible_length_is_refused(self):
        def long(content: bytearray, start: int) -> None:
            content[start + 8 : start + 16] = b"\xff" * 8

        self.assert_refused(self.run_changed(long))

    def test_an_object_that_is_no_wasm_is_refused(self):
        def broken(content: bytearray, start: int) -> None:
            at = content.index(b"\0asm", start)
            content[at : at + 4] = b"asm\0"

        self.assert_refused(self.run_changed(broken))

    def test_changed_objects_never_end_the_program_by_a_signal(self):
        choose = random.Random(11)
        for _ in range(40):

            def some(content: bytearray, start: int) -> None:
                at = content.index(b"\0asm", start)
                for _ in range(choose.randrange(1, 6)):
                    content[at + choose.randrange(3000)] = choose.randrange(256)

            done = self.run_changed(some)
            self.assertGreaterEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    simt_run = [str(Path(sys.argv[1]).resolve())]
    if len(sys.argv) > 2:
        simt_run += ["--compiler", sys.argv[2]]
    unittest.main(argv=sys.argv[:1])
