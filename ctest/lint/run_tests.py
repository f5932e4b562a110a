#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run pytest on the given files, or skip the test where there is no pytest.

In CI a missing pytest is a fault: the set-up should have brought it.
"""

import importlib.util
import os
import sys

from tree import SKIPPED, in_ci

if importlib.util.find_spec("pytest") is None:
    print("SKIPPED: pytest is not installed; ./book build brings it")
    sys.exit(1 if in_ci() else SKIPPED)

os.execv(
    sys.executable,
    [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *sys.argv[1:]],
)
