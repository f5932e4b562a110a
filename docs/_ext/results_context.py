# SPDX-License-Identifier: MIT
"""{results-context} shows results/<gpu>/context.json: the machine that everything ran on.

```{results-context}
```
"""

import json

from _page import PageDirective
from _project import root
from _results import short
from _rows import ResultsError
from _units import SUFFIXES
from docutils import nodes

# Words that are not written as a key is.
SPELLING = {
    "cpu": "CPU",
    "ecc": "ECC",
    "gpu": "GPU",
    "l2": "L2",
    "mig": "MIG",
    "ncu": "Nsight Compute",
    "sm": "SM",
    "dram": "DRAM",
}
HIDDEN = {"schema", "slug"}  # of use to programs alone


def read_context(path):
    """Return [(name, value)] of the file, in its order, nested names joined by a space."""
    if not path.is_file():
        raise ResultsError(f"no {short(path)}: run ./book measure on the GPU")
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        fix = "run ./book measure to write it again"
        raise ResultsError(f"{short(path)} is no JSON ({error}): {fix}") from error
    return [(label(name), text) for name, text in _flatten(data, "") if name not in HIDDEN]


def label(name):
    """Return a key in words, its unit in brackets: "memory_mib" gives "Memory (MiB)"."""
    words = name.split("_")
    unit = SUFFIXES[words.pop()][0] if len(words) > 1 and words[-1] in SUFFIXES else None
    text = " ".join(SPELLING.get(word, word) for word in words)
    return text[:1].upper() + text[1:] + (f" ({unit})" if unit else "")


def _flatten(data, prefix):
    for key, value in data.items():
        name = f"{prefix}_{key}".strip("_")
        if isinstance(value, dict):
            yield from _flatten(value, name)
        else:
            yield name, ", ".join(map(str, value)) if isinstance(value, list) else str(value)


class ResultsContextDirective(PageDirective):
    """Writes the machine as a list of fields."""

    def make(self):
        """Return the field list."""
        path = root(self.env) / self.config.book_results / self.config.book_gpu / "context.json"
        self.env.note_dependency(str(path))
        fields = [
            nodes.field(
                "",
                nodes.field_name("", name),
                nodes.field_body("", nodes.paragraph("", text)),
            )
            for name, text in read_context(path)
        ]
        return [nodes.field_list("", *fields, classes=["results-context"])]


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("results-context", ResultsContextDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
