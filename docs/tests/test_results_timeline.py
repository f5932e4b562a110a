# SPDX-License-Identifier: MIT
from conftest import plain, report
from results_timeline import Span, draw

PROGRAM = "chapter09.streams"
ROWS = [
    {
        "kernel": "timeline",
        "variant": "pinned",
        "params": {"chunk": chunk, "stage": stage},
        "stream": chunk % 2,
        "start_ms": chunk + start,
        "end_ms": chunk + start + 0.9,
    }
    for chunk in range(3)
    for start, stage in enumerate(("copy in", "kernel", "copy out"))
]
PAGE = f"""# Page

```{{results-timeline}} {PROGRAM}
:kernel: timeline
:caption: Copies run beside kernels.
```
"""


def test_each_span_tells_its_stage_lane_and_times():
    svg = draw([Span(0, "kernel", 1.0, 2.5)], "ms", "stream", "t", "Title")
    assert "kernel, stream 0: 1 to 2.50\N{NO-BREAK SPACE}ms" in svg
    assert "Time (ms)" in svg


def test_directive_writes_figure_and_table(book):
    book.write(f"results/test-gpu/{PROGRAM}.json", report(PROGRAM, ROWS))
    status, warnings, html = book.build(PAGE, "results_timeline")
    assert (status, warnings) == (0, "")
    assert html.count('data-tip="') == 9
    assert "Stream Stage Start (ms) End (ms) 0 copy in 0 0.90" in plain(html)


def test_row_without_an_end_is_a_warning_at_its_line(book):
    rows = [{key: value for key, value in row.items() if key != "end_ms"} for row in ROWS]
    book.write(f"results/test-gpu/{PROGRAM}.json", report(PROGRAM, rows))
    status, warnings, _ = book.build(PAGE, "results_timeline")
    assert status != 0
    assert "index.md:3: WARNING: a chosen row of results/test-gpu/chapter09" in warnings
    assert "has no field 'end_ms'" in warnings
