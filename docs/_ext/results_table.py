# SPDX-License-Identifier: MIT
"""{results-table} shows rows of a program's results.

    ```{results-table} chapter03.access_pattern
    :kernel: copy
    :where: n=33554432, stride=1|2|8
    :columns: stride as Stride, counted_load_sectors as Counted, bandwidth_gbps | 0 as Rate
    :ratio: bandwidth_gbps as Against the first
    :caption: Stride 2 costs half the useful bandwidth.
    ```

Further options: variant, across (one column for each value of a field), sort, base, name.
Results on other GPUs add columns by themselves.
"""

from dataclasses import replace

from _asked import query_data
from _columns import parse_column, parse_columns
from _project import split_list
from _query import FILTERS, FRAME, TEXT, ResultsDirective
from _rows import ResultsError, parse_where
from _table import Query, make_table
from docutils import nodes


def parse_ratio(text):
    """Return the column that compares a field with the base row's."""
    column = parse_column(text)
    expression = f"{column.expression} / base.{column.expression}"
    formats = column.formats or ("times",)
    return replace(column, expression=expression, formats=formats, header=column.label)


def table_nodes(table):
    """Return a docutils table whose first column names the rows."""
    group = nodes.tgroup(cols=len(table.headers))
    for index in range(len(table.headers)):
        group += nodes.colspec(colwidth=1, **({"stub": 1} if index == 0 else {}))
    group += nodes.thead("", _row(table.headers, table.numeric))
    group += nodes.tbody("", *(_row(line, table.numeric) for line in table.lines))
    return nodes.table("", group, classes=["results-table"])


def _row(texts, numeric):
    row = nodes.row()
    for text, is_number in zip(texts, numeric, strict=True):
        row += nodes.entry("", nodes.paragraph("", text), classes=["num"] if is_number else [])
    return row


class ResultsTableDirective(ResultsDirective):
    """Writes the table, its caption and its origin."""

    option_spec = {  # noqa: RUF012 (docutils' own convention)
        **FILTERS,
        **FRAME,
        **dict.fromkeys(("columns", "across", "sort", "ratio", "base"), TEXT),
    }

    def make(self):
        """Return the framed table."""
        found = self.all_results()
        query = self._query()
        made = make_table(found, query)
        table = table_nodes(made)
        caption = self.caption()
        if caption:
            table.insert(0, nodes.title("", "", *caption))
        self.add_name(table)
        self.set_source_info(table)
        question = self.asked(found[0], "table", query_data(found[0], query, made))
        return self.frame("results-table-frame", [table, question], found)

    def _query(self):
        if "columns" not in self.options:
            raise ResultsError("results-table has no :columns: option: name the fields to show")
        columns = parse_columns(self.options["columns"])
        if "ratio" in self.options:
            columns.append(parse_ratio(self.options["ratio"]))
        return Query(
            columns=columns,
            base=parse_where(self.options.get("base", "")),
            sort=split_list(self.options.get("sort", "")),
            across=self.options.get("across", "").strip(),
            **self.filters(),
        )


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("results-table", ResultsTableDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
