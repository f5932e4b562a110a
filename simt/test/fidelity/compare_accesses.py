# SPDX-License-Identifier: MIT
"""Compares the accesses that nvcc makes of each source line with those of the virtual GPU.

    compare_accesses.py --nvcc NVCC --simt-run PATH --link LIBRARY --root ROOT SOURCE.cu [ARG...]

nvcc compiles to PTX; the program runs on the virtual GPU with --quick. For each line that both know
the sets of (space, load or store, bytes) are compared. What differs must stand, with its reason, in
differences.json beside this file, and what stands there must differ: an entry is found by the text
of the line, so that it survives a moved line and not a changed one. A sentence in place of a list
skips the program. Exits 0, 77 if skipped, or 1 with the entries to add or to remove.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from ptx_accesses import Access, ByLine, accesses_of

SKIPPED = 77
TIMEOUT_S = 600
NO_LINE = "(no line)"  # of an access that the compiler has moved or made up
KNOWN = Path(__file__).with_name("differences.json")


@dataclass(frozen=True)
class Difference:
    """A line of which the two make different accesses."""

    line: int
    code: str
    nvcc: tuple[str, ...]
    simt: tuple[str, ...]

    def entry(self) -> dict[str, object]:
        """As it stands in the committed list, reason apart."""
        return {"code": self.code, "nvcc": list(self.nvcc), "simt": list(self.simt)}


def observed(report: dict, source: Path) -> ByLine:
    """The accesses of a report of the virtual GPU by line of the source."""
    by_line: ByLine = defaultdict(set)
    for kernel in report["kernels"]:
        for access in kernel["accesses"]:
            if Path(access["file"]).name != source.name or access["space"] == "local":
                continue
            by_line[access["line"]].add(Access(access["space"], access["access"], access["bytes"]))
    return by_line


def without_generic(ptx: set[Access], simt: set[Access]) -> set[Access]:
    """PTX's accesses, with each one of unknown space placed where the virtual GPU saw it."""
    placed = set()
    for access in ptx:
        there = {
            other for other in simt if (other.kind, other.bytes) == (access.kind, access.bytes)
        }
        placed |= there if access.space == "generic" and there else {access}
    return placed


def differences(ptx: ByLine, simt: ByLine, lines: list[str]) -> list[Difference]:
    """The lines that the two see differently, in order."""
    found = []
    for number in sorted(set(ptx) | set(simt)):
        nvcc_set = without_generic(ptx.get(number, set()), simt.get(number, set()))
        simt_set = simt.get(number, set())
        if nvcc_set != simt_set:
            found.append(
                Difference(
                    number,
                    lines[number - 1].strip() if number else NO_LINE,
                    tuple(sorted(map(str, nvcc_set))),
                    tuple(sorted(map(str, simt_set))),
                )
            )
    return found


def as_json(entry: dict) -> str:
    """An entry as the committed list has it."""
    return json.dumps(entry, ensure_ascii=False)


def unexplained(found: list[Difference], known: list[dict]) -> list[str]:
    """One sentence for each difference that is not listed, and for each entry that is none."""
    entries = [difference.entry() for difference in found]
    listed = [{key: item[key] for key in ("code", "nvcc", "simt")} for item in known]
    problems = [
        f"line {difference.line} is not listed: {as_json(difference.entry())}"
        for difference in found
        if difference.entry() not in listed
    ]
    problems += [f"no longer differs: {as_json(item)}" for item in listed if item not in entries]
    problems += [f"no reason given: {item['code']}" for item in known if not item.get("because")]
    return problems


def ptx_of(nvcc: str, source: Path, root: Path, scratch: Path) -> str:
    """The program's PTX, with the flags of every program."""
    file = scratch / "program.ptx"
    command = [nvcc, "-ptx", "-O3", "-std=c++17", "-lineinfo", "-arch=sm_90", f"-I{root}"]
    done = subprocess.run(
        [*command, "-o", str(file), str(source)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(f"FAIL nvcc: {done.stderr.strip()[-2000:]}")
    return file.read_text(encoding="utf-8")


def report_of(arguments: argparse.Namespace, scratch: Path) -> dict:
    """The virtual GPU's report of a quick run; what the program's own test built serves here."""
    file = scratch / "report.json"
    command = [
        *(str(arguments.simt_run), "--pass", "count", "--report", "json"),
        *("--report-file", str(file), f"-I{arguments.root}"),
        *(part for library in arguments.link for part in ("--link", library)),
        *(str(arguments.source), "--", "--quick", *arguments.arguments),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    if done.returncode != 0:
        raise SystemExit(f"FAIL simt-run ended with {done.returncode}: {done.stderr[-2000:]}")
    return json.loads(file.read_text(encoding="utf-8"))


def main() -> int:
    """Compares the program of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--simt-run", type=Path, required=True)
    parser.add_argument("--link", action="append", default=[])
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("source", type=Path)
    parser.add_argument("arguments", nargs="*")
    arguments = parser.parse_args()
    source = arguments.source.resolve()
    name = source.relative_to(arguments.root.resolve()).as_posix()
    known = json.loads(KNOWN.read_text(encoding="utf-8")).get(name, [])
    if isinstance(known, str):
        print(f"SKIPPED: {known}")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        ptx = accesses_of(ptx_of(arguments.nvcc, source, arguments.root, Path(folder)), source)
        simt = observed(report_of(arguments, Path(folder)), source)
    lines = source.read_text(encoding="utf-8").splitlines()
    problems = unexplained(differences(ptx, simt, lines), known)
    for problem in problems:
        print(f"FAIL {name}: {problem}")
    both = [number for number in simt if number in ptx]
    print(f"{name}: {len(both)} lines compared, {len(known)} listed differences")
    if not both:
        print(f"FAIL {name}: no line was compared")
    return 1 if problems or not both else 0


if __name__ == "__main__":
    sys.exit(main())
