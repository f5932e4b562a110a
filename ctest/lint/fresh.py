#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Refuse results that are older than their programs, where it counts.

fresh.py BUILD: on the main branch, on a tag and in CI a stale result is a fault. On any other
branch it is the normal state between a change and the next measurement, so the test is skipped
there, and says what is stale.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tree import ROOT, SKIPPED, in_ci


def strict_because(root: Path) -> str | None:
    """Return why stale results are a fault here, or None."""
    if in_ci():
        return "in CI"

    def git(*command: str) -> str:
        try:
            done = subprocess.run(
                ["git", "-C", str(root), *command], capture_output=True, text=True, check=False
            )
        except OSError:
            return ""
        return done.stdout.strip() if done.returncode == 0 else ""

    if git("branch", "--show-current") == "main":
        return "on the branch main"
    tag = git("describe", "--exact-match", "--tags", "HEAD")
    return f"at the tag {tag}" if tag else None


def main(build: str, root: Path = ROOT) -> int:
    """Ask the measuring tool and decide; return the exit code."""
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, str(root / "tools" / "measure.py"), "--check", "--build", build]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, check=False, cwd=root
    )
    print(done.stdout + done.stderr, end="")
    if done.returncode == 0:
        return 0
    reason = strict_because(root)
    if reason:
        print(f"FAIL: {reason} results have to be fresh")
        return 1
    print("SKIPPED: stale results are allowed on a branch of your own")
    return SKIPPED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
