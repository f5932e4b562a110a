# SPDX-License-Identifier: MIT
"""Judge a file again each time it is saved, until Ctrl-C."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

_PAUSE_S = 0.3


def watch(path: Path, judge: Callable[[], None]) -> None:
    """Call `judge` now, and after each change of the file at `path`."""
    print(f"watching {path} until Ctrl-C", flush=True)
    last = None
    try:
        while True:
            now = _stamp(path)
            if now is not None and now != last:
                last = now
                judge()
            time.sleep(_PAUSE_S)
    except KeyboardInterrupt:
        return


def _stamp(path: Path) -> tuple[int, int] | None:
    """Return what changes when the file does; None while an editor replaces it."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
