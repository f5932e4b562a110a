#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What whole programs cost on the virtual GPU: time to a first result, peak memory, the book.

programs.py SIMT_RUN [--runs N] [--chapters LIBRARY]

Prints medians of wall and processor seconds of a small kernel, compilation included, with all
stores empty, with the headers parsed, and with the program built; then the peak memory of a
program that uses all it allocates; and, given the library that chapter programs are linked with,
the whole book with --quick. A time counts for an idle computer only; processor time is steadier.
"""

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
BOOK = HERE.parent.parent
MEMORY_MIB = 256


def run(command: list[str], cache: Path) -> tuple[float, float]:
    """Wall and processor seconds of a command that must succeed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    done = subprocess.run(
        command,
        env={**os.environ, "SIMT_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )
    wall = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr}")
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, processor


def print_times(what: str, times: list[tuple[float, float]]) -> None:
    """One line: medians."""
    wall, processor = (statistics.median(column) for column in zip(*times, strict=True))
    print(f"{what:<44} {wall:7.2f} s   {processor:7.2f} s processor")


def forget_programs(cache: Path) -> None:
    """Keeps only the parsed headers."""
    for program in cache.glob("*/program"):
        shutil.rmtree(program.parent)


def time_small(simt_run: str, runs: int) -> None:
    """A small kernel from the command to its result, with more and more known before."""
    command = [simt_run, str(HERE / "small.cu")]
    empty, parsed, built = [], [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            cache = Path(folder)
            empty.append(run(command, cache))
            forget_programs(cache)
            parsed.append(run(command, cache))
            built.append(run(command, cache))
    print_times("small kernel, nothing kept", empty)
    print_times("small kernel, headers parsed before", parsed)
    print_times("small kernel, built before", built)


def measure_memory(simt_run: str) -> None:
    """Peak memory of the largest process, with all observers on."""
    with tempfile.TemporaryDirectory() as cache:
        run([simt_run, str(HERE / "memory.cu"), "--", str(MEMORY_MIB)], Path(cache))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    factor = peak / MEMORY_MIB
    print(f"peak memory with {MEMORY_MIB} MiB allocated {peak:14.0f} MiB   {factor:.2f} of it")


def time_book(simt_run: str, library: str) -> None:
    """Every chapter program, both passes, one after another, nothing kept before."""
    with tempfile.TemporaryDirectory() as cache:
        total = [0.0, 0.0]
        for source in sorted(BOOK.glob("chapters/*/*.cu")):
            options = [f"-I{BOOK}", "--link", library, "--report", "none"]
            times = run([simt_run, *options, str(source), "--", "--quick"], Path(cache))
            print_times(f"  {source.stem}", [times])
            total = [sum(pair) for pair in zip(total, times, strict=True)]
        print_times("whole book with --quick, one at a time", [tuple(total)])


def main() -> None:
    """Reads the command line and measures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("simt_run")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--chapters", metavar="LIBRARY")
    arguments = parser.parse_args()
    measure_memory(arguments.simt_run)  # first: the peak is that of all children so far
    time_small(arguments.simt_run, arguments.runs)
    if arguments.chapters:
        time_book(arguments.simt_run, arguments.chapters)


if __name__ == "__main__":
    main()
