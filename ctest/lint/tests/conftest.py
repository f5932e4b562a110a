# SPDX-License-Identifier: MIT
"""Makes the lints importable, and makes trees for them."""

import sys
from pathlib import Path

import pytest

LINTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(LINTS))


@pytest.fixture
def tree(tmp_path):
    """Return a function that writes files, {path: text}, and returns their root."""

    def write(files: dict[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path

    return write
