#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Keep the chapters in one shape, so that a reader who knows one finds things in the others.

The same headings open and close each chapter, in the same order, and a section that shows what was
measured has a box in which the reader predicts it first.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pages import Line, lines
from tree import at, files, main

OPENING = "Can you skip this chapter?"
SCENARIO = "The scenario"
CLOSING = [
    "Folklore, tested",
    "Pitfalls",
    "Exercises",
    "Check yourself",
    "Explain it in an interview",
    "Quick answers",
    "Know it, or look it up",
    "Summary",
    "Back to the scenario",
    "Sources",
]
MEASURED = {"results-table", "results-chart", "results-timeline"}


def sections(page: list[Line]) -> Iterator[tuple[int, str, list[Line]]]:
    """Yield (line, heading, what follows) of each section of the second level."""
    starts = [i for i, line in enumerate(page) if line.kind == "text" and line.text[:3] == "## "]
    for start, end in zip(starts, [*starts[1:], len(page)], strict=True):
        yield page[start].number, page[start].text[3:].strip(), page[start + 1 : end]


def chapter_faults(text: str) -> Iterator[tuple[int | None, str]]:
    """Yield (line, sentence) for what differs from the shape."""
    found = list(sections(list(lines(text))))
    names = [name for _, name, _ in found]
    if names[:1] != [OPENING]:
        yield None, f"the first section is not '{OPENING}'"
    if names[2:3] != [SCENARIO]:
        yield None, f"the third section, after a picture, is not '{SCENARIO}'"
    closing = names[-len(CLOSING) :]
    if closing != CLOSING:
        wrong = next((want for want, got in zip(CLOSING, closing, strict=False) if want != got), "")
        yield None, f"the chapter does not end as all do: see '{wrong or CLOSING[0]}'"
    for line, name, body in found:
        used = {part.name for part in body if part.kind == "directive"}
        if used & MEASURED and "predict" not in used:
            yield line, f"'{name}' shows what was measured, and nobody was asked to predict it"


def faults(root: Path) -> Iterator[str]:
    """Yield a sentence for each chapter's page that has another shape."""
    for page in files(root, "chapters/*/index.md"):
        for line, sentence in chapter_faults(page.read_text(encoding="utf-8")):
            yield f"{at(root, page, line)} {sentence}"


if __name__ == "__main__":
    main(faults, __doc__)
