"""Members of types: variants, associated constants and functions, errors of a set, limits of numbers."""

from __future__ import annotations

import math
import sys

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import ErrorValue, FloatValue, Value
from t27c.sema.check_expr import operand_of
from t27c.sema.context import FunctionContext
from t27c.sema.operand import Operand, computed, constant, poison
from t27c.sema.scope import did_you_mean
from t27c.sema.semtypes import EnumLiteralType
from t27c.sema.typeinfo import symbol_of
from t27c.source import Span
from t27c.syntax import ast

_LARGEST = {16: 65504.0, 32: 3.4028234663852886e38, 64: sys.float_info.max}
_SMALLEST_NORMAL = {16: 2.0**-14, 32: 2.0**-126, 64: 2.0**-1022}
_EPSILON = {16: 2.0**-10, 32: 2.0**-23, 64: 2.0**-52}


def limit(type_: t.Type, name: str) -> Value | None:
    """`MAX`, `MIN`, `EPSILON`, `INFINITY`, `NAN`, `MIN_POSITIVE` of a number type."""
    match type_, name:
        case t.Int(), "MAX":
            return type_.highest
        case t.Int(), "MIN":
            return type_.lowest
        case t.Float(), _:
            numbers = {
                "MAX": _LARGEST[type_.bits],
                "MIN": -_LARGEST[type_.bits],
                "MIN_POSITIVE": _SMALLEST_NORMAL[type_.bits],
                "EPSILON": _EPSILON[type_.bits],
                "INFINITY": math.inf,
                "NEG_INFINITY": -math.inf,
                "NAN": math.nan,
            }
            return FloatValue.of(type_.bits, numbers[name]) if name in numbers else None
        case _:
            return None


def type_member(ctx: FunctionContext, type_: t.Type, name: ast.Name, span: Span) -> Operand:
    """`T.name`, `T::name`."""
    match type_:
        case t.Int() | t.Float():
            value = limit(type_, name.text)
            if value is not None:
                ctx.module.extension(f"`{t.type_text(type_)}::{name.text}`", span)
                return constant(type_, value, span)
            what = ", ".join(n for n in ("MAX", "MIN", "EPSILON", "INFINITY", "NAN") if limit(type_, n) is not None)
            message = f"`{t.type_text(type_)}` has no `{name.text}`"
            ctx.report("unknown-name", message, name.span, helps=(f"it has {what}",))
            return poison(span)
        case t.ErrorSet():
            return _error(ctx, type_, name, span)
        case t.Struct() | t.Enum() | t.Union():
            return _nominal(ctx, type_, name, span)
        case _:
            ctx.report("unknown-name", f"`{t.type_text(type_)}` has no `{name.text}`", name.span)
            return poison(span)


def _error(ctx: FunctionContext, type_: t.ErrorSet, name: ast.Name, span: Span) -> Operand:
    if type_.errors is not None and name.text not in type_.errors:
        ctx.report(
            "error-not-in-set",
            f"`{t.type_text(type_)}` has no error `{name.text}`",
            name.span,
            helps=did_you_mean(name.text, type_.errors),
        )
        return poison(span)
    return constant(type_, ErrorValue(name.text), span)


def _nominal(ctx: FunctionContext, type_: t.Struct | t.Enum | t.Union, name: ast.Name, span: Span) -> Operand:
    symbol = symbol_of(ctx.module.analysis, type_, span)
    member = symbol.consts.get(name.text) or symbol.methods.get(name.text)
    if member is not None:
        return operand_of(ctx, member, span)
    if isinstance(type_, t.Enum) and name.text in symbol.variants:
        return constant(type_, symbol.variants[name.text], span)
    if isinstance(type_, t.Union) and name.text in symbol.fields:
        if symbol.fields[name.text].type == t.VOID:
            return computed(ir.Aggregate(type=type_, span=span, fields=(name.text,), parts=()))
        if symbol.tag_enum is not None:
            return Operand(type=EnumLiteralType(name=name.text), span=span)
    if symbol.is_poisoned:
        return poison(span)
    code, word = ("unknown-variant", "variant") if not isinstance(type_, t.Struct) else ("unknown-method", "member")
    ctx.report(
        code,
        f"`{type_.name.name}` has no {word} `{name.text}`",
        name.span,
        Label(span=symbol.node.name.span, text="declared here"),
        helps=did_you_mean(name.text, [*symbol.variants, *symbol.methods, *symbol.consts]),
    )
    return poison(span)
