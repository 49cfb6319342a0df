"""Computes what is known: operators and conversions on constants, conditions that are decided.

Before: `if (2 < 3 and ready) { x = i + (4 * 2); }`. After: `if (ready) { x = i + 8; }`. What would trap stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from t27c.ir import arith
from t27c.ir.nodes import Const, Convert, ConvertKind, Expr, If, Module, Op, Operation, Select, Stmt
from t27c.ir.types import Bool, Enum, Float, Int
from t27c.ir.values import FloatValue
from t27c.ir.walk import map_body, map_stmt, rewrite
from t27c.passes.units import Body, Unit, map_units

Function = Callable[..., Any]

_SCALARS = (Bool, Int, Float, Enum)
_LAZY = {Op.AND: True, Op.OR: False}
_CONVERSIONS = frozenset(
    {
        ConvertKind.INT_WIDEN,
        ConvertKind.INT_CHECKED,
        ConvertKind.INT_TRUNCATE,
        ConvertKind.INT_TO_FLOAT,
        ConvertKind.FLOAT_TO_INT,
        ConvertKind.FLOAT_TO_FLOAT,
        ConvertKind.BOOL_TO_INT,
        ConvertKind.ENUM_TO_INT,
    }
)


def fold(module: Module) -> Module:
    """`module` with everything computed that is known."""
    return map_units(module, _unit)


def _unit(unit: Unit) -> Unit:
    bodies = tuple([_body(body) for body in unit.bodies])
    return Unit(params=unit.params, bodies=bodies)


def _body(body: Body) -> Body:
    return map_body(body, _stmt)


def _stmt(stmt: Stmt) -> Sequence[Stmt]:
    folded = map_stmt(stmt, partial(rewrite, leave=fold_expr, change_body=_body), _body)
    return _decided(folded) if isinstance(folded, If) else (folded,)


def _decided(stmt: If) -> Sequence[Stmt]:
    """Without branches that are never taken, nor what stands behind one that always is."""
    branches: list[tuple[Expr, Body]] = []
    otherwise = stmt.otherwise
    for condition, body in stmt.branches:
        known = condition.value if isinstance(condition, Const) else None
        if known is True:
            otherwise = body
            break
        if known is not False:
            branches.append((condition, body))
    if not branches:
        return otherwise
    if len(branches) == len(stmt.branches):
        return (stmt,)
    return (If(span=stmt.span, branches=tuple(branches), otherwise=otherwise),)


def fold_expr(expr: Expr) -> Expr:
    """`expr`, whose operands are folded already, as a constant if it is known."""
    match expr:
        case Operation(op=Op.AND | Op.OR):
            return _lazy(expr)
        case Operation() if all(_is_scalar(operand) for operand in expr.operands):
            return _computed(expr, _operator(expr), expr.operands)
        case Convert() if expr.kind in _CONVERSIONS and _is_scalar(expr.operand):
            run = arith.convert(expr.kind, expr.operand.type, expr.type)
            return _computed(expr, run, (expr.operand,))
        case Select(condition=Const(value=bool(known))):
            return expr.then if known else expr.otherwise
        case _:
            return expr


def _lazy(expr: Operation) -> Expr:
    left, right = expr.operands
    if isinstance(left, Const) and isinstance(left.value, bool):
        return right if left.value is _LAZY[expr.op] else left
    if isinstance(right, Const) and right.value is _LAZY[expr.op]:
        return left
    return expr


def _is_scalar(expr: Expr) -> bool:
    return (
        isinstance(expr, Const)
        and isinstance(expr.type, _SCALARS)
        and isinstance(expr.value, (bool, int, FloatValue))
    )


def _operator(expr: Operation) -> Function:
    operand = expr.operands[0].type
    return arith.unary(expr.op, operand) if len(expr.operands) == 1 else arith.binary(expr.op, operand)


def _computed(expr: Operation | Convert, run: Function, operands: Sequence[Expr]) -> Expr:
    values = [arith.scalar_of(operand.value) for operand in operands if isinstance(operand, Const)]
    try:
        value = arith.value_of(run(*values), expr.type)
    except arith.ArithmeticTrap:
        return expr
    return Const(type=expr.type, span=expr.span, value=value)
