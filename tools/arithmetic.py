# SPDX-License-Identifier: MIT
"""Evaluate the arithmetic of a `*.counters.json`: names, numbers, + - * / and brackets."""

from __future__ import annotations

import ast
import operator
from collections.abc import Mapping

_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def evaluate(expression: str, names: Mapping[str, float]) -> float:
    """Return the value of `expression` over `names`.

    Raises ValueError that quotes the expression: for a name that is not there, a division by zero
    or anything that is not plain arithmetic.
    """
    try:
        return _value(ast.parse(expression, mode="eval").body, names)
    except SyntaxError:
        raise ValueError(f"'{expression}' is no arithmetic expression") from None
    except ZeroDivisionError:
        raise ValueError(f"'{expression}' divides by zero") from None
    except KeyError as missing:
        known = ", ".join(sorted(names))
        raise ValueError(f"'{expression}' uses {missing}, known are {known}") from None


def _value(node: ast.expr, names: Mapping[str, float]) -> float:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return float(number)
        case ast.Name(id=name):
            return names[name]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(left, names), _value(right, names))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, names)
    raise ValueError(f"'{ast.unparse(node)}' is not allowed: names, numbers, + - * / only")
