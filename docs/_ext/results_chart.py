# SPDX-License-Identifier: MIT
"""{results-chart} draws rows of a program's results as inline SVG, with a folded text table.

```{results-chart} chapter03.access_pattern
:variant: float, float4
:x: stride as Stride (floats)
:y: bandwidth_gbps as Useful bandwidth
:series: variant
:log: x
:caption: Stride 2 costs half the useful bandwidth only when DRAM is the limit.
```

Further options: kernel, where, kind (line or bar), reference (a field of the device as a dashed
line), marks (values of the page as dotted lines across, `l2 | mib as L2`), from-zero, alt, name.
"""

from dataclasses import asdict, replace

from _asked import query_data
from _chart import Chart, draw, make_series
from _columns import Column, parse_column, parse_columns
from _expression import evaluate
from _nodes import make_fold
from _project import split_list
from _query import FILTERS, FRAME, TEXT, ResultsDirective
from _rows import ResultsError
from _table import Query, make_table
from _units import UnitError, apply
from _values import page_lookup
from docutils import nodes
from docutils.parsers.rst import directives
from results_table import table_nodes


class ResultsChartDirective(ResultsDirective):
    """Writes the figure, the table and the origin."""

    option_spec = {  # noqa: RUF012 (docutils' own convention)
        **FILTERS,
        **FRAME,
        **dict.fromkeys(("x", "y", "series", "log", "reference", "marks"), TEXT),
        "kind": lambda text: directives.choice(text, ("line", "bar")),
        "from-zero": directives.flag,
    }

    def make(self):
        """Return the framed figure."""
        found = self.all_results()
        keys = split_list(self.options.get("series", "variant"))
        query = Query(columns=[self._column("x"), self._column("y")], **self.filters())
        series, x_label, y_label = make_series(found, query, keys)
        chart = Chart(
            x_label,
            y_label,
            title=self.options.get("alt", self.options.get("caption", y_label)),
            kind=self.options.get("kind", "line"),
            log=tuple(split_list(self.options.get("log", ""))),
            reference=self._reference(found[0]),
            marks=self._marks(),
            from_zero="from-zero" in self.options,
        )
        name = f"chart-{self.env.new_serialno('chart')}"
        figure = self.figure(draw(series, chart, name))
        columns = [Column(key) for key in keys] + query.columns
        whole = replace(query, columns=columns)
        table = make_table(found, whole)
        fold = make_fold([nodes.Text("The same as a table")], [table_nodes(table)], "chart-table")
        question = {"keys": keys, "chart": asdict(chart), "series": [asdict(s) for s in series]}
        question |= query_data(found[0], whole, table)
        return self.frame("chart", [figure, fold, self.asked(found[0], "chart", question)], found)

    def _column(self, name):
        if name not in self.options:
            raise ResultsError(f"results-chart has no :{name}: option: name a field")
        return parse_column(self.options[name])

    def _reference(self, results):
        if "reference" not in self.options:
            return None
        column = parse_column(self.options["reference"])
        field = column.expression.removeprefix("device.")
        if field == column.expression or field not in results.device:
            known = ", ".join(f"device.{name}" for name in results.device)
            raise ResultsError(f"no reference '{column.expression}': there are {known}")
        return column.label, results.device[field]

    def _marks(self):
        book = self.book()
        lookup = page_lookup(book, self.page_values)
        marks = []
        for column in parse_columns(self.options.get("marks", "")):
            try:
                place, _, _ = apply(evaluate(column.expression, lookup), column.formats)
            except UnitError as error:
                raise ResultsError(f"mark '{column.label}': {error}") from error
            marks.append((column.label, place.value))
        self.depend(book)
        return tuple(marks)


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("results-chart", ResultsChartDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
