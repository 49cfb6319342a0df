"""The pass `order`: what may be told apart becomes a statement of its own, everything else stays an expression."""

from __future__ import annotations

from t27c.ir.nodes import Assign, Block, Call, Deref, Expr, If, Index, Let, Op, Operation, Return, Stmt, While
from t27c.ir.types import BOOL, I32, USIZE, Array, QName, Slice, Type
from t27c.ir.walk import walk_body_exprs
from t27c.passes.order import MAX_DEPTH, order_function
from tests.ir_unit.build import SPAN, const, function, let, op, ret, var

XS = Slice(element=I32, const=False)


def call(name: str) -> Call:
    """A call of a function that may do anything."""
    return Call(type=I32, span=SPAN, callee=QName("case", name), args=())


def element(index: Expr) -> Index:
    """A checked element of the slice `xs`."""
    return Index(type=I32, span=SPAN, base=var("xs", XS), index=index)


def ordered(*body: Stmt) -> tuple[Stmt, ...]:
    """The body of a function with parameters a, b, i, j and xs after the pass."""
    params: dict[str, Type] = {"a": I32, "b": I32, "i": USIZE, "j": USIZE, "xs": XS}
    return order_function(function("f", params, I32, *body)).body


def test_plain_arithmetic_stays_one_expression() -> None:
    body = (ret(op(Op.ADD, var("a"), var("b"))),)
    assert ordered(*body) == body


def test_the_first_of_two_traps_comes_first() -> None:
    first, last = ordered(ret(op(Op.BIT_XOR, element(var("i", USIZE)), element(var("j", USIZE)))))
    assert isinstance(first, Let)
    assert first.value == element(var("i", USIZE))
    assert isinstance(last, Return)
    assert last.value == op(Op.BIT_XOR, var(first.local.name), element(var("j", USIZE)))


def test_calls_run_from_left_to_right() -> None:
    first, last = ordered(ret(op(Op.BIT_XOR, call("g"), call("h"))))
    assert isinstance(first, Let)
    assert first.value == call("g")
    assert isinstance(last, Return)


def test_a_place_is_located_before_its_value() -> None:
    first, last = ordered(Assign(span=SPAN, place=element(var("i", USIZE)), value=call("g")))
    assert isinstance(first, Let)
    assert isinstance(last, Assign)
    assert isinstance(last.place, Deref)
    assert last.value == call("g")


def test_the_right_side_of_and_stays_lazy() -> None:
    right = op(Op.LT, op(Op.BIT_XOR, call("g"), call("h")), const(3))
    condition = Operation(type=BOOL, span=SPAN, op=Op.AND, operands=(op(Op.LT, var("a"), var("b")), right))
    start, chain, _ = ordered(let("c", condition))
    assert isinstance(start, Let)
    assert start.value == op(Op.LT, var("a"), var("b"))
    assert isinstance(chain, If)
    assert chain.otherwise == ()
    assert isinstance(chain.branches[0][1][0], Let)


def test_conditions_of_loops_are_evaluated_every_round() -> None:
    condition = op(Op.LT, op(Op.BIT_XOR, call("g"), call("h")), const(3))
    (loop,) = ordered(While(span=SPAN, label="l", condition=condition, step=(), body=()))
    assert isinstance(loop, While)
    assert [type(stmt) for stmt in loop.body] == [Let, If]


def test_long_chains_become_shallow() -> None:
    total: Expr = var("a")
    for _ in range(3000):
        total = op(Op.ADD, total, var("b"))
    body = ordered(ret(total))
    assert len(body) > 3000 // (MAX_DEPTH + 1)
    assert sum(isinstance(expr, Operation) for expr in walk_body_exprs(body)) == 3000


def test_blocks_are_gone() -> None:
    block = Block(type=I32, span=SPAN, body=(let("t", call("g")),), value=var("t"))
    body = ordered(ret(op(Op.BIT_XOR, var("a"), block)))
    assert not any(isinstance(expr, Block) for expr in walk_body_exprs(body))
    assert isinstance(body[0], Let)


def test_elements_of_arrays_with_known_indices_never_trap() -> None:
    pair = Array(length=2, element=I32)
    parts = [Index(type=I32, span=SPAN, base=var("p", pair), index=const(at, USIZE)) for at in (0, 1)]
    body = order_function(function("f", {"p": pair}, I32, ret(op(Op.BIT_XOR, *parts)))).body
    assert body == (ret(op(Op.BIT_XOR, *parts)),)
