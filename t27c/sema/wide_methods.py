"""Methods that values have although nobody declared them: `.len()`, `.unwrap()` and the like (SYN 6.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from t27c.ir import types as t
from t27c.ir.nodes import Op
from t27c.sema.check_unary import unwrap
from t27c.sema.compare import compare
from t27c.sema.context import FunctionContext
from t27c.sema.convert import read
from t27c.sema.dispatch import check_expr
from t27c.sema.fields import length_of
from t27c.sema.operand import Operand, poison
from t27c.sema.semtypes import IR_TYPES, NULL
from t27c.syntax import ast

_Method: TypeAlias = "Callable[[FunctionContext, ast.Call, Operand], Operand | None]"


def wide_method(
    ctx: FunctionContext, node: ast.Call, callee: ast.Member, base: Operand, expected: t.Type | None
) -> Operand | None:
    """The value of such a call; None if there is no such method for the type."""
    name = callee.name.text
    if base.is_poison:
        for arg in node.args:
            check_expr(ctx, arg)
        return poison(node.span)
    if name == "unwrap_or" and isinstance(base.type, t.Optional) and len(node.args) == 1:
        orelse = ast.Binary(
            span=node.span,
            op=ast.BinaryOp.ORELSE,
            left=callee.base,
            right=node.args[0],
            op_span=callee.name.span,
        )
        return check_expr(ctx, orelse, expected)
    method = _METHODS.get(name)
    if method is None or node.args:
        return None
    return method(ctx, node, base)


def _len(ctx: FunctionContext, node: ast.Call, base: Operand) -> Operand | None:
    return length_of(base, node.span)


def _clone(ctx: FunctionContext, node: ast.Call, base: Operand) -> Operand | None:
    if not isinstance(base.type, IR_TYPES):
        return base
    return replace(base, expr=read(ctx, base), is_place=False, is_mutable=False)


def _is_some(ctx: FunctionContext, node: ast.Call, base: Operand) -> Operand | None:
    if not isinstance(base.type, t.Optional):
        return None
    return compare(ctx, Op.NE, base, Operand(type=NULL, span=node.span), node.span)


def _is_none(ctx: FunctionContext, node: ast.Call, base: Operand) -> Operand | None:
    if not isinstance(base.type, t.Optional):
        return None
    return compare(ctx, Op.EQ, base, Operand(type=NULL, span=node.span), node.span)


def _unwrap(ctx: FunctionContext, node: ast.Call, base: Operand) -> Operand | None:
    return unwrap(ctx, base, node.span) if isinstance(base.type, t.Optional) else None


_METHODS: dict[str, _Method] = {
    "len": _len,
    "length": _len,
    "clone": _clone,
    "is_some": _is_some,
    "is_none": _is_none,
    "unwrap": _unwrap,
}
