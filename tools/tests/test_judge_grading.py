# SPDX-License-Identifier: MIT
"""Grading folders: what is judged, what is kept, and the forms that courses read."""

import csv
import json
import os
from xml.etree import ElementTree

import pytest
from judging import batch, formats, progress
from judging.exercise import UsageError, exercise_named, exercise_of_file
from judging.verdict import Verdict


@pytest.fixture
def submissions(tmp_path):
    for student in ("ann", "bo"):
        (tmp_path / student).mkdir()
        (tmp_path / student / "conv1d.cu").write_text(f"// {student}\n")
    return batch.submissions_in(tmp_path, None)


@pytest.fixture
def judged(monkeypatch):
    """Replace the judge: Ann is right. Returns the names of the judged students."""
    names = []

    def judge_file(tools, exercise, path, seed, on):
        names.append(path.parent.name)
        right = path.parent.name == "ann"
        return Verdict(exercise.short, "accepted" if right else "race-shared", case="many")

    monkeypatch.setattr(batch, "judge_file", judge_file)
    return names


def rows_of(submissions, record):
    return batch.grade(None, submissions, record, 1, "virtual")


def test_a_second_run_judges_only_what_is_new(submissions, judged, tmp_path):
    record = tmp_path / "verdicts.jsonl"
    rows_of(submissions[:1], record)
    rows = rows_of(submissions, record)
    assert judged == ["ann", "bo"]
    assert [row["accepted"] for row in rows] == [True, False]
    submissions[0].path.write_text("// changed\n")
    rows_of(submissions, record)
    assert judged == ["ann", "bo", "ann"]


def test_a_record_that_ends_within_a_line_is_no_loss(submissions, judged, tmp_path):
    record = tmp_path / "verdicts.jsonl"
    rows_of(submissions, record)
    text = record.read_text()
    record.write_text(text[:-20])
    assert len(rows_of(submissions, record)) == 2
    assert judged == ["ann", "bo", "bo"]


def test_the_work_of_another_cannot_be_handed_in_by_a_link(submissions, judged, tmp_path):
    (tmp_path / "cy").mkdir()
    (tmp_path / "cy" / "conv1d.cu").symlink_to("../ann/conv1d.cu")
    (tmp_path / "dee").mkdir()
    (tmp_path / "dee" / "conv1d.cu").symlink_to("nowhere")
    rows = rows_of(batch.submissions_in(tmp_path, None), tmp_path / "verdicts.jsonl")
    assert judged == ["ann", "bo"]
    assert [row["verdict"] for row in rows] == ["accepted", "race-shared", "refused", "refused"]


def test_what_is_no_file_does_not_stop_the_grading(submissions, judged, tmp_path):
    (tmp_path / "cy" / "conv1d.cu").mkdir(parents=True)
    (tmp_path / "dee").mkdir()
    os.mkfifo(tmp_path / "dee" / "conv1d.cu")  # whoever reads it waits for ever
    (tmp_path / "eve").mkdir()
    (tmp_path / "eve" / "conv1d.cu").write_bytes(bytes(10_000_000))
    rows = rows_of(batch.submissions_in(tmp_path, None), tmp_path / "verdicts.jsonl")
    assert [row["verdict"] for row in rows[2:4]] == ["refused", "refused"]
    assert judged == ["ann", "bo", "eve"]


def test_a_name_cannot_say_that_somebody_is_accepted(submissions, judged, tmp_path, capsys):
    name = "cy: conv1d: accepted\nzed\x1b[2K"
    (tmp_path / name).mkdir()
    (tmp_path / name / "conv1d.cu").write_text("// cy\n")
    rows = rows_of(batch.submissions_in(tmp_path, None), tmp_path / "verdicts.jsonl")
    assert rows[-1]["student"] == "cy: conv1d: accepted?zed?[2K"
    said = capsys.readouterr().out
    assert "zed?[2K: conv1d: race-shared\n" in said
    assert len(said.splitlines()) == 3


def test_a_file_that_the_judge_cannot_take_is_no_pass(submissions, monkeypatch, tmp_path):
    def judge_file(*_):
        raise UsageError("cannot read it")

    monkeypatch.setattr(batch, "judge_file", judge_file)
    rows = rows_of(submissions, tmp_path / "verdicts.jsonl")
    assert {row["verdict"] for row in rows} == {batch.JUDGE_FAILED}
    assert not any(row["accepted"] for row in rows)


def test_junit_has_a_failure_for_what_is_not_accepted(submissions, judged, tmp_path):
    rows = rows_of(submissions, tmp_path / "verdicts.jsonl")
    rows[1]["text"] += "\x00\x1b"  # what XML cannot hold
    formats.write_junit(rows, tmp_path / "junit.xml")
    suite = ElementTree.parse(tmp_path / "junit.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert suite.find("testcase[@name='bo']/failure").get("message") == "race-shared"
    assert suite.find("testcase[@name='ann']/failure") is None


def test_gradescope_gives_points_for_one_file_alone(submissions, judged, tmp_path):
    rows = rows_of(submissions, tmp_path / "verdicts.jsonl")
    formats.write_gradescope(rows[:1], tmp_path / "one.json")
    formats.write_gradescope([rows[0], rows[0]], tmp_path / "two.json")
    one, two = (json.loads((tmp_path / f"{n}.json").read_text())["tests"] for n in ("one", "two"))
    assert (one[0]["score"], one[0]["status"]) == (formats.POINTS, "passed")
    assert [(test["score"], test["output"]) for test in two] == [(0, "hand in one file, not 2")]


def test_csv_holds_no_formula(submissions, judged, tmp_path):
    rows = rows_of(submissions, tmp_path / "verdicts.jsonl")
    rows[0]["student"] = "=1+1"
    formats.write_csv(rows, tmp_path / "grades.csv")
    with (tmp_path / "grades.csv").open(encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    assert [row["student"] for row in table] == ["'=1+1", "bo"]
    assert [row["accepted"] for row in table] == ["True", "False"]


def test_an_exercise_is_found_by_name_and_by_place():
    assert exercise_named("conv1d").name == "chapter05_tiling/conv1d"
    exercise = exercise_named("chapter05_tiling/conv1d")
    assert exercise_of_file(exercise.gallery("wrong")[0]).name == exercise.name
    assert exercise_of_file(exercise.solution).name == exercise.name
    with pytest.raises(UsageError, match="there is no exercise of the name 'conv2d'"):
        exercise_named("conv2d")


def test_progress_remembers_what_was_accepted(tmp_path):
    record = tmp_path / "state" / "solved.json"
    progress.note_solved(exercise_named("conv1d"), record)
    progress.note_solved(exercise_named("conv1d"), record)
    assert progress.solved(record) == {"chapter05_tiling/conv1d"}
    text = progress.overview(record)
    assert "[x] level 3  conv1d" in text
    assert "1 of " in text


def test_a_broken_record_of_progress_is_an_empty_one(tmp_path):
    record = tmp_path / "solved.json"
    record.write_text("{")
    assert progress.solved(record) == set()
