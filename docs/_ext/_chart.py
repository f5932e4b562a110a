# SPDX-License-Identifier: MIT
"""Turns rows of results into series, and draws them as lines or bars.

series = make_series([h200], query, ["variant"])
svg = draw(series, chart, "chart-1")

Nothing here knows Sphinx.
"""

from dataclasses import dataclass, field

import _svg
from _axes import scale, tick
from _columns import evaluate_cell, header
from _rows import ResultsError
from _table import choose
from _units import NBSP, number

MARKERS = "os^DvP"


@dataclass
class Series:
    """Points of one line, or the bars of one colour."""

    label: str
    xs: list = field(default_factory=list)
    ys: list = field(default_factory=list)


@dataclass(frozen=True)
class Chart:
    """What a page asks for besides its rows."""

    x_label: str
    y_label: str
    title: str
    kind: str = "line"
    log: tuple = ()
    reference: tuple | None = None
    marks: tuple = ()
    from_zero: bool = False


def make_series(all_results, query, keys):
    """Return (series, x label, y label); the query's columns are x and y."""
    found, cells = {}, ([], [])
    for results in all_results:
        rows = choose(results, query)
        for row in rows:
            x, y = (evaluate_cell(column, row, rows[0]) for column in query.columns)
            if x is None or y is None:
                continue
            parts = [_name(key, row) for key in keys]
            if len(all_results) > 1:
                parts.append(results.gpu)
            series = found.setdefault(", ".join(parts), Series(", ".join(parts)))
            series.xs.append(x.value)
            series.ys.append(y.value)
            cells[0].append(x)
            cells[1].append(y)
    if not found:
        named = " and ".join(column.expression for column in query.columns)
        raise ResultsError(f"no row of {all_results[0].path} has both {named}")
    labels = [header(column, part) for column, part in zip(query.columns, cells, strict=True)]
    return list(found.values()), *labels


def _name(key, row):
    value = row.key(key)
    return str(value) if key in ("kernel", "variant") else f"{key} {number(value)}"


def draw(series, chart, name):
    """Return the SVG of a chart; `name` makes its ids unique on the page."""
    with _svg.style():
        figure = _svg.new_figure(6.4, 3.7)
        axes = figure.add_subplot()
        axes.set_xlabel(chart.x_label)
        axes.set_ylabel(chart.y_label)
        tips = (_bars if chart.kind == "bar" else _lines)(axes, series, chart)
        if chart.reference:
            label, value = chart.reference
            axes.axhline(value, color=_svg.TEXT, linestyle=(0, (4, 3)), linewidth=1, label=label)
        for label, place in chart.marks:
            _mark(axes, label, place)
        scale(axes, [x for s in series for x in s.xs], chart.log, chart.kind, chart.from_zero)
        if len(series) > 1 or chart.reference:
            longest = max(len(line.label) for line in series)
            figure.legend(loc="outside upper left", ncols=max(1, min(4, 64 // (longest + 6))))
        return _svg.to_svg(figure, name, chart.title, tips)


def _mark(axes, label, place):
    axes.axvline(place, color=_svg.TEXT, linestyle=(0, (1, 3)), linewidth=1.2)
    axes.annotate(
        label,
        (place, 1),
        xycoords=axes.get_xaxis_transform(),
        xytext=(-3, -2),
        textcoords="offset points",
        rotation=90,
        ha="right",
        va="top",
        fontsize=9,
    )


def _lines(axes, series, chart):
    tips = {}
    for index, line in enumerate(series):
        points = sorted(zip(line.xs, line.ys, strict=True))
        axes.plot(
            *zip(*points, strict=True),
            color=_svg.series_colour(index),
            marker=MARKERS[index % len(MARKERS)],
            markersize=5,
            linewidth=1.6,
            label=line.label,
            gid=f"series-{index}",
            clip_on=False,
        )
        tips[f"series-{index}"] = [_tip(line, x, y, chart) for x, y in points]
    return tips


def _bars(axes, series, chart):
    tips = {}
    names = list(dict.fromkeys(x for line in series for x in line.xs))
    width = 0.8 / len(series)
    for index, line in enumerate(series):
        places = [names.index(x) - 0.4 + width * (index + 0.5) for x in line.xs]
        colour = _svg.series_colour(index)
        bars = axes.bar(places, line.ys, width * 0.92, color=colour, label=line.label)
        for number_, (bar, x, y) in enumerate(zip(bars, line.xs, line.ys, strict=True)):
            bar.set_gid(f"bar-{index}-{number_}")
            tips[f"bar-{index}-{number_}"] = _tip(line, x, y, chart)
    axes.set_xticks(range(len(names)), [tick(x) for x in names])
    axes.grid(visible=False, axis="x")
    return tips


def _tip(line, x, y, chart):
    unit = chart.y_label.rpartition("(")[2].rstrip(")") if "(" in chart.y_label else ""
    return f"{line.label}, {chart.x_label} {tick(x)}: {number(y)}{NBSP}{unit}".rstrip(NBSP)
