"""Assertions in all spellings; every top-level conjunct becomes its own `Assert` (SEM 14.2, 14.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.sema.arms import block_operand
from t27c.sema.compare import compare
from t27c.sema.conditions import check_bool, payload, settle_subject, test_of
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce, read
from t27c.sema.dispatch import check_expr
from t27c.sema.operand import Operand, computed, poison
from t27c.sema.peer import peer_type
from t27c.sema.scope import lookup
from t27c.sema.semtypes import type_name
from t27c.source import Span
from t27c.syntax import ast


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """A call that asserts: `name` without path, its arguments, and the message for the reader of a failure."""

    name: str
    span: Span
    args: tuple[ast.Expr, ...]


_BARE = frozenset({"assert", "expect", "assert_eq"})
_TESTING = {
    "expect": 1,
    "expectEqual": 2,
    "expectEqualStrings": 2,
    "expectEqualSlices": 3,
    "expectApproxEqAbs": 3,
    "expectApproxEqRel": 3,
    "expectError": 2,
}


def assertion_of(ctx: FunctionContext, node: ast.Expr) -> Assertion | None:
    """The assertion that a call is, if it is one."""
    match node:
        case ast.BuiltinCall(name=ast.Name(text="compileAssert")):
            return Assertion(name="compileAssert", span=node.span, args=node.args)
        case ast.Call(callee=ast.NameRef(name=name)) if name in _BARE:
            declared = lookup(ctx, name, node.callee.span)
            return Assertion(name=name, span=node.span, args=node.args) if declared is None else None
        case ast.Call(
            callee=ast.Member(
                base=ast.Member(base=ast.NameRef(name="std"), name=ast.Name(text="testing")), name=ast.Name(text=name)
            )
        ) if name in _TESTING:
            return Assertion(name=name, span=node.span, args=node.args)
        case _:
            return None


def emit_assertion(ctx: FunctionContext, found: Assertion) -> None:
    """Emit what an asserting call checks."""
    wanted = {"compileAssert": 1, "assert": 1, "assert_eq": 2}.get(found.name) or _TESTING[found.name]
    args, message = found.args, None
    if found.name in ("assert", "expect", "assert_eq") and len(args) == wanted + 1:
        message = _message(ctx, args[-1])
        args = args[:-1]
    if len(args) != wanted:
        ctx.report(
            "wrong-argument-count",
            f"`{found.name}` takes {wanted} argument{'s' if wanted > 1 else ''}, not {len(args)}",
            found.span,
            helps=("look at the number of values between the parentheses",),
        )
        return
    if found.name in ("assert", "expect", "compileAssert"):
        now = found.name == "compileAssert" and not ctx.flow.is_invariant
        emit_condition(ctx, args[0], message, at_compile_time=now)
        return
    emit_checked(ctx, _BUILD[found.name](ctx, found.span, args), found.span, message)


def _message(ctx: FunctionContext, node: ast.Expr) -> str | None:
    if isinstance(node, ast.StringLit):
        return message_text(node)
    ctx.report(
        "type-mismatch",
        "the message of an assertion is a string literal",
        node.span,
        helps=('write it in quotes: `"what went wrong"`',),
    )
    return None


def message_text(node: ast.StringLit | None) -> str | None:
    """The author's message as text."""
    return None if node is None else node.value.decode("utf-8", errors="replace")


def emit_condition(
    ctx: FunctionContext, condition: ast.Expr, message: str | None, *, at_compile_time: bool = False
) -> None:
    """Emit an assertion per top-level conjunct of a condition."""
    for conjunct in conjuncts(condition):
        operand = check_expr(ctx, conjunct, t.BOOL)
        if at_compile_time and operand.known is False:
            ctx.report(
                "comptime-trap",
                "this `@compileAssert` is false",
                conjunct.span,
                label="known to be false",
                helps=("correct the condition, or what it is about",),
            )
            continue
        emit_checked(ctx, operand, conjunct.span, message)


def conjuncts(condition: ast.Expr) -> list[ast.Expr]:
    """The operands of the `and` chain on top, in order."""
    parts: list[ast.Expr] = []
    todo = [condition]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Binary) and node.op is ast.BinaryOp.AND:
            todo += [node.right, node.left]
        else:
            parts.append(node)
    return parts


def emit_checked(ctx: FunctionContext, operand: Operand, span: Span, message: str | None) -> None:
    """Emit the assertion of a checked condition; one that is known does not count when it runs."""
    if operand.is_poison:
        return
    tested = check_bool(ctx, operand)
    if operand.type != t.BOOL:
        ctx.bodies[-1].extend(operand.jump)
        return
    if tested.known is False and not ctx.flow.is_invariant:
        ctx.report(
            "assert-always-false",
            "this assertion is known to be false",
            span,
            label="fails whenever it runs",
            helps=("correct it; a test with it can never pass",),
        )
    ctx.emit(
        ir.Assert(
            span=span,
            condition=read(ctx, operand),
            text=one_line(span.text),
            message=message,
            known=tested.known is not None,
        )
    )


def one_line(text: str) -> str:
    """Text of several lines as one."""
    return " ".join(text.split()) if "\n" in text else text


def _equal(ctx: FunctionContext, span: Span, args: tuple[ast.Expr, ...]) -> Operand:
    left = check_expr(ctx, args[0])
    right = check_expr(ctx, args[1], left.ir_type if left.expr is not None else None)
    return compare(ctx, ir.Op.EQ, left, right, span)


def _equal_strings(ctx: FunctionContext, span: Span, args: tuple[ast.Expr, ...]) -> Operand:
    return _as_slices(ctx, span, args, t.STRING)


def _equal_slices(ctx: FunctionContext, span: Span, args: tuple[ast.Expr, ...]) -> Operand:
    element = check_expr(ctx, args[0])
    type_ = getattr(element.type, "type", None)
    if element.is_poison or type_ is None:
        if not element.is_poison:
            ctx.report(
                "unknown-type",
                "the first argument is the type of the elements",
                args[0].span,
                helps=("write `expectEqualSlices(u8, want, got)`",),
            )
        return poison(span)
    return _as_slices(ctx, span, args[1:], t.Slice(element=type_, const=True))


def _as_slices(ctx: FunctionContext, span: Span, args: tuple[ast.Expr, ...], type_: t.Slice) -> Operand:
    sides = [coerce(ctx, check_expr(ctx, arg, type_), type_) for arg in args]
    if None in sides:
        return poison(span)
    left, right = (computed(side) for side in sides if side is not None)
    return compare(ctx, ir.Op.EQ, left, right, span)


def _close(builtin: str) -> Callable[[FunctionContext, Span, tuple[ast.Expr, ...]], Operand]:
    def build(ctx: FunctionContext, span: Span, args: tuple[ast.Expr, ...]) -> Operand:
        operands = [check_expr(ctx, arg) for arg in args]
        type_ = _float_peer(ctx, operands, span)
        values = [] if type_ is None else [coerce(ctx, operand, type_) for operand in operands]
        if not values or None in values:
            return poison(span)
        parts = tuple(value for value in values if value is not None)
        return computed(ir.Builtin(type=t.BOOL, span=span, name=builtin, args=parts))

    return build


def _float_peer(ctx: FunctionContext, operands: list[Operand], span: Span) -> t.Type | None:
    """The float type of the compared values; the tolerance does not decide it unless nothing else does."""
    typed = [o for o in operands[:2] if isinstance(o.type, t.Float)] or [
        o for o in operands if isinstance(o.type, t.Float)
    ]
    type_ = peer_type(ctx, typed, span) if typed else peer_type(ctx, operands, span)
    if type_ is not None and not isinstance(type_, t.Float):
        ctx.report(
            "invalid-operands",
            f"only floats are close to each other, not {type_name(type_)}",
            span,
            helps=("write `==` for integers",),
        )
        return None
    return type_


def _error(ctx: FunctionContext, span: Span, args: tuple[ast.Expr, ...]) -> Operand:
    with ctx.collect() as body:
        operand = check_expr(ctx, args[1])
        if not isinstance(operand.type, t.ErrorUnion):
            check_expr(ctx, args[0])
            if not operand.is_poison:
                ctx.report(
                    "type-mismatch",
                    f"`expectError` needs an error union, not {type_name(operand.type)}",
                    operand.span,
                    helps=("pass the call whose error is expected, without `try`",),
                )
            return poison(span)
        subject = settle_subject(ctx, operand)
        error = payload(subject, ir.PayloadKind.ERROR, operand.type.errors)
        wanted = coerce(ctx, check_expr(ctx, args[0]), operand.type.errors)
    if wanted is None:
        return poison(span)
    is_error = test_of(ir.Op.IS_ERROR, subject.value)
    same = ir.Operation(type=t.BOOL, span=span, op=ir.Op.EQ, operands=(error.value, wanted))
    return block_operand(span, body, ir.Operation(type=t.BOOL, span=span, op=ir.Op.AND, operands=(is_error, same)))


_BUILD: dict[str, Callable[[FunctionContext, Span, tuple[ast.Expr, ...]], Operand]] = {
    "assert_eq": _equal,
    "expectEqual": _equal,
    "expectEqualStrings": _equal_strings,
    "expectEqualSlices": _equal_slices,
    "expectApproxEqAbs": _close("approx_abs"),
    "expectApproxEqRel": _close("approx_rel"),
    "expectError": _error,
}
