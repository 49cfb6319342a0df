"""Integer types wider than 128 bits: they exist while building only, as exact numbers of some width (SEM 3.7)."""

from __future__ import annotations

import re
from dataclasses import replace

from t27c.ir import arith
from t27c.ir import types as t
from t27c.ir.nodes import Op
from t27c.sema.context import FunctionContext
from t27c.sema.convert_literals import short_int
from t27c.sema.operand import Operand, poison
from t27c.sema.semtypes import ComptimeInt, type_name
from t27c.source import Span
from t27c.syntax import ast

MAX_BITS = 65_535
_NAME = re.compile(r"([ui])([1-9][0-9]{2,4})")
_WRAPPING = frozenset({Op.ADD_WRAP, Op.SUB_WRAP, Op.MUL_WRAP, Op.NEG_WRAP, Op.SHL})
_SATURATING = frozenset({Op.ADD_SAT, Op.SUB_SAT, Op.MUL_SAT})


def wide_named(name: str) -> t.Int | None:
    """The integer type of that name, if it is too wide to exist at run time."""
    found = _NAME.fullmatch(name)
    if found is None or not 128 < int(found[2]) <= MAX_BITS:
        return None
    return t.Int(bits=int(found[2]), signed=found[1] == "i")


def wide_type(node: ast.Type | ast.Expr | None) -> t.Int | None:
    """The wide type that is written, if it is one."""
    match node:
        case ast.PathType(segments=(ast.Name(text=name),)) | ast.NameRef(name=name):
            return wide_named(name)
        case _:
            return None


def as_wide(ctx: FunctionContext, operand: Operand, wide: t.Int, span: Span) -> Operand:
    """A whole number that is known, as one of a wide type; anything else is reported."""
    if operand.is_poison:
        return poison(span)
    known = operand.known
    if not isinstance(known, int) or not isinstance(operand.type, t.Int | ComptimeInt):
        code = "not-comptime" if isinstance(operand.type, t.Int) else "type-mismatch"
        ctx.report(
            code,
            f"`{t.type_text(wide)}` exists only while building, and this is {type_name(operand.type)}",
            operand.span,
            helps=("the widest integers of a running program are `u128` and `i128`",),
        )
        return poison(span)
    return _fitting(ctx, known, wide, span)


def _fitting(ctx: FunctionContext, known: int, wide: t.Int, span: Span) -> Operand:
    if not wide.holds(known):
        ctx.report("literal-out-of-range", f"{short_int(known)} does not fit `{t.type_text(wide)}`", span)
        return poison(span)
    return Operand(type=ComptimeInt(wide=wide), span=span, known=known)


def wide_peer(left: Operand, right: Operand) -> t.Int | None:
    """The wider of the wide types of two numbers; None if neither has one."""
    found = [side.type.wide for side in (left, right) if isinstance(side.type, ComptimeInt) and side.type.wide]
    return max(found, key=lambda wide: wide.bits) if found else None


def keep_to_width(ctx: FunctionContext, op: Op, result: Operand, wide: t.Int) -> Operand:
    """The exact result of an operator brought to the width of its type: wrapped, saturated, or checked."""
    known = result.known
    if not isinstance(known, int) or isinstance(known, bool):
        return result
    if op in _WRAPPING:
        known = arith.wrap(wide, known)
    elif op in _SATURATING:
        known = min(max(known, wide.lowest), wide.highest)
    elif not wide.holds(known):
        message = f"this has no value: {short_int(known)} does not fit `{t.type_text(wide)}`"
        ctx.report("comptime-trap", message, result.span, label="computed while building")
        return poison(result.span)
    return replace(result, type=ComptimeInt(wide=wide), known=known)
