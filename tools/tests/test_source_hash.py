# SPDX-License-Identifier: MIT
"""What changes a program's hash, and what must not."""

from pathlib import Path

import pytest
from source_hash import included_files, source_hash, tokens

PROGRAM = '#include "common.cuh"\nint main() { puts("a  b"); return 1\'000; }\n'


def project(folder: Path, program: str = PROGRAM, header: str = "int f();\n") -> Path:
    (folder / "common").mkdir(exist_ok=True)
    (folder / "common" / "common.cuh").write_text('#pragma once\n#include "part.hpp"\n')
    (folder / "common" / "part.hpp").write_text(header)
    (folder / "p.cu").write_text(program)
    return folder


def digest(folder: Path, flags: str = "-O3", **texts: str) -> str:
    return source_hash(project(folder, **texts), Path("p.cu"), flags)


@pytest.mark.parametrize(
    "program",
    [
        "// a remark\n" + PROGRAM,
        PROGRAM.replace("int main()", "int  /* why\n not */ main ( )"),
        PROGRAM.replace("{ ", "{\n\n  "),
        PROGRAM.replace("\n", "\r\n"),
    ],
)
def test_comments_and_white_space_do_not_count(tmp_path, program):
    assert digest(tmp_path, program=program) == digest(tmp_path)


@pytest.mark.parametrize(
    "program",
    [
        PROGRAM.replace("return 1", "return 2"),
        PROGRAM.replace("a  b", "a b"),
        PROGRAM.replace("a  b", "a // b"),
        PROGRAM.replace("int main", "intmain"),
        "#define X 1\n" + PROGRAM,
    ],
)
def test_code_and_strings_count(tmp_path, program):
    assert digest(tmp_path, program=program) != digest(tmp_path)


def test_a_header_of_a_header_counts(tmp_path):
    assert digest(tmp_path, header="int g();\n") != digest(tmp_path)
    assert digest(tmp_path, header="int f(); // same\n") == digest(tmp_path)


def test_flags_count_but_not_their_spacing(tmp_path):
    assert digest(tmp_path, flags="-O2") != digest(tmp_path)
    assert digest(tmp_path, flags=" -O3 ") == digest(tmp_path)


def test_included_files_are_sorted_and_end_on_a_cycle(tmp_path):
    root = project(tmp_path, header='#include "common.cuh"\n')
    names = [path.name for path in included_files(root, root / "p.cu")]
    assert names == ["common.cuh", "part.hpp"]


def test_the_end_of_a_directive_is_kept():
    assert list(tokens("#define A\nB")) != list(tokens("#define A B"))
    assert list(tokens("#define A \\\n B")) == list(tokens("#define A B"))


def test_raw_strings_and_digit_separators():
    assert list(tokens("R\"x(a // b)x\" 1'000 'c'")) == ['R"x(a // b)x"', "1'000", "'c'"]
