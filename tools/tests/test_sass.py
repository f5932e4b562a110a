# SPDX-License-Identifier: MIT
"""What is read from the toolkit's dumps, with dumps as the toolkit prints them."""

from pathlib import Path

import pytest
import sass
from results import ResultError

CODE = """
	code for sm_90
		Function : _Z3mixILi8EEvPf
	.headerflags	@"EF_CUDA_SM90"
        /*0000*/                   LDC R1, c[0x0][0x28] ;        /* 0x00000a00ff017b82 */
                                                                 /* 0x000fe20000000800 */
        /*0010*/                   STL [R1+0x4], R5 ;            /* 0x0000000aff017b82 */
        /*0020*/              @!P0 LDL.LU R5, [R1+0x4] ;         /* 0x0000000aff017b82 */
        /*10030*/                  EXIT ;                        /* 0x000000000000794d */
		Function : _Z4copyPf
        /*0000*/                   LDG.E.128 R4, desc[UR4][R2.64] ; /* 0x0000000402047981 */
"""
USAGE = """
Resource usage:
 Common:
  GLOBAL:0
 Function _Z3mixILi8EEvPf:
  REG:32 STACK:168 SHARED:0 LOCAL:0 CONSTANT[0]:556 TEXTURE:0 SURFACE:0 SAMPLER:0
 Function _Z4copyPf:
  REG:12 STACK:0 SHARED:16 LOCAL:0 CONSTANT[0]:548 TEXTURE:0 SURFACE:0 SAMPLER:0
"""
READABLE = {"_Z3mixILi8EEvPf": "void mix<8>(float*)", "_Z4copyPf": "copy(float*)"}


def describe(kernel: str, show: str, most: int = 9, start: str = "") -> dict:
    wanted = sass.Wanted("label", kernel, show, most, start)
    return sass.describe(wanted, READABLE, sass.functions(CODE), sass.usage(USAGE))


def test_a_kernel_is_found_by_a_part_of_its_name() -> None:
    assert describe("mix<8>", "STL|LDL") == {
        "kernel": "void mix<8>(float*)",
        "registers": 32,
        "stack_bytes": 168,
        "shared_bytes": 0,
        "instructions": 4,
        "matching": 2,
        "lines": ["STL [R1+0x4], R5", "@!P0 LDL.LU R5, [R1+0x4]"],
    }


def test_no_more_lines_than_asked_for() -> None:
    shown = describe("mix<8>", ".", most=1)
    assert shown["lines"] == ["LDC R1, c[0x0][0x28]"]
    assert shown["matching"] == 4


def test_what_is_shown_may_begin_further_down() -> None:
    shown = describe("mix<8>", ".", most=2, start="LDL")
    assert shown["lines"] == ["@!P0 LDL.LU R5, [R1+0x4]", "EXIT"]
    assert shown["matching"] == 4


def test_a_beginning_that_is_not_there_is_named() -> None:
    with pytest.raises(ResultError, match="matches 'LDG'"):
        describe("mix<8>", "STL|LDL", start="LDG")


def test_other_kernels_do_not_mix_in() -> None:
    assert describe("copy(", "LDG")["lines"] == ["LDG.E.128 R4, desc[UR4][R2.64]"]


@pytest.mark.parametrize(("kernel", "count"), [("scan", 0), ("(float*)", 2)])
def test_a_name_must_name_one_kernel(kernel: str, count: int) -> None:
    with pytest.raises(ResultError, match=f"'.*' names {count} kernels"):
        describe(kernel, ".")


def test_a_program_without_the_file_wants_nothing(tmp_path: Path) -> None:
    assert sass.load_wanted(tmp_path / "none.sass.json") == []


@pytest.mark.parametrize(
    "text", ["[", '{"a": {"kernel": "k"}}', '{"a": {"kernel": "k", "show": "(", "most": 1}}']
)
def test_a_file_that_says_nothing_useful_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.sass.json"
    path.write_text(text)
    with pytest.raises(ResultError, match=r"bad\.sass\.json: says not what code"):
        sass.load_wanted(path)
