# SPDX-License-Identifier: MIT
import re

from chip_map import chip
from conftest import report
from drawing import read_drawing

PROGRAM = "chapter02.facts"
ROWS = [
    {"kernel": kernel, "variant": variant, "params": {}, field: value}
    for kernel, variant, field, value in (
        ("chip", "sms", "count", 58),
        ("chip", "l2", "size_mib", 48),
        ("memory", "size", "size_gib", 22.03),
        ("memory", "bus", "width_bits", 192),
        ("host", "copy_engines", "count", 2),
        ("sm", "warps", "count", 48),
        ("sm", "register_file", "size_kib", 256),
        ("sm", "shared", "size_kib", 100),
    )
]
PAGE = f"# Page\n\n```{{chip-map}} {PROGRAM}\n:caption: It is *small*.\n```\n"


def facts(sms):
    numbers = dict.fromkeys(("l2", "memory", "bus", "engines", "warps", "registers", "shared"), 1)
    return {"sms": sms, **numbers}


def test_one_square_for_each_sm():
    for sms in (1, 21, 132):
        svg = chip(facts(sms))
        read_drawing("chip", svg)
        size = r'rx="3" fill="var\(--book-accent-soft\)"'
        assert len(re.findall(size, svg)) == sms + 2  # and the two parts of the magnified one


def test_page_shows_what_the_device_said(book):
    book.write(f"results/test-gpu/{PROGRAM}.json", report(program=PROGRAM, rows=ROWS))
    status, warnings, html = book.build(PAGE, "chip_map", "drawing")
    assert (status, warnings) == (0, "")
    assert "58 SMs, each" in html
    assert "22.0\N{NO-BREAK SPACE}GiB, over 192 wires" in html
    assert 'aria-label="58 SMs share one L2 of 48 MiB' in html
    assert "<em>small</em>" in html
    assert "test-gpu/chapter02.facts.json" in html


def test_program_without_the_facts_is_a_warning(book):
    book.write(f"results/test-gpu/{PROGRAM}.json", report(program=PROGRAM, rows=ROWS[:1]))
    status, warnings, _ = book.build(PAGE, "chip_map", "drawing")
    assert status != 0
    assert "index.md:3: WARNING: no row matches" in warnings
