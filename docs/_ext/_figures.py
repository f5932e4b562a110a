# SPDX-License-Identifier: MIT
"""Measured figures that a page hands to one of its components, as data.

    roof | float | flop_roof | copy_rate
    kernel | sum of two arrays | adds | 12 * adds | add_time

Each line names a group, a label, and expressions of the page's values. What comes of them is in
operations, bytes, seconds: without a prefix.
"""

import json

from _expression import evaluate
from _rows import ResultsError
from _units import UNITS


def figures(lines, lookup):
    """Return {group: [[label, number, …], …]} of lines; empty ones do not count."""
    found = {}
    for line in filter(str.strip, lines):
        parts = [part.strip() for part in line.split("|")]
        if len(parts) < 3 or not all(parts):
            raise ResultsError(f"'{line.strip()}' is not 'group | label | expression | …'")
        group, label, *expressions = parts
        numbers = [_plain(text, lookup) for text in expressions]
        found.setdefault(group, []).append([label, *numbers])
    return found


def _plain(text, lookup):
    quantity = evaluate(text, lookup)
    if not isinstance(quantity.value, int | float):
        raise ResultsError(f"'{text}' is {quantity.value}, not a number")
    return quantity.value * UNITS.get(quantity.unit, ("", 1))[1]


def as_script(found, **facts):
    """Return the element that carries figures to a component; nothing runs it."""
    # What ends a script must not stand in one.
    text = json.dumps({**facts, **found}, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" class="figures">{text}</script>'
