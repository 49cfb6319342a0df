"""`while` and what all loops share: labels, `break`, `continue`, `else`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.sema.blocks import check_list, check_scoped
from t27c.sema.conditions import Tested, bind_capture, capture_slot, check_condition, negate
from t27c.sema.context import FunctionContext
from t27c.sema.defer import run_deferred
from t27c.sema.dispatch import check_stmt, checks_stmt
from t27c.sema.flow import Scope, Target
from t27c.sema.flow_block import check_label
from t27c.sema.reach import completes
from t27c.sema.skip import skipped
from t27c.source import Span
from t27c.syntax import ast


@dataclass(frozen=True, slots=True)
class Loop:
    """The labels of a loop: `again` is the loop's own; `leave` is that of the block around it if it has an `else`."""

    target: Target
    span: Span
    else_body: ast.Block | None

    @property
    def label(self) -> str:
        """The label of the loop in the IR."""
        return self.target.again


def open_loop(ctx: FunctionContext, label: ast.Name | None, span: Span, else_body: ast.Block | None) -> Loop:
    """Choose the labels of a loop; `break` must skip an `else`."""
    check_label(ctx, label)
    written = label.text if label is not None else ""
    again = ctx.unique_label(written or "loop")
    leave = again if else_body is None else ctx.unique_label(f"{again}_end")
    place = label.span if label is not None else None
    return Loop(Target(written, leave, again, place), span, else_body)


def close_loop(ctx: FunctionContext, loop: Loop, statements: list[ir.Stmt]) -> None:
    """Emit a loop with its `else`, which `break` jumps over."""
    body = list(statements)
    if loop.else_body is not None:
        with ctx.collect() as otherwise:
            check_scoped(ctx, loop.else_body.stmts)
        body += otherwise
    if loop.target.left and loop.target.leave != loop.label:
        ctx.emit(ir.Labelled(span=loop.span, label=loop.target.leave, body=tuple(body)))
    else:
        ctx.bodies[-1].extend(body)


@contextmanager
def loop_body(ctx: FunctionContext, loop: Loop) -> Iterator[list[ir.Stmt]]:
    """A list and scope for one round of a loop; what the round declares is left at its end."""
    frame = Scope()
    with ctx.flow.inside(loop.target), ctx.collect() as body, ctx.scope(), ctx.flow.inside(frame):
        yield body
        if frame.deferred and completes(body):
            run_deferred(ctx, (frame,))


@checks_stmt(ast.While)
def check_while(ctx: FunctionContext, node: ast.While) -> None:
    """`while (c) |v| : (step) {..} else {..}`."""
    loop = open_loop(ctx, node.label, node.span, node.else_body)
    with ctx.collect() as before:
        tested = check_condition(ctx, node.cond, node.capture, with_error=node.else_capture is not None)
    if tested.known is False and node.capture is None:
        with skipped(ctx), ctx.flow.inside(loop.target):
            check_scoped(ctx, node.body.stmts)
        close_loop(ctx, loop, [])
    elif node.capture is None and not before:
        _plain(ctx, node, loop, tested)
    else:
        _tested_inside(ctx, node, loop, before, tested)


def _step(ctx: FunctionContext, node: ast.While) -> tuple[ir.Stmt, ...]:
    if node.step is None:
        return ()
    with ctx.collect() as step:
        check_stmt(ctx, node.step)
    return tuple(step)


def _plain(ctx: FunctionContext, node: ast.While, loop: Loop, tested: Tested) -> None:
    with loop_body(ctx, loop) as body:
        check_list(ctx, node.body.stmts)
    step = _step(ctx, node)
    made = ir.While(span=node.span, label=loop.label, condition=tested.condition, step=step, body=tuple(body))
    close_loop(ctx, loop, [made])


def _tested_inside(ctx: FunctionContext, node: ast.While, loop: Loop, before: list[ir.Stmt], tested: Tested) -> None:
    """A subject that needs statements is evaluated at the head of every round. An `else` that captures the error runs
    before the loop is left, where the subject still is.
    """
    with ctx.collect() as ending:
        if node.else_capture is not None and node.else_body is not None:
            with ctx.scope(), ctx.flow.inside(Scope()):
                bind_capture(ctx, node.else_capture, tested.error)
                check_scoped(ctx, node.else_body.stmts)
        ctx.emit(ir.Break(span=node.cond.span, label=loop.label))
    with loop_body(ctx, loop) as body:
        body.extend(before)
        branches = ((negate(tested.condition), tuple(ending)),)
        ctx.emit(ir.If(span=node.cond.span, branches=branches, otherwise=()))
        slot = capture_slot(ctx, node.capture, tested.inside) if node.step is not None else None
        if slot is None:
            bind_capture(ctx, node.capture, tested.inside)
        check_list(ctx, node.body.stmts)
    if slot is not None:
        ctx.emit(slot.declaration)
    always = ir.Const(type=t.BOOL, span=node.cond.span, value=True)
    with ctx.scope():
        if slot is not None:
            slot.declare(ctx)
        step = _step(ctx, node)
    made = ir.While(span=node.span, label=loop.label, condition=always, step=step, body=tuple(body))
    close_loop(ctx, Loop(loop.target, loop.span, None) if node.else_capture is not None else loop, [made])
