"""`defer` and `errdefer`: lowered once where they are written, put in at every exit of their scope (SEM 12.6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from t27c.ir import nodes as ir
from t27c.ir.walk import map_body, map_stmt, rewrite, walk_body
from t27c.sema.context import FunctionContext
from t27c.sema.dispatch import check_stmt, checks_stmt
from t27c.sema.flow import Deferred, Fence, Scope
from t27c.syntax import ast


@checks_stmt(ast.Defer)
def check_defer(ctx: FunctionContext, node: ast.Defer) -> None:
    """Lower the deferred statement and keep it with the innermost block."""
    with ctx.collect() as body, ctx.scope(), ctx.flow.inside(Fence()):
        check_stmt(ctx, node.body)
    scope = next(frame for frame in reversed(ctx.flow.frames) if isinstance(frame, Scope))
    scope.deferred.append(Deferred(tuple(body), node.on_error))


def has_deferred(scopes: Iterable[Scope]) -> bool:
    """Whether leaving the scopes runs anything."""
    return any(scope.deferred for scope in scopes)


def has_on_error(scopes: Iterable[Scope]) -> bool:
    """Whether an error return runs more than another one."""
    return any(deferred.on_error for scope in scopes for deferred in scope.deferred)


def run_deferred(ctx: FunctionContext, scopes: Iterable[Scope], *, on_error: bool = False) -> None:
    """Emit what leaving the scopes (innermost first) runs, last registered first."""
    for scope in scopes:
        for deferred in reversed(scope.deferred):
            if on_error or not deferred.on_error:
                ctx.bodies[-1].extend(_fresh(ctx, deferred))


def _fresh(ctx: FunctionContext, deferred: Deferred) -> tuple[ir.Stmt, ...]:
    """The statements with locals and labels of their own, since names are unique in a function."""
    names: dict[str, str] = {}
    labels: dict[str, str] = {}
    for stmt in walk_body(deferred.body):
        match stmt:
            case ir.Let():
                names[stmt.local.name] = ctx.unique(stmt.local.name)
            case ir.ForRange():
                names[stmt.local.name] = ctx.unique(stmt.local.name)
                labels[stmt.label] = ctx.unique_label(stmt.label)
            case ir.While() | ir.Labelled():
                labels[stmt.label] = ctx.unique_label(stmt.label)
            case _:
                pass
    return _Renamer(names, labels).body(deferred.body) if names or labels else deferred.body


class _Renamer:
    def __init__(self, names: dict[str, str], labels: dict[str, str]) -> None:
        self.names = names
        self.labels = labels

    def body(self, body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        return map_body(body, lambda stmt: (self._heads(map_stmt(stmt, self._expr, self.body)),))

    def _expr(self, expr: ir.Expr) -> ir.Expr:
        return rewrite(expr, self._leaf, self.body)

    def _leaf(self, expr: ir.Expr) -> ir.Expr:
        if isinstance(expr, ir.Var) and isinstance(expr.name, str) and expr.name in self.names:
            return replace(expr, name=self.names[expr.name])
        return expr

    def _heads(self, stmt: ir.Stmt) -> ir.Stmt:
        match stmt:
            case ir.Let():
                return replace(stmt, local=replace(stmt.local, name=self.names[stmt.local.name]))
            case ir.ForRange():
                local = replace(stmt.local, name=self.names[stmt.local.name])
                return replace(stmt, local=local, label=self.labels[stmt.label])
            case ir.While() | ir.Labelled() | ir.Break() | ir.Continue():
                return replace(stmt, label=self.labels[stmt.label])
            case _:
                return stmt
