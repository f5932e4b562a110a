# SPDX-License-Identifier: MIT
"""Runs mutants of correct programs on the virtual GPU; each must be reported or give wrong results.

    run_mutants.py --simt-run PATH [--share N] [--jobs N] [--link LIBRARY] [-IDIR] FILE.cu...

A mutant is caught if the check pass names a finding, if the compiler warns in it, or if the
program says itself that its results are wrong; programs without a check of their own print a digest
of their buffers. Mutants that change nothing that can be observed stand with a reason in
equivalent.json beside this file. The run fails if more than 5 % of the others survive, if a program
is not clean without mutants, or, with --share, if any mutant survives that survivors.json does not
list.

--share N runs N mutants, others each day, so that the whole list comes round.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from mutations import Mutant, applied, mutants_of

HERE = Path(__file__).resolve().parent
MOST_SURVIVORS = 0.05
LIMIT_INSTRUCTIONS = 3_000_000
TIMEOUT_S = 240
DOES_NOT_COMPILE = 65
FINDING = 70
# What the check pass says in a compiler's words.
WARNING = re.compile(r"warning: .*\[-W(?:sometimes-|conditional-)?uninitialized\]")
DIGEST = re.compile(r"^digest \w+$", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """How a program ended."""

    code: int
    findings: tuple[str, ...]
    warned: bool
    digests: tuple[str, ...]


class Runner:
    """Runs programs on the virtual GPU, each thread in a folder of its own."""

    def __init__(self, arguments: argparse.Namespace, scratch: Path) -> None:
        self._scratch = scratch
        # Parsed headers are kept there for the next mutant, and the last program of each thread.
        self._environment = {**os.environ, "CASE_DIGEST": "1", "SIMT_CACHE_DIR": str(scratch)}
        self._command = [
            *(arguments.simt_run, "--pass", "check", "--report", "json"),
            *("--limit", f"instructions={LIMIT_INSTRUCTIONS}"),
            *(part for library in arguments.link for part in ("--link", library)),
            *(f"-I{folder}" for folder in arguments.include),
        ]

    def run(self, file: Path, source: str, arguments: list[str]) -> Outcome:
        """Runs a program with this text in place of its file."""
        folder = self._scratch / str(threading.get_ident()) / file.stem
        folder.mkdir(parents=True, exist_ok=True)
        program, report = folder / file.name, folder / "report.json"
        report.unlink(missing_ok=True)
        program.write_text(source, encoding="utf-8")
        command = [*self._command, "--report-file", str(report), f"-I{file.parent}"]
        code, output, errors = self._finish([*command, str(program), "--", *arguments])
        if code is None:
            return Outcome(FINDING, ("time-out",), False, ())
        findings: tuple[str, ...] = ()
        if report.exists():
            seen = json.loads(report.read_text(encoding="utf-8"))["findings"]
            findings = tuple(f["kind"] for f in seen if f["severity"] != "note")
        return Outcome(code, findings, bool(WARNING.search(errors)), tuple(DIGEST.findall(output)))

    def _finish(self, command: list[str]) -> tuple[int | None, str, str]:
        """Exit code and both outputs; no code if it had to be ended, with all that it started."""
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            env=self._environment,
            start_new_session=True,
        )
        try:
            output, errors = process.communicate(timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None, "", ""
        return process.returncode, output, errors


@dataclass(frozen=True)
class Task:
    """A mutant of a file."""

    file: Path
    mutant: Mutant

    def name(self) -> str:
        """The place and the change."""
        return f"{self.file.name}:{self.mutant.line}: {self.mutant.key()}"


def verdict(outcome: Outcome, clean: Outcome) -> str:
    """What became of a mutant: invalid, reported, wrong or survived."""
    if outcome.code == DOES_NOT_COMPILE:
        return "invalid"
    # Some programs warn of an overflow that they want: a mutant has to show more than that.
    more = Counter(outcome.findings) - Counter(clean.findings)
    if more or outcome.warned or (outcome.code == FINDING and clean.code != FINDING):
        return "reported"
    if outcome.code != clean.code or outcome.digests != clean.digests:
        return "wrong"
    return "survived"


def listed(name: str, file: Path) -> dict[str, str]:
    """The reviewed mutants of a file, by key, with the reason."""
    document = json.loads((HERE / name).read_text(encoding="utf-8"))
    return {item["mutant"]: item["because"] for item in document.get(file.name, [])}


def share_of(tasks: list[Task], count: int, day: int) -> list[Task]:
    """`count` of the tasks, in an order that is the same everywhere; others on the next day."""
    shuffled = sorted(tasks, key=lambda task: hashlib.sha256(task.name().encode()).digest())
    start = day * count % max(1, len(shuffled))
    return (shuffled + shuffled)[start : start + min(count, len(shuffled))]


def clean_runs(
    runner: Runner, files: list[Path], arguments: argparse.Namespace
) -> tuple[dict[Path, Outcome], list[str]]:
    """The outcome of each program without mutants, and what is wrong with it."""
    outcomes, problems = {}, []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        texts = [file.read_text(encoding="utf-8") for file in files]
        results = pool.map(
            lambda file, text: runner.run(file, text, arguments.arguments), files, texts
        )
        for file, outcome in zip(files, results, strict=True):
            outcomes[file] = outcome
            if outcome.code != 0:
                problems.append(
                    f"{file.name} is not clean without mutants: code {outcome.code}, "
                    f"findings {', '.join(outcome.findings) or 'none'}"
                )
    return outcomes, problems


def stale_entries(files: list[Path]) -> list[str]:
    """Entries of the lists that name no mutant of their file."""
    problems = []
    for file in files:
        keys = {mutant.key() for mutant in mutants_of(file.read_text(encoding="utf-8"))}
        for name in ("equivalent.json", "survivors.json"):
            problems += [
                f"{name}: {file.name} has no mutant '{key}' any more: remove it"
                for key in listed(name, file)
                if key not in keys
            ]
    return problems


def summary(verdicts: Counter[str], survivors: list[Task]) -> str:
    """One line of figures."""
    valid = sum(verdicts.values()) - verdicts["invalid"] - verdicts["equivalent"]
    return (
        f"{sum(verdicts.values())} mutants: {verdicts['reported']} reported, "
        f"{verdicts['wrong']} wrong in their results, {verdicts['equivalent']} equivalent, "
        f"{verdicts['invalid']} do not compile, {len(survivors)} survived "
        f"({100 * len(survivors) / max(1, valid):.1f} % of the {valid} that change something)"
    )


def run(arguments: argparse.Namespace, scratch: Path) -> int:
    """Runs and judges; the exit code."""
    runner = Runner(arguments, scratch)
    tasks = [
        Task(file, mutant)
        for file in arguments.files
        for mutant in mutants_of(file.read_text(encoding="utf-8"))
    ]
    if arguments.share:
        day = datetime.datetime.now(datetime.UTC).date().toordinal()
        tasks = share_of(tasks, arguments.share, day)
    files = sorted({task.file for task in tasks})
    clean, problems = clean_runs(runner, files, arguments)
    problems += stale_entries(arguments.files)

    def judge(task: Task) -> str:
        if task.mutant.key() in listed("equivalent.json", task.file):
            return "equivalent"
        source = applied(task.file.read_text(encoding="utf-8"), task.mutant)
        return verdict(runner.run(task.file, source, arguments.arguments), clean[task.file])

    verdicts: Counter[str] = Counter()
    survivors = []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for task, result in zip(tasks, pool.map(judge, tasks), strict=True):
            verdicts[result] += 1
            if result == "survived":
                survivors.append(task)
                known = listed("survivors.json", task.file).get(task.mutant.key())
                known_as = f" (known: {known})" if known else ""
                print(f"survived: {task.name()}{known_as}", flush=True)
                if arguments.share and not known:
                    problems.append(f"a mutant survived that is not listed: {task.name()}")
    print(summary(verdicts, survivors))
    valid = sum(verdicts.values()) - verdicts["invalid"] - verdicts["equivalent"]
    if not arguments.share and len(survivors) > MOST_SURVIVORS * valid:
        problems.append(f"more than {100 * MOST_SURVIVORS:g} % survived")
    for problem in problems:
        print(f"FAIL {problem}")
    return 1 if problems or valid == 0 else 0


def main() -> int:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--simt-run", required=True)
    parser.add_argument("--share", type=int, help="how many mutants to run today; default: all")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--link", action="append", default=[])
    parser.add_argument("-I", dest="include", action="append", default=[])
    parser.add_argument("--arguments", nargs="*", default=[], help="of each program")
    parser.add_argument("files", nargs="+", type=lambda name: Path(name).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        return run(parser.parse_args(), Path(scratch))


if __name__ == "__main__":
    sys.exit(main())
