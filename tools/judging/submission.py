# SPDX-License-Identifier: MIT
"""Take the student's part out of a file, refuse what it may not hold, put ours around it.

Only the part between `// [exercise]` and `// [/exercise]` is ever compiled. It is device code, and
it may not reach around us: no other headers, no assembly, no attributes, no pragmas but `unroll`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from judging.exercise import Exercise, UsageError

_BEGIN = re.compile(r"^\s*//\s*\[exercise\]\s*$")
_END = re.compile(r"^\s*//\s*\[/exercise\]\s*$")
MAX_BYTES = 200_000


def _words_of(name: str) -> frozenset[str]:
    """Return the words of a list that stands beside this file."""
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return frozenset(w for line in lines for w in line.partition("#")[0].split())


HEADERS = _words_of("headers.txt")
_FORBIDDEN = _words_of("forbidden.txt")
_DIRECTIVES = (
    "define",
    "undef",
    "if",
    "ifdef",
    "ifndef",
    "elif",
    "else",
    "endif",
    "include",
    "pragma",
)
_FORBIDDEN_PREFIXES = (
    *("__simt", "__asan", "__tsan", "__msan", "__ubsan", "__sanitizer", "__builtin_wasm", "__wasm"),
    *("__cuda_", "__CUDA_ARCH_SIMT", "judge_", "__wasi", "__imported"),
)
_TOKENS = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
      | (?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)
      | (?P<word>[A-Za-z_]\w*)
      | (?P<stray>["'$`@\\]|[^\x00-\x7f])""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)


class RefusedError(Exception):
    """The part holds something that a submission may not hold; says what and where."""


@dataclass(frozen=True)
class Part:
    """The student's part, and the line of the file on which it begins."""

    text: str
    first_line: int
    file_name: str

    def same_code_as(self, other: Part) -> bool:
        """True if nothing but white space and comments differs."""
        return without_comments(self.text).split() == without_comments(other.text).split()


def read_part(path: Path) -> Part:
    """Return the part of the file at `path`."""
    try:
        if not path.is_file():
            raise RefusedError("this is no ordinary file")
        if path.stat().st_size > MAX_BYTES:
            raise RefusedError(f"the file is larger than {MAX_BYTES} bytes")
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise RefusedError("the file is no UTF-8 text: save it as UTF-8") from error
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error}") from error
    return cut_part(text, path.name)


def cut_part(text: str, file_name: str) -> Part:
    """Return what stands between the two markers of `text`."""
    lines = text.split("\n")
    begins = [i for i, line in enumerate(lines) if _BEGIN.match(line)]
    ends = [i for i, line in enumerate(lines) if _END.match(line)]
    if len(begins) != 1 or len(ends) != 1 or begins[0] > ends[0]:
        raise RefusedError(
            "the file must hold the lines '// [exercise]' and '// [/exercise]' once each, "
            "with your part between them"
        )
    part = "\n".join(lines[begins[0] + 1 : ends[0]]) + "\n"
    safe_name = re.sub(r"[^\w.-]", "_", file_name)
    return Part(part, begins[0] + 2, safe_name)


def check_part(part: Part) -> None:
    """Raise RefusedError if the part holds something that it may not hold."""
    if match := re.search(r"[\x00-\x08\x0b-\x1f\x7f]", part.text):
        line = part.first_line + part.text.count("\n", 0, match.start())
        raise RefusedError(f"line {line}: a control character, byte {ord(match[0])}")
    # Spliced lines could hide a directive or a word from the tests below.
    text = _joined(part.text)
    if match := re.search(r"\?\?[=/'()!<>-]|<%|%>|<:|:>|%:|\b(?:u8|u|U|L)?R\"", text):
        line = part.first_line + text.count("\n", 0, match.start())
        raise RefusedError(
            f"line {line}: {match[0]} begins a digraph, a trigraph or a raw string: "
            "write it in another way"
        )
    _check_strays(part, text)
    bare = without_comments(text)
    if "##" in bare:
        raise RefusedError("your part pastes tokens with '##': write the names out")
    _check_directives(part, bare)
    _check_words(part, bare)


def without_comments(text: str) -> str:
    """Return the text with comments blanked and strings emptied, lines kept."""

    def blank(match: re.Match[str]) -> str:
        if match["word"] or match["number"]:
            return match[0]
        if match["string"]:
            return '""' if match[0][0] == '"' else "' '"
        return " " + "\n" * match[0].count("\n")

    return _TOKENS.sub(blank, text)


def _joined(text: str) -> str:
    """Return the text with spliced lines joined; empty ones follow, so that lines keep numbers."""
    lines, begun, spliced = [], "", 0
    for line in text.split("\n"):
        bare = line.rstrip(" \t")
        if bare.endswith("\\"):
            begun += bare[:-1]
            spliced += 1
            continue
        lines += [begun + line, *[""] * spliced]
        begun, spliced = "", 0
    return "\n".join(lines) + begun


def _check_strays(part: Part, text: str) -> None:
    """Raise RefusedError where the compiler could see strings and names other than we do.

    It may take the rest of a line for a quote that is never closed, and a letter outside of ASCII,
    or a '$', for a part of a name. Then what we take for a string would be code.
    """
    for match in _TOKENS.finditer(text):
        quoted = match[0][0] == "'"
        if match["stray"] or (quoted and not match[0].isascii()):
            line = part.first_line + text.count("\n", 0, match.start())
            raise RefusedError(
                f"line {line}: a quote that is never closed"
                if match[0] in ('"', "'")
                else f"line {line}: {match[0]} is allowed in comments and in strings only"
            )


def _check_directives(part: Part, bare: str) -> None:
    for offset, line in enumerate(bare.split("\n")):
        match = re.match(r"\s*#\s*(\w*)(.*)", line)
        if not match:
            continue
        at = f"line {part.first_line + offset}"
        directive, rest = match[1], match[2].strip()
        if directive and directive not in _DIRECTIVES:
            raise RefusedError(f"{at}: '#{directive}' is not allowed")
        if directive == "include":
            _check_include(at, rest)
        if directive == "pragma" and not re.match(r"(unroll|nounroll)\b", rest):
            raise RefusedError(f"{at}: the only pragma that is allowed is '#pragma unroll'")
        if directive in ("define", "undef") and re.match(r"__|_[A-Z]", rest):
            raise RefusedError(f"{at}: names that begin with '__' belong to the compiler")


def _check_include(at: str, rest: str) -> None:
    match = re.fullmatch(r"<([\w./]+)>", rest)
    if not match or match[1] not in HEADERS:
        raise RefusedError(
            f"{at}: this header is not allowed; allowed are " + ", ".join(sorted(HEADERS))
        )


def _check_words(part: Part, bare: str) -> None:
    for match in re.finditer(r"[A-Za-z_]\w*", bare):
        word = match[0]
        if word in _FORBIDDEN or word.startswith(_FORBIDDEN_PREFIXES):
            line = part.first_line + bare.count("\n", 0, match.start())
            raise RefusedError(f"line {line}: '{word}' is not allowed in a submission")
    for match in re.finditer(r"\[\s*\[(.*?)\]\s*\]", bare, re.DOTALL):
        if match[1].strip() not in ("maybe_unused", "nodiscard", "fallthrough"):
            raise RefusedError("attributes other than [[maybe_unused]] are not allowed")


def assemble(exercise: Exercise, part: Part) -> str:
    """Return the source that is compiled: ours, the student's part, ours."""
    plain = without_comments(_joined(part.text))
    defined = sorted(set(re.findall(r"#\s*define\s+(\w+)", plain)))
    pieces = [
        '#line 1 "judge.cuh"\n',
        exercise.before.read_text(encoding="utf-8"),
        f'#line {part.first_line} "{part.file_name}"\n',
        part.text,
    ]
    if exercise.after.is_file():
        # What the student calls so must not change the meaning of what follows.
        pieces += [f"\n#undef {name}\n" for name in defined]
        pieces += ['#line 1 "judge_after.cuh"\n', exercise.after.read_text(encoding="utf-8")]
    return "".join(pieces)
