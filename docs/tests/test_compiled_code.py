# SPDX-License-Identifier: MIT
import json

import pytest

KERNEL = {
    "kernel": "void mix<8>(float*)",
    "registers": 32,
    "stack_bytes": 168,
    "shared_bytes": 0,
    "instructions": 400,
    "matching": 77,
    "lines": ["STL [R1+0x4], R5"],
}
FILE = {"toolkit": "13.0.88", "kernels": {"capped": KERNEL}}
PATH = "results/test-gpu/sass/chapter07.mix.json"
PAGE = "# Page\n\n```{sass} chapter07.mix LABEL\n:caption: It *spills*.\n```\n"


def build(book, text, label="capped"):
    if text is not None:
        book.write(PATH, text)
    return book.build(PAGE.replace("LABEL", label), "compiled_code")


def test_page_shows_the_instructions_and_what_the_kernel_uses(book):
    status, warnings, html = build(book, json.dumps(FILE))
    assert (status, warnings) == (0, "")
    assert "STL [R1+0x4], R5" in html
    assert "32 registers, 168 bytes of stack frame, 77 such instructions of 400" in html
    assert "CUDA 13.0.88" in html
    assert "<em>spills</em>" in html


@pytest.mark.parametrize(
    ("text", "label", "fault"),
    [
        (None, "capped", "no results/test-gpu/sass/chapter07.mix.json: run ./book measure"),
        ("{", "capped", "is no JSON"),
        (json.dumps(FILE), "free", "has no kernel 'free'; it has capped"),
        ('{"toolkit": "13", "kernels": {"capped": {}}}', "capped", "has no key 'kernel'"),
    ],
)
def test_faults_are_told(book, text, label, fault):
    status, warnings, _ = build(book, text, label)
    assert status != 0
    assert fault in warnings
