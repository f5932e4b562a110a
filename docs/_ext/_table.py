# SPDX-License-Identifier: MIT
"""Turns rows of results into a table of text: choice, order, columns, one column a GPU.

table = make_table([h200, mine], Query(kernels=["copy"], columns=parse_columns("stride")))
table.headers, table.lines, table.numeric
"""

from dataclasses import dataclass, field, replace

from _columns import check_fields, evaluate_cell, header, is_key, write_cells
from _rows import ResultsError, same, select


@dataclass(frozen=True)
class Query:
    """What a page asks of a program's rows."""

    columns: list
    kernels: list = field(default_factory=list)
    variants: list = field(default_factory=list)
    where: dict = field(default_factory=dict)
    base: dict = field(default_factory=dict)
    sort: list = field(default_factory=list)
    across: str = ""


@dataclass(frozen=True)
class Table:
    """Text of a table; `owners` tells which of the columns asked for each one shows."""

    headers: list
    lines: list
    numeric: list
    owners: list


def choose(results, query):
    """Return the rows that a query asks for, in its order; raise ResultsError if there is none."""
    rows = select(results.rows, query.kernels, query.variants, query.where)
    if not rows:
        raise ResultsError(f"no row of {results.path} passes the filters: check kernel and where")
    if query.sort:
        for name in reversed(query.sort):
            plain = name.removeprefix("-")
            if any(row.get(plain) is None for row in rows):
                raise ResultsError(f"cannot sort by '{plain}': not every row has it")
            rows.sort(key=lambda row, plain=plain: row.get(plain), reverse=name.startswith("-"))
    elif query.variants:
        rows.sort(key=lambda row: query.variants.index(row.key("variant")))
    return rows


def base_of(row, rows, results, query):
    """Return the row that `base.` means for `row`."""
    if not query.base:
        return rows[0]
    found = [
        other
        for other in select(results.rows, where=query.base)
        if same(other.key("n"), str(row.key("n")))
    ]
    if len(found) != 1:
        raise ResultsError(f"base matches {len(found)} rows of {results.path}: narrow it to one")
    return found[0]


def cells_of(results, query):
    """Return (rows, {column: cells}) of one GPU."""
    rows = choose(results, query)
    for column in query.columns:
        check_fields(column, rows, results.path)
    bases = [base_of(row, rows, results, query) for row in rows]
    pairs = list(zip(rows, bases, strict=True))
    return rows, {
        column: [evaluate_cell(column, row, base) for row, base in pairs]
        for column in query.columns
    }


def make_table(all_results, query):
    """Return the Table of one program on all GPUs; the first one is the book's."""
    lines, columns = {}, {}
    for index, results in enumerate(all_results):
        try:
            rows, cells = cells_of(results, query)
        except ResultsError:
            if index == 0:
                raise
            continue
        gpu = results.gpu if len(all_results) > 1 else ""
        for position, row in enumerate(rows):
            line = line_key(row, query.across)
            lines.setdefault(line)
            for column in query.columns:
                place = _place(column, row, query.across, gpu, is_key(column, rows))
                columns.setdefault(place, {})[line] = cells[column][position]
    return _write(lines, columns, query.columns)


def _place(column, row, across, gpu, key):
    """Return the column of the page that a cell stands in: (column, value of across, GPU)."""
    split = across and (not key or column.expression.startswith("predicted_"))
    return column, str(row.get(across)) if split else "", "" if key else gpu


def line_key(row, across):
    """Return what makes a line of the table: all keys of its rows but the one that goes across."""
    keys = {**row.params, **{name: row.fields.get(name) for name in ("kernel", "variant", "n")}}
    return tuple(sorted((name, str(value)) for name, value in keys.items() if name != across))


def _write(lines, columns, order):
    places = sorted(columns, key=lambda place: order.index(place[0]))
    alone = len({place[0] for place in places if place[1]}) == 1
    headers, texts, numeric = [], [], []
    for place in places:
        column, across, gpu = place
        cells = [columns[place].get(line) for line in lines]
        shown = replace(column, header=across) if across and alone else column
        parts = (header(shown, cells), "" if alone else across, gpu)
        headers.append(", ".join(part for part in parts if part))
        texts.append(write_cells(column, cells))
        numeric.append(any(isinstance(cell.value, int | float) for cell in cells if cell))
    owners = [order.index(place[0]) for place in places]
    return Table(headers, [list(line) for line in zip(*texts, strict=True)], numeric, owners)
