# SPDX-License-Identifier: MIT
"""Records of conformance programs that ran on a real GPU.

    record.py make FILE PROGRAM...          runs the programs built for this GPU, writes FILE
    record.py check NAME FILE -- COMMAND... runs one on the virtual GPU, compares its checks' names

A record has one line a check, "program: check: exact" or "program: check: within 1 of 2 ulp", with
the number of times if the check ran more than once. A check that FILE lacks stands in the list
pending.txt beside it, or the comparison fails: no new check goes unseen without a run on a GPU.
"""

from __future__ import annotations

import datetime
import hashlib
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

CHECK = re.compile(r"^(?:ok|FAIL) (?P<name>.*?)(?:: (?P<result>exact|within .* ulp|element .*))?$")
PENDING = "pending.txt"
TIMEOUT_S = 600


def checks_of(output: str) -> list[tuple[str, str]]:
    """The checks of a program's output, each with its result."""
    checks = []
    for line in output.splitlines():
        found = CHECK.match(line)
        if found:
            failed = line.startswith("FAIL")
            checks.append((found["name"], "FAILED" if failed else found["result"] or "exact"))
    return checks


def lines_of(program: str, output: str) -> list[str]:
    """The lines of a record for one program."""
    counted = Counter(checks_of(output))
    return [
        f"{program}: {name}: {result}" + (f" x{times}" if times > 1 else "")
        for (name, result), times in counted.items()
    ]


def names_in(text: str, program: str) -> set[str]:
    """The names of a program's checks in a record or in the list of pending ones."""
    names = set()
    for line in text.splitlines():
        # One that failed there is as good as one that never ran.
        if line.startswith(f"{program}: ") and not line.endswith(": FAILED"):
            names.add(re.sub(r": (exact|within .* ulp)( x\d+)?$", "", line[len(program) + 2 :]))
    return names


def differences(program: str, output: str, record: str, pending: str) -> list[str]:
    """What keeps a program's checks from being those of the record, one sentence each."""
    ran = {name for name, _ in checks_of(output)}
    recorded = names_in(record, program)
    listed = names_in(pending, program)
    problems = [
        f"'{name}' has not run on a GPU: record it, or list '{program}: {name}' in {PENDING}"
        for name in sorted(ran - recorded - listed)
    ]
    problems += [
        f"'{name}' is in the record, but the program has no such check: record again"
        for name in sorted(recorded - ran)
    ]
    problems += [
        f"'{name}' is listed in {PENDING}, but it is recorded or gone: remove the line"
        for name in sorted(listed & recorded | listed - ran)
    ]
    return problems


def first_line(*command: str) -> str:
    """The first line that a command prints."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.strip().splitlines()[0]


def hash_of_sources(programs: list[str]) -> str:
    """One hash over the programs and their frame, which tells the commit if git cannot."""
    folder = Path(__file__).resolve().parent
    digest = hashlib.sha256()
    for path in sorted([*(folder / f"{name}.cu" for name in programs), *folder.glob("*.cuh")]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def commit() -> str:
    """The commit of the sources, from git, or from COMMIT where a copy of the tree runs."""
    git = subprocess.run(
        ["git", "-C", str(Path(__file__).resolve().parent), "rev-parse", "HEAD"],
        capture_output=True,
        text=True,
        check=False,
    )
    return git.stdout.strip() or os.environ.get("COMMIT", "unknown")


def conditions(programs: list[str]) -> list[str]:
    """The head of a record: where, with what and from which sources it was made."""
    release = subprocess.run(
        ["nvcc", "--version"], capture_output=True, text=True, timeout=60, check=True
    ).stdout
    toolkit = re.search(r"V([\d.]+)", release)
    gpu, driver = first_line(
        "nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"
    ).split(", ")
    return [
        f"# gpu: {gpu}",
        f"# driver: {driver}",
        f"# toolkit: {toolkit[1] if toolkit else 'unknown'}",
        f"# commit: {commit()}",
        f"# sources: {hash_of_sources(programs)}",
        f"# date: {datetime.datetime.now(datetime.UTC).date()}",
    ]


def make(file: Path, programs: list[Path]) -> int:
    """Runs the programs on this machine's GPU and writes the record; 1 if one failed."""
    names = {
        path: path.name.removeprefix("simt.conformance.").removesuffix(".gpu") for path in programs
    }
    lines, failed = conditions(sorted(names.values())), []
    for path, program in sorted(names.items()):
        done = subprocess.run(
            [str(path)], capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
        lines += lines_of(program, done.stdout)
        if done.returncode != 0:
            failed.append(program)
            print(f"{program} ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr}")
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} lines in {file}; failed: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


def check(program: str, file: Path, command: list[str]) -> int:
    """Runs the program and compares the names of its checks with the record; its exit code."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, timeout=TIMEOUT_S, check=False
    )
    print(done.stdout, end="")
    if done.returncode != 0:
        return done.returncode
    pending_file = file.parent / PENDING
    pending = pending_file.read_text(encoding="utf-8")
    problems = differences(program, done.stdout, file.read_text(encoding="utf-8"), pending)
    for problem in problems:
        print(f"FAIL {problem}")
    if problems:
        return 1
    waiting = len(names_in(pending, program))
    print(f"{program}: its checks are those of the record, but for {waiting} that wait for a GPU")
    return 0


def main(arguments: list[str]) -> int:
    """Does what the command line says."""
    if len(arguments) >= 3 and arguments[0] == "make":
        return make(Path(arguments[1]), [Path(name) for name in arguments[2:]])
    if len(arguments) >= 5 and arguments[0] == "check" and arguments[3] == "--":
        return check(arguments[1], Path(arguments[2]), arguments[4:])
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
