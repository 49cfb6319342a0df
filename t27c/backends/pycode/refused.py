"""Finds in a module what Python, as printed here, has no way to say."""

from __future__ import annotations

from collections.abc import Iterator

from t27c.backends.features import Feature
from t27c.ir.nodes import ForRange, If, Labelled, Module, Stmt, Switch, While
from t27c.ir.types import ErrorSet, ErrorUnion, Type
from t27c.ir.walk import stmt_bodies, walk_body_exprs
from t27c.source import Span

# CPython takes 100 levels of indentation and 20 loops inside each other.
_MOST_BLOCKS = 90
_MOST_LOOPS = 18


def refused_features(module: Module) -> Iterator[tuple[Feature, Span]]:
    """Every use of a feature that a Python target may refuse, in the order of the module."""
    for function in module.functions:
        if _holds_error(function.result):
            yield Feature.ERRORS_IN_ERROR_UNIONS, function.span
        yield from _in_body(function.body)
    for test in module.tests:
        for step in test.steps:
            yield from _in_body(step.body)


def _in_body(body: tuple[Stmt, ...]) -> Iterator[tuple[Feature, Span]]:
    for expr in walk_body_exprs(body):
        if _holds_error(expr.type):
            yield Feature.ERRORS_IN_ERROR_UNIONS, expr.span
    yield from _too_deep(body)


def _holds_error(type_: Type) -> bool:
    return isinstance(type_, ErrorUnion) and isinstance(type_.child, (ErrorSet, ErrorUnion))


def _too_deep(body: tuple[Stmt, ...]) -> Iterator[tuple[Feature, Span]]:
    """The first statement on each path that stands too deep."""
    todo = [(stmt, 1, 0) for stmt in reversed(body)]
    while todo:
        stmt, blocks, loops = todo.pop()
        if blocks > _MOST_BLOCKS or loops > _MOST_LOOPS:
            yield Feature.DEEP_NESTING, stmt.span
            continue
        is_loop = isinstance(stmt, (While, ForRange, Labelled))
        if is_loop or isinstance(stmt, (If, Switch)):
            inner = [(child, blocks + 1, loops + is_loop) for part in stmt_bodies(stmt) for child in part]
            todo.extend(reversed(inner))
