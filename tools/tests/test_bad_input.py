# SPDX-License-Identifier: MIT
"""What a person may type wrong at the book's command: one sentence, and a code that is not 0."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = {
    "program": "chapter03.access_pattern",
    "source": "chapters/chapter03_global_memory/access_pattern.cu",
    "flags": "-O3",
    "binary": None,
    "counters": None,
}


@pytest.fixture
def build(tmp_path):
    folder = tmp_path / "build"
    folder.mkdir()
    (folder / "programs.json").write_text(json.dumps([PROGRAM]))
    return folder


def fails(*command: str, **environment: str) -> str:
    """Run a command that must fail; return its one sentence."""
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | environment,
        check=False,
    )
    assert done.returncode == 1, done
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def measure(build: Path, *arguments: str) -> str:
    results = build.parent / "results"
    return fails(
        *(sys.executable, "tools/measure.py", "--build", str(build)),
        *("--results", str(results), *arguments),
    )


def broken_result(build: Path, text: str) -> str:
    folder = build.parent / "results" / "a-gpu"
    folder.mkdir(parents=True)
    (folder / f"{PROGRAM['program']}.json").write_text(text)
    return measure(build, "--check")


def test_unknown_command():
    assert fails("./book", "biuld") == (
        "book: there is no command 'biuld'; ./book --help lists them\n"
    )


def test_build_takes_no_argument():
    assert "'build' takes no argument, got 'chapter03'" in fails("./book", "build", "chapter03")


def test_serve_takes_a_port():
    assert "'serve' takes a port, a number, not 'fast'" in fails("./book", "serve", "fast")


def test_run_takes_a_file():
    assert "'run' takes a CUDA program: ./book run FILE.cu" in fails("./book", "run")


def test_unknown_program(build):
    said = measure(build, "--check", "chapter99.nothing")
    assert "there is no program 'chapter99.nothing'; there are chapter03.access_pattern" in said


def test_measure_without_gpu(tmp_path):
    no_gpu = tmp_path / "nvidia-smi"
    no_gpu.write_text("#!/bin/sh\necho 'No devices were found'\nexit 6\n")
    no_gpu.chmod(0o755)
    said = fails("./book", "measure", PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert "'measure' needs an NVIDIA GPU, and nvidia-smi shows none" in said


def test_results_no_json(build):
    said = broken_result(build, "{")
    assert "a-gpu/chapter03.access_pattern.json: is no JSON" in said


def test_results_lack_key(build):
    said = broken_result(build, '{"schema": 1}')
    assert "a-gpu/chapter03.access_pattern.json: lacks the key 'program'" in said


def test_no_build_tree(tmp_path):
    said = measure(tmp_path / "build", "--check")
    assert "programs.json does not exist: run 'cmake --preset build' first" in said
