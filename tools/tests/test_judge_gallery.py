# SPDX-License-Identifier: MIT
"""The gallery: what an entry may expect, and that one broken entry does not end the others."""

import pytest
from judging import gallery
from judging.exercise import exercise_named
from judging.gallery import Entry, Expectation, expectation_of, judge_entries
from judging.pipeline import JudgeError
from judging.verdict import Verdict


def expecting(tmp_path, text):
    path = tmp_path / "entry.cu"
    path.write_text(f"// expect: {text}\n")
    return expectation_of(path)


@pytest.mark.parametrize("kind", ["race-shared", "race-warp", "race-global"])
def test_a_race_is_expected_of_either_kind(tmp_path, kind):
    expected = expecting(tmp_path, "race|uninitialised")
    assert expected.fault(Verdict("x", kind, case="many"), "virtual") == ""
    assert "expected race or uninitialised" in expected.fault(Verdict("x", "trap"), "virtual")


def test_a_case_is_expected_too(tmp_path):
    expected = expecting(tmp_path, "wrong-answer case=many")
    assert expected.fault(Verdict("x", "wrong-answer", case="many"), "virtual") == ""
    assert "in case one" in expected.fault(Verdict("x", "wrong-answer", case="one"), "virtual")


def test_a_race_with_an_atomic_is_another_thing(tmp_path):
    assert expecting(tmp_path, "race").fault(Verdict("x", "race-atomic"), "virtual")


@pytest.mark.parametrize(
    "text", ["race-shared", "uninitialised|race-warp", "race case=one", "accepted", "Race", ""]
)
def test_an_expectation_that_chance_or_nobody_could_meet_is_refused(tmp_path, text):
    with pytest.raises(ValueError, match=r"entry\.cu"):
        expecting(tmp_path, text)


@pytest.mark.parametrize("verdict", ["accepted", "wrong-answer"])
def test_a_gpu_need_not_see_a_race(verdict):
    assert Expectation(frozenset(("race",))).fault(Verdict("x", verdict), "gpu") == ""


def test_a_gpu_sees_a_write_to_an_input_if_it_lasts():
    lasts = Expectation(frozenset(("read-only", "input-changed")))
    assert lasts.fault(Verdict("x", "input-changed"), "gpu") == ""
    assert lasts.fault(Verdict("x", "accepted"), "gpu")
    assert Expectation(frozenset(("read-only",))).fault(Verdict("x", "accepted"), "gpu") == ""


def test_a_gpu_must_not_pass_what_never_ends():
    expected = Expectation(frozenset(("deadlock",)))
    assert "must not pass" in expected.fault(Verdict("x", "accepted"), "gpu")
    assert expected.fault(Verdict("x", "time-limit"), "gpu") == ""


def test_a_judge_that_fails_is_the_fault_of_one_entry(monkeypatch, capsys):
    exercise = exercise_named("conv1d")
    paths = exercise.gallery("right")[:2]

    def judge_file(tools, exercise, path, seed, on):
        if path == paths[0]:
            raise JudgeError("judge-run ended with -11")
        return Verdict(exercise.short, "accepted")

    monkeypatch.setattr(gallery, "judge_file", judge_file)
    entries = [Entry(exercise, path, None) for path in paths]
    (fault,) = judge_entries(None, entries, "virtual", 1, [1])
    assert paths[0].name in fault
    assert "the judge itself failed: judge-run ended with -11" in fault
    assert "conv1d: 2 verdicts" in capsys.readouterr().out


def test_each_seed_is_a_verdict_of_its_own(monkeypatch):
    exercise = exercise_named("conv1d")
    seen = []

    def judge_file(tools, exercise, path, seed, on):
        seen.append(seed)
        return Verdict(exercise.short, "trap" if seed == 2 else "accepted")

    monkeypatch.setattr(gallery, "judge_file", judge_file)
    entry = Entry(exercise, exercise.solution, None)
    assert len(judge_entries(None, [entry], "virtual", 2, [1, 2, 3])) == 1
    assert sorted(seen) == [1, 2, 3]
