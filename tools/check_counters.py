#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Hold the model to the hardware: counted values must equal the predicted ones.

By default on the committed counters of every GPU, so it needs none; with --fresh on a run under
Nsight Compute now. Exits 0 if all agree, 1 if not or if data is missing, 77 if --fresh cannot run.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import counters
import gpu_facts
import measure
import results
from results import ResultError


def committed(program: measure.Program, folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each counters file of a program, by the file's path."""
    name = f"{program.name}.counters.csv"
    found = {str(path): results.read_csv(path) for path in sorted(folder.glob(f"*/{name}"))}
    if not found and not any(folder.glob(f"*/{program.name}.json")):
        raise counters.CountersUnavailableError(f"{program.name} was never measured")
    if not found:
        raise ResultError(
            f"no {folder.name}/<gpu>/{name}: on a GPU, './book measure {program.name}' writes it"
        )
    return found


def fresh(program: measure.Program) -> dict[str, list[dict[str, Any]]]:
    """Return rows counted now."""
    wanted = program.wanted()
    assert wanted is not None
    if program.binary is None:
        raise counters.CountersUnavailableError("built without a CUDA toolkit")
    try:
        gpu_facts.machine()
    except ResultError as error:
        raise counters.CountersUnavailableError(str(error)) from None
    with tempfile.TemporaryDirectory() as scratch:
        text = measure.count_program(program, wanted, Path(scratch))
        path = Path(scratch) / "counters.csv"
        path.write_text(text, encoding="utf-8")
        return {"this GPU": results.read_csv(path)}


def check(arguments: argparse.Namespace) -> int:
    """Compare and print; return the exit code."""
    program = measure.load_programs(arguments.build, [arguments.program])[0]
    wanted = program.wanted()
    if wanted is None:
        raise ResultError(f"{program.name} has no counters.json beside it")
    sources = fresh(program) if arguments.fresh else committed(program, arguments.results)
    faults = 0
    for source, lines in sources.items():
        _require_columns(source, lines, wanted)
        for fault in counters.mismatches(lines, wanted):
            faults += 1
            print(f"FAIL {source}: {fault}")
        print(f"{source}: {len(lines)} launches")
    return 1 if faults else 0


def _require_columns(source: str, lines: list[dict[str, Any]], wanted: counters.Wanted) -> None:
    for name in wanted.metrics:
        if not lines[0].get(name):
            raise ResultError(f"{source}: lacks the column '{name}': measure the program again")


def main(argv: list[str] | None = None) -> int:
    """Run the check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="chapter03.access_pattern")
    parser.add_argument("--build", type=Path, default=measure.ROOT / "build" / "dev")
    parser.add_argument("--results", type=Path, default=measure.ROOT / "results")
    parser.add_argument("--fresh", action="store_true", help="count now, on this machine's GPU")
    arguments = parser.parse_args(argv)
    try:
        return check(arguments)
    except counters.CountersUnavailableError as reason:
        print(f"SKIPPED: {reason}")
        return measure.SKIPPED
    except (ResultError, subprocess.TimeoutExpired) as error:
        print(f"FAIL {error}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
