# SPDX-License-Identifier: MIT
"""{results-timeline} draws rows that have a start and an end as bars over time, one lane a stream.

```{results-timeline} chapter09.streams
:kernel: timeline
:where: streams=4
:caption: Copies in both directions run beside the kernels.
```

Further options: variant, lane, stage, start, end (fields; by default stream, stage, start_ms,
end_ms), alt, name.
"""

from dataclasses import dataclass

import _svg
from _asked import query_data
from _columns import Column, parse_column
from _nodes import make_fold
from _query import FILTERS, FRAME, TEXT, ResultsDirective
from _rows import ResultsError
from _table import Query, choose, make_table
from _units import NBSP, number, unit_of
from docutils import nodes
from results_table import table_nodes

DEFAULTS = {"lane": "stream", "stage": "stage", "start": "start_ms", "end": "end_ms"}


@dataclass(frozen=True)
class Span:
    """One bar: its lane and stage are names, its times are numbers of one unit."""

    lane: object
    stage: str
    start: float
    end: float


def spans_of(rows, fields, path):
    """Return the spans of rows; `fields` maps the names of DEFAULTS to fields."""
    for row in rows:
        lacking = [field for field in fields.values() if row.get(field) is None]
        if lacking:
            raise ResultsError(f"a chosen row of {path} has no field '{lacking[0]}'")
    return [Span(*(row.get(fields[name]) for name in DEFAULTS)) for row in rows]


def draw(spans, unit, lane_name, name, title):
    """Return the SVG of a timeline."""
    lanes = sorted({span.lane for span in spans}, key=str)
    stages = list(dict.fromkeys(span.stage for span in spans))
    tips = {}
    with _svg.style():
        figure = _svg.new_figure(6.4, 1.3 + 0.42 * len(lanes))
        axes = figure.add_subplot()
        for index, span in enumerate(spans):
            colour = _svg.series_colour(stages.index(span.stage))
            first = all(other.stage != span.stage for other in spans[:index])
            (bar,) = axes.barh(
                lanes.index(span.lane),
                span.end - span.start,
                left=span.start,
                height=0.66,
                color=colour,
                label=span.stage if first else None,
            )
            bar.set_gid(f"span-{index}")
            times = f"{number(span.start)} to {number(span.end)}{NBSP}{unit}"
            tips[f"span-{index}"] = f"{span.stage}, {lane_name} {span.lane}: {times}"
        axes.set_yticks(range(len(lanes)), [f"{lane_name} {lane}" for lane in lanes])
        axes.invert_yaxis()
        axes.set_xlabel(f"Time ({unit})")
        axes.grid(visible=False, axis="y")
        figure.legend(loc="outside upper left", ncols=4)
        return _svg.to_svg(figure, name, title, tips)


class ResultsTimelineDirective(ResultsDirective):
    """Writes the figure of the book's GPU, the table and the origin."""

    option_spec = {**FILTERS, **FRAME, **dict.fromkeys(DEFAULTS, TEXT)}  # noqa: RUF012

    def make(self):
        """Return the framed figure."""
        found = self.all_results()[:1]
        fields = {
            name: parse_column(self.options.get(name, field)).expression
            for name, field in DEFAULTS.items()
        }
        query = Query(columns=[Column(field) for field in fields.values()], **self.filters())
        spans = spans_of(choose(found[0], query), fields, found[0].path)
        title = self.options.get("alt", self.options.get("caption", "Timeline"))
        name = f"timeline-{self.env.new_serialno('timeline')}"
        unit = unit_of(fields["start"])
        figure = self.figure(draw(spans, unit, fields["lane"], name, title))
        table = make_table(found, query)
        fold = make_fold([nodes.Text("The same as a table")], [table_nodes(table)], "chart-table")
        question = {"fields": fields, "unit": unit, "title": title}
        question |= query_data(found[0], query, table)
        asked = self.asked(found[0], "timeline", question)
        return self.frame("chart", [figure, fold, asked], found)


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("results-timeline", ResultsTimelineDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
