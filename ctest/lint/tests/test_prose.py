# SPDX-License-Identifier: MIT
"""Which typed numbers are refused, and which are none of ours."""

import prose
import pytest


def found(text: str) -> list[tuple[int, str]]:
    return list(prose.typed_numbers(text))


@pytest.mark.parametrize(
    "number",
    [
        *("2611 GB/s", "4.8 TB/s", "4.8TB/s", "128 B/clk", "3 GFLOPS", "1.98 GHz"),
        *("12 ns", "0.5 ms", "40 µs", "40 us", "3 s", "10 seconds", "2 minutes", "650 cycles"),
        *("29.0-cycle", "17.5 %", "50%", "12 percent", "1.59×", "2×", "2 ×", "2x", "3.5x"),
        *("3 times faster", "4-fold", "32 bytes per cycle", "1,024 cycles", "128 bytes a cycle"),
    ],
)
def test_a_typed_measurement_is_refused(number):
    assert found(f"The copy takes {number}.") == [(1, number)]


@pytest.mark.parametrize(
    "text",
    [
        "Four sectors of 32 bytes, 128 bytes in a row, 132 SMs, 228 KB.",
        "A 32 × 32 tile, a 32×33 tile, 32 × n elements, 16 x 16 threads.",
        "In the 1980s, at 3 sites, in chapter 5.",
        "It runs 3 times and then stops; 2 times 3 is 6.",
        "{measured}`a / b | times` and {claim}`half of 50 % <a < b>`",
        "{cited}`4.8 TB/s <h200>` of memory",
        "{claim}`a long claim of 2.5×\nover two lines <a < b>` holds",
        "run `sleep 3 s` or ``sleep `3 s` ``",
        "use $100\\,\\%$ of it, or {math}`12.5\\,\\%`",
        "[the 50 % page](https://example.org/50%20ms)".replace("the 50 % page", "a page"),
        "version 3.25, CUDA 13.0, step 3.",
        "<!-- 5 ms -->",
        '<svg style="width:100%;height:auto">\n<path d="M0 0 2"/>',
    ],
)
def test_other_numbers_pass(text):
    assert found(text) == []


@pytest.mark.parametrize(
    "block",
    [
        "```sh\nsleep 5 s\n```",
        "```\ntook 5 ms\n```",
        "~~~text\n5 ms\n~~~",
        "```{values}\na = b / 5 ms\n```",
        "```{results-table} chapter03.x\n:columns: time_ms as 5 ms\n```",
        "````{code-block} text\n```\n5 ms\n```\n````",
        "---\ntitle: 5 ms\n---",
    ],
)
def test_code_and_data_are_not_prose(block):
    assert found(f"{block}\n\nAnd 7 ms.") == [(block.count("\n") + 3, "7 ms")]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# It takes 5 ms", 1),
        (":::{selftest} Is it 5 ms?\nNo.\n:::", 1),
        (":::{predict}\n:answer: a\n\n(a) It takes 5 ms\n:::", 4),
        ("```{note}\nIt takes 5 ms.\n```", 2),
        ("::::{fold} Why\n:::{note}\nIt takes 5 ms.\n:::\n::::", 3),
        ("```{results-table} chapter03.x\n:caption: It takes 5 ms\n```", 2),
        ("- a list\n- of 5 ms", 2),
        ("| n | time |\n| 3 | 5 ms |", 2),
        ("{measured}`a` and\n5 ms", 2),
        ("<svg>\n<text>5 ms</text>\n</svg>", 2),
    ],
)
def test_all_that_is_read_is_searched(text, line):
    assert found(text) == [(line, "5 ms")]


@pytest.mark.parametrize(
    ("row", "roles"),
    [
        ("| a | {measured}`t | 1` | b |", ["{measured}`t | 1`"]),
        (r"| a | {measured}`bw \| tb | 1` |", [r"{measured}`bw \| tb | 1`"]),
        (r"| a | {measured}`bw \| tb \| 1` | `ld | st` |", []),
        ("| {measured}`t` | {measured}`u` |", []),
        ("{measured}`t | 1` in a sentence", []),
    ],
)
def test_a_bar_must_not_cut_a_role_in_a_table(row, roles):
    assert list(prose.cut_roles(row)) == [(1, role) for role in roles]


def test_a_cut_role_is_a_fault(tree):
    root = tree({"index.md": "| a |\n| --- |\n| {measured}`t | 1` |\n"})
    (fault,) = prose.faults(root)
    assert fault.startswith("index.md:3: the bar in {measured}`t | 1` ends the cell")


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("33. A block of 33 takes longer.", [(1, "33")]),
        ("- 13\n\n13. The system keeps one.", [(3, "13")]),
        ("1. One\n2. Two\n\n   More of it.\n3. Three", []),
        ("1. One\n\nText.\n\n1. One again\n2. Two", []),
        ("1. One\n3. Three", [(2, "3")]),
        ("It took 33. A block", []),
        ("```\n7. code\n```", []),
    ],
)
def test_a_sentence_must_not_begin_a_list(text, items):
    assert list(prose.accidental_lists(text)) == items


def test_an_accidental_list_is_a_fault(tree):
    root = tree({"index.md": "# T\n\n13. That is why.\n"})
    (fault,) = prose.faults(root)
    assert fault.startswith("index.md:3: '13.' begins a list")


def test_the_fault_names_file_line_and_fix(tree):
    root = tree({"chapters/chapter03_x/index.md": "# T\n\n5 ms\n", "docs/other.md": "5 ms\n"})
    (fault,) = prose.faults(root)
    assert fault.startswith("chapters/chapter03_x/index.md:3: '5 ms' is typed by hand")
    assert "{measured}" in fault
