# SPDX-License-Identifier: MIT
"""Ticks and scales of a chart's axes."""

import math

from _rows import ResultsError
from _units import NBSP, number
from matplotlib.ticker import MaxNLocator, NullLocator


def scale(axes, xs, log, kind, from_zero):
    """Set ticks and scales; `xs` are all x values, `log` names the logarithmic axes."""
    if "x" in log:
        if not all(isinstance(x, int | float) and x > 0 for x in xs):
            raise ResultsError("a logarithmic x axis needs numbers above 0: leave out ':log: x'")
        xs = sorted(set(xs))
        axes.set_xscale("log", base=2)
        ticks = spaced(xs)
        axes.set_xticks(ticks, [tick(x) for x in ticks])
        axes.xaxis.set_minor_locator(NullLocator())
    elif kind == "line" and all(isinstance(x, int) for x in xs):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if "y" in log:
        axes.set_yscale("log")
    elif from_zero or kind == "bar":
        axes.set_ylim(bottom=0)


def spaced(xs):
    """Return those of the sorted values that leave room for their labels on a log axis."""
    least = max(math.log(xs[-1] / xs[0]) / 14, 0.0)
    kept = xs[:1]
    for x in xs[1:]:
        if math.log(x / kept[-1]) >= least:
            kept.append(x)
    return kept


def tick(value):
    """Write a value on an axis: 32 Mi rather than 33554432."""
    if isinstance(value, int | float) and value >= 1024 and value % 1024 == 0:
        for unit in ("Ki", "Mi", "Gi"):
            value /= 1024
            if value < 1024 or value % 1024:
                return f"{number(value)}{NBSP}{unit}"
    return number(value)
