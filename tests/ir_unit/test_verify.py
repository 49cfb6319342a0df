"""The verifier finds each kind of broken rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from t27c.ir.builtins import Signature
from t27c.ir.nodes import (
    Arm,
    Block,
    Break,
    Call,
    Constant,
    Continue,
    Convert,
    ConvertKind,
    Deref,
    Evaluate,
    Expr,
    Field,
    ForRange,
    If,
    Index,
    Labelled,
    Local,
    Op,
    Payload,
    PayloadKind,
    Select,
    Stmt,
    Switch,
    While,
)
from t27c.ir.places import is_place
from t27c.ir.types import BOOL, F64, I32, STRING, U8, USIZE, VOID, Array, Optional, Pointer, QName, Slice, Struct, Type
from t27c.ir.values import FloatValue, SomeValue
from t27c.ir.verify import Stage, verify, verify_function
from tests.ir_unit.build import SPAN, assign, builtin, const, function, let, module, number, op, ret, var

TRIPLE = Array(length=3, element=I32)
XS = var("xs", TRIPLE)
VIEW = Slice(element=I32, const=False)


def problems(*body: Stmt, result: Type = VOID, stage: Stage = Stage.LOWERED, **params: Type) -> list[str]:
    found = verify_function(function("f", dict(params), result, *body), stage)
    assert all(problem.span == SPAN for problem in found)
    return [problem.message for problem in found]


def value_problems(expr: Expr) -> list[str]:
    return problems(Evaluate(span=SPAN, value=expr))


@pytest.mark.parametrize(
    ("expr", "message"),
    [
        (op(Op.ADD, const(1), const(1, U8)), "the right side of `+` is u8, not i32"),
        (replace(op(Op.LT, const(1), const(2)), type=I32), "the result of `<` is i32, not bool"),
        (op(Op.BIT_AND, number(1.0), number(1.0)), "`&` is not for f64"),
        (op(Op.AND, const(1), const(1)), "the result of `and` is bool, not i32"),
        (const(300, U8), "300 is no value of u8"),
        (const(FloatValue.of(32, 1.0), F64), "FloatValue(width=32, bits=1065353216) is no value of f64"),
        (const((1, 2), TRIPLE), "(1, 2) is no value of [3]i32"),
        (const(SomeValue(True), Optional(child=U8)), "SomeValue(value=True) is no value of ?u8"),
        (builtin("exp", I32, const(1)), "`exp` is T -> T, T a float, not i32 -> i32"),
        (builtin("nothing", I32, const(1)), "there is no builtin `nothing`"),
        (builtin("min", I32, const(1)), "`min` takes 2 operands, not 1"),
        (builtin("clz", U8, const(1, U8)), f"`clz` is {Signature.BIT_COUNT.value}, not u8 -> u8"),
        (Convert(type=U8, span=SPAN, kind=ConvertKind.INT_WIDEN, operand=const(1)), "widen does not turn i32 into u8"),
        (
            Convert(type=I32, span=SPAN, kind=ConvertKind.WRAP_OPTIONAL, operand=const(1)),
            "some does not turn i32 into i32",
        ),
        (
            Select(type=I32, span=SPAN, condition=const(1), then=const(1), otherwise=const(2)),
            "the condition is i32, not bool",
        ),
        (Index(type=I32, span=SPAN, base=const((1, 2, 3), TRIPLE), index=const(0)), "a position of type i32"),
        (Deref(type=I32, span=SPAN, pointer=const(0)), "i32 has no target of the pointer"),
        (Payload(type=I32, span=SPAN, base=const(0), kind=PayloadKind.OPTIONAL), "i32 has no payload"),
        (var("nobody"), "`nobody` is not defined here"),
        (Call(type=I32, span=SPAN, callee=QName("case", "g"), args=()), "there is no function `g`"),
        (Call(type=I32, span=SPAN, callee=QName("case", "f"), args=()), "the result of the call is i32, not void"),
        (Call(type=VOID, span=SPAN, callee=QName("case", "f"), args=(const(1),)), "1 arguments for 0 parameters"),
    ],
)
def test_broken_expressions(expr: Expr, message: str) -> None:
    assert message in value_problems(expr)


def test_right_expressions_have_no_problem() -> None:
    shift = op(Op.SHL, const(1), const(3, U8))
    compared = op(Op.LT, const(1), const(3, U8))
    for expr in (
        shift,
        compared,
        builtin("len", USIZE, const(b"ab", STRING)),
        const(b"abc", Array(length=3, element=U8)),
    ):
        assert value_problems(expr) == []


def test_locals_are_unique_and_seen_where_they_live() -> None:
    twice = (let("x", const(1)), let("x", const(2)))
    assert problems(*twice) == ["`x` is declared twice"]
    inner = If(span=SPAN, branches=((const(True, BOOL), (let("x", const(1)),)),), otherwise=())
    assert problems(inner, Evaluate(span=SPAN, value=var("x"))) == ["`x` is not defined here"]
    assert problems(let("x", const(1)), Evaluate(span=SPAN, value=var("x", U8))) == ["the type of `x` is u8, not i32"]


def test_block_locals_end_with_the_block_and_blocks_with_hoisting() -> None:
    block = Block(type=I32, span=SPAN, body=(let("t", const(1)),), value=var("t"))
    body = (Evaluate(span=SPAN, value=op(Op.ADD, block, const(1))),)
    assert problems(*body) == []
    assert problems(*body, stage=Stage.HOISTED) == ["a block expression after hoisting"]
    assert problems(*body, Evaluate(span=SPAN, value=var("t"))) == ["`t` is not defined here"]


def test_labels() -> None:
    loop = While(span=SPAN, label="w", condition=const(True, BOOL), step=(), body=(Break(span=SPAN, label="w"),))
    assert problems(loop) == []
    assert problems(loop, Break(span=SPAN, label="w")) == ["no label `w` around"]
    block = Labelled(span=SPAN, label="b", body=(Break(span=SPAN, label="b"), Continue(span=SPAN, label="b")))
    assert problems(block) == ["no label `b` around"]


def test_targets_and_values_of_assignments() -> None:
    assert problems(assign(const(1), const(2))) == ["the target of an assignment is no place"]
    assert problems(assign(var("n"), const(2, U8)), n=I32) == ["the assigned value is u8, not i32"]
    assert problems(ret(const(1))) == ["the returned value is i32, not void"]
    assert problems(ret(), result=I32) == ["the returned value is void, not i32"]


def test_aggregates_need_copies_until_passes_remove_them() -> None:
    copied = Convert(type=TRIPLE, span=SPAN, kind=ConvertKind.COPY, operand=XS)
    assert problems(let("ys", copied), xs=TRIPLE) == []
    missing = ["an aggregate ([3]i32) is used without a copy"]
    assert problems(let("ys", XS), xs=TRIPLE) == missing
    assert problems(ret(XS), result=TRIPLE, xs=TRIPLE) == missing
    assert problems(let("ys", XS), xs=TRIPLE, stage=Stage.PASSED) == []
    assert problems(let("ys", const((1, 2, 3), TRIPLE))) == []


def test_switches() -> None:
    arms = (Arm(ranges=((0, 3),), body=()), Arm(ranges=((3, 5),), body=()))
    overlapping = Switch(span=SPAN, subject=const(1), arms=arms, otherwise=())
    assert problems(overlapping) == ["two arms of a switch overlap"]
    assert problems(replace(overlapping, arms=(), subject=number(1.0))) == ["a switch on f64"]
    assert problems(replace(overlapping, arms=(Arm(ranges=((3, 1),), body=()),))) == [
        "a range of a switch runs backwards"
    ]


def test_loop_bounds_have_the_type_of_the_counter() -> None:
    counter = Local(name="i", type=USIZE, mutable=False)
    loop = ForRange(span=SPAN, label="l", local=counter, low=const(0), high=const(3, USIZE), body=())
    assert problems(loop) == ["the start is i32, not usize"]


def test_module_values_and_calls_are_checked() -> None:
    wrong = Constant(span=SPAN, name=QName("case", "N"), type=U8, value=-1)
    main = module(function("f", {}, VOID), constants=(wrong,))
    assert [problem.message for problem in verify(main)] == ["`N` is no value of u8"]
    assert str(verify(main)[0]) == "case.t27:1:1: `N` is no value of u8"


def test_places() -> None:
    point = Struct(name=QName("case", "P"))
    call = Call(type=point, span=SPAN, callee=QName("case", "f"), args=())
    assert not is_place(Field(type=I32, span=SPAN, base=call, name="x"))
    assert is_place(Field(type=I32, span=SPAN, base=var("p", point), name="x"))
    fresh_view = builtin("len", VIEW, const(1))
    assert is_place(Index(type=I32, span=SPAN, base=fresh_view, index=const(0, USIZE)))
    assert is_place(Deref(type=I32, span=SPAN, pointer=const(0, Pointer(target=I32, const=False))))
    assert not is_place(const(1))


def test_long_chains_are_verified() -> None:
    total: Expr = const(0)
    for _ in range(5_000):
        total = op(Op.ADD, total, const(1))
    assert value_problems(total) == []
