# SPDX-License-Identifier: MIT
"""What a table or a chart asks of its rows, as data from which the page asks a reader's own file.

docs/web/src/gpu reads it. It stands in the page beside the table, as JSON that nothing runs.
"""

import json

from _columns import evaluate_cell, is_key
from _symbol import formula
from _table import base_of, choose, line_key
from docutils import nodes


def query_data(results, query, table):
    """Return the description of a query; on the book's GPU `results` came to `table`."""
    rows = choose(results, query)
    pairs = [(row, base_of(row, rows, results, query)) for row in rows]
    return {
        "kernels": query.kernels,
        "variants": query.variants,
        "where": _where(query.where),
        "base": _where(query.base),
        "sort": query.sort,
        "across": query.across,
        "columns": [_column(column, rows, pairs) for column in query.columns],
        "owners": table.owners,
        "lines": list({line_key(row, query.across): _keys(row, query) for row in rows}.values()),
    }


def _keys(row, query):
    """Return what tells a line from the others, as the results file has it."""
    keys = {**row.params, **{name: row.fields.get(name) for name in ("kernel", "variant", "n")}}
    return {name: value for name, value in keys.items() if name != query.across}


def _where(parsed):
    return [[name, wanted, values] for name, (wanted, values) in parsed.items()]


def _column(column, rows, pairs):
    tree, unit = formula(column)
    cells = [evaluate_cell(column, row, base) for row, base in pairs]
    values = [cell.value for cell in cells if cell is not None]
    digits = next((int(text) for text in column.formats if text.isdigit()), None)
    return {
        "label": column.label,
        "unit": unit,
        "value": tree,
        "key": is_key(column, rows),
        "predicted": column.expression.startswith("predicted_"),
        "digits": digits,
        # JSON does not tell 4 from 4.0 once a page has read it.
        "whole": any(isinstance(value, int) for value in values),
        "times": "times" in column.formats,
    }


def asked(program, gpu, kind, data):
    """Return the node that carries `data` to the page."""
    text = json.dumps({"program": program, "gpu": gpu, **data}, ensure_ascii=False)
    # What ends a script must not stand in one.
    text = text.replace("<", "\\u003c")
    html = f'<script type="application/json" class="asked" data-kind="{kind}">{text}</script>'
    return nodes.raw("", html, format="html")
