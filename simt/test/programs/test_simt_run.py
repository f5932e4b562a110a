# SPDX-License-Identifier: MIT
"""Tests of the driver simt-run: exit codes, messages, options, cache.

test_simt_run.py SIMT_RUN [CLANG]
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).parent
USAGE, SOURCE_AT_FAULT, FINDING = 2, 65, 70
command_prefix: list[str] = []


def simt_run(
    *arguments: str, cache: str | None = None, folder: Path = HERE
) -> subprocess.CompletedProcess:
    """Runs the driver, in this folder if none is named."""
    environment = dict(os.environ)
    if cache:
        environment["SIMT_CACHE_DIR"] = cache
    return subprocess.run(
        [*command_prefix, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def library_returning(value: int, folder: Path) -> Path:
    """Builds a library with one function in `folder`, the same file for the same value."""
    folder.mkdir()
    (folder / "value.cpp").write_text(f"int value() {{ return {value}; }}\n")
    subprocess.run(["c++", "-c", "value.cpp"], cwd=folder, check=True)
    subprocess.run(["ar", "rcD", "libvalue.a", "value.o"], cwd=folder, check=True)
    return folder / "libvalue.a"


class Driver(unittest.TestCase):
    """What a person at the command line sees."""

    def test_runs_a_program_and_reports_its_traffic(self):
        done = simt_run("saxpy.cu")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "0 wrong\n")
        self.assertIn("saxpy", done.stderr)
        self.assertIn("sectors/request", done.stderr)

    def test_passes_arguments_and_exit_code_through(self):
        self.assertEqual(simt_run("exit_code.cu", "--", "3").returncode, 3)

    def test_a_finding_fails_a_program_that_ends_with_0(self):
        done = simt_run("finding.cu")
        self.assertEqual(done.returncode, FINDING)
        self.assertIn("finding.cu:4:", done.stderr)
        self.assertIn("out-of-bounds", done.stderr)

    def test_device_code_alone_becomes_an_object(self):
        with tempfile.TemporaryDirectory() as folder:
            sizes = []
            for which in ("count", "check"):
                path = Path(folder) / f"{which}.o"
                done = simt_run("saxpy.cu", "--pass", which, "--device-object", str(path))
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(path.read_bytes()[:4], b"\0asm")
                sizes.append(path.stat().st_size)
            self.assertLess(*sizes)  # the checks are in the second

    def test_a_device_object_of_a_broken_source_is_refused(self):
        done = simt_run("does_not_compile.cu", "--device-object", "/dev/null")
        self.assertEqual(done.returncode, SOURCE_AT_FAULT)

    def test_without_observing_the_program_alone_decides(self):
        self.assertEqual(simt_run("--no-observe", "finding.cu").returncode, 0)

    def test_the_json_report_goes_to_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            done = simt_run("--report", "json", "--report-file", str(report), "finding.cu")
            self.assertEqual(done.returncode, FINDING)
            self.assertEqual(done.stderr, "")
            content = json.loads(report.read_text())
        self.assertEqual(content["passes"], ["check"])
        self.assertIn("out-of-bounds", [f["kind"] for f in content["findings"]])

    def test_the_json_report_of_both_passes_is_one_document(self):
        done = simt_run("--report", "json", "warning.cu")
        self.assertEqual(done.returncode, 0, done.stderr)
        content = json.loads(done.stderr)
        self.assertEqual(content["passes"], ["check", "count"])
        self.assertEqual(
            [(f["pass"], f["kind"]) for f in content["findings"]],
            [("check", "integer-overflow"), ("check", "leak")],
        )
        self.assertEqual(content["kernels"][0]["accesses"][0]["sectors"], 4)

    def test_several_schedules_show_what_depends_on_the_order(self):
        self.assertEqual(simt_run("--schedules", "4", "saxpy.cu").returncode, 0)
        self.assertEqual(simt_run("--pass", "count", "order.cu").returncode, 0)
        done = simt_run("--pass", "count", "--schedules", "4", "order.cu")
        self.assertEqual(done.returncode, FINDING, done.stderr)
        found = re.search(
            r"order.cu:9: error: last\[0\] depends on the order in which threads run: "
            r"(\d) with seed 0, (\d) with seed (\d) \[schedule-dependent\]",
            done.stderr,
        )
        self.assertTrue(found, done.stderr)
        # The program itself goes on with what the first order left.
        self.assertEqual(done.stdout, f"{found[1]}\n")
        again = simt_run("--pass", "count", "--seed", found[3], "order.cu")
        self.assertEqual(again.stdout, f"{found[2]}\n")

    def test_a_leak_is_told_where_its_memory_was_asked_for(self):
        done = simt_run("--pass", "check", "warning.cu")
        self.assertIn("warning.cu:13: warning: d_out (128 bytes) was never freed", done.stderr)

    def test_launch_bounds_are_enforced(self):
        done = simt_run("--report", "none", "launch_bounds.cu")
        self.assertEqual(done.stdout, "64 96\ncudaSuccess\ncudaErrorInvalidValue\n", done.stderr)
        self.assertIn("the kernel's __launch_bounds__ allows 64", done.stderr)

    def test_a_wrong_source_is_told_at_its_line(self):
        done = simt_run("does_not_compile.cu")
        self.assertEqual(done.returncode, SOURCE_AT_FAULT)
        self.assertIn("does_not_compile.cu:3:", done.stderr)
        self.assertIn("__host__ function", done.stderr)
        self.assertNotIn("include/simt", done.stderr)

    def test_a_call_without_a_model_fails_by_name(self):
        done = simt_run("unsupported_call.cu")
        self.assertEqual(done.stdout, "cudaErrorNotSupported\n")
        self.assertIn("warning: cudaIpcGetMemHandle is not supported by the virtual", done.stderr)

    def test_what_only_hopper_has_is_refused_by_name_and_the_rest_runs(self):
        done = simt_run("--pass", "count", "hopper_only.cu")
        refused = "cudaErrorNotSupported\n"
        self.assertEqual(done.stdout, 3 * refused + "cudaSuccess\n", done.stderr)
        for name in (
            "device function 'cooperative_groups::this_cluster()' is not defined",
            "device function '__barrier_sync_count' is not defined",
            "cudaLaunchAttributeClusterDimension is not supported",
        ):
            self.assertIn(name, done.stderr)

    def test_what_the_compiler_cannot_know_is_said_in_a_sentence(self):
        ptx = '__global__ void k(int* o) { asm volatile("bar.sync 1, 64;"); *o = 1; }'
        wide = '__global__ void k(long* o) { asm("mov.u64 %0, 1;" : "=l"(*o)); }'
        late = "__global__ void k(int* o) { __shared__ alignas(16) int t[4]; *o = t[0]; }"
        for source, words in {
            ptx: "does not compile: it has inline PTX, which",
            wide: "does not compile: it has inline PTX, which",
            "#include <cub/cub.cuh>": "the virtual GPU has no <cub/cub.cuh>; it comes without",
            "#include <nccl.h>": "the virtual GPU has no <nccl.h>; it comes without",
            "#include <immintrin.h>": "it includes intrinsics of this computer's processor",
            late: "clang wants alignas(...) before __shared__",
            '#include "mine.h"': "main.cu does not compile\n",
        }.items():
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "main.cu"
                path.write_text(source + "\nint main() {}\n")
                for which in ("both", "count"):
                    done = simt_run("--pass", which, str(path), cache=folder)
                    self.assertEqual(done.returncode, SOURCE_AT_FAULT, done.stderr)
                    self.assertIn(words, done.stderr)
                    self.assertEqual(done.stderr.count(words), 1)

    def test_a_refused_launch_fails_a_program_that_does_not_ask(self):
        done = simt_run("--report", "none", "refused_launch.cu")
        self.assertEqual(done.returncode, FINDING, done.stderr)
        self.assertIn("The block has 2048 threads; the device allows 1024.", done.stderr)
        self.assertEqual(
            simt_run("--report", "none", "refused_launch.cu", "--", "ask").returncode, 0
        )

    def test_the_device_sets_limits_and_architecture(self):
        for device, facts in {
            "h200": "132 multiprocessors, sm_90, 900, 232448 bytes of shared memory, CUDA 13000",
            "t4": "40 multiprocessors, sm_75, 750, 65536 bytes of shared memory, CUDA 13000",
        }.items():
            done = simt_run("--device", device, "--report", "none", "device_facts.cu")
            self.assertEqual(done.stdout.strip(), facts)

    def test_an_endless_loop_ends_at_the_limit(self):
        done = simt_run("--pass", "count", "--limit", "instructions=100000", "endless.cu")
        self.assertEqual(done.returncode, FINDING, done.stderr)
        self.assertIn("instruction budget used up", done.stderr)

    def test_memory_and_output_end_at_their_limits(self):
        done = simt_run("--limit", "memory-mib=1", "--report", "none", "large.cu")
        self.assertEqual(done.stdout, "cudaErrorMemoryAllocation\n")
        done = simt_run("--pass", "count", "--limit", "output-kib=1", "large.cu")
        self.assertEqual(done.returncode, FINDING, done.stderr)
        self.assertIn("printf wrote more than the output limit", done.stderr)

    def test_a_seed_puts_work_off_so_that_a_missing_wait_shows(self):
        in_order = simt_run("--report", "none", "missing_synchronisation.cu")
        put_off = simt_run("--report", "none", "--seed", "5", "missing_synchronisation.cu")
        self.assertEqual(in_order.stdout, "5\n5\n")
        self.assertEqual(put_off.stdout, "1\n5\n")

    def test_the_check_pass_finds_what_the_compiler_can_check(self):
        done = simt_run("--pass", "check", "overflow.cu")
        self.assertEqual(done.returncode, FINDING, done.stderr)
        self.assertIn("overflow.cu:11:", done.stderr)
        self.assertIn("index 4 in int[4] [array-bounds]", done.stderr)
        self.assertEqual(simt_run("--pass", "count", "overflow.cu").returncode, 0)

    def test_both_passes_stop_at_the_first_that_finds_an_error(self):
        done = simt_run("overflow.cu")
        self.assertEqual(done.returncode, FINDING, done.stderr)
        done = simt_run("saxpy.cu")
        self.assertEqual((done.returncode, done.stdout), (0, "0 wrong\n"))
        self.assertEqual(done.stderr.count("kernel saxpy"), 1)

    def test_wrong_command_lines_name_what_is_wrong(self):
        for arguments, words in {
            ("--frobnicate=1", "saxpy.cu"): "unknown option --frobnicate",
            ("--device", "abacus", "saxpy.cu"): "--device abacus is not one of h200",
            ("--seed", "many", "saxpy.cu"): "--seed takes a whole number, not many",
            ("saxpy.cu", "finding.cu"): "second source finding.cu",
            ("--report",): "--report needs a value",
            ("--limit", "patience=3", "saxpy.cu"): "--limit patience=3 is not one of",
            ("--limit", "seconds", "saxpy.cu"): "--limit seconds= takes a whole number",
            ("--no-observe", "--schedules", "2", "saxpy.cu"): "leave out --no-observe",
            ("nowhere.cu",): "there is no file nowhere.cu",
            (): "no source file",
        }.items():
            done = simt_run(*arguments)
            self.assertEqual(done.returncode, USAGE, arguments)
            self.assertIn(words, done.stderr)

    def test_the_cache_sees_a_changed_header(self):
        with tempfile.TemporaryDirectory() as folder:
            header, source = Path(folder) / "value.h", Path(folder) / "main.cu"
            header.write_text("constexpr int kValue = 4;\n")
            source.write_text('#include "value.h"\nint main() { return kValue; }\n')
            cache = str(Path(folder) / "cache")
            self.assertEqual(simt_run(str(source), cache=cache).returncode, 4)
            programs = list(Path(cache).glob("*/program"))
            built = programs[0].stat().st_mtime_ns
            self.assertEqual(simt_run(str(source), cache=cache).returncode, 4)
            self.assertEqual(programs[0].stat().st_mtime_ns, built)
            header.write_text("constexpr int kValue = 5;\n")
            self.assertEqual(simt_run(str(source), cache=cache).returncode, 5)

    def test_the_cache_knows_a_library_by_its_contents(self):
        with tempfile.TemporaryDirectory() as folder:
            source, cache = Path(folder) / "main.cu", str(Path(folder) / "cache")
            source.write_text("int value();\nint main() { return value(); }\n")
            runs = {"one": 4, "same": 4, "other": 5}
            for name, value in runs.items():
                library = library_returning(value, Path(folder) / name)
                done = simt_run("--link", str(library), str(source), cache=cache)
                self.assertEqual(done.returncode, value, done.stderr)
            self.assertEqual(len(list(Path(cache).glob("*/program"))), 2)

    def test_a_program_of_both_passes_serves_for_one(self):
        with tempfile.TemporaryDirectory() as cache:
            for which in ("both", "count", "check"):
                done = simt_run("--pass", which, "saxpy.cu", cache=cache)
                self.assertEqual((done.returncode, done.stdout), (0, "0 wrong\n"), done.stderr)
                self.assertEqual("sectors/request" in done.stderr, which != "check")
            self.assertEqual(len(list(Path(cache).glob("*/program"))), 1)

    def test_headers_parsed_before_give_the_same_program(self):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
            afresh = simt_run("--no-cache", "finding.cu", cache=one)
            self.assertEqual(list(Path(one).glob("*/headers.pch")), [])
            for source in ("saxpy.cu", "finding.cu"):  # the second one finds them parsed
                kept = simt_run(source, cache=other)
            self.assertEqual((kept.returncode, kept.stderr), (FINDING, afresh.stderr))
            self.assertEqual(len(list(Path(other).glob("*/headers.pch"))), 3)

    def test_another_folder_shares_the_headers_and_not_the_program(self):
        with tempfile.TemporaryDirectory() as root:
            for value in (3, 4):
                folder = Path(root) / str(value)
                folder.mkdir()
                (folder / "main.cu").write_text(f"int main() {{ return {value}; }}\n")
                done = simt_run("main.cu", cache=f"{root}/cache", folder=folder)
                self.assertEqual(done.returncode, value, done.stderr)
            self.assertEqual(len(list(Path(root).glob("cache/*/headers.pch"))), 3)
            self.assertEqual(len(list(Path(root).glob("cache/*/program"))), 2)

    def test_a_header_that_the_source_names_first_is_parsed_before(self):
        kernel = """// A comment may stand before.
#include <cstddef>

#include "shared/kernel.cuh"
int main() { launch<<<1, 32>>>(nullptr); return 0; }
"""
        header = """#pragma once
__global__ void __launch_bounds__(LIMIT) launch(int* out) { if (threadIdx.x > 99) *out = 1; }
"""
        with tempfile.TemporaryDirectory() as root:
            folder, cache = Path(root) / "own", f"{root}/cache"
            (folder / "shared").mkdir(parents=True)
            (folder / "main.cu").write_text(kernel)
            for limit, status in ((32, 0), (16, FINDING), (32, 0)):
                text = header.replace("LIMIT", str(limit))
                (folder / "shared/kernel.cuh").write_text(text)
                done = simt_run("-I.", "main.cu", cache=cache, folder=folder)
                self.assertEqual(done.returncode, status, done.stderr)
            self.assertEqual(len(list(Path(root).glob("cache/*/headers.pch"))), 3)

    def test_other_headers_of_its_own_are_not_parsed_before(self):
        with tempfile.TemporaryDirectory() as root:
            folder, cache = Path(root) / "own", f"{root}/cache"
            (folder / "sources").mkdir(parents=True)
            (folder / "value.cuh").write_text("#ifndef VALUE\n#define VALUE 3\n#endif\n")
            (folder / "unguarded.cuh").write_text("constexpr int VALUE = 7;\n")
            (folder / "sources/other.cuh").write_text("#define VALUE 5\n")
            (folder / "other.cuh").write_text("#define VALUE 6\n")
            main = "int main() { return VALUE; }\n"
            for begin, value in (
                ('#include "value.cuh"\n', 3),
                ('#define VALUE 4\n#include "value.cuh"\n', 4),
                ('#include "other.cuh"\n', 5),
                ('#include "unguarded.cuh"\n', 7),
            ):
                (folder / "sources/main.cu").write_text(begin + main)
                done = simt_run("-I.", "sources/main.cu", cache=cache, folder=folder)
                self.assertEqual(done.returncode, value, done.stderr)

    def test_a_warning_in_a_header_of_its_own_is_shown_each_time(self):
        with tempfile.TemporaryDirectory() as root:
            folder, cache = Path(root) / "own", f"{root}/cache"
            folder.mkdir()
            (folder / "warned.cuh").write_text(
                "#pragma once\ninline int value() { int v; return v; }\n"
            )
            for name in ("one.cu", "two.cu"):
                (folder / name).write_text('#include "warned.cuh"\nint main() { return 0; }\n')
                where = Path(root) / "elsewhere" / name
                where.parent.mkdir(exist_ok=True)
                (folder / name).rename(where)
                done = simt_run("-I.", str(where), cache=cache, folder=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("warned.cuh:2:", done.stderr)

    def test_headers_parsed_before_know_the_macros_of_the_command_line(self):
        source = "int main() { return BLOCK; }\n"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "main.cu"
            path.write_text(source)
            for block in (3, 4):
                done = simt_run(f"-DBLOCK={block}", str(path), cache=folder)
                self.assertEqual(done.returncode, block, done.stderr)

    def test_two_passes_say_a_message_once(self):
        done = simt_run("does_not_compile.cu")
        errors = [line for line in done.stderr.splitlines() if ": error:" in line]
        self.assertEqual(len(errors), len(set(errors)), done.stderr)
        self.assertNotEqual(errors, [])


if __name__ == "__main__":
    command_prefix = [str(Path(sys.argv[1]).resolve())]
    if len(sys.argv) > 2:
        command_prefix += ["--compiler", sys.argv[2]]
    unittest.main(argv=sys.argv[:1])
