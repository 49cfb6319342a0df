"""Simple values and names: numbers, strings, words, `.name`, `error.Name`, and what a bare name means."""

from __future__ import annotations

from dataclasses import replace

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import quad
from t27c.ir import types as t
from t27c.ir.values import ErrorValue
from t27c.sema.context import FunctionContext, LocalSymbol, ModuleContext
from t27c.sema.dispatch import checks_expr, constant_operand
from t27c.sema.functions import fn_ref
from t27c.sema.operand import Operand, constant, poison
from t27c.sema.prelude import PRELUDE
from t27c.sema.scope import Found, PreludeName, is_damaged, lookup, report_unknown
from t27c.sema.semtypes import (
    COMPTIME_CHAR,
    COMPTIME_FLOAT,
    COMPTIME_INT,
    NULL,
    UNDEFINED,
    BuiltinRef,
    EnumLiteralType,
    ModuleRef,
    PathRef,
    TypeValue,
)
from t27c.sema.symbols import ConstSymbol, DamagedSymbol, FnSymbol, TypeSymbol, VarSymbol
from t27c.sema.types import primitive, resolve_type
from t27c.source import Span
from t27c.syntax import ast


@checks_expr(ast.IntLit)
def check_int(ctx: FunctionContext, node: ast.IntLit, expected: t.Type | None) -> Operand:
    """A whole number or a character."""
    return Operand(type=COMPTIME_CHAR if node.is_char else COMPTIME_INT, span=node.span, known=node.value)


@checks_expr(ast.FloatLit)
def check_float(ctx: FunctionContext, node: ast.FloatLit, expected: t.Type | None) -> Operand:
    """A number with a fraction or an exponent."""
    return Operand(type=COMPTIME_FLOAT, span=node.span, known=quad.from_text(node.text))


@checks_expr(ast.StringLit)
def check_string(ctx: FunctionContext, node: ast.StringLit, expected: t.Type | None) -> Operand:
    """A string is a view of static bytes."""
    return constant(t.STRING, node.value, node.span)


@checks_expr(ast.WordLit)
def check_word(ctx: FunctionContext, node: ast.WordLit, expected: t.Type | None) -> Operand:
    """`true`, `false`, `null`, `undefined`."""
    match node.word:
        case ast.Word.TRUE | ast.Word.FALSE:
            return constant(t.BOOL, node.word is ast.Word.TRUE, node.span)
        case ast.Word.NULL:
            return Operand(type=NULL, span=node.span)
        case ast.Word.UNDEFINED:
            return Operand(type=UNDEFINED, span=node.span)


@checks_expr(ast.EnumLit)
def check_enum_literal(ctx: FunctionContext, node: ast.EnumLit, expected: t.Type | None) -> Operand:
    """`.name`, typed by the place it stands in."""
    return Operand(type=EnumLiteralType(name=node.name.text), span=node.span)


@checks_expr(ast.ErrorLit)
def check_error(ctx: FunctionContext, node: ast.ErrorLit, expected: t.Type | None) -> Operand:
    """`error.Name` is a value of the set of just that error."""
    return constant(t.ErrorSet(errors=(node.name.text,)), ErrorValue(node.name.text), node.span)


@checks_expr(ast.ErrorSetLit)
def check_error_set(ctx: FunctionContext, node: ast.ErrorSetLit, expected: t.Type | None) -> Operand:
    """`error{A, B}` is a type."""
    errors = tuple(sorted({name.text for name in node.names}))
    return Operand(type=TypeValue(type=t.ErrorSet(errors=errors)), span=node.span)


@checks_expr(ast.TypeExpr)
def check_type(ctx: FunctionContext, node: ast.TypeExpr, expected: t.Type | None) -> Operand:
    """A type where a value could stand."""
    type_ = resolve_type(ctx, node.type)
    return poison(node.span) if type_ is None else Operand(type=TypeValue(type=type_), span=node.span)


@checks_expr(ast.NameRef)
def check_name(ctx: FunctionContext, node: ast.NameRef, expected: t.Type | None) -> Operand:
    """A bare name."""
    found = lookup(ctx, node.name, node.span)
    if found is not None:
        return operand_of(ctx, found, node.span)
    type_ = ctx.owner.type if node.name == "Self" and ctx.owner is not None else primitive(node.name)
    if type_ is not None:
        return Operand(type=TypeValue(type=type_), span=node.span)
    if node.name == "std":
        return Operand(type=PathRef(segments=("std",)), span=node.span)
    _report_unknown_name(ctx, node)
    return poison(node.span)


def _report_unknown_name(ctx: FunctionContext, node: ast.NameRef) -> None:
    host = ctx.function.host_locals.get(node.name) if ctx.function is not None else None
    if host is not None:
        ctx.report(
            "captures-local",
            f"`{node.name}` is a local of the enclosing function",
            node.span,
            Label(span=host, text="declared here"),
            label="a nested function does not see it",
            helps=("pass it as a parameter",),
        )
        return
    report_unknown(ctx, node.name, node.span)


def operand_of(ctx: FunctionContext, found: Found, span: Span) -> Operand:
    """What a resolved name is as an operand."""
    match found:
        case LocalSymbol():
            return _named(found.operand, span, found.span)
        case ConstSymbol() | VarSymbol():
            return _named(constant_operand(found, span), span, found.node.name.span)
        case FnSymbol():
            return fn_ref(ctx, found, span)
        case TypeSymbol():
            return Operand(type=TypeValue(type=found.type), span=span, declared=found.node.name.span)
        case DamagedSymbol():
            is_damaged(ctx, found, span)
            return poison(span)
        case ModuleContext():
            return Operand(type=ModuleRef(module=found), span=span)
        case PreludeName():
            assert found.name in PRELUDE
            return Operand(type=BuiltinRef(name=found.name), span=span)


def _named(operand: Operand, span: Span, declared: Span) -> Operand:
    """What a name means, where it is used. Written out: no other operand is made as often."""
    expr = operand.expr
    if isinstance(expr, ir.Var):
        expr = ir.Var(type=expr.type, span=span, name=expr.name)
    elif expr is not None:
        expr = replace(expr, span=span)
    return Operand(
        type=operand.type,
        span=span,
        expr=expr,
        known=operand.known,
        is_place=operand.is_place,
        is_mutable=operand.is_mutable,
        origin=operand.origin,
        bounds=operand.bounds,
        declared=declared,
        jump=operand.jump,
    )
