"""Locals: `const`, `var`, destructuring; what they hold, and which of them are mutable after all (SEM 8.1, 3.8)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import UndefinedValue
from t27c.sema.assigned import stores_into
from t27c.sema.context import FunctionContext
from t27c.sema.convert import Why, coerce, read
from t27c.sema.dispatch import check_expr, checks_stmt, resolve_symbol
from t27c.sema.operand import Known, Operand, constant, place, poison
from t27c.sema.peer import default_type
from t27c.sema.scope import declare_local
from t27c.sema.semtypes import (
    IR_TYPES,
    ComptimeFloat,
    ComptimeInt,
    EnumLiteralType,
    NoReturn,
    UndefinedType,
    UntypedList,
    UntypedStruct,
)
from t27c.sema.types import resolve_type
from t27c.sema.wide_ints import as_wide, wide_type
from t27c.source import Span
from t27c.syntax import ast


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """A name about to get its meaning. `rebinds` lets it replace an earlier one without a message."""

    name: ast.Name
    is_mutable: bool
    type: ast.Type | None
    rebinds: bool = False


@checks_stmt(ast.Local)
def check_local(ctx: FunctionContext, node: ast.Local) -> None:
    """`const x : T = e`, `var x = e`."""
    bind_local(ctx, node, rebinds=False)


def bind_local(ctx: FunctionContext, node: ast.Local, *, rebinds: bool) -> None:
    """Emit and declare a local."""
    declared = Declared(name=node.name, is_mutable=node.is_mutable, type=node.type, rebinds=rebinds)
    wide = wide_type(node.type)
    if wide is not None and not node.is_mutable and not ctx.flow.assigned.of(node.name):
        _declare(ctx, declared, as_wide(ctx, check_expr(ctx, node.value), wide, node.name.span))
        return
    wanted = _resolve(ctx, node.type, node.value)
    operand = check_expr(ctx, node.value, wanted)
    if isinstance(operand.type, NoReturn):
        ctx.bodies[-1].extend(operand.jump)
        operand = poison(operand.span)
    declare_value(ctx, declared, operand, wanted)


def _resolve(ctx: FunctionContext, type_: ast.Type | None, value: ast.Expr) -> t.Type | None:
    """The declared type; `[_]T` counts the elements of the literal behind it."""
    if type_ is None:
        return None
    if isinstance(type_, ast.ArrayType) and type_.length is None and isinstance(value, ast.ArrayLit):
        length = ast.IntLit(span=type_.span, value=len(value.items))
        type_ = replace(type_, length=length)
    return resolve_type(ctx, type_)


def declare_value(ctx: FunctionContext, declared: Declared, operand: Operand, wanted: t.Type | None) -> None:
    """Give a checked value to a new local of the type `wanted`, or of the value's own."""
    if declared.type is not None and wanted is None:
        _declare(ctx, declared, poison(declared.name.span))
        return
    why = Why(span=declared.type.span, text="the declared type") if declared.type is not None else None
    if wanted is None and isinstance(operand.type, EnumLiteralType):
        _report_untyped(ctx, operand, operand.type)
        operand = poison(operand.span)
    stays = wanted is None and _stays_known(ctx, declared, operand)
    if (operand.is_poison and wanted is None) or stays:
        _declare(ctx, declared, replace(operand, span=declared.name.span))
        return
    type_ = wanted or default_type(ctx, operand)
    if wanted is None and (isinstance(operand.type, ComptimeFloat) or (isinstance(type_, t.Int) and type_.signed)):
        _mark_default(ctx, operand)
    value = None if type_ is None else coerce(ctx, operand, type_, why)
    if value is None:
        _declare_damaged(ctx, declared, wanted)
    elif value.type == t.VOID:
        _bind_void(ctx, declared, value)
    else:
        _bind(ctx, declared, value, operand)


def _report_untyped(ctx: FunctionContext, operand: Operand, type_: EnumLiteralType) -> None:
    ctx.report(
        "untyped-enum-literal",
        f"nothing says which enum `.{type_.name}` belongs to",
        operand.span,
        helps=(f"write `E.{type_.name}`, or give the declaration a type",),
    )


def _mark_default(ctx: FunctionContext, operand: Operand) -> None:
    """Upstream gives no type to an untyped variable that begins as a float or below zero (SEM 3.8)."""
    if isinstance(operand.type, ComptimeFloat | ComptimeInt):
        ctx.module.extension("a variable without a type that begins as a float or below zero", operand.span)


def _declare_damaged(ctx: FunctionContext, declared: Declared, wanted: t.Type | None) -> None:
    """After an error in the value a declared type still tells what the name is."""
    span = declared.name.span
    if wanted is None:
        _declare(ctx, declared, poison(span))
        return
    var = ir.Var(type=wanted, span=span, name=ctx.unique(declared.name.text))
    _declare(ctx, declared, place(var, mutable=True, declared=span))


def _stays_known(ctx: FunctionContext, declared: Declared, operand: Operand) -> bool:
    """Whether an immutable local is just a name for a value without a type, or for a type or function."""
    if isinstance(operand.type, IR_TYPES) or declared.is_mutable or ctx.flow.assigned.of(declared.name):
        return False
    match operand.type:
        case UntypedList(items=items):
            return all(_is_fixed(item) for item in items)
        case UntypedStruct() | UndefinedType():
            return isinstance(operand.type, UndefinedType)
        case _:
            return True


def _is_fixed(item: Operand) -> bool:
    """Whether an element of a list has no type and needs no evaluation."""
    if isinstance(item.type, UntypedList):
        return all(_is_fixed(inner) for inner in item.type.items)
    return not isinstance(item.type, (*IR_TYPES, UntypedStruct)) or isinstance(item.expr, ir.Const)


def _declare(ctx: FunctionContext, declared: Declared, operand: Operand) -> None:
    name = declared.name
    if name.text == "_":
        return
    if declared.rebinds and name.text in ctx.scopes[-1]:
        ctx.declare(name.text, name.span, operand)
    else:
        declare_local(ctx, name.text, name.span, operand)


def _bind_void(ctx: FunctionContext, declared: Declared, value: ir.Expr) -> None:
    """A void result may be bound; binding it runs the call (SEM 13.1)."""
    if not isinstance(value, ir.Const):
        ctx.emit(ir.Evaluate(span=value.span, value=value))
    _declare(ctx, declared, constant(t.VOID, UndefinedValue(), declared.name.span))


def _bind(ctx: FunctionContext, declared: Declared, value: ir.Expr, operand: Operand) -> None:
    name = declared.name
    mutable = declared.is_mutable or is_reassigned(ctx, name, value.type)
    if name.text == "_":
        ctx.emit(ir.Evaluate(span=name.span, value=value))
        return
    local = ctx.new_local(name.text, value.type, mutable=mutable)
    ctx.emit(ir.Let(span=name.span, local=local, value=value))
    var = ir.Var(type=value.type, span=name.span, name=local.name)
    known = None if mutable else known_after(value, operand)
    _declare(ctx, declared, place(var, mutable=mutable, known=known, declared=name.span))


def known_after(value: ir.Expr, operand: Operand) -> Known | None:
    """What is known of an operand once it was converted to `value`."""
    known = operand.known if operand.type == value.type else None
    if isinstance(value, ir.Const):
        known = value.value
    return None if isinstance(known, UndefinedValue) else known


def is_reassigned(ctx: FunctionContext, name: ast.Name, type_: t.Type) -> bool:
    """Whether the body assigns a `const` local, which makes it mutable with a warning."""
    paths = ctx.flow.assigned.of(name)
    if not any(stores_into(type_, path, lambda owner, field: _field_type(ctx, owner, field)) for path in paths):
        return False
    ctx.report(
        "reassigned-const",
        f"`{name.text}` is assigned below, so it is no constant",
        name.span,
        Label(span=ctx.flow.assigned.first_store(name).span, text="assigned here"),
        helps=(f"declare it with `var {name.text}`",),
    )
    return True


def _field_type(ctx: FunctionContext, owner: t.Struct | t.Union, field: str) -> t.Type | None:
    symbol = ctx.module.analysis.types[owner.name]
    resolve_symbol(symbol, symbol.node.span)
    info = symbol.fields.get(field)
    return info.type if info is not None else None


@checks_stmt(ast.Destructure)
def check_destructure(ctx: FunctionContext, node: ast.Destructure) -> None:
    """`const (a, b) = e`."""
    bind_parts(ctx, node, rebinds=False)


def bind_parts(ctx: FunctionContext, node: ast.Destructure, *, rebinds: bool) -> None:
    """Emit and declare a local per part of a tuple."""
    wanted = None if node.type is None else resolve_type(ctx, node.type)
    if isinstance(node.value, ast.TupleLit) and node.type is None:
        parts = [_settled(ctx, check_expr(ctx, item)) for item in node.value.items]
    else:
        parts = _parts(ctx, node, wanted)
    if parts and len(parts) != len(node.names):
        ctx.report(
            "wrong-count",
            f"{len(node.names)} names for {len(parts)} values",
            node.names[0].span.to(node.names[-1].span),
            Label(span=node.value.span, text=f"this has {len(parts)} parts"),
            helps=("write one name per part; `_` skips one",),
        )
        parts = []
    padded = [*parts, *(poison(node.span) for _ in node.names[len(parts) :])]
    for name, part in zip(node.names, padded, strict=True):
        if name.text != "_":
            declare_value(ctx, Declared(name=name, is_mutable=node.is_mutable, type=None, rebinds=rebinds), part, None)


def _settled(ctx: FunctionContext, operand: Operand) -> Operand:
    """A part of a tuple literal, evaluated before any of the new names means something."""
    if not isinstance(operand.type, IR_TYPES) or isinstance(operand.value, ir.Const) or operand.type == t.VOID:
        return operand
    return replace(place(ctx.let_temporary(read(ctx, operand)), mutable=False), known=operand.known)


def _parts(ctx: FunctionContext, node: ast.Destructure, wanted: t.Type | None) -> list[Operand]:
    operand = check_expr(ctx, node.value, wanted)
    if isinstance(operand.type, NoReturn):
        ctx.bodies[-1].extend(operand.jump)
        return []
    type_ = wanted or default_type(ctx, operand)
    value = None if type_ is None else coerce(ctx, operand, type_)
    if value is None:
        return []
    span = node.value.span
    match value.type:
        case t.Tuple(elements=elements):
            base = ctx.let_temporary(value)
            return [_tuple_part(base, index, element, span) for index, element in enumerate(elements)]
        case t.Array(length=length, element=element):
            base = ctx.let_temporary(value)
            return [_array_part(base, index, element, span) for index in range(length)]
        case _:
            ctx.report(
                "type-mismatch",
                f"`{t.type_text(value.type)}` has no parts that names could be given to",
                span,
                helps=("only tuples and arrays can be taken apart",),
            )
            return []


def _tuple_part(base: ir.Var, index: int, element: t.Type, span: Span) -> Operand:
    return place(ir.Field(type=element, span=span, base=base, name=str(index)), mutable=False)


def _array_part(base: ir.Var, index: int, element: t.Type, span: Span) -> Operand:
    at = ir.Const(type=t.USIZE, span=span, value=index)
    return place(ir.Index(type=element, span=span, base=base, index=at, checked=False), mutable=False)
