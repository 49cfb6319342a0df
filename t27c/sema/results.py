"""A last expression without `;` is the result of its function, also at the ends of `if` and `switch` (SYN 3.4)."""

from __future__ import annotations

from dataclasses import replace

from t27c.syntax import ast


def with_returns(stmts: tuple[ast.Stmt, ...]) -> tuple[ast.Stmt, ...]:
    """The statements of a body with every value that they yield at their end made a `return`."""
    return (*stmts[:-1], _statement(stmts[-1])) if stmts else stmts


def returns_from_arms(node: ast.Expr) -> bool:
    """Whether `return node` reads better as a `return` in every arm: arms that run statements or name something."""
    match node:
        case ast.Switch():
            return True
        case ast.If() if node.else_body is not None:
            bodies = [*(branch.body for branch in node.branches), node.else_body]
            captures = [*(branch.capture for branch in node.branches), node.else_capture]
            return any(captures) or any(isinstance(b, ast.Switch | ast.Block) and not _is_one(b) for b in bodies)
        case _:
            return False


def _is_one(node: ast.Switch | ast.Block) -> bool:
    return isinstance(node, ast.Block) and node.label is None and len(node.stmts) == 1


def _statement(stmt: ast.Stmt) -> ast.Stmt:
    match stmt:
        case ast.ExprStmt(has_semicolon=False):
            return _value(stmt.value)
        case ast.If(else_body=None):
            return stmt
        case ast.If() | ast.Switch():
            return _value(stmt)
        case ast.Block(label=None):
            return replace(stmt, stmts=with_returns(stmt.stmts))
        case _:
            return stmt


def _value(node: ast.Expr) -> ast.If | ast.Switch | ast.Block | ast.Jump:
    match node:
        case ast.If() if node.else_body is not None:
            branches = tuple(replace(branch, body=_value(branch.body)) for branch in node.branches)
            return replace(node, branches=branches, else_body=_value(node.else_body))
        case ast.Switch():
            return replace(node, arms=tuple(replace(arm, body=_value(arm.body)) for arm in node.arms))
        case ast.Block(label=None):
            return replace(node, stmts=with_returns(node.stmts))
        case ast.Return() | ast.Break() | ast.Continue() | ast.Unreachable():
            return node
        case _:
            return ast.Return(span=node.span, value=node)
