# SPDX-License-Identifier: MIT
"""Judge exercises whose part is host code: streams, events, copies.

The part is compiled with a runtime that only writes down its calls, and runs in the sandbox without
any data; trace.py then says what the calls mean. On a GPU it is compiled by nvcc and runs in the
sandbox with numbers from files, which are compared here.
"""

from __future__ import annotations

import array
import functools
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from judging import sandbox
from judging.exercise import Exercise
from judging.submission import Part, RefusedError, without_comments
from judging.trace import FLOAT, Model, Replay, TraceError
from judging.verdict import Verdict, compiler_message

_HERE = Path(__file__).parent / "program"
_COMPILE = sandbox.Limits(seconds=20, memory_bytes=2 << 30)
_RUN = sandbox.Limits(seconds=5, memory_bytes=1 << 30)
_ON_GPU = sandbox.Limits(seconds=30, memory_bytes=0)
_VERSIONS = [f"clang++-{version}" for version in range(16, 23)]


# With these a part could name what it must not reach. No header declares anything else.
_FORBIDDEN = re.compile(r"\b(?:extern|judge|recorder|main|include|__builtin_\w+|__\w*builtin\w*)\b")


def check_host_part(part: Part) -> None:
    """Raise RefusedError if a part about host code holds something that it may not hold."""
    bare = without_comments(part.text)
    if match := _FORBIDDEN.search(bare):
        line = part.first_line + bare.count("\n", 0, match.start())
        raise RefusedError(f"line {line}: '{match[0]}' is not allowed where the part is host code")


class NoCompilerError(Exception):
    """There is no clang++ that could compile the part."""


@functools.cache
def _clang() -> str:
    found = next((path for name in [*_VERSIONS, "clang++"] if (path := shutil.which(name))), None)
    if found is None:
        raise NoCompilerError("clang++ (16 or newer) is missing")
    return found


def numbers_of(case: dict[str, Any], seed: int) -> dict[str, int]:
    """Return the numbers of a case; of a range the seed takes one."""
    chance = random.Random(f"{seed} {case['name']}")
    numbers = {}
    for name, value in case["set"].items():
        if isinstance(value, dict):
            value = value.get("times", 1) * chance.randint(value["from"], value["to"])
        numbers[name] = value
    return numbers


def judge_recorded(exercise: Exercise, file_name: str, work: Path, verdict: Verdict) -> None:
    """Judge by the calls that the part makes; `file_name` is how its author calls it."""
    command = [_clang(), "-std=c++17", "-O1", "-w", "-x", "cuda", "--cuda-host-only"]
    command += ["-fno-finite-loops"]  # else an endless loop is removed
    command += ["-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version"]
    recorder = _HERE / "recorder"
    command += [f"-I{recorder}", "submission.cu", "-x", "c++", str(recorder / "recorder.cpp")]
    command += ["-o", "program"]
    if not _compiled(verdict, sandbox.run(command, work, _COMPILE, (_HERE,))):
        return
    for case in exercise.data["cases"]:
        verdict.cases += 1
        numbers = numbers_of(case, verdict.seed)
        _judge_case(exercise, case, numbers, work, verdict)
        for finding in verdict.findings:
            finding["file"] = file_name if finding["line"] else ""
        if not verdict.accepted:
            verdict.case, verdict.numbers = case["name"], dict(numbers)
            return


def _judge_case(
    exercise: Exercise, case: dict[str, Any], numbers: dict[str, int], work: Path, verdict: Verdict
) -> None:
    trace = work / "trace"
    trace.unlink(missing_ok=True)
    finished = sandbox.run(["./program", str(numbers["n"])], work, _RUN)
    if _ended_badly(verdict, finished):
        return
    replay = Replay(Model(**exercise.data.get("model", {})))
    try:
        if trace.is_symlink() or not trace.is_file():
            raise TraceError("crashed", 0, "the program wrote down nothing")
        replay.run(trace.read_text(encoding="ascii", errors="replace"))
        verdict.mismatch = replay.mismatch(numbers["n"], "kernel(in)")
    except TraceError as fault:
        verdict.verdict = fault.kind
        verdict.findings = [
            {
                "severity": "error",
                "kind": fault.kind,
                "line": fault.line,
                "message": fault.message,
                "fix": fault.fix,
            }
        ]
        return
    if verdict.mismatch:
        verdict.verdict = verdict.mismatch["verdict"]
    limit = exercise.data.get("time", {})
    if verdict.accepted and limit.get("case") == case["name"]:
        one_way = FLOAT * numbers["n"] / replay.model.pinned
        at_most = limit["at_most_copies"] * one_way
        counted = {"metric": "modelled_us", "counted": replay.time_us, "at_most": at_most}
        verdict.limits = [counted]
        if replay.time_us > at_most:
            verdict.verdict = "too-slow"


def judge_on_gpu(
    exercise: Exercise, command: list[str], readable: tuple[Path, ...], work: Path, verdict: Verdict
) -> None:
    """Judge by what comes out on a GPU; `command` is nvcc with the architecture."""
    command = [
        *command,
        "-std=c++17",
        "-O1",
        "-include",
        "algorithm",
        f"-I{_HERE / 'gpu'}",
        "submission.cu",
        "-o",
        "program",
    ]
    finished = sandbox.run(command, work, _COMPILE, (*readable, _HERE), gpu=True)
    if not _compiled(verdict, finished):
        return
    times, plus = exercise.data["kernel"]["times"], exercise.data["kernel"]["plus"]
    for case in exercise.data["cases"]:
        if case["name"] == exercise.data.get("time", {}).get("case"):
            continue  # long, and by the model only
        verdict.cases += 1
        numbers = numbers_of(case, verdict.seed)
        count = numbers["n"]
        chance = random.Random(f"{verdict.seed} {case['name']} data")
        # Whole numbers so small that every step is exact.
        values = array.array("f", (chance.randint(-9999, 9999) for _ in range(count)))
        poison = array.array("f", (chance.randint(1 << 22, 1 << 23) for _ in range(count)))
        (work / "in").write_bytes(values.tobytes())
        (work / "poison").write_bytes(poison.tobytes())
        finished = sandbox.run(["./program", str(count)], work, _ON_GPU, readable, gpu=True)
        if not _ended_badly(verdict, finished):
            verdict.mismatch = _compare(work / "out", values, poison, times, plus)
            if verdict.mismatch:
                verdict.verdict = verdict.mismatch["verdict"]
        if not verdict.accepted:
            verdict.case, verdict.numbers = case["name"], dict(numbers)
            return


def _compare(
    out: Path, values: array.array, poison: array.array, times: int, plus: int
) -> dict[str, Any] | None:
    got = array.array("f")
    if out.is_symlink() or not out.is_file() or out.stat().st_size != FLOAT * len(values):
        got = poison
    else:
        got.frombytes(out.read_bytes())
    wrong = [i for i, value in enumerate(values) if got[i] != times * value + plus]
    if not wrong:
        return None
    first = wrong[0]
    untouched = got[first] == poison[first]
    return {
        "verdict": "not-written" if untouched else "wrong-answer",
        "buffer": "out",
        "index": first,
        "got": f"{got[first]:g}",
        "want": f"{times * values[first] + plus:g}",
        "wrong": len(wrong),
        "count": len(values),
    }


def _compiled(verdict: Verdict, finished: sandbox.Finished) -> bool:
    if finished.code == 0 and not finished.timed_out:
        return True
    verdict.verdict = "does-not-compile"
    verdict.message = compiler_message(finished.errors)
    if finished.timed_out:
        verdict.message = f"the compiler was stopped after {_COMPILE.seconds:.0f} s"
    return False


def _ended_badly(verdict: Verdict, finished: sandbox.Finished) -> bool:
    if finished.timed_out:
        verdict.verdict = "time-limit"
    elif finished.wrote_too_much:
        verdict.verdict = "output-limit"
    elif finished.code != 0:
        verdict.verdict = "crashed"
        verdict.message = finished.errors.strip()[:400] or (
            "the host part touched the numbers itself, or memory that is not there"
            if finished.signal
            else f"the program ended with exit code {finished.code}"
        )
    return not verdict.accepted


def has_compiler() -> bool:
    """Return True if the compiler for host parts is there."""
    try:
        version = subprocess.run([_clang(), "--version"], capture_output=True, check=False)
    except NoCompilerError:
        return False
    return version.returncode == 0
