# SPDX-License-Identifier: MIT
"""Compiles shapes.cu as the driver would, and holds the rows of each kernel to its comment.

    check_shape.py --simt-run PATH --list-rows PATH --compiler CLANG [--print]

The driver makes the object, so that the flags are its own. Exits with 0, with 1 and what differs,
or with 77 if this compiler is not installed.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().with_name("shapes.cu")
TIMEOUT_S = 120
SKIPPED = 77
EXPECTED = re.compile(
    r"^// shape(?: of (?P<versions>[\d, ]+))?: (?P<wants>.+)\n.*?__global__ void (?P<kernel>\w+)\(",
    re.MULTILINE,
)
WANT = re.compile(r"(?P<count>\d+) of (?P<pattern>.+)")
# "   12 +7     r512 = i32.load [r256]": a number, an offset, a result, and the operation.
ROW = re.compile(r"^\s*\d+ \+\d+\s+(?:\w+\*? = )?(?P<operation>.*)$")


def expectations(source: str, version: str) -> dict[str, list[tuple[int, str]]]:
    """For each kernel how often which operation must occur with this version of the compiler."""
    wanted = {}
    for found in EXPECTED.finditer(source):
        if found["versions"] and version not in found["versions"].split(", "):
            continue
        wants = [WANT.fullmatch(part.strip()) for part in found["wants"].split(", ")]
        if None in wants:
            raise SystemExit(f"FAIL {SOURCE.name}: cannot read '{found['wants']}'")
        wanted[found["kernel"]] = [(int(w["count"]), w["pattern"]) for w in wants if w]
    return wanted


def operations(rows: str) -> dict[str, list[str]]:
    """The operations of each kernel, in order."""
    kernels: dict[str, list[str]] = {}
    name = ""
    for line in rows.splitlines():
        if line.startswith("kernel "):
            name = line.split()[1]
            kernels[name] = []
        elif name and (found := ROW.match(line)):
            kernels[name].append(found["operation"])
    return kernels


def differences(
    wanted: dict[str, list[tuple[int, str]]], kernels: dict[str, list[str]]
) -> list[str]:
    """One sentence for each count that is another one."""
    problems = []
    for kernel, wants in wanted.items():
        if kernel not in kernels:
            problems.append(f"{kernel} is not in the object")
            continue
        for count, pattern in wants:
            there = sum(bool(re.match(pattern, row)) for row in kernels[kernel])
            if there != count:
                problems.append(f"{kernel}: {there} of {pattern}, not {count}")
    return problems


def rows_of(arguments: argparse.Namespace) -> str:
    """The rows of shapes.cu with this compiler."""
    with tempfile.TemporaryDirectory() as folder:
        device = Path(folder) / "device.o"
        subprocess.run(
            [
                *(arguments.simt_run, "--compiler", arguments.compiler, "--no-cache"),
                *("--pass", "count", "--device-object", str(device), str(SOURCE)),
            ],
            timeout=TIMEOUT_S,
            check=True,
        )
        return subprocess.run(
            [arguments.list_rows, str(device)],
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=True,
        ).stdout


def main() -> int:
    """Checks the compiler of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--simt-run", required=True)
    parser.add_argument("--list-rows", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--print", action="store_true", help="show the rows")
    arguments = parser.parse_args()
    if shutil.which(arguments.compiler) is None:
        print(f"SKIPPED: {arguments.compiler} is not installed")
        return SKIPPED
    rows = rows_of(arguments)
    if arguments.print:
        print(rows)
    said = subprocess.run(
        [arguments.compiler, "--version"], capture_output=True, text=True, check=True
    )
    version = re.search(r"clang version (\d+)", said.stdout)
    wanted = expectations(SOURCE.read_text(encoding="utf-8"), version[1] if version else "")
    problems = differences(wanted, operations(rows))
    for problem in problems:
        print(f"FAIL {arguments.compiler}: {problem}")
    print(f"{arguments.compiler}: {len(wanted)} kernels have their shape, {len(problems)} faults")
    return 1 if problems or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
