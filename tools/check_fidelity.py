#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Hold the virtual GPU to the hardware: what it counts must equal what Nsight Compute counted.

The program runs on the virtual GPU with --quick --profile, as measure.py runs it on a GPU with
--profile. Each row's launches then have counts from both, and from the model of the warp, which the
program prints. A row's launches are the last ones before it is added: its second check.

Sizes differ, so ratios are compared: per request, per warp. How far the hardware may be off a ratio
stands in the program's counters.json under "expect". ctest/counters/fidelity.json may add ratios,
widen a bound, and give the quick run other sizes. Exits 0 if all agree, 1 if not.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import counters
import measure
import results
from results import ResultError, Row

ROOT = measure.ROOT
BOUNDS = ROOT / "ctest" / "counters" / "fidelity.json"
SKIPPED = 77
TIMEOUT_S = 600

# Nsight Compute's metrics that the virtual GPU counts too: space, kind of access, unit. The others,
# of caches and of DRAM, it cannot know.
METRICS = {
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": ("global", "load", "requests"),
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": ("global", "load", "sectors"),
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": ("global", "store", "requests"),
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": ("global", "store", "sectors"),
    "smsp__inst_executed_op_shared_ld.sum": ("shared", "load", "requests"),
    "smsp__inst_executed_op_shared_st.sum": ("shared", "store", "requests"),
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": ("shared", "load", "wavefronts"),
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum": ("shared", "store", "wavefronts"),
}
WARPS = "smsp__warps_launched.sum"


@dataclass(frozen=True)
class Fidelity:
    """What to run, and how near the hardware must be."""

    rel: dict[str, float]  # by ratio; one without a bound is not compared
    least_n: int | None  # from this size on rows without a prediction are compared too
    replace: dict[str, str]  # texts of the source, to run sizes at which edges weigh little

    def applied_to(self, source: Path) -> str:
        """Return the source with its sizes replaced."""
        text = source.read_text(encoding="utf-8")
        for old, new in self.replace.items():
            if text.count(old) != 1:
                raise ResultError(f"{source}: '{old}' of fidelity.json is not there once")
            text = text.replace(old, new)
        return text

    def source_of(self, program: measure.Program, scratch: Path) -> tuple[Path, list[str]]:
        """Return the source to run, in `scratch` if sizes are replaced, and how to compile it.

        Where nothing is replaced the options are those of the program's own test: what was built
        for it serves here.
        """
        source = ROOT / program.source
        if not self.replace:
            return source, [f"-I{ROOT}"]
        changed = scratch / source.name
        changed.write_text(self.applied_to(source), encoding="utf-8")
        return changed, [f"-I{ROOT}", f"-I{source.parent}"]

    def is_pattern(self, row: Row) -> bool:
        """True for rows with something to compare: the others are checks at odd, small sizes."""
        if any(name.startswith("predicted_") for name in row):
            return True
        return self.least_n is not None and row.get("n", 0) >= self.least_n


def load_fidelity(program: measure.Program, wanted: counters.Wanted) -> Fidelity:
    """Read a program's bounds: those of "expect", and what fidelity.json adds or widens."""
    more = results.load_json(BOUNDS).get(program.name, {})
    wanted.derived.update(more.get("derived", {}))
    rel = {name: bound.get("rel", 0.0) for name, bound in wanted.expect.items()}
    rel.update(more.get("rel", {}))
    return Fidelity(rel, more.get("least_n"), more.get("replace", {}))


def is_counted(metric: str) -> bool:
    """True for a metric of Nsight Compute that the virtual GPU counts too."""
    return metric == WARPS or metric in METRICS


def counts_of(launch: dict[str, Any], metrics: dict[str, str]) -> counters.Counts:
    """The counts of one launch on the virtual GPU, by the short names of the wanted metrics."""
    found: counters.Counts = {}
    for short, metric in metrics.items():
        if metric == WARPS:
            found[short] = float(launch["warps"])
        elif metric in METRICS:
            space, kind, unit = METRICS[metric]
            found[short] = float(
                sum(
                    total[unit]
                    for total in launch["totals"]
                    if (total["space"], total["access"]) == (space, kind)
                )
            )
    return found


def launches_of(rows: list[Row], profiled: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """For each row its launches: as many as it says, or one, the last of its range."""
    shared_out = []
    for number, row in enumerate(rows, start=1):
        wanted = int(row.get("launches", 1))
        mine = [launch for launch in profiled if launch["range"] == number]
        if len(mine) < wanted:
            raise ResultError(
                f"row {row['kernel']}/{row['variant']} stands for {wanted} launches, but "
                f"{len(mine)} happened before it was added"
            )
        shared_out.append(mine[len(mine) - wanted :])
    return shared_out


def run_virtual(
    program: measure.Program, fidelity: Fidelity, simt_run: Path, link: list[Path]
) -> tuple[list[Row], list[list[dict[str, Any]]]]:
    """The program's rows, and for each its launches on the virtual GPU."""
    with tempfile.TemporaryDirectory() as scratch:
        rows_file, report = Path(scratch) / "rows.json", Path(scratch) / "report.json"
        source, options = fidelity.source_of(program, Path(scratch))
        command = [
            *(str(simt_run), "--pass", "count", "--report", "json", "--report-file", str(report)),
            *options,
            *(part for library in link for part in ("--link", str(library))),
            *(str(source), "--", "--quick", "--profile", "--json", str(rows_file)),
            *program.args,
        ]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
        if done.returncode != 0:
            raise ResultError(
                f"{program.name} ended with {done.returncode} on the virtual GPU:\n"
                f"{done.stdout[-1000:]}{done.stderr[-1000:]}"
            )
        rows = results.load_json(rows_file)["rows"]
        profiled = json.loads(report.read_text(encoding="utf-8"))["profiled"]
        return rows, launches_of(rows, profiled)


def partner(row: Row, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The committed lines that a row of the quick run stands for.

    Kernel and variant are the same, and as many parameters as possible: sizes among them differ. Of
    several that are equally near, one with the same n is nearest.
    """
    mine = {name: str(value) for name, value in row.get("params", {}).items()}

    def agreement(line: dict[str, Any]) -> int:
        theirs = dict(part.split("=") for part in str(line["params"]).split(";") if part)
        same = sum(theirs.get(name) == value for name, value in mine.items())
        return 2 * same + (str(line["n"]) == str(row.get("n", "")))

    alike = [
        line
        for line in lines
        if (line["kernel"], line["variant"]) == (row["kernel"], row["variant"])
    ]
    best = max((agreement(line) for line in alike), default=0)
    return [line for line in alike if agreement(line) == best]


def hardware_ratios(
    lines: list[dict[str, Any]], wanted: counters.Wanted
) -> Callable[[str], list[float]]:
    """For a derived name, its value in each committed line that has one."""

    def values(name: str) -> list[float]:
        found = []
        for line in lines:
            counted = {metric: float(line[metric]) for metric in wanted.metrics}
            derived = counters.derive(counted, wanted)
            if name in derived:
                found.append(derived[name])
        return found

    return values


def off(got: float, want: float, rel: float) -> bool:
    """True if they differ by more than the bound, or one is no number."""
    return not abs(got - want) <= rel * abs(want) + 1e-9


class Comparison:
    """Collects what was compared and what differed."""

    def __init__(self, rel: dict[str, float]) -> None:
        self.rel = rel
        self.faults: list[str] = []
        self.compared = 0

    def row(
        self, row: Row, virtual: counters.Counts, hardware: Callable[[str], list[float]]
    ) -> None:
        """Compare one row's ratios: virtual GPU with model and with hardware."""
        name = f"{row['kernel']}/{row['variant']}{row.get('params') or ''}"
        for ratio, got in virtual.items():
            predicted = row.get(f"predicted_{ratio}")
            if predicted is not None and off(got, float(predicted), 0.0):
                self.faults.append(f"{name}: {ratio}: model {predicted:g}, virtual GPU {got:g}")
            if ratio not in self.rel:
                continue
            for counted in hardware(ratio):
                self.compared += 1
                if off(got, counted, self.rel[ratio]):
                    self.faults.append(
                        f"{name}: {ratio}: virtual GPU {got:g}, hardware {counted:g}, "
                        f"allowed are {100 * self.rel[ratio]:g} %"
                    )


def check(program: measure.Program, simt_run: Path, link: list[Path], folder: Path) -> int:
    """Run, compare and print; the exit code."""
    wanted = program.wanted()
    if wanted is None:
        raise ResultError(f"{program.name} has no counters.json beside it")
    fidelity = load_fidelity(program, wanted)
    files = sorted(folder.glob(f"*/{program.name}.counters.csv"))
    # Different values, so that the difference of two metrics may divide.
    metrics = [name for name, metric in wanted.metrics.items() if is_counted(metric)]
    countable = {name: 3.0 + i for i, name in enumerate(metrics)}
    bounded = fidelity.rel.keys() & counters.derive(countable, wanted).keys()
    if not bounded or not files:
        reason = "was never counted on a GPU" if bounded else "has no ratio to compare"
        print(f"SKIPPED: {program.name} {reason}")
        return SKIPPED
    rows, launches = run_virtual(program, fidelity, simt_run, link)
    comparison = Comparison(fidelity.rel)
    for path in files:
        committed = results.read_csv(path)
        for row, mine in zip(rows, launches, strict=True):
            counted = [counts_of(launch, wanted.metrics) for launch in mine]
            total = {
                name: sum(launch[name] for launch in counted)
                for name in (counted[0] if counted else {})
            }
            ratios = {n: v for n, v in counters.derive(total, wanted).items() if v == v}
            if not fidelity.is_pattern(row):
                continue
            comparison.row(row, ratios, hardware_ratios(partner(row, committed), wanted))
    for fault in comparison.faults:
        print(f"FAIL {fault}")
    print(f"{program.name}: {comparison.compared} ratios compared with the hardware")
    if comparison.compared == 0:
        print("FAIL nothing was compared: no derived ratio of counters.json has a bound")
    return 1 if comparison.faults or comparison.compared == 0 else 0


def main(argv: list[str] | None = None) -> int:
    """Run the check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="chapter03.access_pattern")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "dev")
    parser.add_argument("--simt-run", type=Path, required=True, help="the virtual GPU's driver")
    parser.add_argument("--link", type=Path, action="append", default=[], help="library to link")
    parser.add_argument("--results", type=Path, default=ROOT / "results")
    arguments = parser.parse_args(argv)
    try:
        program = measure.load_programs(arguments.build, [arguments.program])[0]
        return check(program, arguments.simt_run, arguments.link, arguments.results)
    except (ResultError, subprocess.TimeoutExpired) as error:
        print(f"FAIL {error}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
