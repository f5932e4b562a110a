#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Keep types that are narrower in a page out of what kernels keep and take there.

Programs marked WEB are compiled for 32-bit pointers as well. There `long`, `size_t` and pointers
take 4 bytes, on a GPU 8: in device variables, in arrays and in structs that kernels take they would
move other traffic. docs/web/narrow.json lists the exceptions, and {run} tells them to the reader.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from tree import at, files, main

EXCEPTIONS = "docs/web/narrow.json"
_WEB = re.compile(r"add_chapter_program\((\w+) WEB\b")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_NARROW = r"(?:\blong(?!\s+(?:long|double)\b)(?<!\blong\slong)|\b(?:size_t|ptrdiff_t|u?intptr_t)\b)"
_KERNEL = re.compile(r"__global__[^(;{]*\(([^)]*)\)")
_VARIABLE = re.compile(
    r"__(?:device|constant|shared|managed)__\s+([^(){};=]*?)(\w+)\s*(?:\[[^;]*\])?\s*(?:=[^;]*|\{[^;]*)?;"
)
_STRUCT = re.compile(r"\bstruct\s+(?:alignas\([^)]*\)\s*)?(\w+)[^{;]*\{(.*?)\n\};", re.DOTALL)


# A pointer that memory holds as an integer: a page reads the lower half of it.
_FROM_MEMORY = re.compile(r"reinterpret_cast<[^<>]*\*>\(([^&()]|\([^()]*\))*(?:->|\.)(\w+)\)")


def narrow_names(source: str) -> Iterator[str]:
    """Yield the name of each struct, variable or parameter that is narrower in a page."""
    text = _COMMENT.sub(" ", source)
    text = re.sub(r"\blong\s+long\b", "int64", text)
    parameters = [part for match in _KERNEL.finditer(text) for part in match[1].split(",")]
    for part in parameters:
        if re.search(rf"{_NARROW}[\w\s]*\*|\*[^*]*\*", part):
            yield part.split()[-1].strip("*&")
    yield from (match[2] for match in _FROM_MEMORY.finditer(text))
    for match in _VARIABLE.finditer(text):
        if re.search(_NARROW, match[1]) or "*" in match[1]:
            yield match[2]
    for match in _STRUCT.finditer(text):
        if _is_on_device(match, parameters, text) and _has_narrow_member(match[2]):
            yield match[1]


def _is_on_device(struct: re.Match[str], parameters: list[str], text: str) -> bool:
    name = rf"\b{struct[1]}\b"
    return (
        "__device__" in struct[2]
        or any(re.search(name, part) for part in parameters)
        or re.search(rf"\b(?:Device|Managed)\w*<(?:const\s+)?{name}", text) is not None
    )


def _has_narrow_member(body: str) -> bool:
    while (shorter := re.sub(r"\{[^{}]*\}", ";", re.sub(r"\([^()]*\)", "@", body))) != body:
        body = shorter
    # An @ stands for parentheses, which only functions have.
    members = [part for part in body.split(";") if not re.search(r"@|\b(static|using)\b", part)]
    return any(re.search(rf"{_NARROW}|\*", part) for part in members)


def faults(root: Path) -> Iterator[str]:
    """Yield a sentence for each narrow name that is not listed, and each listed one that is not."""
    listed = root / EXCEPTIONS
    known = json.loads(listed.read_text(encoding="utf-8")) if listed.is_file() else {}
    seen = set()
    for cmake in files(root, "chapters/*/CMakeLists.txt"):
        for name in _WEB.findall(cmake.read_text(encoding="utf-8")):
            path = cmake.with_name(f"{name}.cu")
            program = f"{cmake.parent.name.split('_')[0]}.{name}"
            seen.add(program)
            yield from _compare(root, path, known.get(program, []), program)
    for program in sorted(set(known) - seen):
        yield f"{at(root, listed)} {program} is no program that runs in a page"


def _compare(root: Path, path: Path, known: list[str], program: str) -> Iterator[str]:
    found = set(narrow_names(path.read_text(encoding="utf-8")))
    for name in sorted(found - set(known)):
        yield (
            f"{at(root, path)} '{name}' is narrower in a page than on a GPU: "
            f"give it int, long long or an array, or list it in {EXCEPTIONS}"
        )
    for name in sorted(set(known) - found):
        yield f"{at(root, root / EXCEPTIONS)} {program} has no '{name}' that is narrower: remove it"


if __name__ == "__main__":
    main(faults, __doc__)
