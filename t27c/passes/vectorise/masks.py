"""Conditions under which lanes take part."""

from __future__ import annotations

from t27c.ir.nodes import Expr, Op, Operation
from t27c.ir.types import BOOL


def both(mask: Expr | None, condition: Expr) -> Expr:
    """Lanes of `mask` on which `condition` holds."""
    if mask is None:
        return condition
    return Operation(type=BOOL, span=condition.span, op=Op.BIT_AND, operands=(mask, condition))


def negated(condition: Expr) -> Expr:
    """Lanes on which `condition` does not hold."""
    return Operation(type=BOOL, span=condition.span, op=Op.NOT, operands=(condition,))
