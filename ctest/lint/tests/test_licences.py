# SPDX-License-Identifier: MIT
"""Files that do not say their licence, or say the wrong one."""

import licences
import pytest

MIT = "// SPDX-License-Identifier: MIT\n"
GOOD = {
    "common/a.cuh": MIT,
    "tools/a.py": "#!/usr/bin/env python3\n# SPDX-License-Identifier: MIT\n",
    "exercises/chapter03_x/a.cu": "// SPDX-License-Identifier: MIT-0\n",
    **licences.TEXTS,
}


def test_files_with_their_licence_pass(tree):
    assert list(licences.faults(tree(GOOD))) == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"common/b.cuh": "#pragma once\n"}, "common/b.cuh:1: begin it with"),
        ({"common/b.cuh": "\n\n\n" + MIT}, "common/b.cuh:1: begin it with"),
        ({"common/b.cuh": MIT.replace("MIT", "GPL-3.0-only")}, "is under GPL-3.0-only"),
        ({"solutions/chapter03_x/a.cu": MIT}, "is under MIT, its folder is under MIT-0"),
        ({"LICENSE-TEXT": "all rights reserved"}, "LICENSE-TEXT: is missing"),
    ],
)
def test_a_file_without_its_licence_is_refused(tree, change, complaint):
    (fault,) = licences.faults(tree(GOOD | change))
    assert complaint in fault


def test_a_missing_text_is_named(tree):
    (fault,) = licences.faults(tree({k: v for k, v in GOOD.items() if k != "LICENSE-MIT-0"}))
    assert fault.startswith("LICENSE-MIT-0: is missing")
