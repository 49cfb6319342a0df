"""`orelse`, `catch` and `try`: what stands for an absent value or an error (SEM 11.1, 11.4)."""

from __future__ import annotations

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import NullValue, UndefinedValue
from t27c.sema.arms import block_operand, void_operand
from t27c.sema.conditions import bind_capture, payload, settle_subject, test_of
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce, read
from t27c.sema.dispatch import check_expr, checks_expr
from t27c.sema.flow import Scope
from t27c.sema.jumps import leave
from t27c.sema.operand import Operand, poison
from t27c.sema.semtypes import NoReturn, NullType, type_name
from t27c.source import Span
from t27c.syntax import ast


@checks_expr(ast.BinaryOp.ORELSE)
def check_orelse(ctx: FunctionContext, node: ast.Binary, expected: t.Type | None) -> Operand:
    """`e orelse d`: the inside of e; d is evaluated only if e is null."""
    wanted = expected if isinstance(expected, t.Optional) or expected is None else t.Optional(child=expected)
    with ctx.collect() as body:
        left = check_expr(ctx, node.left, wanted)
        if isinstance(left.type, NullType) or isinstance(left.known, NullValue):
            return check_expr(ctx, node.right, expected)
        if not isinstance(left.type, t.Optional):
            check_expr(ctx, node.right, expected)
            return _no_subject(ctx, left, node.op_span, "orelse", "an optional")
        subject = settle_subject(ctx, left)
        inside = payload(subject, ir.PayloadKind.OPTIONAL_KNOWN, left.type.child)
        is_null = test_of(ir.Op.IS_NULL, subject.value)
        with ctx.collect() as other:
            right = check_expr(ctx, node.right, left.type.child)
        return _choose(ctx, node.span, body, is_null, inside, other, right, subject)


@checks_expr(ast.Catch)
def check_catch(ctx: FunctionContext, node: ast.Catch, expected: t.Type | None) -> Operand:
    """`e catch d`, `e catch |err| d`: the value of e; d is evaluated only on an error."""
    with ctx.collect() as body:
        left = check_expr(ctx, node.value)
        if not isinstance(left.type, t.ErrorUnion):
            with ctx.scope():
                if node.capture is not None:
                    ctx.declare(node.capture.name.text, node.capture.name.span, poison(node.capture.name.span))
                check_expr(ctx, node.fallback, expected)
            return _no_subject(ctx, left, node.span, "catch", "an error union")
        subject = settle_subject(ctx, left)
        inside = payload(subject, ir.PayloadKind.OK_VALUE, left.type.child)
        failed = test_of(ir.Op.IS_ERROR, subject.value)
        with ctx.collect() as other, ctx.scope(), ctx.flow.inside(Scope()):
            bind_capture(ctx, node.capture, payload(subject, ir.PayloadKind.ERROR, left.type.errors))
            right = check_expr(ctx, node.fallback, left.type.child)
        return _choose(ctx, node.span, body, failed, inside, other, right, subject)


def _no_subject(ctx: FunctionContext, left: Operand, span: Span, word: str, wanted: str) -> Operand:
    if not left.is_poison:
        ctx.report(
            "type-mismatch",
            f"`{word}` needs {wanted} on its left, not {type_name(left.type)}",
            left.span,
            Label(span=span, text=f"this `{word}` has nothing to replace"),
            helps=(f"remove the `{word}`",),
        )
    return poison(left.span)


def _choose(
    ctx: FunctionContext,
    span: Span,
    body: list[ir.Stmt],
    failed: ir.Expr,
    inside: Operand,
    other: list[ir.Stmt],
    right: Operand,
    subject: Operand,
) -> Operand:
    """The inside of a subject, or what stands for it if `failed` holds. `other` runs before `right`."""
    if right.is_poison:
        return poison(span)
    if isinstance(right.type, NoReturn):
        jump = (*other, *right.jump)
        body.append(ir.If(span=span, branches=((failed, jump),), otherwise=()))
        return _inside_operand(ctx, span, body, inside)
    type_ = right.type if right.type == subject.type else inside.ir_type
    assert isinstance(type_, t.Type)
    with _continued(ctx, other):
        fallback = coerce(ctx, right, type_)
    if fallback is None:
        return poison(span)
    if type_ == t.VOID:
        other.append(ir.Evaluate(span=right.span, value=fallback))
        body.append(ir.If(span=span, branches=((failed, tuple(other)),), otherwise=()))
        return void_operand(span, body)
    value = read(ctx, subject if type_ == subject.type else inside)
    if not other:
        chosen = ir.Select(type=type_, span=span, condition=failed, then=fallback, otherwise=value)
        return block_operand(span, body, chosen)
    return _by_statements(ctx, span, body, failed, (other, fallback), value)


def _by_statements(
    ctx: FunctionContext,
    span: Span,
    body: list[ir.Stmt],
    failed: ir.Expr,
    fallback: tuple[list[ir.Stmt], ir.Expr],
    value: ir.Expr,
) -> Operand:
    local = ctx.new_temporary(value.type, mutable=True)
    var = ir.Var(type=value.type, span=span, name=local.name)
    undefined = ir.Const(type=value.type, span=span, value=UndefinedValue())
    body.append(ir.Let(span=span, local=local, value=undefined))
    statements, instead = fallback
    then = (*statements, ir.Assign(span=span, place=var, value=instead))
    otherwise = (ir.Assign(span=span, place=var, value=value),)
    body.append(ir.If(span=span, branches=((failed, then),), otherwise=otherwise))
    return block_operand(span, body, var)


def _inside_operand(ctx: FunctionContext, span: Span, body: list[ir.Stmt], inside: Operand) -> Operand:
    if inside.type == t.VOID:
        return void_operand(span, body)
    return block_operand(span, body, read(ctx, inside))


class _continued:  # noqa: N801 - used as `with`
    """Let `emit` go on with a list that was collected before."""

    def __init__(self, ctx: FunctionContext, body: list[ir.Stmt]) -> None:
        self.ctx, self.body = ctx, body

    def __enter__(self) -> None:
        self.ctx.bodies.append(self.body)

    def __exit__(self, *_: object) -> None:
        self.ctx.bodies.pop()


@checks_expr(ast.UnaryOp.TRY)
def check_try(ctx: FunctionContext, node: ast.Unary, expected: t.Type | None) -> Operand:
    """`try e`: the value of e; an error leaves the function, or fails the test."""
    with ctx.collect() as body:
        operand = check_expr(ctx, node.operand)
        if not isinstance(operand.type, t.ErrorUnion):
            return _no_subject(ctx, operand, node.op_span, "try", "an error union")
        subject = settle_subject(ctx, operand)
        error = payload(subject, ir.PayloadKind.ERROR, operand.type.errors)
        with ctx.collect() as jump:
            if not _fail(ctx, node, error):
                return poison(node.span)
        condition = test_of(ir.Op.IS_ERROR, subject.value)
        ctx.emit(ir.If(span=node.span, branches=((condition, tuple(jump)),), otherwise=()))
        return _inside_operand(ctx, node.span, body, payload(subject, ir.PayloadKind.OK_VALUE, operand.type.child))


def _fail(ctx: FunctionContext, node: ast.Unary, error: Operand) -> bool:
    """Emit what happens on an error; False if that was reported."""
    if ctx.is_test:
        ctx.emit(ir.Trap(span=node.span, kind=ir.TrapKind.ERROR_RETURN, error=error.value))
        return True
    if not isinstance(ctx.result, t.ErrorUnion) or ctx.flow.in_fence:
        _report_outside(ctx, node)
        return False
    value = coerce(ctx, error, ctx.result)
    if value is None:
        return False
    leave(ctx, node.span, value, is_error=True)
    return True


def _report_outside(ctx: FunctionContext, node: ast.Unary) -> None:
    result = ctx.function.node.result if ctx.function is not None else None
    related = (Label(span=result.span, text="this admits no error"),) if result is not None else ()
    ctx.report(
        "try-outside-error-union",
        "`try` needs a function that can return the error",
        node.op_span,
        *related,
        helps=("make the result an error union such as `!T`, or handle the error with `catch`",),
    )
