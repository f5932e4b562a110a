# SPDX-License-Identifier: MIT
"""From what compiler and judge-run say to a verdict; both are scripts here."""

import json
import stat

import pytest
from judging import pipeline, sandbox
from judging.exercise import exercise_named
from judging.pipeline import JudgeError, Tools, judge_file

EXERCISE = exercise_named("grid_stride_copy")
CASES = [case["name"] for case in EXERCISE.data["cases"] if not case.get("large")]
MISMATCH = {"verdict": "wrong-answer", "buffer": "out", "index": 3, "got": "1", "want": "2"}


def write_script(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def said(*lines):
    """Return shell text that prints results as judge-run does."""
    return "\n".join(f"echo '{json.dumps(line)}'" for line in lines)


@pytest.fixture
def judge(tmp_path, monkeypatch):
    """Judge our solution with a judge-run that is the given shell text."""
    for tool in ("nvcc", "nvidia-smi"):
        write_script(tmp_path / "toolkit" / "bin" / tool, "exit 0")
    monkeypatch.setenv("PATH", f"{tmp_path}/toolkit/bin:/usr/bin:/bin")
    monkeypatch.setattr(pipeline, "_gpu_architecture", lambda: "sm_90")
    monkeypatch.setattr(pipeline, "_nvcc_folders", lambda nvcc: (tmp_path / "toolkit",))

    def judge(text, on="virtual", compiler="exit 0"):
        write_script(tmp_path / "simt" / "bin" / "simt-run", compiler)
        write_script(tmp_path / "bin" / "judge-run", text)
        return judge_file(Tools(tmp_path), EXERCISE, EXERCISE.solution, 7, on)

    return judge


def test_silence_of_every_case_is_accepted(judge):
    verdict = judge(said({"case": CASES[0]}, {"case": CASES[1]}))
    assert verdict.accepted


def test_the_first_case_that_fails_decides(judge):
    verdict = judge(said({"case": "a"}, {"case": "b", "mismatch": MISMATCH}, {"case": "c"}))
    assert (verdict.verdict, verdict.case, verdict.cases) == ("wrong-answer", "b", 2)


def test_a_finding_says_more_than_the_mismatch_that_it_causes(judge):
    note = {"severity": "warning", "kind": "same-value", "file": "", "fix": ""}
    race = {**note, "severity": "error", "kind": "race-shared", "line": 4, "message": "two writes"}
    verdict = judge(said({"case": "a", "mismatch": MISMATCH, "findings": [note, race]}))
    assert verdict.verdict == "race-shared"
    assert verdict.findings == [race]
    assert judge(said({"case": "a", "findings": [note]})).accepted


def test_a_limit_is_kept_by_what_equals_it(judge):
    limit = {"metric": "global_load_sectors", "counted": 100, "at_most": 100}
    assert judge(said({"case": "a", "limits": [limit]})).accepted
    verdict = judge(said({"case": "a", "limits": [{**limit, "counted": 101}]}))
    assert verdict.verdict == "too-much-traffic"
    assert "<- above" in verdict.text()


@pytest.mark.parametrize("on", ["virtual", "gpu"])
def test_a_launch_that_fails_is_no_pass(judge, on):
    assert judge(said({"case": "a", "problem": "misaligned"}), on).verdict == "launch-failed"
    ended = {"case": "a", "problem": "copy did not end within 5 s", "verdict": "time-limit"}
    assert judge(said(ended), on).verdict == "time-limit"


@pytest.mark.parametrize("on", ["virtual", "gpu"])
def test_too_much_output_is_a_verdict(judge, on, monkeypatch):
    monkeypatch.setattr(sandbox, "OUTPUT_BYTES", 1 << 16)
    names = CASES if on == "virtual" else [case["name"] for case in EXERCISE.data["cases"]]
    # A line that was begun is no result.
    verdict = judge(said({"case": names[0]}) + "\nyes accepted > big", on)
    assert (verdict.verdict, verdict.case, verdict.cases) == ("output-limit", names[1], 1)


@pytest.mark.parametrize(("on", "limits"), [("virtual", "CASES"), ("gpu", "ON_GPU")])
def test_what_does_not_end_is_a_verdict(judge, on, limits, monkeypatch):
    monkeypatch.setattr(pipeline, limits, sandbox.Limits(1))
    verdict = judge(said({"case": "a"}) + "\nprintf '{'\nexec sleep 60", on)
    assert verdict.verdict == "time-limit"


@pytest.mark.parametrize("text", ["kill -SEGV $$", "exit 1", "echo '{'", "echo accepted"])
@pytest.mark.parametrize("on", ["virtual", "gpu"])
def test_a_judge_that_breaks_says_nothing_of_the_submission(judge, on, text):
    with pytest.raises(JudgeError):
        judge(text, on)


def test_what_the_compiler_says_is_passed_on(judge):
    verdict = judge("exit 0", compiler="echo 'line 3: no such name' >&2; exit 1")
    assert (verdict.verdict, verdict.message) == ("does-not-compile", "line 3: no such name")
    verdict = judge("exit 0", compiler="echo 'PLEASE submit a bug report' >&2; exit 1")
    assert "too much memory" in verdict.message


def test_both_targets_must_accept(judge):
    refuses = said({"case": "a", "mismatch": MISMATCH})
    script = f'case $1 in gpu) {refuses} ;; *) echo \'{{"case": "a"}}\' ;; esac'
    verdict = judge(script, "both")
    assert (verdict.verdict, verdict.target) == ("wrong-answer", "gpu")
    assert judge(said({"case": "a"}), "both").target == "both"
