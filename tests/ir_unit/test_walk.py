"""Walking and rebuilding trees."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import get_args

from t27c.ir import walk
from t27c.ir.builtins import BUILTINS
from t27c.ir.nodes import (
    Block,
    Call,
    Const,
    Evaluate,
    Expr,
    If,
    Let,
    Op,
    Operation,
    Select,
    SliceOf,
    Stmt,
    Switch,
    While,
)
from t27c.ir.types import BOOL, I32, STRING, USIZE, QName
from t27c.ir.walk import children, map_body, map_children, map_stmt, rewrite, rewrite_body, walk_body, walk_body_exprs
from tests.ir_unit.build import SPAN, const, let, op, ret, var


def test_walks_know_every_node() -> None:
    """The tables have a row for each class of the unions."""
    assert set(walk._CHILDREN) == set(get_args(Expr))
    assert set(walk._STMT_EXPRS) == set(get_args(Stmt))
    with_bodies = {cls for cls in get_args(Stmt) if {"body", "arms", "branches"} & {f.name for f in fields(cls)}}
    assert set(walk._STMT_BODIES) == with_bodies


def _bump(expr: Expr) -> Expr:
    if isinstance(expr, Const) and isinstance(expr.value, int):
        return replace(expr, value=expr.value + 1)
    return expr


def _chain(length: int) -> Expr:
    expr: Expr = const(0)
    for _ in range(length):
        expr = op(Op.ADD, expr, const(1))
    return expr


def test_map_children_keeps_unchanged_nodes() -> None:
    expr = op(Op.ADD, var("a"), const(1))
    assert map_children(expr, lambda child: child) is expr
    assert map_children(expr, _bump) == op(Op.ADD, var("a"), const(2))


def test_children_of_slices_with_one_bound_are_rebuilt_in_place() -> None:
    view = SliceOf(type=STRING, span=SPAN, base=var("s", STRING), low=None, high=const(3, USIZE))
    assert children(view) == (var("s", STRING), const(3, USIZE))
    assert map_children(view, _bump) == replace(view, high=const(4, USIZE))


def test_callee_expression_is_the_first_operand() -> None:
    named = Call(type=I32, span=SPAN, callee=QName("case", "f"), args=(const(1),))
    by_value = Call(type=I32, span=SPAN, callee=var("f"), args=(const(1),))
    assert children(named) == (const(1),)
    assert children(by_value) == (var("f"), const(1))
    assert map_children(by_value, _bump) == replace(by_value, args=(const(2),))


def test_rewrite_goes_through_a_long_chain() -> None:
    expr = rewrite(_chain(20_000), _bump)
    values = []
    while isinstance(expr, Operation):
        values.append(expr.operands[1])
        expr = expr.operands[0]
    assert expr == const(1)
    assert len(values) == 20_000
    assert set(values) == {const(2)}


def test_rewrite_keeps_identity() -> None:
    expr = Select(type=I32, span=SPAN, condition=var("c", BOOL), then=_chain(3), otherwise=var("x"))
    assert rewrite(expr, lambda node: node) is expr


def test_rewrite_body_reaches_blocks_in_expressions() -> None:
    inner = Block(type=I32, span=SPAN, body=(let("t", const(1)),), value=var("t"))
    body: tuple[Stmt, ...] = (
        If(span=SPAN, branches=((const(True, BOOL), (Evaluate(span=SPAN, value=inner),)),), otherwise=()),
    )
    assert rewrite_body(body, lambda node: node) is body
    changed = rewrite_body(body, lambda e: const(7) if e == const(1) else e)
    assert [stmt.value for stmt in walk_body(changed) if isinstance(stmt, Let)] == [const(7)]


def test_walk_order_is_the_written_one() -> None:
    loop = While(
        span=SPAN, label="l", condition=var("c", BOOL), step=(ret(const(2)),), body=(ret(const(1)), ret(var("x")))
    )
    assert list(walk_body_exprs((loop,))) == [var("c", BOOL), const(1), var("x"), const(2)]
    assert list(walk_body((loop,))) == [loop, loop.body[0], loop.body[1], loop.step[0]]


def test_map_stmt_keeps_a_switch_without_else() -> None:
    switch = Switch(span=SPAN, subject=const(1), arms=(), otherwise=None)
    changed = map_stmt(switch, _bump, lambda body: body)
    assert changed == replace(switch, subject=const(2))
    assert map_body((switch,), lambda stmt: (stmt, ret())) == (switch, ret())


def test_rows_of_builtins_agree_with_themselves() -> None:
    for name, row in BUILTINS.items():
        assert row.name == name
        assert row.is_transcendental == (row.ulp64 > 0)
        assert row.numpy == "" or row.numpy.startswith(("np.", "math.")) or row.numpy in {"abs", "len"}
