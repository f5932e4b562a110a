# SPDX-License-Identifier: MIT
"""Small changes of a program, each of which should make it wrong: one mutant, one change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from judging.submission import Part, without_comments

# Pattern, and what takes its place. Spaces around an operator tell `a * b` from `float* a`.
_CHANGES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r" < ", (" <= ",)),
    (r" <= ", (" < ",)),
    (r" > ", (" >= ",)),
    (r" >= ", (" > ",)),
    (r" == ", (" != ",)),
    (r" != ", (" == ",)),
    (r" && ", (" || ",)),
    (r" \|\| ", (" && ",)),
    (r" \+ ", (" - ",)),
    (r" - ", (" + ",)),
    (r" \* ", (" + ",)),
    (r" / ", (" * ",)),
    (r" % ", (" / ",)),
    (r" \^ ", (" | ",)),
    (r" \+= ", (" = ",)),
    (r"(?<![\w.])\d+(?![\w.])", ("+1", "-1")),
    (r"\bthreadIdx\.x\b", ("threadIdx.y",)),
    (r"\bthreadIdx\.y\b", ("threadIdx.x",)),
    (r"\bblockIdx\.x\b", ("blockIdx.y",)),
    (r"\bblockIdx\.y\b", ("blockIdx.x",)),
    (r"\bgridDim\.x \* ", ("",)),
    (r"__syncthreads\(\);", ("",)),
    (r"__syncwarp\(\);", ("",)),
    (r"\bmax\(", ("min(",)),
    (r"\bmin\(", ("max(",)),
    (r"\bfmaxf\(", ("fminf(",)),
    (r"__shfl_down_sync", ("__shfl_up_sync",)),
    (r"__shfl_up_sync", ("__shfl_down_sync",)),
)
_ATOMIC = re.compile(r"atomicAdd\((?:&([\w\[\]]+)|(\w+)), ([^;]+?)\)(?=;)")
_INDICES = re.compile(r"\[([^\[\]]+)\]\[([^\[\]]+)\]")


@dataclass(frozen=True)
class Mutant:
    """A changed part; `line` is the line after the change, which names the mutant."""

    part: Part
    line: str


def mutants_of(part: Part) -> Iterator[Mutant]:
    """Yield every mutant of a part, each once."""
    lines = without_comments(part.text).split("\n")
    seen = set()
    for number, line in enumerate(lines):
        for changed in _changed_lines(line):
            key = (number, changed)
            if changed != line and key not in seen:
                seen.add(key)
                text = "\n".join([*lines[:number], changed, *lines[number + 1 :]])
                yield Mutant(Part(text, part.first_line, part.file_name), changed.strip())


def _changed_lines(line: str) -> Iterator[str]:
    if line.lstrip().startswith("#") or "__shared__" in line:
        return
    for pattern, replacements in _CHANGES:
        for match in re.finditer(pattern, line):
            for replacement in replacements:
                text = replacement
                if replacement in ("+1", "-1"):
                    text = str(int(match[0]) + int(replacement))
                yield line[: match.start()] + text + line[match.end() :]
    for match in _ATOMIC.finditer(line):
        target = match[1] or f"*{match[2]}"
        yield line[: match.start()] + f"{target} += {match[3]}" + line[match.end() :]
    for match in _INDICES.finditer(line):
        yield line[: match.start()] + f"[{match[2]}][{match[1]}]" + line[match.end() :]
