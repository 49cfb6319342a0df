"""Hoisting: no block is left in an expression, and everything still happens once, in the written order."""

from __future__ import annotations

import pytest

from t27c.ir.interp import Interpreter
from t27c.ir.nodes import Block, Call, Evaluate, Expr, Global, If, Module, Op, Select, Stmt, While
from t27c.ir.types import I32, QName
from t27c.ir.walk import walk_body_exprs
from t27c.passes.hoist import hoist
from tests.ir_unit.build import SPAN, assign, const, function, let, module, op, program, ret, var

TRACE = var(QName("case", "trace"))


def log(n: int) -> Call:
    """A call that leaves the digit `n` in the trace and gives it back."""
    return Call(type=I32, span=SPAN, callee=QName("case", "log"), args=(const(n),))


def block(value: Expr, *body: Stmt) -> Block:
    """Statements, then a value."""
    return Block(type=value.type, span=SPAN, body=body, value=value)


def logged(n: int) -> Block:
    """A block that leaves two digits and gives the second."""
    return block(log(n), Evaluate(span=SPAN, value=log(n + 5)))


def equal(a: Expr, b: int) -> Expr:
    """A comparison with a number."""
    return op(Op.EQ, a, const(b))


def branch(*branches: tuple[Expr, int], otherwise: int) -> If:
    """A chain whose branches return what they log."""
    return If(
        span=SPAN,
        branches=tuple((condition, (ret(log(n)),)) for condition, n in branches),
        otherwise=(ret(log(otherwise)),),
    )


COUNTED = While(
    span=SPAN,
    label="loop",
    condition=op(Op.LT, block(var("i"), Evaluate(span=SPAN, value=log(1))), const(2)),
    step=(assign(var("i"), op(Op.ADD, var("i"), const(1))),),
    body=(Evaluate(span=SPAN, value=log(2)),),
)
CHOICE = Select(type=I32, span=SPAN, condition=equal(log(2), 0), then=logged(3), otherwise=logged(4))
CASES: dict[str, tuple[tuple[Stmt, ...], int, int]] = {
    "operands": ((ret(op(Op.ADD, op(Op.SUB, log(1), logged(2)), log(3))),), 1723, 2),
    "an and that runs": ((branch((op(Op.AND, equal(log(1), 1), equal(logged(2), 2)), 4), otherwise=9),), 1724, 4),
    "an or that stops": ((branch((op(Op.OR, equal(log(1), 1), equal(logged(2), 2)), 4), otherwise=9),), 14, 4),
    "a select": ((ret(op(Op.ADD, log(1), CHOICE)),), 1294, 5),
    "a chain": ((branch((equal(log(1), 0), 7), (equal(logged(2), 2), 8), otherwise=9),), 1728, 8),
    "a loop": ((let("i", const(0)), COUNTED, ret(var("i"))), 12121, 2),
    "a variable that a block changes": (
        (let("x", const(3)), ret(op(Op.MUL, var("x"), block(var("x"), assign(var("x"), const(5)))))),
        0,
        15,
    ),
    "a block that jumps": ((ret(op(Op.ADD, log(1), block(const(0), ret(log(6))))),), 16, 6),
}


def _module(body: tuple[Stmt, ...]) -> Module:
    digit = assign(TRACE, op(Op.ADD, op(Op.MUL, TRACE, const(10)), var("n")))
    call = Call(type=I32, span=SPAN, callee=QName("case", "f"), args=())
    return module(
        function("log", {"n": I32}, I32, digit, ret(var("n"))),
        function("f", {}, I32, *body),
        function("trace_of", {}, I32, Evaluate(span=SPAN, value=call), ret(TRACE)),
        variables=(Global(span=SPAN, name=QName("case", "trace"), type=I32, value=0),),
    )


@pytest.mark.parametrize("max_depth", [1 << 60, 1])
@pytest.mark.parametrize("name", CASES)
def test_order_and_values(name: str, max_depth: int) -> None:
    body, trace, value = CASES[name]
    hoisted = hoist(_module(body), max_depth)
    for made in (_module(body), hoisted):
        assert Interpreter(program(made)).call(QName("case", "trace_of"), ()) == trace
        assert Interpreter(program(made)).call(QName("case", "f"), ()) == value
    left = [e for f in hoisted.functions for e in walk_body_exprs(f.body) if isinstance(e, Block)]
    assert left == []
