# SPDX-License-Identifier: MIT
"""What the judge refuses before anything is compiled, and what it lets through."""

import pytest
from judging.exercise import exercise_named
from judging.submission import RefusedError, assemble, check_part, cut_part, read_part

BEGIN, END = "// [exercise]", "// [/exercise]"


def part_of(body):
    return cut_part(f"int before;\n{BEGIN}\n{body}\n{END}\nint after;\n", "a file.cu")


def test_only_what_stands_between_the_markers_is_taken():
    part = part_of("int x;")
    assert part.text == "int x;\n"
    assert part.first_line == 3
    assert part.file_name == "a_file.cu"


@pytest.mark.parametrize(
    "text",
    ["int x;\n", f"{BEGIN}\n", f"{END}\n{BEGIN}\n", f"{BEGIN}\n{END}\n{BEGIN}\n{END}\n"],
)
def test_both_markers_must_be_there_once(text):
    with pytest.raises(RefusedError, match="once each"):
        cut_part(text, "a.cu")


@pytest.mark.parametrize(
    "body",
    [
        "#include <cooperative_groups.h>",
        "#pragma unroll\nfor (;;) {}",
        "#define kTile 32\n#undef kTile",
        '// asm, "#include <cstdio>" and ## in a comment',
        'const char* text = "asm volatile";',
        "int a[[maybe_unused]] = b[c[0]];",
        "#define LONG(x) \\\n  (x)",
        "// it's \u00e9 $\nint i = 1'000; const char* t = \"it's \u00e9 $\";",
    ],
)
def test_ordinary_code_passes(body):
    check_part(part_of(body))


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("#include <cstdio>", "this header is not allowed"),
        ('#include "judge.json"', "this header is not allowed"),
        ("#include HEADER", "this header is not allowed"),
        ("#inc\\\nlude <cstdio>", "this header is not allowed"),
        ("# /* */ include <cstdio>", "this header is not allowed"),
        ("%:include <cstdio>", "digraph"),
        ("#import <cstdio>", "'#import' is not allowed"),
        ("#line 1", "'#line' is not allowed"),
        ('#pragma push_macro("x")', "the only pragma"),
        ('_Pragma("clang optimize off")', "'_Pragma' is not allowed"),
        ("#undef __shared__", "belong to the compiler"),
        ("#define __syncthreads()", "belong to the compiler"),
        ('int x = 1; asm("");', "line 3: 'asm' is not allowed"),
        ('a\\\nsm("");', "'asm' is not allowed"),
        ("#define A a##sm", "pastes tokens"),
        ('__attribute__((no_sanitize("all"))) void f();', "'__attribute__' is not allowed"),
        ('[[gnu::alias("f")]] void g();', "'gnu' is not allowed"),
        ("[[noreturn]] void g();", "attributes other than"),
        ("#ifdef __clang__\n#endif", "'__clang__' is not allowed"),
        ("#ifdef CM_VIRTUAL_GPU\n#endif", "'CM_VIRTUAL_GPU' is not allowed"),
        ("extern int __simt_sregs[];", "'__simt_sregs' is not allowed"),
        ("void judge_ask();", "'judge_ask' is not allowed"),
        ('auto s = R"(', "raw string"),
        ("int x\0;", "line 3: a control character, byte 0"),
        ('as\\\f\nm("");', "byte 12"),
        ('#if 0\n\' /*\n#endif\nasm(""); // */', "line 4: a quote that is never closed"),
        ("$1'a'; asm(\"\"); 'b';", "line 3: \\$ is allowed in comments"),
        ("\u00e91'a'; asm(\"\"); 'b';", "line 3: \u00e9 is allowed in comments"),
        ("int i = '\u00e9';", "is allowed in comments"),
        ("#define L [\nL L gnu::used ] ]", "line 4: 'gnu' is not allowed"),
        ("#define A \\\n  1\nint x; asm(x);", "line 5: 'asm' is not allowed"),
    ],
)
def test_what_reaches_around_the_judge_is_refused(body, complaint):
    with pytest.raises(RefusedError, match=complaint):
        check_part(part_of(body))


def test_white_space_and_comments_are_no_change():
    assert part_of("int  x; // a").same_code_as(part_of("int x;\n/* b */"))
    assert not part_of("int x;").same_code_as(part_of("int y;"))


def test_a_macro_defined_over_two_lines_ends_with_the_part():
    exercise = exercise_named("swizzle")
    part = part_of("#define \\\n  kTile 1\n#de\\\nfine kSlots 2")
    after = assemble(exercise, part).partition("judge_after.cuh")[0]
    assert "#undef kTile\n" in after
    assert "#undef kSlots\n" in after


def test_a_file_in_another_encoding_is_refused(tmp_path):
    path = tmp_path / "a.cu"
    path.write_bytes("// \u00e9".encode("latin-1"))
    with pytest.raises(RefusedError, match="UTF-8"):
        read_part(path)
