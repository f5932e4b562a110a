# SPDX-License-Identifier: MIT
"""Each checker is shown to refuse something, with the project's own settings."""

import re
import shutil

import formatters
import pytest
from tree import ROOT

SETTINGS = (".clang-format", ".gersemirc", "ruff.toml", ".codespellrc")
GOOD = {
    "common/a.cuh": "int f();\n",
    "a.cmake": "set(a b)\n",
    "a.py": '"""A module."""\n\nA = 1\n',
    "a.sh": "#!/usr/bin/env bash\necho hello\n",
    "a.md": "A receiver.\n",
}


@pytest.fixture
def root(tree):
    definitions = re.search(
        r"^definitions: \[(.*)\]", (ROOT / ".gersemirc").read_text(), re.MULTILINE
    )
    folders = definitions[1].split(", ")
    files = {f"{folder}/a.cmake": GOOD["a.cmake"] for folder in folders}
    root = tree(GOOD | files | {"ctest/lint/codespell_words.txt": ""})
    for name in SETTINGS:
        shutil.copy(ROOT / name, root / name)
    return root


def needs(name: str) -> None:
    tool = formatters.CHECKERS[name].commands[0][0]
    if formatters.find(ROOT, tool) is None and not formatters.in_ci():
        pytest.skip(f"{tool} is not installed")


BAD = [
    ("clang_format", "common/a.cuh", "int  f( );\n"),
    ("clang_format", "common/a.cuh", f"int {'f' * 98}();\nint *p;\n"),
    ("gersemi", "a.cmake", "set( a   b )\n"),
    ("ruff", "a.py", '"""A module."""\n\nimport os\n'),
    ("ruff", "a.py", '"""A module."""\n\nA   = 1\n'),
    ("shellcheck", "a.sh", "#!/usr/bin/env bash\nrm $1\n"),
    ("codespell", "a.md", "A reciever.\n"),
]


@pytest.mark.parametrize(("name", "path", "text"), BAD)
def test_a_fault_is_refused_and_its_mending_is_said(root, capfd, name, path, text):
    needs(name)
    assert formatters.run(root, name) == 0
    (root / path).write_text(text)
    assert formatters.run(root, name) == 1
    assert "To mend it: " in capfd.readouterr().out


def test_a_wrong_type_is_refused(root):
    tool = ROOT / "docs" / "web" / "node_modules" / ".bin" / "tsc"
    if not tool.exists():
        pytest.skip("the page components are not installed")
    web = root / "docs" / "web"
    web.mkdir(parents=True)
    (web / "node_modules").symlink_to(tool.parents[1])
    shutil.copy(ROOT / "docs" / "web" / "tsconfig.json", web)
    (web / "src").mkdir()
    source = web / "src" / "a.ts"
    source.write_text("export const a: number = 1;\n")
    assert formatters.run(root, "typescript") == 0
    source.write_text('export const a: number = "1";\n')
    assert formatters.run(root, "typescript") == 1


@pytest.mark.parametrize(("ci", "code"), [("", 77), ("true", 1)])
def test_a_missing_checker_is_a_skip_but_not_in_ci(root, monkeypatch, capsys, ci, code):
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(formatters, "find", lambda *_: None)
    assert formatters.run(root, "gersemi") == code
    assert "gersemi is not installed" in capsys.readouterr().out
