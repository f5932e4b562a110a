# SPDX-License-Identifier: MIT
"""What a page's expressions may name: its {values}, whole selectors, fields of rows.

    book = Book(folder, "nvidia-h200")
    text, node attributes = backed_text(book, {}, "scalar / vec4 | times")

A Book remembers which results were read, so that a page can say where its numbers come from.
"""

from dataclasses import dataclass, field
from pathlib import Path

from _expression import evaluate
from _results import Results, load
from _rows import ResultsError, one, parse_selector
from _stale import stale
from _units import Quantity, UnitError, show, unit_of


@dataclass
class Book:
    """The results that the text quotes; `used` collects what has been read."""

    folder: Path
    gpu: str
    used: dict[str, Results] = field(default_factory=dict)

    def results(self, program):
        """Return the results of `program` on the book's GPU."""
        self.used[program] = load(self.folder, self.gpu, program)
        return self.used[program]

    def select(self, text):
        """Return the Quantity that a whole selector names."""
        selector = parse_selector(text)
        results = self.results(selector.program)
        part, _, name = selector.field.partition(".")
        if part in ("device", "measured"):
            value = getattr(results, part).get(name)
            names = list(getattr(results, part))
        else:
            row = one(results, selector)
            value, names = row.get(selector.field), row.names()
        return quantity(value, selector.field, results, names)


def quantity(value, name, results, names):
    """Return a field's value with its unit; raise ResultsError if there is none."""
    if value is None:
        lacks = f"no field '{name}' in {results.path}: there are {', '.join(names)}"
        prefixes = ("counted_", "summed_")
        counted = name.startswith(prefixes) and not any(
            known.startswith(prefixes) for known in names
        )
        raise ResultsError(
            f"{results.path} has no counters: run ./book measure {results.program}"
            if counted
            else lacks
        )
    return Quantity(value, unit_of(name))


def page_lookup(book, values):
    """Return a function from a name of the page or a selector to its Quantity.

    `values` maps a name to its expression, or to the error that its definition raised.
    """

    def lookup(name):
        if ":" in name:
            return book.select(name)
        if name not in values:
            known = ", ".join(values) or "none"
            raise ResultsError(f"no value named '{name}' on this page: {{values}} names {known}")
        if isinstance(values[name], ResultsError):
            raise values[name]
        return evaluate(values[name], lookup)

    return lookup


def split_formats(text):
    """Split `expression | format | format`."""
    expression, *formats = (part.strip() for part in text.split("|"))
    return expression, formats


def backed_text(book, values, text):
    """Return what {measured} prints for `text`."""
    expression, formats = split_formats(text)
    found = evaluate(expression, page_lookup(book, values))
    try:
        return show(found, formats)
    except UnitError as error:
        raise ResultsError(f"'{text}' cannot be written: {error}") from error


def provenance(book, root):
    """Return (attributes for a `backed` node, programs that are stale) of what was read."""
    used = book.used.values()
    old = [results.program for results in used if stale(root, results)]
    parts = [f"{results.gpu}, {results.measured['date'][:10]}, {results.path}" for results in used]
    if old:
        parts.append(f"stale, run ./book measure {' '.join(old)}")
    first = next(iter(used), None)
    data = (
        {}
        if first is None
        else {"gpu": first.gpu, "date": first.measured["date"], "file": first.path}
    )
    return {"title": "; ".join(parts), "data": data, "programs": list(book.used)}, old
