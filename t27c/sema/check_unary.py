"""Prefix operators, and the postfix `.*` and `.?`."""

from __future__ import annotations

from dataclasses import replace

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import quad
from t27c.ir import types as t
from t27c.ir.nodes import Op, PayloadKind
from t27c.ir.quad import Quad
from t27c.ir.values import SomeValue
from t27c.sema.check_ops import condition, known_of, operation
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce
from t27c.sema.dispatch import check_expr, checks_expr
from t27c.sema.operand import Operand, computed, place, poison
from t27c.sema.semtypes import (
    COMPTIME_INT,
    ComptimeFloat,
    ComptimeInt,
    FnRef,
    TypeValue,
    UntypedList,
    UntypedStruct,
    type_name,
)
from t27c.sema.wide_ints import keep_to_width
from t27c.source import Span
from t27c.syntax import ast


@checks_expr(ast.Unary)
def check_unary(ctx: FunctionContext, node: ast.Unary, expected: t.Type | None) -> Operand:
    """Check a unary operator."""
    match node.op:
        case ast.UnaryOp.NEG | ast.UnaryOp.WRAP_NEG:
            return _negate(ctx, node, expected)
        case ast.UnaryOp.NOT:
            return _not(ctx, node)
        case ast.UnaryOp.BIT_NOT:
            return _invert(ctx, node, expected)
        case ast.UnaryOp.ADDRESS:
            return _address(ctx, node, expected)
        case ast.UnaryOp.DEREF:
            return _dereference(ctx, node)
        case ast.UnaryOp.UNWRAP:
            operand = check_expr(ctx, node.operand)
            return unwrap(ctx, operand, node.span)
        case ast.UnaryOp.TRY:
            raise AssertionError("`try` has a row of its own")


def _negate(ctx: FunctionContext, node: ast.Unary, expected: t.Type | None) -> Operand:
    operand = check_expr(ctx, node.operand, expected)
    known = operand.known
    match operand.type:
        case _ if operand.is_poison:
            return poison(node.span)
        case ComptimeInt() if isinstance(known, int):
            if known == 0 and _is_negative_zero(node, expected):
                return Operand(type=ComptimeFloat(), span=node.span, known=quad.zero(True))
            negated = Operand(type=COMPTIME_INT, span=node.span, known=-known)
            op = Op.NEG_WRAP if node.op is ast.UnaryOp.WRAP_NEG else Op.NEG
            return negated if operand.type.wide is None else keep_to_width(ctx, op, negated, operand.type.wide)
        case ComptimeFloat() if isinstance(known, Quad):
            return replace(operand, span=node.span, known=quad.negate(known), origin=None)
        case t.Int(signed=False) if node.op is ast.UnaryOp.NEG:
            _report_unsigned(ctx, node, operand)
            return poison(node.span)
        case t.Int() | t.Float():
            wraps = node.op is ast.UnaryOp.WRAP_NEG
            if wraps and isinstance(operand.type, t.Float):
                _report_undefined(ctx, node, operand)
                return poison(node.span)
            op = Op.NEG_WRAP if wraps else Op.NEG
            return operation(ctx, op, operand.type, (operand.value,), node.span, (known_of(operand.value, operand),))
        case _:
            _report_undefined(ctx, node, operand)
            return poison(node.span)


def _is_negative_zero(node: ast.Unary, expected: t.Type | None) -> bool:
    """`-0` where a float is wanted is negative zero (SEM 3.4)."""
    return isinstance(node.operand, ast.IntLit) and isinstance(expected, t.Float)


def _report_unsigned(ctx: FunctionContext, node: ast.Unary, operand: Operand) -> None:
    type_ = operand.ir_type
    related = (Label(span=operand.declared, text="declared here"),) if operand.declared else ()
    ctx.report(
        "negate-unsigned",
        f"minus in front of `{t.type_text(type_)}`, which has no negative values",
        node.span,
        *related,
        helps=("write `-%x` to wrap, or cast to a signed type first",),
    )


def _report_undefined(ctx: FunctionContext, node: ast.Unary, operand: Operand) -> None:
    ctx.report(
        "invalid-operands",
        f"`{node.op.value}` is not defined for {type_name(operand.type)}",
        node.span,
        Label(span=operand.span, text=f"this is {type_name(operand.type)}"),
    )


def _not(ctx: FunctionContext, node: ast.Unary) -> Operand:
    operand = check_expr(ctx, node.operand, t.BOOL)
    value = condition(ctx, operand, "!")
    if value is None:
        return poison(node.span)
    known = not operand.known if isinstance(operand.known, bool) else None
    return computed(ir.Operation(type=t.BOOL, span=node.span, op=Op.NOT, operands=(value,)), known)


def _invert(ctx: FunctionContext, node: ast.Unary, expected: t.Type | None) -> Operand:
    operand = check_expr(ctx, node.operand, expected)
    if operand.is_poison:
        return poison(node.span)
    type_ = operand.type
    if isinstance(type_, ComptimeInt) and type_.wide is not None and isinstance(operand.known, int):
        inverted = ~operand.known if type_.wide.signed else type_.wide.highest - operand.known
        return replace(operand, span=node.span, known=inverted, origin=None)
    if isinstance(type_, ComptimeInt):
        if not isinstance(expected, t.Int):
            ctx.report(
                "untyped-literal",
                "`~` needs a number with a type",
                node.span,
                helps=(f"give it one: `~@as(u32, {operand.span.text})`",),
            )
            return poison(node.span)
        type_ = expected
    if not isinstance(type_, t.Int):
        _report_undefined(ctx, node, operand)
        return poison(node.span)
    value = coerce(ctx, operand, type_)
    if value is None:
        return poison(node.span)
    return operation(ctx, Op.BIT_NOT, type_, (value,), node.span, (known_of(value, operand),))


def _address(ctx: FunctionContext, node: ast.Unary, expected: t.Type | None) -> Operand:
    inner: t.Type | None = None
    match expected:
        case t.Pointer(target=target):
            inner = target
        case t.Slice():
            inner = expected
        case _:
            pass
    if isinstance(node.operand, ast.ArrayLit | ast.StructLit) and isinstance(inner, t.Slice):
        operand = check_expr(ctx, node.operand, None)
    else:
        operand = check_expr(ctx, node.operand, None if isinstance(inner, t.Slice) else inner)
    match operand.type:
        case _ if operand.is_poison:
            return poison(node.span)
        case UntypedList(items=items):
            is_named = not isinstance(node.operand, ast.ArrayLit)
            viewed = UntypedList(items=items, is_view=True, is_named=is_named)
            return Operand(type=viewed, span=node.span, origin=operand.origin)
        case UntypedStruct(node=literal):
            return Operand(type=UntypedStruct(node=literal, is_view=True), span=node.span)
        case FnRef():
            return operand.at(node.span)
        case _ if operand.expr is None:
            return _address_of_number(ctx, node, operand, inner)
        case _:
            return address_of(operand, node.span)


def address_of(operand: Operand, span: Span) -> Operand:
    """A pointer to a place, or to a fresh temporary; constant if the place is."""
    const = operand.is_place and not operand.is_mutable
    pointer = t.Pointer(target=operand.ir_type, const=const)
    return computed(ir.AddressOf(type=pointer, span=span, place=operand.value))


def _address_of_number(ctx: FunctionContext, node: ast.Unary, operand: Operand, inner: t.Type | None) -> Operand:
    if inner is None or isinstance(inner, t.Slice):
        ctx.report(
            "untyped-literal",
            f"{type_name(operand.type)} has no address",
            node.span,
            helps=("bind it to a local with a type first",),
        )
        return poison(node.span)
    value = coerce(ctx, operand, inner)
    return poison(node.span) if value is None else address_of(computed(value), node.span)


def _dereference(ctx: FunctionContext, node: ast.Unary) -> Operand:
    operand = check_expr(ctx, node.operand)
    if operand.is_poison:
        return poison(node.span)
    if isinstance(operand.type, TypeValue) and node.span.start < node.operand.span.start:
        return replace(operand, type=TypeValue(type=t.Pointer(target=operand.type.type, const=False)), span=node.span)
    if not isinstance(operand.type, t.Pointer):
        ctx.report(
            "invalid-operands",
            f"{type_name(operand.type)} is no pointer",
            node.span,
            Label(span=operand.span, text=f"this is {type_name(operand.type)}"),
            helps=("only `*T` has something to read with `.*`",),
        )
        return poison(node.span)
    return dereference(operand, node.span)


def dereference(operand: Operand, span: Span) -> Operand:
    """The place that a pointer points at."""
    pointer = operand.ir_type
    assert isinstance(pointer, t.Pointer)
    expr = ir.Deref(type=pointer.target, span=span, pointer=operand.value)
    return place(expr, mutable=not pointer.const, declared=operand.declared)


def unwrap(ctx: FunctionContext, operand: Operand, span: Span) -> Operand:
    """`x.?`: the inside of an optional, a place if x is one; traps on null."""
    if operand.is_poison:
        return poison(span)
    if not isinstance(operand.type, t.Optional):
        ctx.report(
            "invalid-operands",
            f"{type_name(operand.type)} is no optional",
            span,
            Label(span=operand.span, text=f"this is {type_name(operand.type)}"),
            helps=("`.?` takes the value out of a `?T`",),
        )
        return poison(span)
    expr = ir.Payload(type=operand.type.child, span=span, base=operand.value, kind=PayloadKind.OPTIONAL)
    known = operand.known.value if isinstance(operand.known, SomeValue) else None
    if operand.is_place:
        return place(expr, mutable=operand.is_mutable, known=known, declared=operand.declared)
    return computed(expr, known)
