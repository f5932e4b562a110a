# SPDX-License-Identifier: MIT
"""Command lines with one flag changed that no longer fit their program or their page."""

import json
import subprocess
import sys

import pytest
from tree import ROOT

SCRIPT = ROOT / "ctest" / "run_try.py"
FOLDER = "chapters/chapter03_x"
PAGE = "# Page\n\n```{try} smaller\n```\n"
TRY = {
    "name": "smaller",
    "program": "copy",
    "flag": "--device t4",
    "change": "It halves.",
    "before": "^blocks 32$",
    "after": "^blocks 16$",
    "shown": [["blocks 32"], ["blocks 16"]],
}
# Stands for the virtual GPU: what it prints follows from whether there is a flag.
FAKE = ["sh", "-c", 'if [ "$1" = --device ]; then echo AFTER; exit CODE; else echo BEFORE; fi']


def call(*words) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *map(str, words)], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def check(tree, *entries: dict, page: str = PAGE) -> str:
    files = {f"{FOLDER}/copy.cu": "", f"{FOLDER}/index.md": page}
    code, output = call("check", tree(files | {f"{FOLDER}/tries.json": json.dumps(entries)}))
    assert code == (1 if output else 0)
    return output


def play(tree, before: str, after: str, how: str = "run", code: int = 0, **changed):
    """Run the try with a stand-in that prints the given outputs; its code and what it said."""
    root = tree({f"{FOLDER}/copy.cu": "", f"{FOLDER}/tries.json": json.dumps([TRY | changed])})
    script = FAKE[2].replace("BEFORE", before).replace("AFTER", after).replace("CODE", str(code))
    name = ["smaller"] if how == "run" else []
    return call(how, root / FOLDER / "tries.json", *name, *FAKE[:2], script, "sh")


def test_a_try_that_fits_passes(tree):
    assert check(tree, TRY) == ""


@pytest.mark.parametrize(
    "entry",
    [
        {"name": "smaller"},
        TRY | {"name": "Smaller one"},
        TRY | {"program": "gone"},
        TRY | {"before": "("},
        TRY | {"shown": [["blocks 32"], []]},
        TRY | {"name": "elsewhere"},
        TRY | {"lines": "x"},
        TRY | {"same": "x"},
    ],
)
def test_a_try_that_does_not_fit_is_refused(tree, entry):
    assert "tries.json: " in check(tree, entry)


def test_two_of_a_name_and_two_on_a_page_are_refused(tree):
    assert "no new snake_case name" in check(tree, TRY, TRY)
    assert "stands 2 times" in check(tree, TRY, page=PAGE + PAGE)


def test_a_change_that_comes_as_said_passes(tree):
    assert play(tree, "blocks 32", "blocks 16") == (0, "")
    assert play(tree, "blocks 32", "blocks 16", code=77, exits=[0, 77]) == (0, "")


def test_what_must_stay_the_same_does(tree):
    same = {key: TRY[key] for key in ("name", "program", "flag", "change")}
    same |= {"same": "^blocks", "shown": [["blocks 32"], ["blocks 32"]]}
    root = tree({f"{FOLDER}/copy.cu": "", f"{FOLDER}/tries.json": json.dumps([same])})
    for printed, said in (("blocks 32", ""), ("blocks 32; echo 1", "are not the same")):
        script = FAKE[2].replace("BEFORE", "blocks 32").replace("AFTER", printed)
        words = (*FAKE[:2], script.replace("CODE", "0"), "sh")
        code, output = call("run", root / FOLDER / "tries.json", "smaller", *words)
        assert (code == 0) == (not said)
        assert said in output


@pytest.mark.parametrize(
    ("before", "after", "more", "said"),
    [
        ("blocks 32", "blocks 32", {}, "'before' fits both outputs"),
        ("blocks 32", "blocks 24", {}, "no line after the change fits"),
        ("blocks 24", "blocks 16", {}, "no line before the change fits"),
        ("blocks 16", "blocks 16", {}, "no line before the change fits"),
        ("blocks 32", "blocks 16", {"code": 1}, "ended with 1, not with 0"),
        ("blocks 32", "blocks 16", {"shown": [["blocks 32"], ["blocks 8"]]}, "not the recorded"),
        ("blocks 32", "blocks 16", {"shown": [[], []]}, "not the recorded"),
    ],
)
def test_a_change_that_does_not_come_fails(tree, before, after, more, said):
    code, output = play(tree, before, after, **more)
    assert code == 1
    assert said in output


def test_what_is_recorded_is_what_came(tree):
    assert play(tree, "blocks 32", "blocks 16", "record", shown=[[], []], head="block")[0] == 0
    recorded = json.loads((tree({}) / FOLDER / "tries.json").read_text())
    assert recorded == [TRY | {"head": "block"}]
