"""The tables through which the checkers of expressions, statements and declarations reach each other.

A checker registers itself with `@checks_expr(ast.Binary)` or `@checks_stmt(ast.While)`, and everyone calls `check_expr`
and `check_stmt` from here, so that no two checkers import each other. `t27c.sema.check` imports every checker module.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from t27c.ir import types as t
from t27c.sema.context import FunctionContext
from t27c.sema.operand import Operand, poison
from t27c.sema.symbols import ConstSymbol, FnSymbol, State, Symbol, TypeSymbol, VarSymbol
from t27c.source import Span
from t27c.syntax import ast

# `orelse` and `try` are control flow and have rows of their own, so the tables are keyed by class or operator.
Key: TypeAlias = "type | ast.BinaryOp | ast.UnaryOp"
# The node is Any on purpose: each checker takes just the class it registered for.
ExprChecker: TypeAlias = "Callable[[FunctionContext, Any, t.Type | None], Operand]"
StmtChecker: TypeAlias = "Callable[[FunctionContext, Any], None]"
_E = TypeVar("_E", bound=Callable[..., Operand])
_S = TypeVar("_S", bound=Callable[..., None])

EXPR_CHECKERS: dict[Key, ExprChecker] = {}
STMT_CHECKERS: dict[type, StmtChecker] = {}
_RESOLVERS: dict[type, Callable[[Any, Span], None]] = {}
_R = TypeVar("_R", bound=Callable[..., None])
_BODY_CHECKERS: list[Callable[[FunctionContext, ast.Function], None]] = []


def checks_expr(*keys: Key) -> Callable[[_E], _E]:
    """Register a checker of expressions for node classes, or for `BinaryOp.ORELSE` and `UnaryOp.TRY`."""

    def register(checker: _E) -> _E:
        EXPR_CHECKERS.update(dict.fromkeys(keys, checker))
        return checker

    return register


def checks_stmt(*classes: type) -> Callable[[_S], _S]:
    """Register a checker of statements for the given node classes."""

    def register(checker: _S) -> _S:
        STMT_CHECKERS.update(dict.fromkeys(classes, checker))
        return checker

    return register


def check_expr(ctx: FunctionContext, node: ast.Expr, expected: t.Type | None = None) -> Operand:
    """Check and lower an expression. `expected` is the type of the place it stands in, if that is known: it types
    literals, `.name`, `undefined` and result-typed builtins, but does not convert; `convert.coerce` does.
    """
    key: Key = type(node)
    if isinstance(node, ast.Binary | ast.Unary) and node.op in (ast.BinaryOp.ORELSE, ast.UnaryOp.TRY):
        key = node.op
    return EXPR_CHECKERS[key](ctx, node, expected)


def check_stmt(ctx: FunctionContext, node: ast.Stmt) -> None:
    """Check a statement and emit its IR into `ctx`."""
    STMT_CHECKERS[type(node)](ctx, node)


def checks_bodies(checker: _S) -> _S:
    """Register the checker of function bodies."""
    _BODY_CHECKERS.append(checker)
    return checker


def check_body(ctx: FunctionContext, node: ast.Function) -> None:
    """Check the body of a function, whose parameters are already declared, and emit it into `ctx`."""
    for checker in _BODY_CHECKERS:
        checker(ctx, node)


def resolves(*classes: type) -> Callable[[_R], _R]:
    """Register what fills in symbols of the given classes: `resolver(symbol, span of the use)`."""

    def register(resolver: _R) -> _R:
        _RESOLVERS.update(dict.fromkeys(classes, resolver))
        return resolver

    return register


def resolve_symbol(symbol: Symbol, span: Span) -> None:
    """Fill in a symbol: the value of a constant, the parts of a type, the body of a function. Free the second time."""
    match symbol:
        case ConstSymbol() | VarSymbol() | FnSymbol():
            state = symbol.state
        case TypeSymbol():
            state = symbol.parts_state
        case _:
            return
    if state is not State.DONE:
        _RESOLVERS[type(symbol)](symbol, span)


def constant_operand(symbol: ConstSymbol | VarSymbol, span: Span) -> Operand:
    """What the name of a constant or module variable means, at its use."""
    resolve_symbol(symbol, span)
    return poison(span) if symbol.operand is None else symbol.operand.at(span)
