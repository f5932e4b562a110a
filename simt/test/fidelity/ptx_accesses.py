# SPDX-License-Identifier: MIT
"""Kinds and widths of memory accesses by source line, from nvcc's PTX made with -lineinfo.

An access of inlined code counts for the line of the program that it was inlined into, wherever the
code itself stands. Parameters and a thread's own stack are left out: where a compiler keeps them is
its own affair.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

_FILE = re.compile(r'^\s*\.file\s+(?P<number>\d+)\s+"(?P<path>[^"]+)"')
_LOCATION = re.compile(
    r"^\s*\.loc\s+(?P<file>\d+)\s+(?P<line>\d+)\s+(?P<column>\d+)"
    r"(?:.*inlined_at\s+(?P<at_file>\d+)\s+(?P<at_line>\d+)\s+(?P<at_column>\d+))?"
)
_ACCESS = re.compile(
    r"^\s*(?:@!?%p\d+\s+)?(?P<kind>ld|ldu|st|atom|red)\.(?P<modifiers>[a-z0-9_.:]+)\s"
)
_COPY = re.compile(
    r"^\s*(?:@!?%p\d+\s+)?cp\.async\.c[ag]\.shared\.global\S*\s+\[.*\],\s*\[.*\],\s*(?P<bytes>\d+)"
)
_KINDS = {"ld": "load", "ldu": "load", "st": "store", "atom": "atomic", "red": "atomic"}
_SPACES = ("global", "shared", "const", "local", "param")
_TYPE = re.compile(r"^[bsuf](?P<bits>8|16|32|64|128)(?:x(?P<packed>\d))?$")


@dataclass(frozen=True, order=True)
class Access:
    """One kind of access: in what space, what it does, bytes of a lane."""

    space: str
    kind: str
    bytes: int

    def __str__(self) -> str:
        return f"{self.space} {self.kind} {self.bytes}"


ByLine = dict[int, set[Access]]


def access_of(kind: str, modifiers: str) -> Access | None:
    """Return what an instruction does, or None for an access that is not compared."""
    parts = modifiers.replace("::", ".").split(".")
    space = next((part for part in parts if part in _SPACES), "generic")
    if space in ("param", "local"):
        return None
    width = 0
    for part in parts:
        found = _TYPE.match(part)
        if found:
            width = int(found["bits"]) // 8 * int(found["packed"] or 1)
        elif part in ("f16x2", "bf16x2"):
            width = 4
        elif part in ("f16", "bf16"):
            width = 2
    lanes = next((int(part[1:]) for part in parts if re.fullmatch(r"v[248]", part)), 1)
    name = "constant" if space == "const" else space
    return Access(name, _KINDS[kind], width * lanes)


class _Locations:
    """Follows `inlined_at` from a location to the first one within the program's own file."""

    def __init__(self, source: Path) -> None:
        self._source = source.name
        self._files: dict[str, str] = {}
        self._inlined: dict[tuple[str, str, str], tuple[str, str, str]] = {}
        self.line: int | None = None

    def add_file(self, number: str, path: str) -> None:
        self._files[number] = Path(path).name

    def move(self, found: re.Match[str]) -> None:
        here = (found["file"], found["line"], found["column"])
        if found["at_file"]:
            self._inlined[here] = (found["at_file"], found["at_line"], found["at_column"])
        seen = set()
        while self._files.get(here[0]) != self._source and here in self._inlined:
            if here in seen:
                break
            seen.add(here)
            here = self._inlined[here]
        self.line = int(here[1]) if self._files.get(here[0]) == self._source else None


def accesses_of(ptx: str, source: Path) -> ByLine:
    """Return the accesses of a program by the line of `source`."""
    locations = _Locations(source)
    # Names of files stand at the end, after the code that refers to them.
    for line in ptx.splitlines():
        found = _FILE.match(line)
        if found:
            locations.add_file(found["number"], found["path"])
    by_line: ByLine = defaultdict(set)
    for line in ptx.splitlines():
        location = _LOCATION.match(line)
        if location:
            locations.move(location)
            continue
        if locations.line is None:
            continue
        found = _ACCESS.match(line)
        copied = _COPY.match(line)
        if found:
            access = access_of(found["kind"], found["modifiers"])
            if access:
                by_line[locations.line].add(access)
        elif copied:
            width = int(copied["bytes"])
            by_line[locations.line] |= {
                Access("global", "load", width),
                Access("shared", "store", width),
            }
    return by_line
