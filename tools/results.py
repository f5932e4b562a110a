# SPDX-License-Identifier: MIT
"""Read, check and write what programs report: their JSON and the CSV of their counters.

Every function raises ResultError with one sentence that names the file and what is wrong with it.
"""

from __future__ import annotations

import csv
import io
import json
import math
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

SCHEMA = 1
# A row is found by these; two rows of a program never share all four.
KEY_COLUMNS = ("kernel", "variant", "params", "n")

Row = dict[str, Any]
Key = tuple[str, str, str, str]


class ResultError(Exception):
    """Something that a program or a file said cannot be used."""


def slug(gpu: str) -> str:
    """Return the folder's name for a GPU: "NVIDIA H200" gives "nvidia-h200"."""
    return re.sub(r"[^a-z0-9]+", "-", gpu.lower()).strip("-")


def params_text(params: dict[str, Any]) -> str:
    """Return parameters as the CSV holds them: "stride=3;order=random"."""
    texts = (value if isinstance(value, str) else json.dumps(value) for value in params.values())
    return ";".join(f"{name}={text}" for name, text in zip(params, texts, strict=True))


def key_of(row: Row) -> Key:
    """Return what a row is joined by, as texts: kernel, variant, params, n."""
    n = row.get("n")
    return (
        str(row["kernel"]),
        str(row["variant"]),
        params_text(row.get("params", {})),
        "" if n is None else str(n),
    )


def name_of(key: Key) -> str:
    """Return a key for people: "copy/float stride=3 n=1024"."""
    kernel, variant, params, n = key
    return " ".join(part for part in (f"{kernel}/{variant}", params, f"n={n}" if n else "") if part)


def _refuse_constant(text: str) -> None:
    raise ValueError(f"{text} is no number in JSON")


def load_json(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file; NaN and infinity are refused."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"), parse_constant=_refuse_constant)
    except OSError as error:
        raise ResultError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise ResultError(f"{path}: is no JSON: {error}") from None
    if not isinstance(document, dict):
        raise ResultError(f"{path}: holds no JSON object")
    return document


def require(document: dict[str, Any], name: str, kind: type | tuple[type, ...], where: str) -> Any:
    """Return document[name]; `where` begins the sentence if it is missing or of another kind."""
    if name not in document:
        raise ResultError(f"{where}: lacks the key '{name}'")
    if not isinstance(document[name], kind):
        raise ResultError(f"{where}: '{name}' is {document[name]!r}, which has the wrong type")
    return document[name]


def load_report(path: Path, program: str, *, profile: bool) -> dict[str, Any]:
    """Return a program's report after checking that it can be published.

    `profile` says which run it must come from: a timed one, or one under the profiler, whose rows
    have no times.
    """
    report = load_json(path)
    if require(report, "schema", int, str(path)) != SCHEMA:
        raise ResultError(f"{path}: has schema {report['schema']}, this tool reads {SCHEMA}")
    if require(report, "program", str, str(path)) != program:
        raise ResultError(f"{path}: is a report of {report['program']}, not of {program}")
    if require(report, "quick", bool, str(path)):
        raise ResultError(f"{path}: comes from a --quick run, whose times are not to be kept")
    if require(report, "profile", bool, str(path)) != profile:
        raise ResultError(f"{path}: 'profile' should be {str(profile).lower()}")
    require(report, "device", dict, str(path))
    rows = require(report, "rows", list, str(path))
    if not rows:
        raise ResultError(f"{path}: has no rows")
    _check_rows(path, rows, timed=not profile)
    return report


def _check_rows(path: Path, rows: list[Row], *, timed: bool) -> None:
    seen: set[Key] = set()
    for index, row in enumerate(rows):
        where = f"{path}: row {index}"
        if not isinstance(row, dict):
            raise ResultError(f"{where}: is no JSON object")
        for name in ("kernel", "variant"):
            require(row, name, str, where)
        require(row, "params", dict, where)
        key = key_of(row)
        if key in seen:
            raise ResultError(f"{where}: {name_of(key)} is there twice")
        seen.add(key)
        if not timed:
            continue
        for name, value in [*row.items(), *row["params"].items()]:
            if value is None or (isinstance(value, float) and not math.isfinite(value)):
                raise ResultError(f"{where}: {name_of(key)}: '{name}' is not a number")


def write_atomically(path: Path, text: str) -> None:
    """Write a file as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".tmp")
    try:
        temporary.write_text(text, encoding="utf-8")
        os.replace(temporary, path)  # noqa: PTH105 - pathlib's does the same, this says it
    finally:
        temporary.unlink(missing_ok=True)


def report_text(report: dict[str, Any]) -> str:
    """Return a report as JSON with one row a line, so that a diff shows which rows moved."""
    parts = []
    for name, value in report.items():
        if name == "rows":
            lines = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in value)
            text = f"[\n{lines}\n ]"
        else:
            text = json.dumps(value, ensure_ascii=False, indent=1).replace("\n", "\n ")
        parts.append(f" {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def csv_text(columns: Sequence[str], rows: Sequence[dict[str, Any]]) -> str:
    """Return rows as CSV; whole numbers print without a point, missing values as nothing."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _cell(value) for name, value in row.items()})
    return out.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    return "" if value is None else value


def read_csv(path: Path) -> list[dict[str, str]]:
    """Return the rows of a counters file."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        raise ResultError(f"{path}: cannot be read: {error.strerror}") from None
    if not rows:
        raise ResultError(f"{path}: has no rows")
    for column in (*KEY_COLUMNS, "launch"):
        if column not in rows[0]:
            raise ResultError(f"{path}: lacks the column '{column}'")
    return rows
