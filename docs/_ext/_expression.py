# SPDX-License-Identifier: MIT
"""Evaluates the small expressions of pages: numbers with units, + - * /, comparisons, min, max.

    evaluate("scalar < 0.7 * vec4", lookup).value     True

`lookup` turns a name, a dotted name or a whole selector into a Quantity. Only the grammar below
is accepted; a page cannot call anything else.
"""

import ast
import operator

from _rows import SELECTOR, ResultsError
from _units import Quantity, UnitError, convert, family

ARITHMETIC = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
COMPARISONS = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
FUNCTIONS = {"min": min, "max": max, "abs": abs}


def evaluate(text, lookup):
    """Return the Quantity of `text`; raise ResultsError in one sentence if it has none."""
    selectors = {}

    def hide(match):
        name = f"selector{len(selectors)}"
        selectors[name] = match[0]
        return name

    try:
        tree = ast.parse(SELECTOR.sub(hide, text).strip(), mode="eval").body
        return _visit(tree, lambda name: lookup(selectors.get(name, name)))
    except SyntaxError as error:
        raise ResultsError(f"'{text}' is no expression: {error.msg}") from error
    except ZeroDivisionError as error:
        raise ResultsError(f"'{text}' divides by zero") from error
    except (UnitError, TypeError) as error:
        raise ResultsError(f"'{text}' does not fit together: {error}") from error


def _visit(node, lookup):
    match node:
        case ast.Constant(value=int() | float() as value):
            return Quantity(value)
        case ast.Name() | ast.Attribute():
            return lookup(ast.unparse(node))
        case ast.UnaryOp(op=ast.USub()):
            operand = _visit(node.operand, lookup)
            return Quantity(-operand.value, operand.unit)
        case ast.UnaryOp(op=ast.Not()):
            return Quantity(not _visit(node.operand, lookup).value)
        case ast.BoolOp():
            fold = all if isinstance(node.op, ast.And) else any
            return Quantity(fold([_visit(value, lookup).value for value in node.values]))
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div()):
            left, right = _visit(node.left, lookup), _visit(node.right, lookup)
            return _arithmetic(node.op, left, right)
        case ast.Compare():
            return Quantity(_compare(node, lookup))
        case ast.Call(func=ast.Name(id=name), keywords=[]) if name in FUNCTIONS and node.args:
            first, *rest = [_visit(argument, lookup) for argument in node.args]
            values = [first.value, *(_like(first, other).value for other in rest)]
            return Quantity(FUNCTIONS[name](*values), first.unit)
    raise ResultsError(f"'{ast.unparse(node)}' is not allowed: use names, numbers, + - * / < > min")


def _arithmetic(op, left, right):
    for operand in (left, right):
        if not isinstance(operand.value, int | float):
            raise UnitError(f"'{operand.value}' is no number")
    combine = ARITHMETIC[type(op)]
    if isinstance(op, ast.Add | ast.Sub):
        unit = left.unit or right.unit
        return Quantity(combine(left.value, _like(left, right).value), unit)
    if isinstance(op, ast.Div) and left.unit and right.unit:
        ratio = family(left.unit) == family(right.unit)
        right = convert(right, left.unit) if ratio else right
        return Quantity(combine(left.value, right.value), "" if ratio else None)
    unlike = (left.unit and right.unit) or (isinstance(op, ast.Div) and right.unit)
    unit = None if unlike else left.unit or right.unit
    return Quantity(combine(left.value, right.value), unit)


def _compare(node, lookup):
    operands = [_visit(operand, lookup) for operand in (node.left, *node.comparators)]
    pairs = zip(node.ops, operands, operands[1:], strict=False)
    for op, left, right in pairs:
        if type(op) not in COMPARISONS:
            raise ResultsError(
                f"'{ast.unparse(node)}' uses a comparison other than < <= > >= == !="
            )
        if not COMPARISONS[type(op)](left.value, _like(left, right).value):
            return False
    return True


def _like(first, other):
    """Return `other` in the unit of `first`; a plain number fits every unit."""
    if not first.unit or not other.unit:
        return other
    return convert(other, first.unit)
