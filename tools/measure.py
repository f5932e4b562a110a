#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measure the book's programs on this machine's GPU and rewrite results/<gpu>/.

Each program runs twice: once timed, once under Nsight Compute if a NAME.counters.json stands beside
it. A file is replaced only after its program passed and its rows are sound; a program that fails
keeps the old file, the others go on, and the command ends with 1. Plain python3 and a build tree
are enough: tools/measure.py --build build/dev
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import counters
import gpu_facts
import results
import sass
from results import ResultError
from source_hash import source_hash

ROOT = Path(__file__).resolve().parent.parent
SKIPPED = 77
NEVER_MEASURED = "was never measured, so no page can quote it"
TIMEOUT_S = 900.0


class ProgramSkippedError(Exception):
    """The program says that it cannot run here, and why."""


@dataclass(frozen=True)
class Program:
    """An entry of programs.json."""

    name: str
    source: str
    flags: str
    binary: Path | None
    counters: str | None
    args: list[str]

    def hash(self) -> str:
        """Return the hash of the code as it stands."""
        return source_hash(ROOT, Path(self.source), self.flags)

    def wanted(self) -> counters.Wanted | None:
        """Return what to count, or None."""
        return counters.load_wanted(ROOT / self.counters) if self.counters else None

    def command(self, *options: str) -> list[str]:
        """Return the command line that runs the program."""
        if self.binary is None:
            raise ResultError("it was built without a CUDA toolkit: install nvcc and build again")
        if not self.binary.is_file():
            raise ResultError(f"{self.binary} does not exist: run './book build' first")
        return [str(self.binary), *self.args, *options]


@dataclass(frozen=True)
class Version:
    """The state of the code that measured."""

    commit: str | None
    dirty: bool | None


# --- what there is to measure ----------------------------------------------------


def load_programs(build: Path, names: list[str]) -> list[Program]:
    """Return the programs of a build tree, all or the named ones, in the book's order."""
    path = build / "programs.json"
    if not path.is_file():
        raise ResultError(f"{path} does not exist: run 'cmake --preset {build.name}' first")
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        programs = [
            Program(
                name=entry["program"],
                source=entry["source"],
                flags=entry["flags"],
                binary=(build / entry["binary"]).resolve() if entry["binary"] else None,
                counters=entry.get("counters"),
                args=entry.get("args", []),
            )
            for entry in entries
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise ResultError(f"{path}: is no list of programs: {error!r}") from None
    known = {program.name for program in programs}
    for name in names:
        if name not in known:
            listed = ", ".join(sorted(known))
            raise ResultError(f"there is no program '{name}'; there are {listed}")
    return [program for program in programs if not names or program.name in names]


def version(commit: str | None, dirty: str | None) -> Version:
    """Return the commit and whether code differs from it; the results themselves do not count."""
    if commit:
        return Version(commit, dirty == "1")

    def git(*command: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(ROOT), *command], capture_output=True, text=True, check=False
        )
        return done.stdout.strip() if done.returncode == 0 else ""

    try:
        head = git("rev-parse", "HEAD")
        changed = git("status", "--porcelain", "--", ".", ":(exclude)results")
    except OSError:
        head, changed = "", ""
    return Version(head, bool(changed)) if head else Version(None, None)


# --- one program -----------------------------------------------------------------


def run(command: list[str], timeout_s: float) -> None:
    """Run a program; raise ResultError with its last line if it fails."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=timeout_s, check=False
        )
    except subprocess.TimeoutExpired:
        raise ResultError(f"it ran longer than {timeout_s:.0f} s") from None
    said = (done.stdout + done.stderr).strip().splitlines() or ["it printed nothing"]
    if done.returncode == SKIPPED:
        raise ProgramSkippedError(said[-1].removeprefix("SKIPPED: "))
    if done.returncode != 0:
        faults = [line for line in said if line.startswith("FAIL")] or said[-1:]
        raise ResultError(f"it ended with {done.returncode}: {faults[0]}")


def time_program(program: Program, scratch: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Run a program and return its report and the state of the GPU under it."""
    path = scratch / f"{program.name}.json"
    with gpu_facts.LoadSampler() as load:
        run(program.command("--json", str(path)), TIMEOUT_S)
    return results.load_report(path, program.name, profile=False), load.facts()


def count_program(program: Program, wanted: counters.Wanted, scratch: Path) -> str:
    """Run a program under Nsight Compute and return the text of its counters file."""
    path = scratch / f"{program.name}.profile.json"
    launches = counters.count(
        program.command("--profile", "--json", str(path)),
        wanted,
        scratch / f"{program.name}.ncu.csv",
        TIMEOUT_S,
    )
    rows = results.load_report(path, program.name, profile=True)["rows"]
    columns, lines = counters.table(rows, launches, wanted)
    return results.csv_text(columns, lines)


def counters_hash(code: str, wanted: counters.Wanted) -> str:
    """Return a hash over what the counters depend on: the code's own hash and what is counted."""
    parts = [code, wanted.metrics, wanted.derived, *wanted.ncu_options()]
    text = json.dumps(parts, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


# --- all of them -----------------------------------------------------------------


class Session:
    """One run of this tool on one GPU."""

    def __init__(self, folder: Path, facts: dict[str, Any], code: Version) -> None:
        self.folder = folder
        self.facts = facts
        self.code = code
        self.passed: list[str] = []
        self.failed: list[str] = []
        self.skipped: dict[str, str] = {}
        self.device: dict[str, Any] = {}
        self.no_counters: str | None = None

    def measure(self, program: Program, scratch: Path) -> None:
        """Measure a program; remember a failure or a skip, keep the old files then."""
        try:
            report, load = time_program(program, scratch)
            counted = self._count(program, scratch)
            self._write(program, report, load, counted)
            self._write_sass(program)
        except ProgramSkippedError as skip:
            self.skipped[program.name] = str(skip)
            print(f"{program.name}: skipped: {skip}")
        except (ResultError, subprocess.TimeoutExpired) as error:
            self.failed.append(program.name)
            print(f"{program.name}: FAILED: {error}; the old results stay", flush=True)
        else:
            self.passed.append(program.name)
            self.device = report["device"]
            launches = f", {counted.count(chr(10)) - 1} launches counted" if counted else ""
            print(f"{program.name}: {len(report['rows'])} rows{launches}", flush=True)

    def _count(self, program: Program, scratch: Path) -> str | None:
        wanted = program.wanted()
        if wanted is None or self.no_counters:
            return None
        try:
            return count_program(program, wanted, scratch)
        except counters.CountersUnavailableError as reason:
            self.no_counters = str(reason)
            print(f"no counters: {reason}; the times are measured all the same", flush=True)
            return None

    def _write(
        self,
        program: Program,
        report: dict[str, Any],
        load: dict[str, Any],
        counted: str | None,
    ) -> None:
        device = report["device"]
        report["measured"] = {
            "gpu": device["name"],
            "slug": self.folder.name,
            "sm_count": device["sm_count"],
            **{name: self.facts[name] for name in ("memory_clock_mhz", "driver")},
            **{name: self.facts[name] for name in ("toolkit", "compiler")},
            "flags": program.flags,
            **{name: self.facts[name] for name in ("power_limit_w", "persistence_mode")},
            **load,
            "date": today(),
            "commit": self.code.commit,
            "dirty": self.code.dirty,
        }
        report["source"] = {
            "path": program.source,
            "hash": program.hash(),
            "command": f"./book measure {program.name}",
        }
        file = self.folder / f"{program.name}.counters.csv"
        wanted = program.wanted()
        if wanted is not None:
            report["source"]["counters_hash"] = None
            if counted is not None:
                results.write_atomically(file, counted)
                report["source"]["counters_hash"] = counters_hash(program.hash(), wanted)
            elif self.no_counters:
                report["source"]["no_counters"] = self.no_counters
        results.write_atomically(self.folder / f"{program.name}.json", results.report_text(report))

    def _write_sass(self, program: Program) -> None:
        wanted = sass.load_wanted(ROOT / Path(program.source).with_suffix(".sass.json"))
        capability = self.facts["compute_capability"]
        if not (wanted and program.binary and capability):
            return
        kernels = sass.read(program.binary, wanted, capability)
        if kernels is None:
            return
        shown = {
            "schema": results.SCHEMA,
            "program": program.name,
            "toolkit": self.facts["toolkit"],
            "hash": program.hash(),
            "kernels": kernels,
        }
        path = self.folder / "sass" / f"{program.name}.json"
        results.write_atomically(path, json.dumps(shown, ensure_ascii=False, indent=1) + "\n")

    def write_context(self) -> None:
        """Write what all of a GPU's files have in common; programs not run now keep their skips.

        A program that was measured before, on a machine with more GPUs, is not skipped.
        """
        path = self.folder / "context.json"
        skipped = results.load_json(path).get("skipped", {}) if path.is_file() else {}
        skipped |= self.skipped
        context = {
            "schema": results.SCHEMA,
            "slug": self.folder.name,
            **self.facts,
            "device": self.device,
            "date": today(),
            "commit": self.code.commit,
            "dirty": self.code.dirty,
            "skipped": {
                name: why
                for name, why in skipped.items()
                if not (self.folder / f"{name}.json").is_file()
            },
        }
        text = json.dumps(context, ensure_ascii=False, indent=1)
        results.write_atomically(path, text + "\n")


def today() -> str:
    """Return the date in UTC."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def measure(arguments: argparse.Namespace) -> int:
    """Measure and return the exit code."""
    facts = gpu_facts.machine()
    # The first GPU of nvidia-smi's list is also the first of CUDA's.
    os.environ.setdefault("CUDA_DEVICE_ORDER", "PCI_BUS_ID")
    programs = load_programs(arguments.build, arguments.programs)
    facts |= gpu_facts.toolchain(arguments.build) | gpu_facts.host()
    try:
        facts["ncu"] = gpu_facts.version_of_ncu(counters.find_ncu())
    except counters.CountersUnavailableError:
        facts["ncu"] = None
    folder = arguments.results / results.slug(facts["gpu"] or "unknown-gpu")
    session = Session(folder, facts, version(arguments.commit, arguments.dirty))
    if arguments.no_counters:
        session.no_counters = "not asked for"
    with tempfile.TemporaryDirectory() as scratch:
        for program in programs:
            session.measure(program, Path(scratch))
    if session.device:
        session.write_context()
    print(f"results: {folder}")
    if session.failed:
        print(f"failed: {', '.join(session.failed)}", file=sys.stderr)
    return 1 if session.failed else 0


# --- what is stale ---------------------------------------------------------------


def stale_reason(program: Program, folder: Path) -> str | None:
    """Return why a program's results in `folder` do not belong to its code, or None."""
    path = folder / f"{program.name}.json"
    if not path.is_file():
        context = folder / "context.json"
        skipped = results.load_json(context).get("skipped", {}) if context.is_file() else {}
        return None if program.name in skipped else NEVER_MEASURED
    report = results.load_report(path, program.name, profile=False)
    source = results.require(report, "source", dict, str(path))
    if results.require(source, "hash", str, f"{path}: source") != program.hash():
        return "changed after it was measured"
    wanted = program.wanted()
    if wanted is None or "no_counters" in source:
        return None
    if source.get("counters_hash") != counters_hash(program.hash(), wanted):
        return "has counters of other code, or of another choice of counters"
    if not (folder / f"{program.name}.counters.csv").is_file():
        return "has lost its counters file"
    return None


def check(arguments: argparse.Namespace) -> int:
    """Print what is stale; return 1 if anything is.

    A program that waits for its first measurement is listed and is no fault: there is no number
    that could be wrong.
    """
    programs = load_programs(arguments.build, arguments.programs)
    folders = sorted(path for path in arguments.results.glob("*") if path.is_dir())
    if not folders:
        raise ResultError(f"{arguments.results}: holds no results; on a GPU: ./book measure")
    reasons: dict[str, list[str]] = {}
    for folder in folders:
        for program in programs:
            reason = stale_reason(program, folder)
            if reason:
                print(f"{folder.name}: {program.name} {reason}")
                reasons.setdefault(program.name, []).append(reason)
    if reasons:
        print(f"To measure, on that GPU: ./book measure {' '.join(reasons)}")
    waiting = [name for name, why in reasons.items() if set(why) == {NEVER_MEASURED}]
    if len(waiting) < len(reasons):
        return 1
    fresh = len(programs) - len(waiting)
    print(f"fresh: {fresh} programs on {', '.join(folder.name for folder in folders)}")
    return 0


def parse_arguments(argv: list[str] | None) -> argparse.Namespace:
    """Return the command line's options."""
    parser = argparse.ArgumentParser(prog="measure", description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help="chapter03.access_pattern")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "dev", metavar="FOLDER")
    parser.add_argument("--results", type=Path, default=ROOT / "results", metavar="FOLDER")
    parser.add_argument("--check", action="store_true", help="say what is stale, measure nothing")
    parser.add_argument("--no-counters", action="store_true", help="measure times only")
    parser.add_argument("--commit", help="the code's commit, where git cannot tell it")
    parser.add_argument("--dirty", choices=("0", "1"), default="0", help="with --commit")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    """Run the tool."""
    arguments = parse_arguments(argv)
    try:
        return check(arguments) if arguments.check else measure(arguments)
    except ResultError as error:
        print(f"measure: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
