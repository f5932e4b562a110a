# SPDX-License-Identifier: MIT
"""Runs Doxygen over common/ before Breathe reads its XML, if a header is newer than the XML."""

import shutil
import subprocess

from _project import LOGGER, root


def outdated(index, sources):
    """Tell whether the XML's index is missing or older than one of the sources."""
    if not index.is_file():
        return True
    made = index.stat().st_mtime_ns
    return any(path.stat().st_mtime_ns > made for path in sources)


def run_doxygen(app):
    """Write build/doxygen/xml, or say why the API pages will be empty."""
    base = root(app.env)
    sources = [app.confdir / "Doxyfile", *(base / "common").glob("*.*")]
    if not outdated(base / "build/doxygen/xml/index.xml", sources):
        return
    if shutil.which("doxygen") is None:
        LOGGER.warning("doxygen is not installed: the API pages are empty", type="book")
        return
    (base / "build/doxygen").mkdir(parents=True, exist_ok=True)
    command = ["doxygen", "-q", str(app.confdir / "Doxyfile")]
    done = subprocess.run(command, cwd=base, capture_output=True, text=True, check=False)
    if done.returncode:
        LOGGER.warning("doxygen failed: %s", done.stderr.strip(), type="book")


def setup(app):
    """Run before the first page is read."""
    app.connect("builder-inited", run_doxygen)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
