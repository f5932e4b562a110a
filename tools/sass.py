# SPDX-License-Identifier: MIT
"""Read what the compiler made of a kernel: registers, stack frame, and the instructions to show.

A program says what it wants in NAME.sass.json beside it:

    {"capped": {"kernel": "mix_bounded<8>", "show": "STL|LDL", "from": "LDL", "most": 4}}

`kernel` is a part of the kernel's name as C++ writes it, `show` a regular expression that the
instructions match, `most` how many of them a page shows. `from`, if it is there, is what the first
of these matches: a loop is found that way. tools/measure.py writes the answer to
results/<gpu>/sass/. cuobjdump is part of the CUDA toolkit, c++filt comes with the compiler.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from results import ResultError

_INSTRUCTION = re.compile(r"^\s*/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;", re.MULTILINE)
_FUNCTION = re.compile(r"^\s*Function : (\S+)$", re.MULTILINE)
_USAGE = re.compile(r"Function (\S+):\s+REG:(\d+) STACK:(\d+) SHARED:(\d+)")
_TIMEOUT_S = 120


@dataclass(frozen=True)
class Wanted:
    """One entry of NAME.sass.json."""

    label: str
    kernel: str
    show: str
    most: int
    start: str = ""


def load_wanted(path: Path) -> list[Wanted]:
    """Return what a program wants; no file means nothing."""
    if not path.is_file():
        return []
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        wanted = [
            Wanted(label, e["kernel"], e["show"], e["most"], e.get("from", ""))
            for label, e in entries.items()
        ]
        for entry in wanted:
            re.compile(entry.show)
            re.compile(entry.start)
    except (ValueError, KeyError, TypeError, re.error) as error:
        raise ResultError(f"{path}: says not what code to show: {error!r}") from None
    return wanted


def tool(name: str) -> str | None:
    """Return the path of a tool, also where NVIDIA's packages put theirs, or None."""
    home = Path(os.environ.get("CUDA_HOME", "/usr/local/cuda"))
    return shutil.which(name) or shutil.which(name, path=home / "bin")


def _run(command: list[str], text: str | None = None) -> str:
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False
    )
    if done.returncode != 0:
        raise ResultError(f"{Path(command[0]).name} failed: {done.stderr.strip() or 'no message'}")
    return done.stdout


def functions(dump: str) -> dict[str, list[str]]:
    """Return the instructions of each function of `cuobjdump -sass`, by the linker's name."""
    parts = _FUNCTION.split(dump)[1:]
    return {
        name: _INSTRUCTION.findall(code) for name, code in zip(parts[::2], parts[1::2], strict=True)
    }


def usage(dump: str) -> dict[str, tuple[int, int, int]]:
    """Return registers, stack and shared bytes of each function of `cuobjdump -res-usage`."""
    return {name: (int(r), int(st), int(sh)) for name, r, st, sh in _USAGE.findall(dump)}


def describe(
    wanted: Wanted,
    readable: dict[str, str],
    code: dict[str, list[str]],
    used: dict[str, tuple[int, int, int]],
) -> dict[str, Any]:
    """Return what the file says of one kernel; `readable` gives C++'s name for the linker's."""
    found = [name for name, text in readable.items() if wanted.kernel in text and name in used]
    if len(found) != 1:
        raise ResultError(f"'{wanted.kernel}' names {len(found)} kernels; it must name one")
    registers, stack, shared = used[found[0]]
    lines = [line for line in code[found[0]] if re.search(wanted.show, line)]
    starts = [at for at, line in enumerate(lines) if re.search(wanted.start, line)]
    if lines and not starts:
        raise ResultError(f"no instruction to show of '{wanted.kernel}' matches '{wanted.start}'")
    first = starts[0] if starts else 0
    return {
        "kernel": readable[found[0]],
        "registers": registers,
        "stack_bytes": stack,
        "shared_bytes": shared,
        "instructions": len(code[found[0]]),
        "matching": len(lines),
        "lines": lines[first : first + wanted.most],
    }


def read(binary: Path, wanted: list[Wanted], capability: str) -> dict[str, Any] | None:
    """Return what a page may show of a program's kernels; None if a tool is missing.

    A program may hold code for several GPUs; the one with `capability`, "9.0", counts.
    """
    cuobjdump, demangle = tool("cuobjdump"), tool("c++filt")
    if cuobjdump is None or demangle is None:
        return None
    dump = [cuobjdump, "-arch", f"sm_{capability.replace('.', '')}"]
    code = functions(_run([*dump, "-sass", str(binary)]))
    used = usage(_run([*dump, "-res-usage", str(binary)]))
    names = list(code)
    readable = dict(zip(names, _run([demangle], "\n".join(names)).splitlines(), strict=True))
    return {entry.label: describe(entry, readable, code, used) for entry in wanted}
