"""Uniform and varying: which locals of a loop body hold one value for all lanes, and which may differ between lanes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from t27c.ir.nodes import Assign, Block, Expr, ForRange, If, Let, Stmt, Switch, Var, While
from t27c.ir.walk import stmt_bodies, stmt_exprs, walk_body, walk_expr
from t27c.passes.stability import root_of


def is_varying(expr: Expr, varying: set[str]) -> bool:
    """Whether `expr` may differ between lanes."""
    return any(isinstance(node, Var) and node.name in varying for node in walk_expr(expr))


def assigned_locals(body: Iterable[Stmt]) -> set[str]:
    """The locals that `body` assigns, wholly or in part."""
    roots = [root_of(stmt.place) for stmt in walk_body(tuple(body)) if isinstance(stmt, Assign)]
    return {root.name for root in roots if root is not None and isinstance(root.name, str)}


def blocks_of(stmt: Stmt) -> Iterator[Block]:
    """The blocks in the expressions that stand directly in `stmt`."""
    for expr in stmt_exprs(stmt):
        yield from (node for node in walk_expr(expr) if isinstance(node, Block))


def varying_locals(body: Iterable[Stmt], seeds: Iterable[str]) -> set[str]:
    """The locals that differ between lanes, given that `seeds` do: by value, or as assigned on some lanes only."""
    statements = tuple(body)
    varying = set(seeds)
    while True:
        before = len(varying)
        _grow(statements, varying, False)
        if len(varying) == before:
            return varying


def _grow(body: tuple[Stmt, ...], varying: set[str], masked: bool) -> None:
    for stmt in body:
        for block in blocks_of(stmt):
            _grow(block.body, varying, masked)
        match stmt:
            case Let():
                if is_varying(stmt.value, varying):
                    varying.add(stmt.local.name)
            case Assign():
                root = root_of(stmt.place)
                differs = masked or is_varying(stmt.value, varying) or is_varying(stmt.place, varying)
                if root is not None and isinstance(root.name, str) and differs:
                    varying.add(root.name)
            case If():
                inner = masked or any(is_varying(condition, varying) for condition, _ in stmt.branches)
                for part in stmt_bodies(stmt):
                    _grow(part, varying, inner)
            case ForRange():
                _grow(stmt.body, varying, masked or is_varying(stmt.low, varying) or is_varying(stmt.high, varying))
            case Switch() | While():
                for part in stmt_bodies(stmt):
                    _grow(part, varying, True)
            case _:
                for part in stmt_bodies(stmt):
                    _grow(part, varying, masked)
