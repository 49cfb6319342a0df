"""What of a function can stand inline in a loop: pure scalar code without loops, its names made fresh for each call."""

from __future__ import annotations

from dataclasses import replace

from t27c.ir.nodes import Assign, Call, Expr, Function, If, Let, Local, Program, Return, Stmt, Switch, Trap, Var
from t27c.ir.types import QName
from t27c.ir.walk import map_stmt, rewrite, walk_body, walk_body_exprs
from t27c.passes.vectorise.obstacle import ObstacleError
from t27c.source import Span

MAX_INLINE_DEPTH = 8
MAX_INLINE_STATEMENTS = 60


def find_function(program: Program, name: QName, span: Span) -> Function:
    """The called function, if its text is at hand and simple enough to stand inline."""
    module = program.modules.get(name.module)
    for function in module.functions if module else ():
        # Texts first: this is asked for many functions of large modules, and comparing them is cheaper.
        if function.name.name == name.name and function.name == name:
            _require_simple(function, span)
            return function
    raise ObstacleError(f"calls `{name.name}`, whose text is not at hand", span)


def _require_simple(function: Function, span: Span) -> None:
    name = function.name.name
    if function.placeholder:
        raise ObstacleError(f"calls `{name}`, which is still to be written", span)
    statements = list(walk_body(function.body))
    if len(statements) > MAX_INLINE_STATEMENTS:
        raise ObstacleError(f"calls `{name}`, which is too long to stand inline", span)
    for stmt in statements:
        if not isinstance(stmt, Let | Assign | If | Switch | Trap | Return):
            raise ObstacleError(f"calls `{name}`, which is more than arithmetic and branches", span)
        if isinstance(stmt, Assign) and not isinstance(stmt.place, Var):
            raise ObstacleError(f"calls `{name}`, which stores into memory", span)
        if isinstance(stmt, Assign) and isinstance(stmt.place, Var) and isinstance(stmt.place.name, QName):
            raise ObstacleError(f"calls `{name}`, which changes a module variable", span)


def calls_itself(function: Function) -> bool:
    """Whether the function's body calls the function directly."""
    return any(isinstance(e, Call) and e.callee == function.name for e in walk_body_exprs(function.body))


def renamed(body: tuple[Stmt, ...], suffix: str, names: set[str]) -> tuple[Stmt, ...]:
    """`body` with `suffix` behind each of the local `names`."""

    def new_name(expr: Expr) -> Expr:
        if isinstance(expr, Var) and expr.name in names:
            return replace(expr, name=f"{expr.name}{suffix}")
        return expr

    def change_expr(expr: Expr) -> Expr:
        return rewrite(expr, new_name, change)

    def change(part: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        return tuple([change_stmt(stmt) for stmt in part])

    def change_stmt(stmt: Stmt) -> Stmt:
        stmt = map_stmt(stmt, change_expr, change)
        if isinstance(stmt, Let):
            return replace(stmt, local=replace(stmt.local, name=f"{stmt.local.name}{suffix}"))
        return stmt

    return change(body)


def local_names(function: Function) -> set[str]:
    """Parameters and locals of the function."""
    lets = {stmt.local.name for stmt in walk_body(function.body) if isinstance(stmt, Let)}
    return lets | {param.name for param in function.params}


def bind(local: Local, value: Expr, span: Span) -> Let:
    """A `Let` of `local`."""
    return Let(span=span, local=local, value=value)
