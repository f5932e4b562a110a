# SPDX-License-Identifier: MIT
"""Run a command with no network, few files to see, and limits on time, memory and output.

bubblewrap does the first two where user namespaces exist. Where they do not, the command runs with
the limits alone, and `is_closed` says so.
"""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

OUTPUT_BYTES = 16 << 20
_GRACE_S = 10  # to die in: a driver may hold a process back for a while


@dataclass(frozen=True)
class Limits:
    """What a command may use."""

    seconds: float
    memory_bytes: int = 4 << 30  # address space; 0: no limit


@dataclass(frozen=True)
class Finished:
    """What came of a command."""

    code: int
    output: str
    errors: str
    killed: bool  # by us, when its time was up

    @property
    def signal(self) -> int:
        """The signal that ended it, or 0. Behind bubblewrap, as behind a shell, 128 is added."""
        return -self.code if self.code < 0 else max(0, self.code - 128)

    @property
    def timed_out(self) -> bool:
        """True if its time was up, by the clock or of processors."""
        return self.killed or self.signal == signal.SIGXCPU

    @property
    def wrote_too_much(self) -> bool:
        """True if it was ended because a file of its grew too large."""
        return self.signal == signal.SIGXFSZ


@functools.cache
def is_closed() -> bool:
    """Return True if bubblewrap works here."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        return False
    probe = [bwrap, *_view(()), "--", "/usr/bin/true"]
    return subprocess.run(probe, capture_output=True, check=False).returncode == 0


def _view(writable: tuple[Path, ...], readable: tuple[Path, ...] = (), gpu: bool = False):
    """Return bubblewrap's options: the system to read, `writable` to write, nothing else."""
    options = ["--unshare-all", "--die-with-parent", "--new-session", "--clearenv"]
    options += ["--setenv", "PATH", os.environ.get("PATH", "/usr/bin:/bin")]
    for system in (
        "/usr",
        "/bin",
        "/sbin",
        "/lib",
        "/lib64",
        "/etc/alternatives",
        "/etc/ld.so.cache",
    ):
        options += ["--ro-bind-try", system, system]
    options += ["--proc", "/proc", "--tmpfs", "/tmp"]
    options += ["--dev-bind", "/dev", "/dev"] if gpu else ["--dev", "/dev"]
    if gpu:
        options += ["--ro-bind-try", "/sys", "/sys", "--ro-bind-try", "/etc", "/etc"]
        options += ["--ro-bind-try", "/opt", "/opt"]
    for path in readable:
        options += ["--ro-bind", str(path), str(path)]
    for path in writable:
        options += ["--bind", str(path), str(path)]
    return options


def _limited(command: list[str], limits: Limits) -> list[str]:
    """Return the command behind prlimit, which every Linux has."""
    seconds = 2 * (int(limits.seconds) + 1)  # of processor time, all threads together
    # The hard limit, which only kills and does not say why, comes after the soft one.
    options = [f"--cpu={seconds}:{seconds + 1}", f"--fsize={OUTPUT_BYTES}", "--core=0"]
    if limits.memory_bytes:
        options.append(f"--as={limits.memory_bytes}")
    return ["prlimit", *options, "--", *command]


def run(
    command: list[str],
    work: Path,
    limits: Limits,
    readable: tuple[Path, ...] = (),
    gpu: bool = False,
) -> Finished:
    """Run `command` in `work`, which it may write to; it may read `readable` as well."""
    if is_closed():
        view = _view((work,), readable, gpu)
        command = [str(shutil.which("bwrap")), *view, "--chdir", str(work), "--", *command]
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            _limited(command, limits),
            cwd=work,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            start_new_session=True,
        )
        killed = False
        try:
            process.wait(limits.seconds)
        except subprocess.TimeoutExpired:
            killed = True
            os.killpg(process.pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_GRACE_S)
        output.seek(0)
        errors.seek(0)
        return Finished(
            process.returncode or 0,
            output.read().decode(errors="replace"),
            errors.read().decode(errors="replace"),
            killed,
        )
