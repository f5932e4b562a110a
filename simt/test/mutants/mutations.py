# SPDX-License-Identifier: MIT
"""Small faults of the usual kinds, put into the device code of a correct program.

Device code is found without a parser: the bodies of functions marked __global__, __device__ or by
a macro that says so. Each mutant changes one place of one line, for the device alone: where host
and device share a function, the host keeps the right one, since its results are the reference.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

# CASE and BOTH stand for __host__ __device__ in the conformance programs.
_DEVICE = re.compile(r"\b(__global__|__device__|BOTH|CASE)\b")
_COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
_BARRIER = re.compile(r"\b(?:__syncthreads|__syncwarp|\w+\.sync)\s*\([^()]*\)\s*;")
_COMPARISON = re.compile(r"(?<=[\w)\]] )(<=?|>=?)(?= [\w(*&-])")
_ATOMIC = re.compile(r"\batomic(Add|Sub|Exch|Min|Max|And|Or|Xor|Inc|Dec|CAS)(?:_block|_system)?\(")
_INITIALISER = re.compile(r"(?<![=!<>])\s=\s(?P<value>[^=;{}]+)(?=;)")
_DECLARATION = re.compile(
    r"^\s*(?:for \()?(?:unsigned |signed )?(?:[\w:]+(?:<[^<>]*>)?)\s+\w+\s=\s"
)
_FILL = re.compile(r"(?P<place>\b\w+(?:\[[^\[\]]*\])+)\s=\s(?P<value>[^=;]+);")
_SUBSCRIPT = re.compile(r"\[(?P<index>[^\[\]]+)\]")
_TWO_SUBSCRIPTS = re.compile(r"\[(?P<first>[^\[\]]+)\]\[(?P<second>[^\[\]]+)\]")
_ARRAY = re.compile(r"__shared__|^\s*(?:const(?:expr)? )?[\w:]+ \w+(?:\[[^\[\]]+\])+\s*(?:=|;)")

WIDER = {"<": "<=", ">": ">=", "<=": "<", ">=": ">"}

# What an atomic function does, without being atomic.
PLAIN = """
template <class T, class V> __device__ T plain_Add(T* p, V v) { T o = *p; *p = o + v; return o; }
template <class T, class V> __device__ T plain_Sub(T* p, V v) { T o = *p; *p = o - v; return o; }
template <class T, class V> __device__ T plain_Exch(T* p, V v) { T o = *p; *p = v; return o; }
template <class T, class V> __device__ T plain_Min(T* p, V v) {
  T o = *p, n = v; if (n < o) *p = n; return o; }
template <class T, class V> __device__ T plain_Max(T* p, V v) {
  T o = *p, n = v; if (n > o) *p = n; return o; }
template <class T, class V> __device__ T plain_And(T* p, V v) { T o = *p; *p = o & v; return o; }
template <class T, class V> __device__ T plain_Or(T* p, V v) { T o = *p; *p = o | v; return o; }
template <class T, class V> __device__ T plain_Xor(T* p, V v) { T o = *p; *p = o ^ v; return o; }
template <class T, class V> __device__ T plain_Inc(T* p, V v) {
  T o = *p; *p = o >= v ? 0 : o + 1; return o; }
template <class T, class V> __device__ T plain_Dec(T* p, V v) {
  T o = *p; *p = o == 0 || o > v ? v : o - 1; return o; }
template <class T, class V, class W> __device__ T plain_CAS(T* p, V c, W v) {
  T o = *p; if (o == c) *p = v; return o; }
"""


@dataclass(frozen=True)
class Mutant:
    """One changed line."""

    line: int  # from 1
    kind: str
    old: str
    new: str
    number: int = 1  # among those of the file that are the same in words

    def key(self) -> str:
        """What names it in the list of equivalent ones: it survives a line that moves."""
        words = f"{self.kind}: {self.old.strip()} -> {self.new.strip()}"
        return words if self.number == 1 else f"{words} ({self.number})"


def blanked(source: str) -> str:
    """The source with comments and texts as blanks, every line and column where it was."""
    return _COMMENT_OR_TEXT.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), source)


def _body_after(text: str, start: int) -> tuple[int, int] | None:
    """The braces of the function whose marker ends at `start`; None for a declaration."""
    depth = 0
    for i in range(start, len(text)):
        if text[i] in "([":
            depth += 1
        elif text[i] in ")]":
            depth -= 1
        elif depth == 0 and text[i] in ";=":
            return None
        elif depth == 0 and text[i] == "{":
            return i, _closing(text, i)
    return None


def _closing(text: str, opening: int) -> int:
    depth = 0
    for i in range(opening, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return len(text)


def device_lines(source: str) -> list[int]:
    """Numbers of the lines, from 1, that hold device code alone."""
    text = blanked(source)
    lines: set[int] = set()
    for marker in _DEVICE.finditer(text):
        body = _body_after(text, marker.end())
        if body:
            first = text.count("\n", 0, body[0]) + 1
            last = text.count("\n", 0, body[1]) + 1
            lines.update(range(first, last + 1))
    rows = source.splitlines()
    return sorted(
        n
        for n in lines
        if not rows[n - 1].lstrip().startswith("#")
        and not rows[n - 1].endswith("\\")
        and not (n > 1 and rows[n - 2].endswith("\\"))
    )


def _without(line: str, start: int, end: int, by: str = "") -> str:
    return line[:start] + by + line[end:]


def _changes(line: str, code: str) -> Iterator[tuple[str, str]]:
    """Kind and text of each mutant of a line; `code` is the line with its comment blanked."""
    for found in _BARRIER.finditer(code):
        yield "drop barrier", _without(line, *found.span(), ";")
    for found in _COMPARISON.finditer(code):
        yield "widen comparison", _without(line, *found.span(), WIDER[found.group()])
    for found in _ATOMIC.finditer(code):
        yield "atomic made plain", _without(line, *found.span(), f"plain_{found[1]}(")
    if _DECLARATION.match(code) and not re.match(r"^\s*(?:const|auto|constexpr)\b", code):
        found = _INITIALISER.search(code)
        if found and "&" not in code[: found.start()]:
            yield "remove initialiser", _without(line, *found.span())
    else:
        for found in _FILL.finditer(code):
            yield "remove initialiser", _without(line, *found.span(), ";")
    if _ARRAY.search(code):
        return
    for found in _TWO_SUBSCRIPTS.finditer(code):
        swapped = f"[{found['second']}][{found['first']}]"
        if found["first"] != found["second"]:
            yield "swap index", _without(line, *found.span(), swapped)
    for found in _SUBSCRIPT.finditer(code):
        if not re.fullmatch(r"[&=]|this|\w+, .*", found["index"]):
            yield "shift index", _without(line, *found.span(), f"[({found['index']}) + 1]")


def mutants_of(source: str) -> list[Mutant]:
    """Every mutant of a program, in the order of its lines."""
    rows, code = source.splitlines(), blanked(source).splitlines()
    mutants = []
    seen: Counter[str] = Counter()
    for number in device_lines(source):
        line = rows[number - 1]
        for kind, new in _changes(line, code[number - 1]):
            mutant = Mutant(number, kind, line, new)
            seen[mutant.key()] += 1
            mutants.append(replace(mutant, number=seen[mutant.key()]))
    return mutants


def applied(source: str, mutant: Mutant) -> str:
    """The program with one mutant: its line changed where the code is for the device."""
    rows = source.splitlines()
    rows[mutant.line - 1 : mutant.line] = [
        "#ifdef __CUDA_ARCH__",
        mutant.new,
        "#else",
        mutant.old,
        "#endif",
    ]
    text = "\n".join(rows) + "\n"
    if mutant.kind == "atomic made plain":
        last = [m.end() for m in re.finditer(r"^#include .*\n", text, re.MULTILINE)][-1]
        text = text[:last] + PLAIN + text[last:]
    return text
