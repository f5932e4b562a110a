# SPDX-License-Identifier: MIT
"""Makes the tools importable by name, as they import one another."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
