"""Folding: what is known is computed, what would trap stays, and nothing is evaluated twice or not at all."""

from __future__ import annotations

import pytest

from t27c.ir.nodes import Call, Expr, If, Op, Return, Select, Stmt
from t27c.ir.types import BOOL, F32, I32, U8, QName
from t27c.passes.fold import fold
from tests.ir_unit.build import SPAN, const, function, module, number, op, ret, var

TRUE, FALSE = const(True, BOOL), const(False, BOOL)
CALL = Call(type=BOOL, span=SPAN, callee=QName("case", "effect"), args=())


def _folded(*body: Stmt) -> tuple[Stmt, ...]:
    return fold(module(function("f", {}, I32, *body))).functions[0].body


def _value(expr: Expr) -> Expr:
    (stmt,) = _folded(ret(expr))
    assert isinstance(stmt, Return)
    assert stmt.value is not None
    return stmt.value


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (op(Op.ADD, const(2), op(Op.MUL, const(3), const(4))), const(14)),
        (op(Op.DIV, const(-7), const(2)), const(-3)),
        (op(Op.ADD, number(0.1, F32), number(0.2, F32)), number(0.3 + 1.2e-8, F32)),
        (op(Op.LT, const(2), const(3)), TRUE),
        (op(Op.AND, TRUE, CALL), CALL),
        (op(Op.OR, TRUE, CALL), TRUE),
        (op(Op.AND, CALL, TRUE), CALL),
        (Select(type=I32, span=SPAN, condition=FALSE, then=const(1), otherwise=var("x")), var("x")),
    ],
)
def test_known_expressions(expr: Expr, expected: Expr) -> None:
    assert _value(expr) == expected


@pytest.mark.parametrize(
    "expr",
    [
        op(Op.ADD, const(200, U8), const(100, U8)),
        op(Op.DIV, const(1), const(0)),
        op(Op.SHL, const(1), const(32)),
        op(Op.AND, CALL, FALSE),
        op(Op.ADD, var("x"), const(0)),
    ],
)
def test_what_stays(expr: Expr) -> None:
    assert _value(expr) == expr


def test_branches_that_are_decided() -> None:
    one, two, three = ret(const(1)), ret(const(2)), ret(const(3))
    chain = If(span=SPAN, branches=((FALSE, (one,)), (CALL, (two,)), (TRUE, (three,))), otherwise=(one,))
    assert _folded(chain) == (If(span=SPAN, branches=((CALL, (two,)),), otherwise=(three,)),)
    assert _folded(If(span=SPAN, branches=((TRUE, (one,)),), otherwise=(two,))) == (one,)
