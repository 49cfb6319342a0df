"""Struct and union literals: every field once, defaults, `..base`, exactly one field of a union."""

from __future__ import annotations

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import UndefinedValue, Value
from t27c.sema.context import FunctionContext
from t27c.sema.convert import Why, coerce
from t27c.sema.convert_literals import aggregate
from t27c.sema.dispatch import check_expr
from t27c.sema.operand import Operand, computed, poison
from t27c.sema.scope import did_you_mean
from t27c.sema.semtypes import type_name
from t27c.sema.symbols import TypeSymbol
from t27c.sema.typeinfo import field_default, symbol_of
from t27c.sema.zero import zero_value
from t27c.source import Span
from t27c.syntax import ast


def check_struct(ctx: FunctionContext, node: ast.StructLit, type_: t.Struct) -> Operand:
    """A literal of a struct."""
    symbol = symbol_of(ctx.module.analysis, type_, node.span)
    if node.is_placeholder:
        undefined = ir.Const(type=type_, span=node.span, value=UndefinedValue())
        return computed(undefined)
    given = _given(ctx, node, symbol)
    if symbol.is_poisoned or given is None:
        return poison(node.span)
    missing = [name for name in symbol.fields if name not in given]
    if node.base is not None:
        return _with_base(ctx, node, node.base, symbol, given, missing)
    filled = _fill(ctx, node, symbol, missing)
    return poison(node.span) if filled is None else _build(node, type_, symbol, {**given, **filled})


def _given(ctx: FunctionContext, node: ast.StructLit, symbol: TypeSymbol) -> dict[str, ir.Expr] | None:
    """The values of the fields that are written, in written order; None if one of them was reported."""
    given: dict[str, ir.Expr] = {}
    places: dict[str, Span] = {}
    is_broken = False
    for init in node.inits:
        name = init.name.text
        info = symbol.fields.get(name)
        if info is None:
            _report_unknown_field(ctx, symbol, init.name)
        elif name in places:
            _report_twice(ctx, init.name, places[name])
        operand = check_expr(ctx, init.value, None if info is None else info.type)
        value = None
        if info is not None and info.type is not None and name not in places:
            value = coerce(ctx, operand, info.type, Why(span=info.span, text=f"`{name}` is declared here"))
        if value is None:
            is_broken = True
        else:
            given[name] = value
        places.setdefault(name, init.name.span)
    return None if is_broken else given


def _report_unknown_field(ctx: FunctionContext, symbol: TypeSymbol, name: ast.Name) -> None:
    if symbol.is_poisoned:
        return
    ctx.report(
        "unknown-field",
        f"`{symbol.name}` has no field `{name.text}`",
        name.span,
        Label(span=symbol.node.name.span, text="declared here"),
        helps=did_you_mean(name.text, symbol.fields),
    )


def _report_twice(ctx: FunctionContext, name: ast.Name, earlier: Span) -> None:
    ctx.report(
        "duplicate-field",
        f"`{name.text}` is given twice",
        name.span,
        Label(span=earlier, text="first given here"),
        helps=("remove one of them",),
    )


def _fill(
    ctx: FunctionContext, node: ast.StructLit, symbol: TypeSymbol, missing: list[str]
) -> dict[str, ir.Expr] | None:
    """Defaults of the fields that are not written."""
    filled: dict[str, ir.Expr] = {}
    without: list[str] = []
    for name in missing:
        info = symbol.fields[name]
        if info.default is None or info.type is None:
            without.append(name)
            continue
        value = field_default(symbol, name)
        if value is None:
            return None
        filled[name] = ir.Const(type=info.type, span=node.span, value=value)
    if not without:
        return filled
    listed = ", ".join(f"`{name}`" for name in without)
    ctx.report(
        "missing-field",
        f"this `{symbol.name}` leaves out {listed}",
        node.span,
        Label(span=symbol.node.name.span, text="declared here"),
        helps=("give " + ", ".join(f".{name} = .." for name in without),),
    )
    if not ctx.options.lenient:
        return None
    for name in without:
        type_ = symbol.fields[name].type
        assert type_ is not None
        filled[name] = ir.Const(type=type_, span=node.span, value=zero_value(ctx, type_))
    return filled


def _build(node: ast.StructLit, type_: t.Struct, symbol: TypeSymbol, parts: dict[str, ir.Expr]) -> Operand:
    in_order = tuple(parts[name] for name in symbol.fields)
    if all(isinstance(part, ir.Const) for part in in_order):
        expr = aggregate(type_, tuple(symbol.fields), in_order, node.span)
    else:
        expr = ir.Aggregate(type=type_, span=node.span, fields=tuple(parts), parts=tuple(parts.values()))
    known: Value | None = expr.value if isinstance(expr, ir.Const) else None
    return computed(expr, known)


def _with_base(
    ctx: FunctionContext,
    node: ast.StructLit,
    base_node: ast.Expr,
    symbol: TypeSymbol,
    given: dict[str, ir.Expr],
    missing: list[str],
) -> Operand:
    """`T{ .a = e, ..base }`: the base is evaluated once, after the written fields."""
    assert isinstance(symbol.type, t.Struct)
    operand = check_expr(ctx, base_node, symbol.type)
    if operand.is_poison:
        return poison(node.span)
    if operand.type != symbol.type:
        ctx.report(
            "type-mismatch",
            f"the base of a `{symbol.name}` is {type_name(operand.type)}",
            base_node.span,
            helps=(f"give a `{symbol.name}`",),
        )
        return poison(node.span)
    if isinstance(operand.value, ir.Var):
        return _build(node, symbol.type, symbol, given | _base_fields(symbol, operand.value, missing))
    with ctx.collect() as body:
        kept = {name: _kept(ctx, part) for name, part in given.items()}
        base = ctx.let_temporary(operand.value)
    parts = kept | _base_fields(symbol, base, missing)
    value = _build(node, symbol.type, symbol, parts).value
    return computed(ir.Block(type=symbol.type, span=node.span, body=tuple(body), value=value))


def _kept(ctx: FunctionContext, part: ir.Expr) -> ir.Expr:
    return part if isinstance(part, ir.Const) else ctx.let_temporary(part)


def _base_fields(symbol: TypeSymbol, base: ir.Expr, names: list[str]) -> dict[str, ir.Expr]:
    parts: dict[str, ir.Expr] = {}
    for name in names:
        type_ = symbol.fields[name].type
        assert type_ is not None
        part: ir.Expr = ir.Field(type=type_, span=base.span, base=base, name=name)
        if t.is_aggregate(type_):
            part = ir.Convert(type=type_, span=base.span, kind=ir.ConvertKind.COPY, operand=part)
        parts[name] = part
    return parts


def check_union(ctx: FunctionContext, node: ast.StructLit, type_: t.Union) -> Operand:
    """`U{ .a = v }`: exactly one field; a void field has no value to run."""
    symbol = symbol_of(ctx.module.analysis, type_, node.span)
    given = _given(ctx, node, symbol)
    if symbol.is_poisoned or given is None:
        return poison(node.span)
    if len(given) != 1:
        ctx.report(
            "wrong-count",
            f"a `{symbol.name}` has exactly one field at a time, and {len(given)} are given",
            node.span,
            helps=("give one of " + ", ".join(f"`.{name}`" for name in symbol.fields),),
        )
        return poison(node.span)
    parts = tuple(part for part in given.values() if part.type != t.VOID)
    return computed(ir.Aggregate(type=type_, span=node.span, fields=tuple(given), parts=parts))
