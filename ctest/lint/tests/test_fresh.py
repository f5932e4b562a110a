# SPDX-License-Identifier: MIT
"""Where a stale result is a fault, and where it is only said."""

import subprocess

import fresh
import pytest

TOOL = "import sys\nprint('x is stale: ./book measure x')\nsys.exit(CODE)\n"


@pytest.fixture
def clone(tree, monkeypatch):
    monkeypatch.delenv("CI", raising=False)

    def make(code: int, branch: str) -> object:
        root = tree({"tools/measure.py": TOOL.replace("CODE", str(code))})
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        for command in (
            ["init", "--quiet", "--initial-branch", branch],
            ["add", "."],
            [*identity, "commit", "--quiet", "--message", "a"],
        ):
            subprocess.run(["git", "-C", str(root), *command], check=True)
        return root

    return make


def test_fresh_results_pass_everywhere(clone):
    assert fresh.main("build/dev", clone(0, "main")) == 0


def test_stale_results_fail_on_main(clone, capsys):
    assert fresh.main("build/dev", clone(1, "main")) == 1
    said = capsys.readouterr().out
    assert "./book measure x" in said
    assert "on the branch main" in said


def test_stale_results_fail_on_a_tag(clone, capsys):
    root = clone(1, "topic")
    subprocess.run(["git", "-C", str(root), "tag", "v1"], check=True)
    assert fresh.main("build/dev", root) == 1
    assert "at the tag v1" in capsys.readouterr().out


def test_stale_results_fail_in_ci(clone, monkeypatch):
    monkeypatch.setenv("CI", "true")
    assert fresh.main("build/dev", clone(1, "topic")) == 1


def test_stale_results_are_said_on_a_branch(clone, capsys):
    assert fresh.main("build/dev", clone(1, "topic")) == 77
    assert "./book measure x" in capsys.readouterr().out
