# SPDX-License-Identifier: MIT
"""Verdicts in the forms that courses use: JUnit, Gradescope, CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

Rows = Sequence[dict[str, Any]]
POINTS = 10


def write_junit(rows: Rows, path: Path) -> None:
    """Write a test suite with a case for each submission."""
    failed = sum(not row["accepted"] for row in rows)
    suite = ElementTree.Element(
        "testsuite", name="judge", tests=str(len(rows)), failures=str(failed), errors="0"
    )
    for row in rows:
        case = ElementTree.SubElement(
            suite, "testcase", classname=row["exercise"].replace("/", "."), name=row["student"]
        )
        if not row["accepted"]:
            failure = ElementTree.SubElement(case, "failure", message=row["verdict"])
            failure.text = _xml_text(row["text"])
    ElementTree.indent(suite)
    tree = ElementTree.ElementTree(suite)
    _replace(path, lambda out: tree.write(out, encoding="utf-8", xml_declaration=True))


def write_gradescope(rows: Rows, path: Path) -> None:
    """Write results.json for one student: a test for each exercise, all points or none."""
    tests = []
    for exercise in sorted({row["exercise"] for row in rows}):
        of_exercise = [row for row in rows if row["exercise"] == exercise]
        # Whoever hands in several files must not get points for each.
        one = len(of_exercise) == 1
        accepted = one and of_exercise[0]["accepted"]
        output = of_exercise[0]["text"] if one else f"hand in one file, not {len(of_exercise)}"
        tests.append(
            {
                "name": exercise,
                "score": POINTS if accepted else 0,
                "max_score": POINTS,
                "status": "passed" if accepted else "failed",
                "output": output,
            }
        )
    text = json.dumps({"tests": tests, "stdout_visibility": "hidden"}, indent=2) + "\n"
    _replace(path, lambda out: out.write_text(text, encoding="utf-8"))


def write_csv(rows: Rows, path: Path) -> None:
    """Write a line for each submission."""
    fields = ("student", "exercise", "file", "accepted", "verdict", "case")

    def write(out: Path) -> None:
        with out.open("w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, fields, extrasaction="ignore")
            table.writeheader()
            table.writerows({name: _no_formula(str(row[name])) for name in fields} for row in rows)

    _replace(path, write)


def _no_formula(text: str) -> str:
    """Return a cell that a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def _xml_text(text: str) -> str:
    """Return text without the control characters that XML has no place for."""
    return "".join(c for c in text if c in "\n\t" or c >= " ")


def _replace(path: Path, write) -> None:
    """Let `write` make a file beside `path`, then put it in its place."""
    unfinished = path.with_name(path.name + ".tmp")
    write(unfinished)
    unfinished.replace(path)
