# SPDX-License-Identifier: MIT
import re
from pathlib import Path

BOOK = Path(__file__).resolve().parents[2]


def test_each_finding_is_explained():
    kinds = re.findall(r'"([a-z-]+)"', (BOOK / "simt/src/findings.def").read_text())
    page = (BOOK / "docs/pages/errors.md").read_text()
    assert kinds
    assert [kind for kind in kinds if f"`{kind}`" not in page] == []
