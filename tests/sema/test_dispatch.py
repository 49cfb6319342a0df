"""Every form of the syntax tree has a checker, so that none can fall through at run time."""

from __future__ import annotations

import pytest

from t27c.sema import checkers as _registered  # noqa: F401 - fills the tables
from t27c.sema import dispatch
from t27c.syntax import ast

_EXPRESSIONS = (
    "IntLit FloatLit StringLit WordLit NameRef EnumLit ErrorLit ErrorSetLit TypeExpr SomeLit StructLit ArrayLit "
    "TupleLit Member Index Slice Call BuiltinCall Unary Binary Cast Catch Return Break Continue Unreachable Block If "
    "Switch"
)
_STATEMENTS = (
    "Local Destructure Assign Discard ExprStmt TryStmt Assert While For Defer Return Break Continue Unreachable Block "
    "If Switch Function"
)


@pytest.mark.parametrize("name", _EXPRESSIONS.split())
def test_expressions_have_checkers(name: str) -> None:
    assert getattr(ast, name) in dispatch.EXPR_CHECKERS


@pytest.mark.parametrize("name", _STATEMENTS.split())
def test_statements_have_checkers(name: str) -> None:
    assert getattr(ast, name) in dispatch.STMT_CHECKERS


def test_operators_of_control_flow_have_rows() -> None:
    assert {ast.BinaryOp.ORELSE, ast.UnaryOp.TRY} <= set(dispatch.EXPR_CHECKERS)
