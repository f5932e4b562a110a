# SPDX-License-Identifier: MIT
"""Addresses in locks, and paths of somebody's machine."""

import places
import pytest

LOCK = "a==1.0 \\\n    --hash=sha256:00\n    # via b\n"
NPM = '{\n "packages": {\n  "a": {"version": "1.0", "integrity": "sha512-x",\n'
NPM += '   "funding": {\n    "url": "https://sponsor.example"}}}}\n'
GOOD = {
    "tools/requirements.lock": LOCK,
    "docs/web/package-lock.json": NPM,
    "tools/requirements.in": "# why\na\n",
    "README.md": "Look into /usr/local/cuda/bin and /opt/nvidia.\n",
}


def test_pinned_packages_pass(tree):
    assert list(places.faults(tree(GOOD))) == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"tools/requirements.lock": "--index-url https://x.example\n" + LOCK}, "names no place"),
        ({"tools/requirements.lock": "--find-links /opt\n" + LOCK}, "'--find-links': a lock"),
        ({"tools/requirements.lock": "a==1.0\n"}, "tools/requirements.lock:1: 'a==1.0' has no"),
        ({"tools/requirements.in": "a @ https://x.example/a.whl\n"}, "'https://x.example/a.whl'"),
        (
            {"docs/web/package-lock.json": '{"resolved": "https://x.example/a.tgz"}\n'},
            "docs/web/package-lock.json:1:",
        ),
        ({"README.md": "See /home/somebody/book.\n"}, "is a path of one machine"),
        ({"a.cmake": "set(x /root/cuda)\n"}, "a.cmake:1: '/root/c…' is a path"),
    ],
)
def test_what_ties_the_project_to_one_place_is_refused(tree, change, complaint):
    assert complaint in "\n".join(places.faults(tree(GOOD | change)))
