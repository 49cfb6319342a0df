"""`return`, `break`, `continue`, `unreachable`: as statements, and as expressions that never yield."""

from __future__ import annotations

from difflib import get_close_matches

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import UndefinedValue
from t27c.sema.arms import jump_operand
from t27c.sema.conditions import test_of
from t27c.sema.context import FunctionContext
from t27c.sema.convert import Why, coerce, read
from t27c.sema.defer import has_deferred, has_on_error, run_deferred
from t27c.sema.dispatch import check_expr, check_stmt, checks_expr, checks_stmt
from t27c.sema.flow import Target
from t27c.sema.operand import Operand, constant, place
from t27c.sema.results import returns_from_arms, with_returns
from t27c.sema.semtypes import NoReturn, UndefinedType, type_name
from t27c.source import Span
from t27c.syntax import ast


@checks_expr(ast.Return, ast.Break, ast.Continue, ast.Unreachable)
def check_jump(ctx: FunctionContext, node: ast.Jump, expected: t.Type | None) -> Operand:
    """A jump where a value could stand."""
    with ctx.collect() as body:
        check_stmt(ctx, node)
    return jump_operand(node.span, body)


@checks_stmt(ast.Unreachable)
def check_unreachable(ctx: FunctionContext, node: ast.Unreachable) -> None:
    """`unreachable` traps when it is reached."""
    ctx.emit(ir.Trap(span=node.span, kind=ir.TrapKind.UNREACHABLE))


@checks_stmt(ast.Return)
def check_return(ctx: FunctionContext, node: ast.Return) -> None:
    """Convert the value to the result type, run what is deferred, return."""
    if ctx.flow.in_fence:
        _report_fence(ctx, node, "return")
    if ctx.result not in (None, t.VOID) and node.value is not None and returns_from_arms(node.value):
        for stmt in with_returns((ast.ExprStmt(span=node.span, value=node.value, has_semicolon=False),)):
            check_stmt(ctx, stmt)
        return
    operand = None if node.value is None else check_expr(ctx, node.value, ctx.result)
    if operand is not None and isinstance(operand.type, NoReturn):
        ctx.bodies[-1].extend(operand.jump)
        return
    if ctx.result is None or ctx.function is None:
        _return_from_test(ctx, node, operand)
    elif ctx.result == t.VOID:
        _return_void(ctx, node, operand)
    else:
        _return_value(ctx, node, operand)


def broken(ctx: FunctionContext, span: Span) -> None:
    """Stand for a jump with a reported error, so that no message about a missing one follows."""
    ctx.emit(ir.Trap(span=span, kind=ir.TrapKind.NOT_ANALYSED))


def _return_from_test(ctx: FunctionContext, node: ast.Return, operand: Operand | None) -> None:
    """Also the fate of a `return` in a function whose result type has a reported error."""
    if ctx.function is not None or (operand is not None and operand.is_poison):
        broken(ctx, node.span)
        return
    if not ctx.is_test:
        ctx.report(
            "break-outside-loop", "`return` outside of any function", node.span, helps=("write the value alone",)
        )
        return
    if operand is not None:
        ctx.report(
            "type-mismatch",
            f"a test returns nothing, but this is {type_name(operand.type)}",
            operand.span,
            helps=("write `return;` or assert something about the value",),
        )
    run_deferred(ctx, ctx.flow.left_scopes(None))
    ctx.emit(ir.Return(span=node.span, value=None))


def _return_void(ctx: FunctionContext, node: ast.Return, operand: Operand | None) -> None:
    if operand is not None and not isinstance(operand.type, UndefinedType):
        value = coerce(ctx, operand, t.VOID, _why(ctx))
        if value is not None and not isinstance(value, ir.Const):
            ctx.emit(ir.Evaluate(span=operand.span, value=value))
    run_deferred(ctx, ctx.flow.left_scopes(None))
    ctx.emit(ir.Return(span=node.span, value=None))


def _why(ctx: FunctionContext) -> Why | None:
    node = ctx.function.node if ctx.function is not None else None
    if node is None:
        return None
    span = node.result.span if node.result is not None else node.name.span
    return Why(span=span, text="the function is declared to return this" if node.result else "no result type here")


def _return_value(ctx: FunctionContext, node: ast.Return, operand: Operand | None) -> None:
    result = ctx.result
    assert result is not None
    if operand is None:
        if not (isinstance(result, t.ErrorUnion) and result.child == t.VOID):
            _report_no_value(ctx, node, result)
            broken(ctx, node.span)
            return
        operand = constant(t.VOID, UndefinedValue(), node.span)
    value = coerce(ctx, operand, result, _why(ctx))
    if value is None:
        broken(ctx, node.span)
        return
    leave(ctx, node.span, value, is_error=_is_error(operand))


def _report_no_value(ctx: FunctionContext, node: ast.Return, result: t.Type) -> None:
    why = _why(ctx)
    ctx.report(
        "type-mismatch",
        f"this `return` has no value, the function returns `{t.type_text(result)}`",
        node.span,
        *((Label(span=why.span, text=why.text),) if why else ()),
        helps=("write `return value;`",),
    )


def _is_error(operand: Operand) -> bool | None:
    """Whether a returned operand is an error; None if only the run tells."""
    if isinstance(operand.type, t.ErrorSet):
        return True
    return None if isinstance(operand.type, t.ErrorUnion) else False


def leave(ctx: FunctionContext, span: Span, value: ir.Expr, *, is_error: bool | None) -> None:
    """Emit the return of a converted value; what is deferred runs after the value is computed."""
    scopes = ctx.flow.left_scopes(None)
    if not has_deferred(scopes):
        ctx.emit(ir.Return(span=span, value=value))
        return
    if not isinstance(value, ir.Const):
        value = read(ctx, place(ctx.let_temporary(value), mutable=False))
    if is_error is None and has_on_error(scopes):
        subject = value.operand if isinstance(value, ir.Convert) else value
        with ctx.collect() as failing:
            run_deferred(ctx, scopes, on_error=True)
            ctx.emit(ir.Return(span=span, value=value))
        branches = ((test_of(ir.Op.IS_ERROR, subject), tuple(failing)),)
        ctx.emit(ir.If(span=span, branches=branches, otherwise=()))
    run_deferred(ctx, scopes, on_error=is_error is True)
    ctx.emit(ir.Return(span=span, value=value))


def _report_fence(ctx: FunctionContext, node: ast.Node, word: str) -> None:
    ctx.report(
        "break-outside-loop",
        f"`{word}` may not leave a deferred statement",
        node.span,
        helps=("deferred statements run to their end; move the jump out of it",),
    )


@checks_stmt(ast.Break)
def check_break(ctx: FunctionContext, node: ast.Break) -> None:
    """Give the target its value, run what is deferred, leave it."""
    target = _target(ctx, node, node.label, "break")
    operand = None if node.value is None else check_expr(ctx, node.value, _expected(target))
    if operand is not None and isinstance(operand.type, NoReturn):
        ctx.bodies[-1].extend(operand.jump)
        return
    if target is None:
        broken(ctx, node.span)
        return
    target.left = True
    if operand is not None:
        _give(ctx, node, target, operand)
    run_deferred(ctx, ctx.flow.left_scopes(target))
    ctx.emit(ir.Break(span=node.span, label=target.leave))


def _expected(target: Target | None) -> t.Type | None:
    return target.values.expected if target is not None and target.values is not None else None


def _give(ctx: FunctionContext, node: ast.Break, target: Target, operand: Operand) -> None:
    if target.values is not None:
        nothing = ir.Const(type=t.VOID, span=node.span, value=UndefinedValue())
        standing = ir.Evaluate(span=node.span, value=nothing)
        target.values.found.append((standing, operand, []))
        ctx.emit(standing)
    elif operand.type == t.VOID:
        ctx.emit(ir.Evaluate(span=operand.span, value=operand.value))
    elif not operand.is_poison:
        ctx.report(
            "type-mismatch",
            "nothing takes the value of this `break`",
            operand.span,
            helps=("write `break` without a value, or store the value in a `var` first",),
        )


@checks_stmt(ast.Continue)
def check_continue(ctx: FunctionContext, node: ast.Continue) -> None:
    """Run what is deferred and go on with the next round."""
    target = _target(ctx, node, node.label, "continue")
    if target is None:
        broken(ctx, node.span)
        return
    run_deferred(ctx, ctx.flow.left_scopes(target))
    ctx.emit(ir.Continue(span=node.span, label=target.again))


def _target(ctx: FunctionContext, node: ast.Node, label: ast.Name | None, word: str) -> Target | None:
    if label is None:
        target = ctx.flow.innermost_loop()
        if target is None:
            _report_outside(ctx, node, word)
        return target
    target = ctx.flow.labelled(label.text)
    if target is None:
        near = get_close_matches(label.text, ctx.flow.labels(), n=1)
        ctx.report(
            "unknown-label",
            f"nothing around this `{word}` is labelled `{label.text}`",
            label.span,
            helps=(f"did you mean `{near[0]}`?",) if near else (f"put `{label.text}:` in front of the loop",),
        )
    elif word == "continue" and not target.again:
        ctx.report("break-outside-loop", f"`{label.text}` is a block, which has no next round", label.span)
        return None
    return target


def _report_outside(ctx: FunctionContext, node: ast.Node, word: str) -> None:
    if ctx.flow.in_fence:
        _report_fence(ctx, node, word)
        return
    ctx.report(
        "break-outside-loop",
        f"`{word}` outside of any loop",
        node.span,
        helps=("write `return` to leave the function" if word == "break" else "only loops have a next round",),
    )
