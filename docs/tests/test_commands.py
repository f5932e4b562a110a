# SPDX-License-Identifier: MIT
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from _commands import build_command, commands, wants_of

ROOT = Path(__file__).resolve().parents[2]
LISTS = """
add_chapter_program(copy WEB)
add_chapter_program(
  gemm
  MIN_SM 90 ARCHITECTURE 90a
  UNSANITIZED "it takes (too long"
  LIBS cm_cublas
)
add_chapter_program(flagged FLAGS -Xptxas -dlcm=cg)
"""
NVCC = shutil.which("nvcc") or next(map(str, Path("/usr/local").glob("cuda/bin/nvcc")), None)
PROGRAMS = [
    path.relative_to(ROOT)
    for path in sorted(ROOT.glob("chapters/chapter*/*.cu"))
    if commands(ROOT, path.relative_to(ROOT))
]


def test_what_a_program_needs_is_read():
    assert wants_of(LISTS, "copy") == {"WEB": []}
    assert wants_of(LISTS, "gemm")["LIBS"] == ["cm_cublas"]
    assert wants_of(LISTS, "flagged") == {"FLAGS": ["-Xptxas", "-dlcm=cg"]}
    assert wants_of(LISTS, "cop") is None


def test_the_command_has_the_flags_of_the_build_and_the_programs_own():
    path = Path("chapters/chapter03_x/flagged.cu")
    assert build_command("-O3 -std=c++17", path, wants_of(LISTS, "flagged")) == (
        "nvcc -O3 -std=c++17 -arch=native -Xptxas -dlcm=cg -I. -o flagged "
        "chapters/chapter03_x/flagged.cu common/*.cpp -lfmt"
    )
    gemm = build_command("-O3", Path("gemm.cu"), wants_of(LISTS, "gemm"))
    assert "-arch=sm_90a" in gemm
    assert gemm.endswith("-lfmt -DCM_HAVE_CUBLAS=1 -lcublas")


def test_every_program_of_a_chapter_has_its_commands():
    assert len(PROGRAMS) > 50
    assert commands(ROOT, Path("common/warp_model.hpp")) is None
    text = commands(ROOT, PROGRAMS[0])
    assert f"./book run {PROGRAMS[0]} -- --quick\n" in text


@pytest.mark.skipif(NVCC is None, reason="no nvcc")
def test_nvcc_takes_every_command(tmp_path):
    for path in PROGRAMS:
        command = re.search(r"^nvcc .*$", commands(ROOT, path), re.MULTILINE)[0]
        words = command.replace("nvcc", f"{NVCC} --dryrun", 1)
        done = subprocess.run(words, shell=True, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, f"{command}\n{done.stderr[-500:]}"


@pytest.mark.skipif(NVCC is None, reason="no nvcc")
def test_a_command_builds_a_program_that_knows_the_flags_of_all(tmp_path):
    path = Path("chapters/chapter01_first_kernels/block_warps.cu")
    command = re.search(r"^nvcc .*$", commands(ROOT, path), re.MULTILINE)[0]
    command = command.replace("nvcc", NVCC, 1).replace(f"-o {path.stem}", f"-o {tmp_path}/made")
    subprocess.run(command, shell=True, cwd=ROOT, check=True, capture_output=True)
    said = subprocess.run([tmp_path / "made", "--help"], check=True, capture_output=True, text=True)
    assert "--quick" in said.stdout
