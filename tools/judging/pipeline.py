# SPDX-License-Identifier: MIT
"""From a submission to a verdict: compile, run the cases, decide."""

from __future__ import annotations

import functools
import json
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judging import program, sandbox
from judging.exercise import ROOT, Exercise
from judging.submission import Part, RefusedError, assemble, check_part, read_part
from judging.verdict import ACCEPTED, NOT_SOLVED, Verdict, compiler_message

COMPILE = sandbox.Limits(seconds=12, memory_bytes=2 << 30)
COMPILE_FOR_GPU = sandbox.Limits(seconds=30)  # nvcc is several programs
CASES = sandbox.Limits(seconds=60)
# The driver reserves address space. A launch that never ends is ended by judge-run, much earlier.
ON_GPU = sandbox.Limits(seconds=60, memory_bytes=0)
_CRASH = "PLEASE submit a bug report"  # what clang says when it runs out of memory


class JudgeError(Exception):
    """The judge itself failed: nothing is said about the submission."""


@dataclass(frozen=True)
class Tools:
    """The programs that the judge runs."""

    build: Path

    @property
    def simt_run(self) -> Path:
        """The compiler driver of the virtual GPU."""
        return self.build / "simt" / "bin" / "simt-run"

    @property
    def judge_run(self) -> Path:
        """What runs the cases."""
        return self.build / "bin" / "judge-run"

    @property
    def missing(self) -> list[Path]:
        """What is not built yet."""
        return [p for p in (self.simt_run, self.judge_run) if not p.is_file()]

    @property
    def headers(self) -> Path:
        """Where CUDA's headers are kept as the compiler has parsed them."""
        return self.build / "judge-headers"

    @property
    def readable(self) -> tuple[Path, ...]:
        """What the sandbox must show."""
        folders = (self.build / "simt" / "bin", self.build / "bin", ROOT / "simt" / "include")
        return tuple(folder for folder in (*folders, self.headers) if folder.is_dir())

    def compiler(self, which: str) -> list[str]:
        """Return the command that compiles for a pass, "check" or "count", behind it the rest."""
        keep = f"SIMT_CACHE_DIR={self.headers}"
        return ["env", keep, str(self.simt_run), "--pass", which, "--device-object", f"{which}.o"]


@functools.cache
def parse_headers(tools: Tools) -> None:
    """Let the compiler parse CUDA's headers once, where no submission is near.

    A sandboxed compiler can read what comes of it, and not change it. Where it cannot be written,
    or is out of date, each compilation parses them anew.
    """
    with tempfile.TemporaryDirectory(prefix="judge-") as folder:
        (Path(folder) / "empty.cu").touch()
        for which in ("check", "count"):
            command = [*tools.compiler(which), "empty.cu"]
            subprocess.run(command, cwd=folder, capture_output=True, check=False)


def judge_file(tools: Tools, exercise: Exercise, path: Path, seed: int, on: str) -> Verdict:
    """Return the verdict on the submission at `path`."""
    try:
        part = read_part(path)
        check_part(part)
        if exercise.is_program:
            program.check_host_part(part)
    except RefusedError as error:
        return Verdict(exercise.short, "refused", message=str(error), seed=seed)
    verdict = judge_part(tools, exercise, part, seed, on)
    verdict.sandboxed = sandbox.is_closed()
    if not verdict.accepted and part.same_code_as(read_part(exercise.starter)):
        verdict.fails_by, verdict.verdict = verdict.verdict, NOT_SOLVED
    return verdict


def judge_part(tools: Tools, exercise: Exercise, part: Part, seed: int, on: str) -> Verdict:
    """Return the verdict on a part, on the virtual GPU, the GPU, or both."""
    with tempfile.TemporaryDirectory(prefix="judge-") as folder:
        session = _Session(tools, exercise, seed, Path(folder))
        (session.work / "submission.cu").write_text(assemble(exercise, part), encoding="utf-8")
        if exercise.is_program:
            session.judge_program(part.file_name, on)
            return session.verdict
        if on in ("virtual", "both"):
            parse_headers(tools)
            session.judge_virtual()
        if on in ("gpu", "both") and session.verdict.accepted:
            session.judge_gpu()
        if on == "both" and session.verdict.accepted:
            session.verdict.target = "both"
        return session.verdict


class _Session:
    """One submission on its way; `verdict` is accepted until something speaks against it."""

    def __init__(self, tools: Tools, exercise: Exercise, seed: int, work: Path) -> None:
        self.tools = tools
        self.exercise = exercise
        self.work = work
        self.verdict = Verdict(exercise.short, ACCEPTED, seed=seed)

    def judge_virtual(self) -> None:
        """Check, then the large cases, then count."""
        self.verdict.target = "virtual"
        if not (self._compile("check") and self._run_cases("check", "check.o")):
            return
        counts = "traffic" in self.exercise.data
        if not (counts or self.exercise.has_large_cases):
            return
        if not self._compile("count"):
            return
        # Traffic first: it is quick, and says most about a kernel that is slow.
        if counts and not self._run_cases("count", "count.o"):
            return
        if self.exercise.has_large_cases:
            self._run_cases("plain", "count.o")

    def judge_program(self, file_name: str, on: str) -> None:
        """Judge host code: by its calls, then, if asked for, by what comes out on the GPU."""
        self.verdict.twice = False
        try:
            if on in ("virtual", "both"):
                program.judge_recorded(self.exercise, file_name, self.work, self.verdict)
        except program.NoCompilerError as error:
            raise JudgeError(str(error)) from error
        if on in ("gpu", "both") and self.verdict.accepted:
            self.verdict.target = "gpu"
            nvcc = _nvcc()
            command = [nvcc, f"-arch={_gpu_architecture()}"]
            program.judge_on_gpu(
                self.exercise, command, _nvcc_folders(nvcc), self.work, self.verdict
            )
        if on == "both" and self.verdict.accepted:
            self.verdict.target = "both"

    def judge_gpu(self) -> None:
        """All cases on the GPU, compiled by nvcc."""
        self.verdict.target = "gpu"
        self.verdict.cases = 0
        nvcc = _nvcc()
        command = [nvcc, "-std=c++17", f"-arch={_gpu_architecture()}", "-cubin", "-lineinfo"]
        command += ["-o", "submission.cubin", "submission.cu"]
        finished = sandbox.run(
            command, self.work, COMPILE_FOR_GPU, gpu=True, readable=_nvcc_folders(nvcc)
        )
        if self._compiled(finished):
            self._run_cases("gpu", "submission.cubin")

    def _compile(self, which: str) -> bool:
        command = [*self.tools.compiler(which), "submission.cu"]
        return self._compiled(self._sandboxed(command, COMPILE))

    def _sandboxed(self, command: list[str], limits: sandbox.Limits) -> sandbox.Finished:
        return sandbox.run(command, self.work, limits, self.tools.readable)

    def _compiled(self, finished: sandbox.Finished) -> bool:
        if finished.code == 0:
            return True
        self.verdict.verdict = "does-not-compile"
        self.verdict.message = compiler_message(finished.errors)
        if finished.timed_out:
            self.verdict.message = f"the compiler was stopped after {COMPILE.seconds:.0f} s"
        elif _CRASH in finished.errors:
            self.verdict.message = "the compiler gave up: the part needs too much memory"
        return False

    def _run_cases(self, mode: str, image: str) -> bool:
        exercise = self.exercise
        (self.work / "judge.json").write_bytes(exercise.cases.read_bytes())
        command = [str(self.tools.judge_run), mode, exercise.name, "judge.json", image]
        command.append(str(self.verdict.seed))
        if mode == "gpu":
            finished = sandbox.run(command, self.work, ON_GPU, self.tools.readable, gpu=True)
        else:
            finished = self._sandboxed(command, CASES)
        lines = _results(finished.output)
        for line in lines:
            if not self._take(line):
                return False
        if finished.timed_out or finished.wrote_too_much:
            self.verdict.verdict = "time-limit" if finished.timed_out else "output-limit"
            self.verdict.case = self._case_after(mode, lines)
            return False
        if finished.code != 0:
            text = finished.errors.strip() or f"judge-run ended with {finished.code}"
            raise JudgeError(f"{exercise.name}: {text}")
        return True

    def _case_after(self, mode: str, lines: list[dict[str, Any]]) -> str:
        """Return the name of the case that was running when the time was up."""
        traffic = self.exercise.data.get("traffic", {}).get("case")
        names = [
            c["name"]
            for c in self.exercise.data["cases"]
            if mode == "gpu" or bool(c.get("large")) == (mode == "plain")
        ]
        if mode == "count":
            names = [traffic]
        return names[len(lines)] if len(lines) < len(names) else ""

    def _take(self, line: dict[str, Any]) -> bool:
        """Take what one case showed; False if it ends the judging."""
        verdict = self.verdict
        errors = [f for f in line.get("findings", []) if f["severity"] == "error"]
        verdict.cases += 1
        if errors:
            verdict.verdict = errors[0]["kind"]
            verdict.findings = errors
        elif "problem" in line:
            verdict.verdict = line.get("verdict", "launch-failed")
            verdict.message = line["problem"]
        elif "mismatch" in line:
            verdict.verdict = line["mismatch"]["verdict"]
        elif any(limit["counted"] > limit["at_most"] for limit in line.get("limits", [])):
            verdict.verdict = "too-much-traffic"
        verdict.mismatch = line.get("mismatch")
        verdict.limits = line.get("limits", verdict.limits)
        if not verdict.accepted:
            verdict.case, verdict.numbers = line["case"], line.get("numbers", {})
        return verdict.accepted


def _results(output: str) -> list[dict[str, Any]]:
    """Return what judge-run printed, without a last line that it could not finish."""
    try:
        return [json.loads(line) for line in output.split("\n")[:-1]]
    except ValueError as error:
        raise JudgeError(f"judge-run printed what is no result: {error}") from error


def _nvcc() -> str:
    nvcc = shutil.which("nvcc")
    if nvcc is None:
        raise JudgeError("nvcc is missing: judging on a GPU needs a CUDA toolkit on PATH")
    return nvcc


@functools.cache
def _gpu_architecture() -> str:
    """Return nvcc's name of the first GPU's architecture."""
    query = ["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader", "-i", "0"]
    found = subprocess.run(query, capture_output=True, text=True, check=False)
    match = re.match(r"(\d+)\.(\d+)", found.stdout)
    if not match:
        raise JudgeError("no GPU was found: nvidia-smi lists none")
    return f"sm_{match[1]}{match[2]}"


def _nvcc_folders(nvcc: str) -> tuple[Path, ...]:
    """Return what the sandbox must show of a toolkit outside /usr."""
    folder = Path(nvcc).resolve().parents[1]
    return () if folder.is_relative_to("/usr") else (folder,)
