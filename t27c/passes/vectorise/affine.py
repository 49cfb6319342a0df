"""Index expressions as `offset + factor * lane`, both uniform."""

from __future__ import annotations

from dataclasses import dataclass

from t27c.ir.nodes import Const, Convert, ConvertKind, Expr, Op, Operation, Var
from t27c.ir.types import Int
from t27c.passes.vectorise.uniform import is_varying
from t27c.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Affine:
    """`factor` elements from lane to lane; at lane number `i` the index is the written expression itself."""

    factor: Expr


def affine_of(index: Expr, lane: str, varying: set[str]) -> Affine | None:
    """The factor of `lane` in `index`; None if another varying value takes part or the form is not linear."""
    if not is_varying(index, varying):
        return Affine(factor=constant(0, index.type, index.span))
    match index:
        case Var(name=name):
            return Affine(factor=constant(1, index.type, index.span)) if name == lane else None
        case Convert(kind=ConvertKind.INT_WIDEN):
            return affine_of(index.operand, lane, varying)
        case Operation(op=Op.ADD | Op.SUB as op, operands=(left, right)):
            first, second = affine_of(left, lane, varying), affine_of(right, lane, varying)
            if first is None or second is None:
                return None
            return Affine(factor=_combined(op, first.factor, second.factor))
        case Operation(op=Op.MUL, operands=(left, right)):
            return _scaled(left, right, lane, varying)
        case _:
            return None


def _scaled(left: Expr, right: Expr, lane: str, varying: set[str]) -> Affine | None:
    if is_varying(left, varying) and is_varying(right, varying):
        return None
    linear, factor = (left, right) if is_varying(left, varying) else (right, left)
    inner = affine_of(linear, lane, varying)
    return None if inner is None else Affine(factor=_combined(Op.MUL, inner.factor, factor))


def _combined(op: Op, left: Expr, right: Expr) -> Expr:
    """`left op right` with the trivial cases of 0 and 1 folded."""
    if op is Op.MUL:
        if is_number(left, 1):
            return right
        if is_number(right, 1):
            return left
    elif is_number(right, 0):
        return left
    elif is_number(left, 0) and op is Op.ADD:
        return right
    return Operation(type=left.type, span=left.span, op=op, operands=(left, right))


def is_number(expr: Expr, value: int) -> bool:
    """Whether `expr` is the literal `value`."""
    return isinstance(expr, Const) and isinstance(expr.type, Int) and expr.value == value


def constant(value: int, type_: object, span: Span) -> Const:
    """An integer literal of the index type."""
    assert isinstance(type_, Int)
    return Const(type=type_, span=span, value=value)
