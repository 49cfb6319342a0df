"""Lists of statements: scopes, unreachable rests, and function bodies whose last expression is their result."""

from __future__ import annotations

from collections.abc import Sequence

from t27c.sema.context import FunctionContext
from t27c.sema.dead import dead_code
from t27c.sema.defer import run_deferred
from t27c.sema.dispatch import check_stmt
from t27c.sema.flow import Scope
from t27c.sema.reach import completes, report_unreachable
from t27c.syntax import ast


def check_scoped(ctx: FunctionContext, stmts: Sequence[ast.Stmt]) -> None:
    """Emit the statements of a block with a scope of their own, and what its end runs."""
    frame = Scope()
    start = len(ctx.bodies[-1])
    with ctx.scope(), ctx.flow.inside(frame):
        check_list(ctx, stmts)
        if frame.deferred and completes(ctx.bodies[-1][start:]):
            run_deferred(ctx, (frame,))


def check_list(ctx: FunctionContext, stmts: Sequence[ast.Stmt]) -> None:
    """Emit statements one after the other; behind one that never ends they are checked and left out."""
    for index, stmt in enumerate(stmts):
        start = len(ctx.bodies[-1])
        check_stmt(ctx, stmt)
        if index + 1 < len(stmts) and not completes(ctx.bodies[-1][start:]):
            rest = stmts[index + 1 :]
            if _is_decided(ctx, stmt):
                with dead_code(ctx):
                    check_list(ctx, rest)
                return
            if not all(isinstance(later, ast.Function) for later in rest):
                report_unreachable(ctx.module.sink, rest[0].span.to(rest[-1].span), stmt.span)
            with ctx.collect():
                check_list(ctx, rest)
            return


def _is_decided(ctx: FunctionContext, stmt: ast.Stmt) -> bool:
    """Whether a statement that never ends does so because of a condition that is known: it could have ended.

    What follows then is the other branch, in a generic function that of other types (SEM 2.5).
    """
    if isinstance(stmt, ast.If) and stmt.else_body is None:
        return True
    return isinstance(stmt, ast.If | ast.Switch) and ctx.function is not None and bool(ctx.function.bound)
