"""Branches and arms that are known not to run: looked through for names, without a trace in the flow around them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from t27c.diagnostics.model import DiagnosticSink
from t27c.sema.arms import lower_as_statement
from t27c.sema.context import FunctionContext
from t27c.sema.dead import dead_code
from t27c.sema.dispatch import check_expr
from t27c.sema.flow import Scope, Target
from t27c.sema.operand import poison
from t27c.syntax import ast


@contextmanager
def skipped(ctx: FunctionContext) -> Iterator[None]:
    """Within: only findings about names are kept; jumps do not count as jumps."""
    frames = [frame for frame in ctx.flow.frames if isinstance(frame, Target)]
    before = [(frame.left, len(frame.values.found) if frame.values else 0) for frame in frames]
    with dead_code(ctx), ctx.flow.inside(Scope()):
        yield
    for frame, (left, count) in zip(frames, before, strict=True):
        frame.left = left
        if frame.values is not None:
            del frame.values.found[count:]


@contextmanager
def muted(ctx: FunctionContext) -> Iterator[None]:
    """Within: a first look at code that is lowered again; findings and statements are thrown away."""
    module, sink = ctx.module, ctx.module.sink
    taken, labels, temporaries = set(ctx.taken), set(ctx.labels_taken), ctx.temporaries
    module.sink = DiagnosticSink(sink.policy)
    try:
        with ctx.collect(), ctx.scope():
            yield
    finally:
        module.sink = sink
        ctx.taken, ctx.labels_taken, ctx.temporaries = taken, labels, temporaries


def skip_expr(ctx: FunctionContext, node: ast.Expr | None) -> None:
    """Look through an expression that never runs."""
    if node is not None:
        with skipped(ctx):
            check_expr(ctx, node)


def skip_body(
    ctx: FunctionContext, node: ast.Expr | None, *captures: ast.Capture | None, is_value: bool = False
) -> None:
    """Look through a body that never runs, with its captures declared."""
    if node is None:
        return
    with skipped(ctx):
        for capture in captures:
            if capture is not None:
                ctx.declare(capture.name.text, capture.name.span, poison(capture.name.span))
        if is_value:
            check_expr(ctx, node)
        else:
            lower_as_statement(ctx, node)
