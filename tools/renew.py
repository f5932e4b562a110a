#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Keep the results of programs that still compile to the code that was measured.

A change of a shared header makes the results of every program stale that includes it, also of those
that use nothing of what changed. This tool compiles a stale program twice with nvcc, as it was at
the commit that measured it and as it is now, for the GPU that measured it. If both objects are the
same, machine code of the GPU and of the CPU, constants and all, then so is what was measured, and
the stored hash is renewed. Otherwise the results stay stale and the program must be measured again.
No GPU is needed, but nvcc and the clone's history are: tools/renew.py --build build/dev
"""

from __future__ import annotations

import argparse
import io
import json
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import measure
import results
from results import ResultError
from source_hash import code_lines, source_hash

ROOT = measure.ROOT
SOURCES = ("chapters", "common")


class OtherCodeError(Exception):
    """The program no longer is what was measured; says why."""


def compile_command(build: Path, program: measure.Program, capability: str) -> list[str]:
    """Return the build tree's command for a program, for one GPU alone and without -c and -o.

    Nor with -lineinfo: the numbers of lines are not code.
    """
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    source = str(ROOT / program.source)
    for entry in entries:
        if entry["file"] == source:
            words = shlex.split(entry["command"])
            dropped = ("--generate-code=", "-lineinfo")
            kept = [word for word in words if not word.startswith(dropped)]
            del kept[kept.index("-c") :]
            return [*kept, f"-arch=sm_{capability.replace('.', '')}"]
    raise ResultError(f"{build}: compiles no {program.source}; configure it where nvcc is found")


def object_code(command: list[str], tree: Path, source: str) -> bytes:
    """Compile `source` of `tree` and return the object without its symbols' names.

    Among the names is that of a temporary file of nvcc's, which differs from run to run.
    """
    made = tree.parent / "program.o"
    drop_comments(tree)
    here = [word.replace(f"{ROOT}", str(tree)) for word in command]
    for step in (
        [*here, "-c", str(tree / source), "-o", str(made)],
        ["objcopy", "--strip-unneeded", str(made)],
    ):
        done = subprocess.run(step, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            said = (done.stderr.strip().splitlines() or ["it said nothing"])[0]
            raise OtherCodeError(f"{Path(step[0]).name} refused it: {said}")
    return made.read_bytes()


def drop_comments(tree: Path) -> None:
    """Leave the lines of code alone, so that __LINE__ does not tell of remarks."""
    for path in tree.rglob("*"):
        if path.suffix in (".cu", ".cuh", ".hpp"):
            path.write_text(code_lines(path.read_text(encoding="utf-8")), encoding="utf-8")


def checkout(commit: str, tree: Path) -> None:
    """Lay the sources of a commit under `tree`."""
    command = ["git", "-C", str(ROOT), "archive", commit, *SOURCES]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0:
        raise OtherCodeError(f"the history here lacks commit {commit}, which measured it")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(tree, filter="data")


def same_code(program: measure.Program, report: dict[str, Any], build: Path) -> None:
    """Raise OtherCodeError unless the program compiles to what `report` measured."""
    measured, source = report["measured"], report["source"]
    if measured["dirty"] or not measured["commit"]:
        raise OtherCodeError("it was measured with code that was never committed")
    if measured["flags"] != program.flags:
        raise OtherCodeError("its compiler flags changed")
    command = compile_command(build, program, report["device"]["compute_capability"])
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"  # one place for both, since objects name their source
        checkout(measured["commit"], tree)
        if source_hash(tree, Path(program.source), program.flags) != source["hash"]:
            raise OtherCodeError(f"commit {measured['commit']} holds other code than was measured")
        before = object_code(command, tree, program.source)
        shutil.rmtree(tree)
        for folder in SOURCES:
            shutil.copytree(ROOT / folder, tree / folder)
        if object_code(command, tree, program.source) != before:
            raise OtherCodeError("compiles to other code")


def renew(program: measure.Program, folder: Path, build: Path) -> None:
    """Write today's hashes into the results of a program that compiles to the same code."""
    path = folder / f"{program.name}.json"
    report = results.load_report(path, program.name, profile=False)
    same_code(program, report, build)
    source = report["source"]
    wanted = program.wanted()
    if wanted is not None and source.get("counters_hash"):
        if source["counters_hash"] != measure.counters_hash(source["hash"], wanted):
            raise OtherCodeError("now has other counters to be read")
        source["counters_hash"] = measure.counters_hash(program.hash(), wanted)
    source["hash"] = program.hash()
    listing = folder / "sass" / path.name
    if listing.is_file():
        shown = results.load_json(listing)
        shown["hash"] = program.hash()
        text = json.dumps(shown, ensure_ascii=False, indent=1)
        results.write_atomically(listing, text + "\n")
    results.write_atomically(path, results.report_text(report))


def renew_all(arguments: argparse.Namespace) -> int:
    """Renew what is stale and can be; return 1 if any stays stale."""
    programs = measure.load_programs(arguments.build, arguments.programs)
    stale = [
        (program, folder)
        for folder in sorted(path for path in arguments.results.glob("*") if path.is_dir())
        for program in programs
        if measure.stale_reason(program, folder) not in (None, measure.NEVER_MEASURED)
    ]

    def attempt(work: tuple[measure.Program, Path]) -> str | None:
        program, folder = work
        try:
            renew(program, folder, arguments.build)
        except OtherCodeError as reason:
            print(f"{folder.name}: {program.name}: {reason}", flush=True)
            return program.name
        print(f"{folder.name}: {program.name}: the same code, renewed", flush=True)
        return None

    with ThreadPoolExecutor(arguments.jobs) as pool:
        left = sorted({name for name in pool.map(attempt, stale) if name})
    if left:
        print(f"To measure, on that GPU: ./book measure {' '.join(left)}")
    return 1 if left else 0


def main(argv: list[str] | None = None) -> int:
    """Run the tool."""
    parser = argparse.ArgumentParser(prog="renew", description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help="chapter03.access_pattern")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "dev", metavar="FOLDER")
    parser.add_argument("--results", type=Path, default=ROOT / "results", metavar="FOLDER")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="compilers at once")
    arguments = parser.parse_args(argv)
    try:
        return renew_all(arguments)
    except ResultError as error:
        print(f"renew: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
