# SPDX-License-Identifier: MIT
"""Ask nvidia-smi and the build tree under which conditions a number was measured."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

from results import ResultError

# Name in the results, nvidia-smi's field, kind.
_FIELDS = (
    ("gpu", "name", str),
    ("driver", "driver_version", str),
    ("compute_capability", "compute_cap", str),
    ("memory_mib", "memory.total", int),
    ("memory_clock_mhz", "clocks.max.memory", int),
    ("max_sm_clock_mhz", "clocks.max.sm", int),
    ("power_limit_w", "enforced.power.limit", float),
    ("persistence_mode", "persistence_mode", str),
    ("ecc_mode", "ecc.mode.current", str),
    ("mig_mode", "mig.mode.current", str),
)
_LOAD_FIELDS = (
    ("sm_clock_mhz", "clocks.sm", int),
    ("temperature_c", "temperature.gpu", int),
    ("reasons", "clocks_event_reasons.active", str),
)
# Bits of nvmlClocksEventReasons; an idle GPU lowers its clocks, which says nothing about a run.
_REASONS = {
    0x2: "applications_clocks_setting",
    0x4: "sw_power_cap",
    0x8: "hw_slowdown",
    0x10: "sync_boost",
    0x20: "sw_thermal_slowdown",
    0x40: "hw_thermal_slowdown",
    0x80: "hw_power_brake_slowdown",
    0x100: "display_clock_setting",
}
_SAMPLE_SECONDS = 1.0


def _device() -> str:
    """Return nvidia-smi's name of the GPU that a program takes by default."""
    return os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",")[0] or "0"


def query(fields: tuple[tuple[str, str, type], ...]) -> dict[str, Any]:
    """Return nvidia-smi's answer for `fields`; what it does not know is None."""
    command = [
        *("nvidia-smi", "--id", _device(), "--format=csv,noheader,nounits"),
        "--query-gpu=" + ",".join(field for _, field, _ in fields),
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except OSError:
        raise ResultError("nvidia-smi was not found: measuring needs an NVIDIA GPU") from None
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip().splitlines()
        raise ResultError(f"nvidia-smi failed: {said[0] if said else done.returncode}")
    return parse(done.stdout, fields)


def parse(line: str, fields: tuple[tuple[str, str, type], ...]) -> dict[str, Any]:
    """Return the values of one line of nvidia-smi's CSV."""
    texts = [text.strip() for text in line.strip().splitlines()[0].split(",")]
    if len(texts) != len(fields):
        raise ResultError(f"nvidia-smi answered '{line.strip()}' where {len(fields)} values belong")
    values = {}
    for (name, _, kind), text in zip(fields, texts, strict=True):
        try:
            values[name] = kind(text)
        except ValueError:
            values[name] = None
        if text.strip("[]") in ("N/A", "Not Supported", "Unknown Error"):
            values[name] = None
    return values


def machine() -> dict[str, Any]:
    """Return what does not change while the GPU works."""
    return query(_FIELDS)


def reasons_of(mask: str | None) -> list[str]:
    """Return the names of the reasons that held the clocks down: "0x4" gives ["sw_power_cap"]."""
    try:
        bits = int(mask or "0", 16)
    except ValueError:
        return []
    return [name for bit, name in _REASONS.items() if bits & bit]


class LoadSampler:
    """Watches the GPU while a program runs; use it as a context manager.

    One look a second: rare enough that no median moves by it.
    """

    def __init__(self) -> None:
        self._samples: list[dict[str, Any]] = []
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> LoadSampler:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._done.wait(_SAMPLE_SECONDS):
            try:
                self._samples.append(query(_LOAD_FIELDS))
            except ResultError:
                return

    def facts(self) -> dict[str, Any]:
        """Return the highest clock and temperature seen, and every reason for lower clocks."""
        samples = self._samples or [query(_LOAD_FIELDS)]

        def highest(name: str) -> int | None:
            return max((s[name] for s in samples if s[name] is not None), default=None)

        reasons = {reason for sample in samples for reason in reasons_of(sample["reasons"])}
        return {
            "sm_clock_mhz": highest("sm_clock_mhz"),
            "temperature_c": highest("temperature_c"),
            "clock_event_reasons": sorted(reasons),
        }


def toolchain(build: Path) -> dict[str, Any]:
    """Return the CUDA toolkit and the C++ compiler of a build tree."""
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8", errors="replace")

    def cached(name: str) -> str | None:
        found = re.search(rf"^{name}:\w+=(.+)$", cache, re.MULTILINE)
        return found.group(1) if found else None

    nvcc = cached("CMAKE_CUDA_COMPILER") or shutil.which("nvcc")
    cxx = cached("CMAKE_CUDA_HOST_COMPILER") or cached("CMAKE_CXX_COMPILER") or "c++"
    release = re.search(r"release [\d.]+, V([\d.]+)", _output(nvcc, "--version") if nvcc else "")
    compiler = _output(cxx, "--version").splitlines()
    return {
        "toolkit": release.group(1) if release else None,
        # "g++ (Ubuntu 13.3.0-6ubuntu2) 13.3.0": the first word is the path it was called by.
        "compiler": f"{Path(cxx).name} {compiler[0].split()[-1]}" if compiler else None,
    }


def host() -> dict[str, Any]:
    """Return the machine around the GPU, without what would identify it."""
    try:
        system = platform.freedesktop_os_release().get("PRETTY_NAME")
    except OSError:
        system = None
    return {"cpu_count": os.cpu_count(), "system": system or platform.system()}


def version_of_ncu(ncu: str | None) -> str | None:
    """Return the version of Nsight Compute."""
    found = re.search(r"Version ([\d.]+)", _output(ncu, "--version") if ncu else "")
    return found.group(1) if found else None


def _output(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except OSError:
        return ""
    return done.stdout
