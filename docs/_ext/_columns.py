# SPDX-License-Identifier: MIT
"""Columns of results tables and axes of charts: `expression | format as Header`.

    columns = parse_columns('stride as Stride, bandwidth_gbps / base.bandwidth_gbps | times')
    cell = evaluate_cell(columns[0], row, base, results)

Expressions name fields of the row; `base.FIELD` is the same field of the row to compare with.
"""

import re
from dataclasses import dataclass

from _expression import evaluate
from _project import split_list
from _rows import ResultsError
from _units import Quantity, UnitError, apply, decimals_for, number, unit_of
from _values import split_formats

KEYS = ("kernel", "variant", "n")


@dataclass(frozen=True)
class Column:
    """One column: what it shows, how, and under which header ("" for the default)."""

    expression: str
    formats: tuple[str, ...] = ()
    header: str = ""

    @property
    def label(self):
        """The header, or the expression in words."""
        return self.header or words(self.expression)


def words(expression):
    """Write a field's name as a header: bandwidth_gbps → Bandwidth."""
    name = expression.removeprefix("params.")
    stem = name.rpartition("_")[0]
    name = stem if stem and unit_of(name) else name
    return name[:1].upper() + name[1:].replace("_", " ")


def parse_column(text):
    """Parse one column."""
    match = re.fullmatch(r"(.+?)(?:\s+as\s+(.+))?", text.strip(), re.DOTALL)
    if not match:
        raise ResultsError("a column is empty: write field as Header")
    expression, formats = split_formats(match[1])
    return Column(expression, tuple(formats), (match[2] or "").strip('" '))


def parse_columns(text):
    """Parse a comma list of columns."""
    return [parse_column(part) for part in split_list(text)]


def is_key(column, rows):
    """Tell whether a column holds what was asked, not what came out: the same on every GPU."""
    name = column.expression.removeprefix("params.")
    return name in KEYS or name.startswith("predicted_") or any(name in row.params for row in rows)


def evaluate_cell(column, row, base):
    """Return the Quantity of a column in a row, formats applied; None where the row lacks it."""
    missing = []

    def lookup(name):
        source, field = (base, name[5:]) if name.startswith("base.") else (row, name)
        value = source.get(field)
        if value is None:
            missing.append(name)
            return Quantity(float("nan"))
        return Quantity(value, unit_of(name))

    found = evaluate(column.expression, lookup)
    if missing:
        return None
    try:
        quantity, _, _ = apply(found, column.formats)
    except UnitError as error:
        raise ResultsError(f"column '{column.expression}' cannot be written: {error}") from error
    return quantity


def check_fields(column, rows, path):
    """Raise ResultsError if no row has what the column names."""
    names = dict.fromkeys(name for row in rows for name in row.names())
    for field in re.findall(r"[A-Za-z_][\w.]*", column.expression):
        plain = field.removeprefix("base.").removeprefix("params.")
        if plain in names or plain in ("min", "max", "abs"):
            continue
        counted = plain.startswith(("counted_", "summed_"))
        hint = "run ./book measure" if counted else f"there are {', '.join(names)}"
        raise ResultsError(f"no field '{plain}' in the chosen rows of {path}: {hint}")


def header(column, cells):
    """Return a column's header with the unit of its cells."""
    units = {cell.unit for cell in cells if cell is not None and cell.unit}
    unit = units.pop() if len(units) == 1 else ""
    silent = not unit or unit == "×" or "(" in column.label
    return column.label if silent else f"{column.label} ({unit})"


def write_cells(column, cells):
    """Write a column's cells with one number of decimals; – where a row has no value."""
    values = [cell.value for cell in cells if cell is not None]
    digits = next((int(text) for text in column.formats if text.isdigit()), None)
    if digits is None:
        digits = common_decimals(values, exact="times" not in column.formats)
    return ["–" if cell is None else _write(cell, digits) for cell in cells]


def _write(cell, digits):
    text = number(cell.value, digits if isinstance(cell.value, float) else None)
    return text + ("×" if cell.unit == "×" else "")


def common_decimals(values, exact=True):
    """Return the decimals that show three digits of the largest and two of the smallest value."""
    sizes = [abs(value) for value in values if isinstance(value, int | float) and value]
    if not sizes or (exact and all(float(size).is_integer() for size in sizes)):
        return 0
    return max(decimals_for(max(sizes)), min(3, decimals_for(min(sizes)) - 1))
