#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Hash what a program's numbers depend on: its code, the headers it includes, its flags.

Comments and white space do not count, so that a reworded remark leaves the results valid. String
literals count. This is the one implementation: tools/measure.py stores the hash beside the numbers
and the pages compare it with the code of the day.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

_TOKEN = re.compile(
    r"""
    (?P<comment> //(?:\\\n|[^\n])* | /\*.*?\*/ )
  | (?P<newline> \n )
  | (?P<space>   (?:\\\n|[^\S\n])+ )
  | (?P<raw>     (?:u8|[uUL])?R"(?P<fence>[^()\s\\]{0,16})\(.*?\)(?P=fence)" )
  | (?P<string>  (?:u8|[uUL])?"(?:\\.|[^"\\\n])*" )
  | (?P<number>  \.?\d(?:[eEpP][+-]|'?[\w.])* )
  | (?P<char>    (?:u8|[uUL])?'(?:\\.|[^'\\\n])*' )
  | (?P<word>    [^\W\d]\w* )
  | (?P<other>   . )
    """,
    re.VERBOSE | re.DOTALL,
)
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)


def tokens(text: str) -> Iterator[str]:
    """Yield the tokens of C++ source without comments and white space.

    The line end of a preprocessor directive is a token of its own, since it has a meaning.
    """
    in_directive = False
    at_line_start = True
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "fence":
            kind = "raw"
        if kind == "newline":
            if in_directive:
                yield "\n"
            in_directive = False
            at_line_start = True
        elif kind not in ("comment", "space"):
            in_directive = in_directive or (at_line_start and match.group() == "#")
            at_line_start = False
            yield match.group()


def code_lines(text: str) -> str:
    """Return C++ source without its comments and without the lines that hold nothing else."""
    kept: list[str] = []
    line: list[str] = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "comment":
            line.append(" ")
            continue
        line.append(match.group())
        if kind == "newline":
            if "".join(line).strip():
                kept += line
            line = []
    return "".join([*kept, *line])


def included_files(root: Path, source: Path) -> list[Path]:
    """Return the files of the project that `source` includes, directly or not, sorted by path.

    A name is looked up beside the including file, in common/ and in the root, as the compiler
    does. A name found in none of them is the system's or CUDA's.
    """
    found: set[Path] = set()
    queue = [source]
    while queue:
        current = queue.pop()
        text = current.read_text(encoding="utf-8")
        for name in _INCLUDE.findall(text):
            path = _resolve(root, current.parent, name)
            if path is not None and path != source and path not in found:
                found.add(path)
                queue.append(path)
    return sorted(found, key=lambda path: path.relative_to(root).as_posix())


def _resolve(root: Path, folder: Path, name: str) -> Path | None:
    for base in (folder, root / "common", root):
        path = (base / name).resolve()
        if path.is_file() and path.is_relative_to(root):
            return path
    return None


def source_hash(root: Path, source: Path, flags: str) -> str:
    """Return the hash, 64 hexadecimal digits, of a program below `root` built with `flags`."""
    root = root.resolve()
    source = (root / source).resolve()
    digest = hashlib.sha256()
    for path in [source, *included_files(root, source)]:
        for token in tokens(path.read_text(encoding="utf-8")):
            digest.update(token.encode() + b"\0")
        digest.update(b"\1")
    digest.update(" ".join(flags.split()).encode())
    return digest.hexdigest()


def main() -> int:
    """Print the hash of one program, for a person who wonders which file changed it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path)
    parser.add_argument("--flags", default="")
    arguments = parser.parse_args()
    root = Path(__file__).resolve().parent.parent
    source = arguments.source.resolve()
    if not source.is_file():
        print(f"no file {arguments.source}", file=sys.stderr)
        return 2
    for path in [source, *included_files(root, source)]:
        print(path.relative_to(root), file=sys.stderr)
    print(source_hash(root, source, arguments.flags))
    return 0


if __name__ == "__main__":
    sys.exit(main())
