"""Switches inside lane code: chains of comparisons, which become branches or masks."""

from __future__ import annotations

from t27c.ir.nodes import Arm, Const, Expr, If, Op, Operation, Switch, Trap, TrapKind
from t27c.ir.types import BOOL, Bool, Enum, Int
from t27c.passes.vectorise.obstacle import ObstacleError

MAX_SWITCH_VALUES = 64


def switch_as_branches(stmt: Switch, subject: Expr) -> If:
    """`stmt` as a chain of branches on `subject`, which may be evaluated again and again."""
    if not isinstance(subject.type, Bool | Enum | Int) or not stmt.arms:
        raise ObstacleError("holds a `switch` on something other than a number or an enum", stmt.span)
    branches = tuple([(_test(arm, subject), arm.body) for arm in stmt.arms])
    if stmt.otherwise is not None:
        return If(span=stmt.span, branches=branches, otherwise=stmt.otherwise)
    if isinstance(subject.type, Bool):
        return If(span=stmt.span, branches=branches[:-1], otherwise=branches[-1][1])
    trap = Trap(span=subject.span, kind=TrapKind.INVALID_ENUM, message="the value has no variant")
    return If(span=stmt.span, branches=branches, otherwise=(trap,))


def _test(arm: Arm, subject: Expr) -> Expr:
    """Whether the subject is one of the arm's values."""
    result: Expr | None = None
    for low, high in arm.ranges:
        for part in _parts(subject, low, high):
            result = part if result is None else _joined(Op.OR, result, part)
    assert result is not None
    return result


def _parts(subject: Expr, low: int, high: int) -> list[Expr]:
    if isinstance(subject.type, Int) and low != high:
        return [_joined(Op.AND, _compared(Op.GE, subject, low), _compared(Op.LE, subject, high))]
    if high - low >= MAX_SWITCH_VALUES:
        raise ObstacleError("holds a `switch` with too many values", subject.span)
    return [_compared(Op.EQ, subject, number) for number in range(low, high + 1)]


def _compared(op: Op, subject: Expr, number: int) -> Expr:
    if isinstance(subject.type, Bool):
        return subject if number else Operation(type=BOOL, span=subject.span, op=Op.NOT, operands=(subject,))
    known = Const(type=subject.type, span=subject.span, value=number)
    return Operation(type=BOOL, span=subject.span, op=op, operands=(subject, known))


def _joined(op: Op, left: Expr, right: Expr) -> Expr:
    return Operation(type=BOOL, span=left.span, op=op, operands=(left, right))
