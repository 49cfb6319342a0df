"""Which expressions are places: storage that others can reach, so that reading an aggregate from it needs a copy."""

from __future__ import annotations

from t27c.ir.nodes import Deref, Expr, Field, Index, Payload, PayloadKind, Var
from t27c.ir.types import Slice, is_aggregate


def is_place(expr: Expr) -> bool:
    """Whether `expr` names storage: a variable, what a pointer leads to, an element of a slice, a part of a place."""
    while True:
        match expr:
            case Var() | Deref():
                return True
            case Index() if isinstance(expr.base.type, Slice):
                return True
            case Field() | Index():
                expr = expr.base
            case Payload():
                if expr.kind is PayloadKind.ERROR:
                    return False
                expr = expr.base
            case _:
                return False


def shares_storage(expr: Expr) -> bool:
    """Whether using `expr` as a value of its own needs a `Convert COPY` around it (SEM 9.1)."""
    return is_aggregate(expr.type) and is_place(expr)
