"""Members of values: fields, `.len`, methods, prelude functions written as methods."""

from __future__ import annotations

from dataclasses import replace

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.sema.check_unary import dereference
from t27c.sema.context import FunctionContext
from t27c.sema.functions import signature_of
from t27c.sema.operand import Known, Operand, computed, constant, place, poison
from t27c.sema.prelude import PRELUDE
from t27c.sema.semtypes import BoundMethod, BuiltinRef, ComptimeFloat, ComptimeInt, UntypedList
from t27c.sema.symbols import TypeSymbol
from t27c.sema.typeinfo import symbol_of
from t27c.source import Span


def value_member(ctx: FunctionContext, base: Operand, name: str, span: Span) -> Operand | None:
    """The member `name` of a value; None if it has none."""
    if isinstance(base.type, t.Pointer):
        return value_member(ctx, dereference(base, base.span), name, span)
    if name == "len":
        length = length_of(base, span)
        if length is not None:
            return length
    match base.type:
        case t.Struct() | t.Union() | t.Enum():
            found = _nominal_member(ctx, base, base.type, name, span)
            if found is not None:
                return found
        case t.Tuple() if name in base.type.names:
            return tuple_element(base, base.type.names.index(name), span)
        case ComptimeInt() | ComptimeFloat() | t.Int() | t.Float():
            pass
        case _:
            return None
    return Operand(type=BuiltinRef(name=name, receiver=base), span=span) if name in PRELUDE else None


def length_of(base: Operand, span: Span) -> Operand | None:
    """`x.len`: known for arrays, literals and known slices."""
    match base.type:
        case t.Array(length=length):
            return constant(t.USIZE, length, span)
        case UntypedList(items=items):
            return constant(t.USIZE, len(items), span)
        case t.Slice():
            known = len(base.known) if isinstance(base.known, bytes | tuple) else None
            return computed(ir.Builtin(type=t.USIZE, span=span, name="len", args=(base.value,)), known)
        case _:
            return None


def _nominal_member(
    ctx: FunctionContext, base: Operand, type_: t.Struct | t.Union | t.Enum, name: str, span: Span
) -> Operand | None:
    symbol = symbol_of(ctx.module.analysis, type_, span)
    if symbol.is_poisoned and name not in symbol.fields and name not in symbol.methods:
        return poison(span)
    if name in symbol.fields:
        return field_of(symbol, base, name, span)
    method = symbol.methods.get(name)
    if method is None:
        return None
    signature_of(method)
    return Operand(type=BoundMethod(function=method, receiver=base), span=span, declared=method.node.name.span)


def field_of(symbol: TypeSymbol, base: Operand, name: str, span: Span) -> Operand:
    """A field of a struct or union, a place if its base is one."""
    info = symbol.fields[name]
    if info.type is None:
        return poison(span)
    expr = ir.Field(type=info.type, span=span, base=base.value, name=name)
    known = None
    if isinstance(base.type, t.Struct) and isinstance(base.known, tuple):
        known = base.known[list(symbol.fields).index(name)]
    return _part(base, expr, known, info.span)


def _part(base: Operand, expr: ir.Expr, known: Known | None, declared: Span | None) -> Operand:

    if base.is_place:
        made = place(expr, mutable=base.is_mutable, declared=declared)
    else:
        made = replace(computed(expr), declared=declared)
    return replace(made, known=known)


def tuple_element(base: Operand, index: int, span: Span) -> Operand:
    """An element of a tuple, a place if its base is one."""
    type_ = base.ir_type
    assert isinstance(type_, t.Tuple)
    expr = ir.Field(type=type_.elements[index], span=span, base=base.value, name=str(index))
    known = base.known[index] if isinstance(base.known, tuple) else None
    return _part(base, expr, known, base.declared)
