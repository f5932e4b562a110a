# SPDX-License-Identifier: MIT
"""Rows of a results file, and how a page names one.

    selector = parse_selector("chapter03.access_pattern/copy/float[stride=1,n=33554432]:time_ms")
    row = one(results, selector)
    row.get(selector.field)

Nothing here reads a file or knows Sphinx.
"""

import re
from dataclasses import dataclass, field

SELECTOR = re.compile(
    r"(?P<program>[a-z]\w*\.\w+)(?:/(?P<row>[^\[\]:|<>`]+))?(?:\[(?P<where>[^\]]*)\])?"
    r":(?P<field>[A-Za-z_][\w.]*)"
)


class ResultsError(Exception):
    """A results file or a name in a page is wrong; the text says which and what to do."""


@dataclass(frozen=True)
class Row:
    """One measured row: its params, and all other fields with counters joined."""

    params: dict
    fields: dict

    def key(self, name):
        """Return what a filter compares: a param, else a field, else None."""
        name = name.removeprefix("params.")
        return self.params.get(name, self.fields.get(name))

    def get(self, name):
        """Return what a column shows: a field, else a param, else None."""
        if self.fields.get(name) is not None:
            return self.fields[name]
        return self.params.get(name.removeprefix("params."))

    def names(self):
        """Return all names that `get` answers."""
        return [*self.params, *self.fields]


@dataclass(frozen=True)
class Selector:
    """A parsed PROGRAM/KERNEL/VARIANT[key=value]:field."""

    program: str
    field: str
    kernel: str = "*"
    variant: str = "*"
    where: dict = field(default_factory=dict)


def parse_selector(text):
    """Parse a whole selector; raise ResultsError if `text` is none."""
    match = SELECTOR.fullmatch(text.strip())
    if not match:
        raise ResultsError(
            f"'{text}' is no selector: write PROGRAM/KERNEL/VARIANT[key=value]:field"
        )
    names = [name.strip() for name in (match["row"] or "*").split("/")]
    if len(names) > 2:
        raise ResultsError(f"'{text}' has a '/' too many: write PROGRAM/KERNEL/VARIANT:field")
    kernel, variant = names if len(names) == 2 else ("*", names[0])
    where = parse_where(match["where"] or "")
    return Selector(match["program"], match["field"], kernel, variant, where)


def parse_where(text):
    """Parse `n=1000, stride=1|2, order!=random` to {key: (wanted?, [values])}."""
    where = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = re.fullmatch(r"([\w.]+)\s*(!?=)\s*(.*)", part)
        if not match:
            raise ResultsError(f"'{part}' is no filter: write key=value")
        where[match[1]] = (match[2] == "=", [value.strip() for value in match[3].split("|")])
    return where


def same(value, text):
    """Tell whether a row's value is what a page wrote: 32 and 32.0 are the same, true is True."""
    if isinstance(value, bool):
        return text.lower() == str(value).lower()
    try:
        return float(value) == float(text)
    except (TypeError, ValueError):
        return str(value) == text


def select(rows, kernels=(), variants=(), where=None):
    """Return the rows that pass all filters, in their order; an empty filter passes all."""

    def passes(row):
        return (
            (not kernels or row.key("kernel") in kernels)
            and (not variants or row.key("variant") in variants)
            and all(
                any(same(row.key(key), value) for value in values) == wanted
                for key, (wanted, values) in (where or {}).items()
            )
        )

    return [row for row in rows if passes(row)]


def one(results, selector):
    """Return the one row that `selector` names."""
    kernels = () if selector.kernel == "*" else (selector.kernel,)
    variants = () if selector.variant == "*" else (selector.variant,)
    found = select(results.rows, kernels, variants, selector.where)
    if len(found) == 1:
        return found[0]
    rows = found or results.rows
    shown = "; ".join(describe(row) for row in rows[:6]) + ("; …" if len(rows) > 6 else "")
    problem = f"{len(found)} rows match" if found else "no row matches"
    raise ResultsError(f"{problem} in {results.path}: write one of {shown}")


def describe(row):
    """Write a row the way a selector names it."""
    keys = {**row.params, "n": row.fields.get("n")}
    inside = ",".join(f"{key}={value}" for key, value in keys.items() if value is not None)
    return f"{row.key('kernel')}/{row.key('variant')}[{inside}]"
