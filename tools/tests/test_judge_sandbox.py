# SPDX-License-Identifier: MIT
"""The sandbox: a command ends by a limit, and which limit it was is known."""

import signal

import pytest
from judging import sandbox
from judging.sandbox import Finished, Limits

# Python would go on after this signal.
_WITH_SIGNALS = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"


@pytest.fixture(params=["closed", "limits alone"])
def run(request, monkeypatch, tmp_path):
    """Run Python text, behind bubblewrap or, as where it cannot be used, without."""
    if request.param == "closed" and not sandbox.is_closed():
        pytest.skip("bubblewrap cannot be used here")
    if request.param != "closed":
        monkeypatch.setattr(sandbox, "is_closed", lambda: False)

    def run(text, seconds=20, memory_bytes=4 << 30):
        limits = Limits(seconds, memory_bytes)
        return sandbox.run(["/usr/bin/python3", "-c", text], tmp_path, limits)

    return run


def test_what_it_says_comes_back(run):
    finished = run("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)")
    assert (finished.code, finished.output, finished.errors) == (3, "out\n", "err\n")
    assert not (finished.timed_out or finished.wrote_too_much or finished.signal)


def test_endless_output_is_told_from_a_crash(run):
    finished = run(_WITH_SIGNALS + "while True: print('accepted ' * 1000)")
    assert finished.wrote_too_much
    assert not finished.timed_out
    crashed = run("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    assert crashed.signal == signal.SIGSEGV
    assert not crashed.wrote_too_much


def test_one_file_cannot_fill_the_disk(run, tmp_path):
    assert run(_WITH_SIGNALS + "open('big', 'wb').write(bytes(64 << 20))").wrote_too_much
    assert (tmp_path / "big").stat().st_size <= sandbox.OUTPUT_BYTES


def test_an_endless_loop_ends_by_the_clock(run):
    finished = run("import time; time.sleep(60)", seconds=0.5)
    assert finished.killed
    assert finished.timed_out


def test_busy_threads_end_by_their_processor_time(run):
    text = "import resource as r; soft, hard = r.getrlimit(r.RLIMIT_CPU); print(soft, hard)\n"
    soft, hard = run(text).output.split()
    assert (int(soft), int(hard)) == (42, 43)  # of a hard limit alone nobody could tell the cause
    finished = run(text + "r.setrlimit(r.RLIMIT_CPU, (1, hard))\nwhile True: pass")
    assert finished.timed_out
    assert not finished.killed


def test_memory_is_limited(run):
    finished = run("bytes(1 << 30)", memory_bytes=512 << 20)
    assert "MemoryError" in finished.errors


def test_bubblewrap_shows_nothing_else(tmp_path):
    if not sandbox.is_closed():
        pytest.skip("bubblewrap cannot be used here")
    secret = tmp_path / "secret"
    secret.write_text("expected output")
    work = tmp_path / "work"
    work.mkdir()
    text = f"print(open({str(secret)!r}).read())"
    assert "FileNotFoundError" in sandbox.run(["python3", "-c", text], work, Limits(20)).errors
    text = "import socket; socket.create_connection(('192.0.2.1', 80), 2)"
    assert "unreachable" in sandbox.run(["python3", "-c", text], work, Limits(20)).errors


def test_signals_of_limits_are_known_behind_bubblewrap():
    assert Finished(128 + signal.SIGXFSZ, "", "", killed=False).wrote_too_much
    assert Finished(128 + signal.SIGXCPU, "", "", killed=False).timed_out
    assert Finished(-signal.SIGXFSZ, "", "", killed=False).wrote_too_much
    assert Finished(1, "", "", killed=False).signal == 0
