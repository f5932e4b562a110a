# SPDX-License-Identifier: MIT
"""Turns a column into a formula that a page can compute for a results file it was given.

    formula(parse_column("n / time_ms as Rate"))     ({"op": "/", "of": ["n", "time_ms"]}, "")

The expression is evaluated as ever, on values that write down what is done to them: units and
formats are settled here, and a page needs neither.
"""

from _columns import evaluate_cell
from _rows import ResultsError


class Symbol(float):
    """Stands for a number that only a results file knows; `tree` says how to compute it."""

    def __new__(cls, tree):
        """Return a symbol; its own value means nothing."""
        made = super().__new__(cls, 1.0)
        made.tree = tree
        return made

    def __neg__(self):
        """Note a change of sign."""
        return Symbol({"op": "*", "of": [self.tree, -1]})

    def __abs__(self):
        """Note the size."""
        return Symbol({"op": "abs", "of": [self.tree]})

    def _refuse(self, _other):
        raise ResultsError("a column that compares cannot be computed for a reader's own GPU")

    __lt__ = __le__ = __gt__ = __ge__ = _refuse


def _noted(operator, turned=False):
    def method(self, other):
        pair = [self.tree, other.tree if isinstance(other, Symbol) else other]
        return Symbol({"op": operator, "of": pair[::-1] if turned else pair})

    return method


for _name, _operator in (("add", "+"), ("sub", "-"), ("mul", "*"), ("truediv", "/")):
    setattr(Symbol, f"__{_name}__", _noted(_operator))
    setattr(Symbol, f"__r{_name}__", _noted(_operator, turned=True))


class _Fields:
    """A row whose every field is a symbol."""

    def __init__(self, prefix=""):
        self.prefix = prefix

    def get(self, name):
        return Symbol(self.prefix + name)


def formula(column):
    """Return (tree, unit) of a column: a field's name, a number or {op, of}."""
    quantity = evaluate_cell(column, _Fields(), _Fields("base."))
    value = quantity.value
    return (value.tree if isinstance(value, Symbol) else value), quantity.unit
