# SPDX-License-Identifier: MIT
"""Makes small books of one page, with invented results, and builds them."""

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(DOCS / "_ext"), str(DOCS.parent / "tools")]

CONF = """
import sys
sys.path.insert(0, {ext!r})
extensions = ["myst_parser", {extensions}]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
html_theme = "basic"
templates_path = ["_templates"]
html_use_index = False
html_math_renderer = "{math}"
book_gpu = "test-gpu"
exclude_patterns = ["exercises"]
"""
# The theme's own frame takes longer to compile than all else.
LAYOUT = "{% block body %}{% endblock %}"
SOURCE = """// A copy.
// [snippet:copy]
__global__ void copy(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// [/snippet:copy]
"""
PROGRAM = "chapter03.copy"
COUNTERS = """kernel,variant,params,n,launch,load_sectors,load_sectors_per_request
copy,float,stride=1,1024,0,128,4
copy,float,stride=2,1024,1,256,8
copy,float4,stride=1,1024,2,128,16
copy,float4,stride=2,1024,3,256,32
"""


def plain(html):
    """Return the text of HTML with single spaces."""
    blocks = re.sub(r"</?(p|li|div|details|summary|t[rdh]|title|h\d|pre)\b[^>]*>", " ", html)
    return " ".join(re.sub(r"<[^>]*>", "", blocks).split())


def row(variant, stride, gbps, kernel="copy", **fields):
    """Return an invented row."""
    return {
        "kernel": kernel,
        "variant": variant,
        "n": 1024,
        "params": {"stride": stride},
        "time_ms": 8.0 / gbps,
        "bandwidth_gbps": gbps,
        "cold": True,
        **fields,
    }


ROWS = [
    row("float", 1, 200.0, predicted_load_sectors_per_request=4.0),
    row("float", 2, 150.0, predicted_load_sectors_per_request=8.0),
    row("float4", 1, 400.0, predicted_load_sectors_per_request=16.0),
    row("float4", 2, 160.0, predicted_load_sectors_per_request=32.0),
]


def report(program=PROGRAM, rows=(), gpu="Test GPU", source_hash="", source="chapters/copy.cu"):
    """Return what a results file holds."""
    return {
        "schema": 1,
        "program": program,
        "device": {"name": gpu, "peak_dram_gbps": 500.0, "l2_bytes": 64 * 2**20},
        "measured": {
            "gpu": gpu,
            "driver": "1.2",
            "toolkit": "13.0",
            "flags": "-O3",
            "date": "2001-02-03T04:05:06Z",
            "commit": "0123456789abcdef",
            "dirty": False,
        },
        "source": {"path": source, "hash": source_hash},
        "rows": list(rows or ROWS),
    }


@dataclass
class Book:
    """A small book in a folder of its own."""

    root: Path
    out: Path

    def write(self, path, text):
        """Write a file of the book."""
        full = self.root / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
        return full

    def build(self, page, *extensions, math="mathml"):
        """Build the book with `page` as its only page: (exit status, warnings, HTML)."""
        from sphinx.cmd.build import main

        names = ", ".join(repr(name) for name in (*extensions, "mathml"))
        self.write("conf.py", CONF.format(ext=str(DOCS / "_ext"), extensions=names, math=math))
        self.write("_templates/layout.html", LAYOUT)
        self.write("index.md", page)
        log = self.out / "warnings"
        self.out.mkdir(exist_ok=True)
        options = ["-q", "-n", "-W", "--keep-going", "-E", "-w", str(log)]
        status = main([*options, str(self.root), str(self.out)])
        return status, log.read_text(), (self.out / "index.html").read_text()


@pytest.fixture
def book(tmp_path):
    """A book with one program, its source, its results and its counters."""
    from source_hash import source_hash

    made = Book(tmp_path / "book", tmp_path / "out")
    made.write("chapters/copy.cu", SOURCE)
    digest = source_hash(made.root, Path("chapters/copy.cu"), "-O3")
    made.write(f"results/test-gpu/{PROGRAM}.json", report(source_hash=digest))
    made.write(f"results/test-gpu/{PROGRAM}.counters.csv", COUNTERS)
    return made
