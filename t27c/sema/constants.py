"""Module constants and variables: their values, types and cycles (SEM 2.4, 3.6, 8.3)."""

from __future__ import annotations

from dataclasses import replace

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.quad import Quad
from t27c.ir.values import Value
from t27c.sema.comptime import evaluate
from t27c.sema.context import FunctionContext
from t27c.sema.convert import Why, coerce
from t27c.sema.dispatch import check_expr, resolves
from t27c.sema.functions import fn_ref
from t27c.sema.operand import Operand, place, poison
from t27c.sema.peer import default_type
from t27c.sema.semtypes import (
    BuiltinRef,
    ComptimeFloat,
    ComptimeInt,
    FnRef,
    ModuleRef,
    TypeValue,
    UntypedList,
)
from t27c.sema.symbols import ConstSymbol, State, VarSymbol
from t27c.sema.types import resolve_type
from t27c.sema.wide_ints import as_wide, wide_type
from t27c.source import Span
from t27c.syntax import ast


@resolves(ConstSymbol, VarSymbol)
def resolve_value(symbol: ConstSymbol | VarSymbol, span: Span) -> None:
    """Compute the value of a constant or module variable, or find that it needs itself."""
    running = symbol.module.analysis.running
    if symbol.state is State.RUNNING:
        _report_cycle(symbol, span)
        return
    symbol.state = State.RUNNING
    running.append(symbol)
    try:
        symbol.operand = _constant(symbol) if isinstance(symbol, ConstSymbol) else _variable(symbol)
    finally:
        running.pop()
        symbol.state = State.DONE


def _report_cycle(symbol: ConstSymbol | VarSymbol, span: Span) -> None:
    running = symbol.module.analysis.running
    circle = [*running[running.index(symbol) :], symbol]
    path = " -> ".join(f"{s.module.id.replace('/', '::')}::{s.name}" for s in circle)
    if ("constant-cycle", symbol.name) in symbol.module.told:
        return
    for member in circle:
        member.module.told.add(("constant-cycle", member.name))
    symbol.module.report(
        "constant-cycle",
        f"`{symbol.name}` needs its own value: {path}",
        symbol.node.name.span,
        *(() if span == symbol.node.name.span else (Label(span=span, text="needed again here"),)),
        helps=("break the circle with a literal",),
    )


def _context(symbol: ConstSymbol | VarSymbol) -> FunctionContext:
    owner = symbol.owner if isinstance(symbol, ConstSymbol) else None
    return FunctionContext(module=symbol.module, owner=owner, is_comptime=True)


def _constant(symbol: ConstSymbol) -> Operand:
    ctx = _context(symbol)
    node = symbol.node
    if isinstance(node, ast.Alias):
        type_ = resolve_type(ctx, node.type, hint=symbol.name)
        return poison(node.span) if type_ is None else Operand(type=TypeValue(type=type_), span=node.span)
    if node.type is not None:
        return _typed(ctx, symbol, node, node.type)
    operand = check_expr(ctx, node.value)
    match operand.type:
        case _ if operand.is_poison:
            return poison(node.span)
        case TypeValue() | ModuleRef() | BuiltinRef():
            return operand
        case FnRef():
            return fn_ref(ctx, operand.type.function, node.span)
        case ComptimeInt() | ComptimeFloat() | UntypedList():
            return _untyped(ctx, symbol, operand)
        case _:
            type_ = default_type(ctx, operand)
            return poison(node.span) if type_ is None else _finish(ctx, symbol, operand, type_, None)


def _typed(ctx: FunctionContext, symbol: ConstSymbol, node: ast.Const, written: ast.Type) -> Operand:
    if isinstance(written, ast.ArrayType) and written.length is None:
        return _counted(ctx, symbol, node, written)
    wide = wide_type(written)
    if wide is not None:
        operand = as_wide(ctx, check_expr(ctx, node.value), wide, node.value.span)
        return operand if operand.is_poison else _untyped(ctx, symbol, operand)
    type_ = resolve_type(ctx, written, hint=symbol.name)
    operand = check_expr(ctx, node.value, type_)
    if type_ is None:
        return poison(node.span)
    return _finish(ctx, symbol, operand, type_, Why(span=written.span, text="the declared type"))


def _counted(ctx: FunctionContext, symbol: ConstSymbol, node: ast.Const, written: ast.ArrayType) -> Operand:
    """`const XS : [_]T = [..]`: the literal gives the length."""
    element = resolve_type(ctx, written.element)
    operand = check_expr(ctx, node.value)
    length = list_length(operand)
    if element is None or length is None:
        if element is not None and not operand.is_poison:
            resolve_type(ctx, written)
        return poison(node.span)
    type_ = t.Array(length=length, element=element)
    return _finish(ctx, symbol, operand, type_, Why(span=written.span, text="the declared type"))


def list_length(operand: Operand) -> int | None:
    """How many elements a list has, if that is known."""
    match operand.type:
        case UntypedList(items=items):
            return len(items)
        case t.Array(length=length):
            return length
        case _:
            return None


def _untyped(ctx: FunctionContext, symbol: ConstSymbol, operand: Operand) -> Operand:
    """A number or list without a type stays one; its constant in the output has the default type if there is one."""
    type_ = default_type(ctx, operand, report=False)
    if type_ is not None:
        value = coerce(ctx, operand, type_)
        if isinstance(value, ir.Const):
            symbol.lowered = _lowered(symbol, type_, value.value)
    return replace(operand, origin=_qname(symbol), span=symbol.node.span)


def _qname(symbol: ConstSymbol | VarSymbol) -> t.QName:
    return t.QName(symbol.module.id, symbol.name)


def _lowered(symbol: ConstSymbol, type_: t.Type, value: Value) -> ir.Constant:
    return ir.Constant(span=symbol.node.name.span, name=_qname(symbol), type=type_, value=value, doc=symbol.node.doc)


def _finish(ctx: FunctionContext, symbol: ConstSymbol, operand: Operand, type_: t.Type, why: Why | None) -> Operand:
    value = initial_value(ctx, operand, type_, why)
    if value is None:
        return poison(symbol.node.span)
    symbol.lowered = _lowered(symbol, type_, value)
    expr = ir.Var(type=type_, span=symbol.node.span, name=_qname(symbol))
    return replace(place(expr, mutable=False, known=value), origin=_qname(symbol))


def initial_value(ctx: FunctionContext, operand: Operand, type_: t.Type, why: Why | None) -> Value | None:
    """The value that a constant or module variable starts with; None if that was reported."""
    value = coerce(ctx, operand, type_, why)
    if value is None:
        return None
    if operand.type == type_ and operand.known is not None and not isinstance(operand.known, Quad):
        return operand.known
    return evaluate(ctx, value)


def _variable(symbol: VarSymbol) -> Operand:
    ctx = _context(symbol)
    node = symbol.node
    type_ = resolve_type(ctx, node.type, hint=symbol.name) if node.type is not None else None
    operand = check_expr(ctx, node.value, type_)
    if operand.is_poison or (node.type is not None and type_ is None):
        return poison(node.span)
    if type_ is None:
        type_ = default_type(ctx, operand)
    if type_ is None:
        return poison(node.span)
    why = Why(span=node.type.span, text="the declared type") if node.type is not None else None
    value = initial_value(ctx, operand, type_, why)
    if value is None:
        return poison(node.span)
    symbol.lowered = ir.Global(span=node.name.span, name=_qname(symbol), type=type_, value=value, doc=node.doc)
    return place(ir.Var(type=type_, span=node.span, name=_qname(symbol)), mutable=True)
