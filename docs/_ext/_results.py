# SPDX-License-Identifier: MIT
"""Reads results/<gpu>/PROGRAM.json and its counters; every fault is one sentence with its fix.

    results = load(root / "results", "nvidia-h200", "chapter03.access_pattern")

Rows of the counters' CSV join on kernel, variant, params and n; their columns become fields
called counted_NAME, and summed_NAME with a row's launches added up. Nothing here knows Sphinx.
"""

import csv
import difflib
import functools
import json
import re
from dataclasses import dataclass
from pathlib import Path

from _rows import ResultsError, Row

REQUIRED = ("program", "device", "rows", "measured", "source")
REQUIRED_MEASURED = ("gpu", "date", "driver", "toolkit", "commit")
_IS_RATIO = re.compile("_per_|_percent$")
CSV_KEYS = ("kernel", "variant", "params", "n", "launch")


@dataclass(frozen=True)
class Results:
    """The results of one program on one GPU; `files` are those a page depends on."""

    program: str
    slug: str
    path: Path
    device: dict
    measured: dict
    source: dict
    rows: tuple[Row, ...]
    files: tuple[Path, ...]

    @property
    def gpu(self):
        """The GPU's name as its driver tells it."""
        return self.measured["gpu"]


def load(folder, slug, program):
    """Return the results of `program` on GPU `slug` under `folder`."""
    path = Path(folder) / slug / f"{program}.json"
    counters = path.with_name(f"{program}.counters.csv")
    if not path.is_file():
        known = sorted(file.stem for file in path.parent.glob("chapter*.json"))
        near = difflib.get_close_matches(program, known, 1, 0.8)
        hint = f"did you mean {near[0]}?" if near else f"run ./book measure {program} on the GPU"
        raise ResultsError(f"no results of program {program} in {short(path.parent)}: {hint}")
    stamps = tuple(file.stat().st_mtime_ns for file in (path, counters) if file.is_file())
    return _read(path, counters, slug, program, stamps)


def others(folder, slug, program):
    """Return the same program's results on all other GPUs, sorted by slug."""
    paths = sorted(Path(folder).glob(f"*/{program}.json"))
    return [load(folder, path.parent.name, program) for path in paths if path.parent.name != slug]


def short(path):
    """Return `results/<gpu>/…` of a path: what a message names."""
    parts = Path(path).parts
    start = len(parts) - 1 - parts[::-1].index("results") if "results" in parts else 0
    return Path(*parts[start:])


@functools.lru_cache(maxsize=64)
def _read(path, counters, slug, program, _stamps):
    again = f"run ./book measure {program} to write it again"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ResultsError(f"{short(path)} is no JSON ({error}): {again}") from error
    need(data, REQUIRED, short(path), again)
    need(data["measured"], REQUIRED_MEASURED, f"'measured' of {short(path)}", again)
    joined = _counters(counters) if counters.is_file() else {}
    rows = []
    for item in data["rows"]:
        need(item, ("kernel", "variant"), f"a row of {short(path)}", again)
        fields = {key: value for key, value in item.items() if key != "params"}
        row = Row(dict(item.get("params", {})), fields)
        fields.update(joined.get(_join_key(row.params, fields), {}))
        rows.append(row)
    files = (path, counters) if counters.is_file() else (path,)
    parts = (data[key] for key in ("device", "measured", "source"))
    return Results(program, slug, short(path), *parts, tuple(rows), files)


def need(data, keys, where, fix):
    """Raise ResultsError for the first of `keys` that `data` lacks."""
    for key in keys:
        if not isinstance(data, dict) or key not in data:
            raise ResultsError(f"{where} has no key '{key}': {fix}")


def _join_key(params, fields):
    plain = tuple(sorted((key, _plain(value)) for key, value in params.items()))
    return fields["kernel"], fields["variant"], plain, _plain(fields.get("n"))


def _plain(value):
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return float(value)
    except (TypeError, ValueError):
        return "" if value is None else str(value)


def _counters(path):
    """Return {join key: {counted_NAME: number, summed_NAME: number}} of a counters file.

    Rows of several launches have no one count. What can be added up is, as summed_NAME.
    """
    counted, summed, again = {}, {}, set()
    with path.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            need(line, CSV_KEYS, short(path), "run ./book measure to write it again")
            params = dict(part.split("=", 1) for part in line["params"].split(";") if "=" in part)
            key = _join_key(params, line)
            if key in counted:
                again.add(key)
            counted[key] = dict(_counts(line, path))
            sums = summed.setdefault(key, {})
            for name, number in counted[key].items():
                if not _IS_RATIO.search(name):
                    name = name.replace("counted_", "summed_", 1)
                    sums[name] = sums.get(name, 0.0) + number
    return {key: ({} if key in again else counted[key]) | summed[key] for key in counted}


def _counts(line, path):
    for name, text in line.items():
        if name in CSV_KEYS or name.startswith("predicted_") or not text:
            continue
        try:
            yield f"counted_{name}", float(text)
        except (TypeError, ValueError) as error:
            raise ResultsError(f"{short(path)} has '{text}' where {name} is a number") from error
