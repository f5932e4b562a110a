# SPDX-License-Identifier: MIT
"""Tells whether a program has changed since it was measured.

The stored hash is compared with that of tools/source_hash.py, the one place that knows how a
source is hashed: tokens, not comments; the headers it includes; the flags.
"""

import functools
import importlib.util
from pathlib import Path


@functools.cache
def _tool():
    path = Path(__file__).resolve().parents[2] / "tools" / "source_hash.py"
    spec = importlib.util.spec_from_file_location("source_hash", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def sources(root, results):
    """Return the files that a program is made of; none if its source is gone."""
    source = Path(root).resolve() / results.source.get("path", "")
    if not source.is_file():
        return ()
    return (source, *_tool().included_files(Path(root).resolve(), source))


def stale(root, results):
    """Return True if the program's code is not the code that was measured."""
    files = sources(root, results)
    if not files:
        return True
    stamps = tuple(path.stat().st_mtime_ns for path in files)
    flags = str(results.measured.get("flags", ""))
    return _hash(Path(root), files[0], flags, stamps) != results.source.get("hash")


@functools.lru_cache(maxsize=256)
def _hash(root, source, flags, _stamps):
    return _tool().source_hash(root, source, flags)
