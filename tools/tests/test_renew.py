# SPDX-License-Identifier: MIT
"""Keeping the results of programs that compile to the same code, with the host's compiler."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import measure
import pytest
import renew
from source_hash import code_lines

NAME = "chapter01.sum"
SOURCE = Path("chapters/chapter01_sums/sum.cu")
HEADER = Path("common/sums.hpp")
PROGRAM = """// Adds.
#include "common/sums.hpp"

int main() { return cm::sum(1, 2) == 3 ? 0 : __LINE__; }
"""
HEADERS = """namespace cm {
/// The sum.
inline int sum(int a, int b) { return a + b; }
inline int product(int a, int b) { return a * b; }
}
"""
# nvcc's stand-in: the host compiler, without the words that are nvcc's own.
NVCC = """
import os, sys
words = [word for word in sys.argv[1:] if not word.startswith("-arch=")]
assert "-arch=sm_90" in sys.argv and "-lineinfo" not in sys.argv
os.execvp("c++", ["c++", "-O2", *words])
"""


class Project:
    """A clone with a program that was measured at its only commit."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(measure, "ROOT", root)
        monkeypatch.setattr(renew, "ROOT", root)
        self.root = root
        self.build = root / "build" / "dev"
        self.build.mkdir(parents=True)
        self.result_file = root / "results" / "nvidia-h200" / f"{NAME}.json"
        self.write(SOURCE, PROGRAM)
        self.write(HEADER, HEADERS)
        self.git("init", "--quiet")
        self.git("add", "chapters", "common")
        self.git("-c", "user.name=x", "-c", "user.email=x", "commit", "--quiet", "-m", "x")
        self.list_program()
        self.write_result()

    def write(self, name: Path, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def git(self, *command: str) -> str:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
        return subprocess.run(
            ["git", "-C", str(self.root), *command],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
        ).stdout.strip()

    def list_program(self, flags: str = "-O3") -> None:
        entry = {"program": NAME, "source": str(SOURCE), "flags": flags, "binary": None}
        (self.build / "programs.json").write_text(json.dumps([entry]))
        nvcc = self.root.parent / "nvcc"
        nvcc.write_text(f"#!{sys.executable}\n{NVCC}")
        nvcc.chmod(0o755)
        source = self.root / SOURCE
        command = f"{nvcc} -I{self.root} -lineinfo --generate-code=arch=x -x c++ -c {source} -o a.o"
        commands = [{"file": str(source), "command": command}]
        (self.build / "compile_commands.json").write_text(json.dumps(commands))

    def write_result(self) -> None:
        report = {
            "schema": 1,
            "program": NAME,
            "quick": False,
            "profile": False,
            "device": {"name": "NVIDIA H200", "compute_capability": "9.0"},
            "rows": [{"kernel": "a", "variant": "b", "n": 1, "params": {}, "time_ms": 0.5}],
            "skipped": [],
            "measured": {
                "commit": self.git("rev-parse", "HEAD"),
                "dirty": False,
                "flags": "-O3",
            },
            "source": {"hash": self.program().hash()},
        }
        self.write(self.result_file.relative_to(self.root), json.dumps(report))

    def program(self) -> measure.Program:
        return measure.load_programs(self.build, [])[0]

    def change_result(self, key: str, value: object) -> None:
        report = json.loads(self.result_file.read_text())
        report["measured"][key] = value
        self.result_file.write_text(json.dumps(report))

    def stale(self) -> str | None:
        return measure.stale_reason(self.program(), self.result_file.parent)

    def run(self) -> int:
        return renew.main(
            ["--build", str(self.build), "--results", str(self.root / "results"), "--jobs", "1"]
        )


@pytest.fixture
def project(tmp_path, monkeypatch):
    for tool in ("c++", "objcopy", "git"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    return Project(tmp_path / "clone", monkeypatch)


def test_what_a_program_does_not_use_may_change(project, capsys):
    project.write(HEADER, "// A remark\n// of two lines.\n" + HEADERS.replace("a * b", "b * a * 2"))
    assert project.stale() == "changed after it was measured"
    before = json.loads(project.result_file.read_text())
    assert project.run() == 0
    assert f"{NAME}: the same code, renewed" in capsys.readouterr().out
    assert project.stale() is None
    after = json.loads(project.result_file.read_text())
    assert after["source"].pop("hash") != before["source"].pop("hash")
    assert after == before


@pytest.mark.parametrize(
    ("name", "old", "new"), [(HEADER, "a + b", "a - b"), (SOURCE, "sum(1, 2)", "product(1, 2)")]
)
def test_what_it_uses_may_not(project, capsys, name, old, new):
    text = (project.root / name).read_text()
    project.write(name, text.replace(old, new))
    before = project.result_file.read_text()
    assert project.run() == 1
    said = capsys.readouterr().out
    assert f"{NAME}: compiles to other code" in said
    assert f"./book measure {NAME}" in said
    assert project.result_file.read_text() == before


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("dirty", True, "was never committed"),
        ("commit", None, "was never committed"),
        ("commit", "0" * 40, "the history here lacks commit 0000"),
        ("flags", "-O2", "flags changed"),
    ],
)
def test_what_was_measured_must_be_known(project, capsys, key, value, reason):
    project.write(HEADER, HEADERS + "inline int none() { return 0; }\n")
    project.change_result(key, value)
    assert project.run() == 1
    assert reason in capsys.readouterr().out


def test_a_commit_of_other_code_is_not_believed(project, capsys):
    project.write(SOURCE, PROGRAM.replace("(1, 2) == 3", "(2, 2) == 4"))
    project.write_result()
    project.write(HEADER, HEADERS + "inline int none() { return 0; }\n")
    assert project.run() == 1
    assert "holds other code than was measured" in capsys.readouterr().out


def test_code_that_does_not_compile_is_said(project, capsys):
    project.write(HEADER, HEADERS.replace("a * b", "a * c"))
    assert project.run() == 1
    assert "nvcc refused it:" in capsys.readouterr().out


def test_lines_of_remarks_are_no_lines_of_code():
    text = 'int a; // one\n\n/* two\nlines */\nconst char* s = R"(\n\n// kept)";\n'
    assert code_lines(text) == 'int a;  \nconst char* s = R"(\n\n// kept)";\n'
