# SPDX-License-Identifier: MIT
"""Take a program's hardware counters with Nsight Compute and join them with its rows.

A program run with --profile lets the profiler see exactly the launches of its rows, in their order.
So the i-th row owns the next launches: one, or as many as its `launches` says (0 for a row that
copies without a kernel). What to count, what to derive and what to expect stands beside the program
in NAME.counters.json.
"""

from __future__ import annotations

import csv
import math
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arithmetic import evaluate
from results import KEY_COLUMNS, Key, ResultError, Row, key_of, load_json, name_of, require

_PLACES = (
    "/opt/nvidia/nsight-compute/*/ncu",
    "/usr/local/cuda/bin/ncu",
    "/usr/local/cuda-*/bin/ncu",
)
_PREDICTED = "predicted_"

Counts = dict[str, float]


class CountersUnavailableError(Exception):
    """Says that this machine cannot count, though nothing is wrong with the program."""


@dataclass(frozen=True)
class Miss:
    """Rows of which a prediction is known to be wrong, and why; it must be wrong there."""

    name: str
    rows: str  # "variant=sweep;rows_per_thread=8"
    because: str

    def holds(self, key: Key) -> bool:
        """Return whether a row is one of these."""
        fields = {"kernel": key[0], "variant": key[1]}
        fields |= dict(part.split("=", 1) for part in key[2].split(";") if part)
        return all(
            fields.get(k) == v for k, _, v in (p.partition("=") for p in self.rows.split(";"))
        )


@dataclass(frozen=True)
class Wanted:
    """A `*.counters.json`."""

    metrics: dict[str, str]
    derived: dict[str, str]
    expect: dict[str, dict[str, float]]
    misses: tuple[Miss, ...] = ()
    leave_caches: bool = False

    def ncu_options(self) -> list[str]:
        """Return what to tell the profiler of the caches, which it empties unless told.

        Where they are left alone, each counter has a run of its own: to replay one launch would
        find what the launch itself has left.
        """
        if not self.leave_caches:
            return []
        return ["--cache-control", "none", "--replay-mode", "application"]


def load_wanted(path: Path) -> Wanted:
    """Read a `*.counters.json` and check that its parts fit one another."""
    document = load_json(path)
    metrics = require(document, "metrics", dict, str(path))
    derived = require(document, "derived", dict, str(path))
    expect = require(document, "expect", dict, str(path))
    if not metrics:
        raise ResultError(f"{path}: names no metric")
    for name, expression in derived.items():
        try:
            # Two different values, so that the difference of two metrics may divide.
            evaluate(expression, {metric: 3.0 + i for i, metric in enumerate(metrics)})
        except ValueError as error:
            raise ResultError(f"{path}: derived '{name}': {error}") from None
    for name in expect:
        if name not in derived and name not in metrics:
            raise ResultError(f"{path}: expects '{name}', which is neither counted nor derived")
    leave_caches = document.get("leave_caches", False)
    if not isinstance(leave_caches, bool):
        raise ResultError(f"{path}: leave_caches is true or false")
    return Wanted(metrics, derived, expect, _load_misses(document, expect, path), leave_caches)


def _load_misses(document: dict[str, Any], expect: dict[str, Any], path: Path) -> tuple[Miss, ...]:
    misses = []
    for entry in document.get("misses", []):
        miss = Miss(*(require(entry, key, str, f"{path}: misses") for key in Miss.__annotations__))
        if miss.name not in expect:
            raise ResultError(f"{path}: misses '{miss.name}', which is not expected anywhere")
        misses.append(miss)
    return tuple(misses)


def find_ncu() -> str:
    """Return the path of Nsight Compute's command, the newest if it is not on PATH."""
    found = shutil.which("ncu")
    if found:
        return found
    for pattern in _PLACES:
        matches = sorted(Path("/").glob(pattern.lstrip("/")))
        if matches:
            return str(matches[-1])
    raise CountersUnavailableError("Nsight Compute (ncu) is not installed")


def count(command: list[str], wanted: Wanted, log: Path, timeout_s: float) -> list[Counts]:
    """Run `command` under Nsight Compute; return each launch's metrics by their short names."""
    ncu = [
        *(find_ncu(), "--csv", "--page", "raw", "--print-units", "base"),
        *("--profile-from-start", "off", "--clock-control", "none"),
        *wanted.ncu_options(),
        *("--metrics", ",".join(wanted.metrics.values())),
        *("--log-file", str(log), "--force-overwrite"),
    ]
    done = subprocess.run(
        [*ncu, *command], capture_output=True, text=True, timeout=timeout_s, check=False
    )
    text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
    said = f"{text}\n{done.stdout}\n{done.stderr}"
    if "ERR_NVGPUCTRPERM" in said:
        raise CountersUnavailableError(
            "this user may not read the GPU's performance counters (ERR_NVGPUCTRPERM): "
            "run as root, or let the driver allow it for all users"
        )
    if done.returncode != 0:
        reason = [line for line in said.splitlines() if line.startswith("==ERROR==")]
        last = said.strip().splitlines()[-1:] or ["nothing was printed"]
        raise ResultError(f"ncu ended with {done.returncode}: {(reason or last)[0]}")
    return parse_ncu(text, wanted)


def parse_ncu(text: str, wanted: Wanted) -> list[Counts]:
    """Return each launch's metrics from the text of `ncu --csv --page raw`.

    The table starts after lines of chatter, and its second line holds units.
    """
    table = [line for line in text.splitlines() if line.startswith('"')]
    if not table or not table[0].startswith('"ID"'):
        raise ResultError("ncu printed no table: it saw no kernel launch")
    header, units, *launches = csv.reader(table)
    columns = {}
    for short, metric in wanted.metrics.items():
        if metric not in header:
            raise ResultError(f"ncu counted no '{metric}': this GPU may not have that metric")
        columns[short] = header.index(metric)
    if units[0]:
        raise ResultError("ncu's table has no line of units, so its values cannot be trusted")
    return [
        {short: _number(launch[column], short) for short, column in columns.items()}
        for launch in launches
    ]


def _number(text: str, name: str) -> float:
    try:
        return float(text.replace(",", ""))
    except ValueError:
        raise ResultError(f"ncu's value '{text}' for '{name}' is no number") from None


def derive(counts: Counts, wanted: Wanted) -> Counts:
    """Return the derived values of a launch; one that cannot be computed is left out."""
    values = {}
    for name, expression in wanted.derived.items():
        try:
            values[name] = evaluate(expression, counts)
        except ValueError:
            # Nothing was requested in this launch, so there is no ratio to give.
            continue
    return values


def share_out(rows: list[Row], launches: list[Counts]) -> Iterator[tuple[Row, list[Counts]]]:
    """Give each row its launches, in order."""
    wanted = [int(row.get("launches", 1)) for row in rows]
    if sum(wanted) != len(launches):
        raise ResultError(
            f"the rows stand for {sum(wanted)} kernel launches, but ncu saw {len(launches)}: "
            "a row of several launches, or none, has to say so in its value 'launches'"
        )
    rest = iter(launches)
    for row, number in zip(rows, wanted, strict=True):
        yield row, [next(rest) for _ in range(number)]


def table(rows: list[Row], launches: list[Counts], wanted: Wanted) -> tuple[list[str], list[Row]]:
    """Return the columns and rows of the counters file, one row a launch."""
    predicted: list[str] = []
    lines = []
    for row, counted in share_out(rows, launches):
        claims = {name: value for name, value in row.items() if name.startswith(_PREDICTED)}
        predicted += [name for name in claims if name not in predicted]
        key = dict(zip(KEY_COLUMNS, key_of(row), strict=True))
        for launch, counts in enumerate(counted):
            lines.append({**key, "launch": launch, **counts, **derive(counts, wanted), **claims})
    columns = [*KEY_COLUMNS, "launch", *wanted.metrics, *wanted.derived, *predicted]
    return columns, lines


def mismatches(lines: list[dict[str, Any]], wanted: Wanted) -> list[str]:
    """Compare counted with predicted values; return a sentence for each that differs.

    `lines` are rows of the counters file. The counts of a row's launches are added up first, and
    what is derived is derived anew from the counts, so an edited file does not pass.
    """
    faults = []
    compared = dict.fromkeys(wanted.expect, 0)
    seen: set[Miss] = set()
    for key, group in _by_row(lines).items():
        counts = {name: sum(float(line[name]) for line in group) for name in wanted.metrics}
        values = {**counts, **derive(counts, wanted)}
        for name, bound in wanted.expect.items():
            claim = group[0].get(_PREDICTED + name)
            if claim in (None, ""):
                continue
            compared[name] += 1
            predicted = float(claim)
            got = values.get(name, float("nan"))
            agrees = abs(got - predicted) <= bound.get("rel", 0.0) * abs(predicted)
            known = {miss for miss in wanted.misses if miss.name == name and miss.holds(key)}
            seen |= known
            if agrees and known:
                faults.append(f"{name_of(key)}: {name} agrees, and is listed among the misses")
            elif not agrees and not (known and math.isfinite(got)):
                faults.append(f"{name_of(key)}: {name}: predicted {predicted:g}, counted {got:g}")
    faults += [
        f"no row carries predicted_{name}, so nothing was compared"
        for name, number in compared.items()
        if number == 0
    ]
    faults += [
        f"misses: no row with {miss.rows} predicts {miss.name}"
        for miss in wanted.misses
        if miss not in seen
    ]
    return faults


def _by_row(lines: list[dict[str, Any]]) -> dict[Any, list[dict[str, Any]]]:
    groups: dict[Any, list[dict[str, Any]]] = {}
    for line in lines:
        groups.setdefault(tuple(line[column] for column in KEY_COLUMNS), []).append(line)
    return groups
