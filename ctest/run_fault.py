#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks a program on purpose and shows that its test notices.

    run_fault.py run FAULTS NAME SOURCE WORK COMPILE...
    run_fault.py check ROOT

FAULTS is a JSON list of {"name", "find", "replace", "expect"}.  `run` writes a copy of SOURCE to
the folder WORK in which `find` is replaced, compiles it with the words COMPILE ("{source}" and
"{binary}" stand for the files), and runs it with --quick.  With "expect": "check" the program must
exit with 1 and print a line that begins with FAIL; with "expect": "racecheck" compute-sanitizer
must report hazards.  Exit code: 0 the fault was noticed, 1 it was not, 77 it cannot be tried here.

`check` needs no GPU: it says whether each fault in ROOT/ctest/faults still fits its program.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

KEYS = {"name", "find", "replace", "expect"}
EXPECTATIONS = ("check", "racecheck")
SKIPPED = 77


class FaultError(Exception):
    """A faults file that does not fit; the text is one sentence."""


def skip(reason: str) -> int:
    """Prints why the fault cannot be tried; returns the exit code that says so."""
    print(f"SKIPPED: {reason}")
    return SKIPPED


def read_faults(path: Path) -> list[dict]:
    """The entries of a faults file, each with the right keys and a name of its own."""
    try:
        faults = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise FaultError(f"{path}: no JSON list of faults ({error})") from error
    if not isinstance(faults, list) or not faults:
        raise FaultError(f"{path}: a list of at least one fault is wanted")
    names = set()
    for fault in faults:
        if not isinstance(fault, dict) or set(fault) != KEYS:
            raise FaultError(f"{path}: each fault has exactly the keys {', '.join(sorted(KEYS))}")
        if not re.fullmatch(r"[a-z0-9_]+", fault["name"]) or fault["name"] in names:
            raise FaultError(f"{path}: {fault['name']!r} is no new snake_case name")
        if fault["expect"] not in EXPECTATIONS:
            raise FaultError(f"{path}: {fault['name']}: expect is 'check' or 'racecheck'")
        names.add(fault["name"])
    return faults


def mutate(source: str, fault: dict) -> str:
    """`source` with the fault in it; FaultError if the place is not found exactly once."""
    count = source.count(fault["find"])
    if count != 1:
        raise FaultError(f"{fault['name']}: {fault['find']!r} occurs {count} times, not once")
    if fault["find"] == fault["replace"]:
        raise FaultError(f"{fault['name']}: find and replace are the same")
    return source.replace(fault["find"], fault["replace"])


def source_of(root: Path, faults: Path) -> Path:
    """The program that chapterNN.program.json is about."""
    chapter, _, program = faults.stem.partition(".")
    found = sorted(root.glob(f"chapters/{chapter}_*/{program}.cu"))
    if len(found) != 1:
        raise FaultError(f"{faults}: there is no program {faults.stem}")
    return found[0]


def check(root: Path) -> int:
    """Prints a sentence for each fault that no longer fits; returns the exit code."""
    complaints = []
    for path in sorted(root.glob("ctest/faults/*.json")):
        try:
            source = source_of(root, path).read_text()
            faults = read_faults(path)
        except FaultError as error:
            complaints.append(str(error))
            continue
        for fault in faults:
            try:
                mutate(source, fault)
            except FaultError as error:
                complaints.append(f"{path}: {error}")
    print("\n".join(complaints), end="\n" if complaints else "")
    return 1 if complaints else 0


def noticed(expect: str, binary: Path) -> bool | None:
    """Runs the broken program; True if the check, or the sanitizer, says that it is broken.

    None if the program cannot run here.
    """
    command = [str(binary), "--quick"]
    if expect == "racecheck":
        command[:0] = ["compute-sanitizer", "--tool", "racecheck", "--racecheck-report", "all"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    print(result.stdout + result.stderr)
    if result.returncode == SKIPPED:
        return None
    if expect == "racecheck":
        return re.search(r"RACECHECK SUMMARY: [1-9]\d* hazard", result.stdout) is not None
    return result.returncode == 1 and re.search(r"^FAIL ", result.stdout, re.M) is not None


def run(faults: Path, name: str, source: Path, work: Path, compiler: list[str]) -> int:
    """Tries one fault; returns the exit code."""
    fault = next((fault for fault in read_faults(faults) if fault["name"] == name), None)
    if fault is None:
        raise FaultError(f"{faults}: there is no fault {name}")
    broken = mutate(source.read_text(), fault)
    gpu = shutil.which("nvidia-smi")
    if not gpu or subprocess.run([gpu, "-L"], capture_output=True, check=False).returncode != 0:
        return skip("no usable GPU (nvidia-smi lists none)")
    if not shutil.which(compiler[0]):
        return skip(f"{compiler[0]} is not here to compile the broken program")
    if fault["expect"] == "racecheck" and not shutil.which("compute-sanitizer"):
        return skip("compute-sanitizer is not on PATH (it comes with the CUDA toolkit)")

    work.mkdir(parents=True, exist_ok=True)
    binary = work / name
    copy = work / f"{name}.cu"
    copy.write_text(broken)
    places = {"{source}": str(copy), "{binary}": str(binary)}
    command = [places.get(word, word) for word in compiler]
    if subprocess.run(command, check=False).returncode != 0:
        raise FaultError(
            f"{faults}: with {name} the program does not compile: choose another fault"
        )
    found = noticed(fault["expect"], binary)
    if found is None:
        return skip("the program cannot run here")
    if found:
        return 0
    print(f"{faults}: {name} went unnoticed by {fault['expect']}", file=sys.stderr)
    return 1


def main(arguments: list[str]) -> int:
    """Dispatches the two commands; a wrong call exits with 2."""
    try:
        if arguments[:1] == ["check"] and len(arguments) == 2:
            return check(Path(arguments[1]))
        if arguments[:1] == ["run"] and len(arguments) > 5:
            faults, name, source, work, *compiler = arguments[1:]
            return run(Path(faults), name, Path(source), Path(work), compiler)
    except FaultError as error:
        print(error, file=sys.stderr)
        return 1
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
