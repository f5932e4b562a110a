# SPDX-License-Identifier: MIT
"""Cuts whole functions and structs out of a program, for the editor of a lab."""

import re

from _rows import ResultsError


def part(text, start, name):
    """Return what begins in `text` with the line `start`: comment, template line, and body.

    `start` may go on in the next line. What is returned ends with the first line that is `}` or
    `};`, or with the line of `start` if that ends in `;`.
    """
    lines = text.splitlines()
    pairs = ("\n".join(lines[index : index + 2]) for index in range(len(lines)))
    found = [index for index, pair in enumerate(pairs) if pair.startswith(start)]
    if len(found) != 1:
        raise ResultsError(f"{name} has {len(found)} lines that begin with '{start}', not one")
    begin = end = found[0]
    while begin > 0 and re.match(r"///|template |// \[/?snippet:", lines[begin - 1]):
        begin -= 1
    if ";" not in lines[end]:
        end = next(i for i in range(begin, len(lines)) if lines[i] in ("}", "};"))
    kept = [
        line
        for line in lines[begin : end + 1]
        if "[snippet:" not in line and "[/snippet:" not in line
    ]
    return "\n".join(kept)


def kernel_source(text, starts, name):
    """Return a file of the parts of `text` that begin with `starts`, in that order."""
    return "\n\n".join(part(text, start, name) for start in starts) + "\n"
