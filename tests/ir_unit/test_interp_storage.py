"""The interpreter's storage: copies, views and pointers, undefined memory, aggregates."""

from __future__ import annotations

import pytest

from t27c.ir.interp import Interpreter, TrapError
from t27c.ir.nodes import (
    AddressOf,
    Aggregate,
    Assert,
    Call,
    Convert,
    ConvertKind,
    Deref,
    EnumDecl,
    Evaluate,
    Expr,
    Field,
    FieldDecl,
    Index,
    Op,
    Payload,
    PayloadKind,
    SliceOf,
    Stmt,
    StructDecl,
    TrapKind,
    UnionDecl,
)
from t27c.ir.types import (
    BOOL,
    F32,
    F64,
    I32,
    STRING,
    U8,
    USIZE,
    VOID,
    Array,
    Enum,
    Int,
    Optional,
    Pointer,
    QName,
    Slice,
    Struct,
    Tuple,
    Type,
    Union,
)
from t27c.ir.values import FloatValue, NullValue, SomeValue, UndefinedValue, UnionValue, Value
from tests.ir_unit.build import SPAN, assign, builtin, case, const, function, let, module, number, op, program, ret, var

PAIR = Array(length=2, element=U8)
TRIPLE = Array(length=3, element=I32)
VIEW = Slice(element=I32, const=False)
MAYBE = Optional(child=U8)
POINT = Struct(name=QName("case", "Point"))
SHAPE = Union(name=QName("case", "Shape"))
TAG = Enum(name=QName("case", "Shape.Tag"))
TYPES = (
    StructDecl(span=SPAN, type=POINT, fields=(FieldDecl(name="x", type=I32), FieldDecl(name="ys", type=TRIPLE))),
    EnumDecl(span=SPAN, type=TAG, tag=U8, variants=(("dot", 0), ("line", 1))),
    UnionDecl(
        span=SPAN, type=SHAPE, tag=TAG, fields=(FieldDecl(name="dot", type=VOID), FieldDecl(name="line", type=F64))
    ),
)


def run(*body: Stmt, result: Type = I32) -> Value:
    """Call a function with this body."""
    main = module(function("f", {}, result, *body), types=TYPES)
    return Interpreter(program(main)).call(QName("case", "f"), ())


def traps(*body: Stmt, result: Type = VOID) -> TrapKind:
    """The kind of the trap that this body ends with."""
    with pytest.raises(TrapError) as caught:
        run(*body, result=result)
    return caught.value.kind


def copy(place: Expr) -> Expr:
    return Convert(type=place.type, span=SPAN, kind=ConvertKind.COPY, operand=place)


def at(base: Expr, index: int, element: Type = I32) -> Index:
    return Index(type=element, span=SPAN, base=base, index=const(index, USIZE))


def field(base: Expr, name: str, type_: Type) -> Field:
    return Field(type=type_, span=SPAN, base=base, name=name)


def view(base: Expr, low: int | None = None, high: int | None = None) -> SliceOf:
    bounds = [const(bound, USIZE) if bound is not None else None for bound in (low, high)]
    return SliceOf(type=VIEW, span=SPAN, base=base, low=bounds[0], high=bounds[1])


def address(place: Expr) -> AddressOf:
    return AddressOf(type=Pointer(target=place.type, const=False), span=SPAN, place=place)


def deref(pointer: Expr) -> Deref:
    assert isinstance(pointer.type, Pointer)
    return Deref(type=pointer.type.target, span=SPAN, pointer=pointer)


XS = var("xs", TRIPLE)
LET_XS = let("xs", const((1, 2, 3), TRIPLE))
P = var("p", POINT)
LET_P = let("p", const((1, (1, 2, 3)), POINT))


def test_swap_reads_before_it_stores() -> None:
    a = var("a", PAIR)
    swapped = Aggregate(type=PAIR, span=SPAN, fields=(), parts=(at(a, 1, U8), at(a, 0, U8)))
    assert run(let("a", const((1, 2), PAIR)), assign(a, swapped), ret(copy(a)), result=PAIR) == bytes([2, 1])


def test_views_see_element_and_whole_assignments() -> None:
    s = var("s", VIEW)
    body = (LET_XS, let("s", view(XS, 1)), assign(at(XS, 1), const(7)))
    assert run(*body, ret(at(s, 0))) == 7
    assert run(*body, assign(XS, const((9, 8, 7), TRIPLE)), ret(at(s, 1))) == 7
    assert run(*body, assign(at(s, 1), const(5)), ret(copy(XS)), result=TRIPLE) == (1, 7, 5)


def test_copies_are_independent() -> None:
    assert run(LET_XS, let("ys", copy(XS)), assign(at(XS, 0), const(9)), ret(at(var("ys", TRIPLE), 0))) == 1
    q = var("q", POINT)
    body = (LET_P, let("q", copy(P)), assign(at(field(P, "ys", TRIPLE), 0), const(9)))
    assert run(*body, ret(at(field(q, "ys", TRIPLE), 0))) == 1


def test_view_of_a_field_survives_assignment_of_the_struct() -> None:
    body = (LET_P, let("s", view(field(P, "ys", TRIPLE))), assign(P, const((5, (6, 7, 8)), POINT)))
    assert run(*body, ret(at(var("s", VIEW), 2))) == 8


def test_struct_literal_runs_in_written_order_and_lies_in_declared_order() -> None:
    literal = Aggregate(type=POINT, span=SPAN, fields=("ys", "x"), parts=(const((1, 2, 3), TRIPLE), const(4)))
    assert run(ret(literal), result=POINT) == (4, (1, 2, 3))


def test_pointers_to_locals_fields_and_elements() -> None:
    target = Pointer(target=I32, const=False)
    through = deref(var("q", target))
    for place in (var("n"), field(P, "x", I32), at(XS, 1)):
        body = (let("n", const(0)), LET_P, LET_XS, let("q", address(place)), assign(through, const(42)), ret(place))
        assert run(*body) == 42
    same = op(Op.EQ, address(at(XS, 1)), address(at(XS, 1)))
    other = op(Op.NE, address(at(XS, 1)), address(at(XS, 2)))
    assert run(LET_XS, ret(op(Op.AND, same, other)), result=BOOL) is True


def test_callee_changes_the_caller_through_a_pointer() -> None:
    target = Pointer(target=I32, const=False)
    setter = function("set", {"q": target}, VOID, assign(deref(var("q", target)), const(5)))
    called = Call(type=VOID, span=SPAN, callee=QName("case", "set"), args=(address(var("n")),))
    main = function("f", {}, I32, let("n", const(0)), Evaluate(span=SPAN, value=called), ret(var("n")))
    assert Interpreter(program(module(setter, main))).call(QName("case", "f"), ()) == 5


def test_slices_given_from_outside_are_read_back() -> None:
    fill = function("fill", {"s": VIEW}, VOID, assign(at(var("s", VIEW), 1), const(5)))
    interpreter = Interpreter(program(module(fill)))
    assert interpreter.call_and_read(QName("case", "fill"), ((1, 2),)) == ((), ((1, 5),))


def test_optionals_of_numbers_are_values() -> None:
    a, b = var("a", MAYBE), var("b", MAYBE)
    inside = Payload(type=U8, span=SPAN, base=a, kind=PayloadKind.OPTIONAL)
    body = (let("a", const(SomeValue(1), MAYBE)), let("b", a), assign(inside, const(9, U8)))
    assert run(*body, ret(b), result=MAYBE) == SomeValue(1)
    assert run(*body, ret(a), result=MAYBE) == SomeValue(9)
    assert run(*body, ret(op(Op.EQ, a, b)), result=BOOL) is False
    null = let("a", const(NullValue(), MAYBE))
    assert run(null, ret(op(Op.IS_NULL, a)), result=BOOL) is True
    assert traps(null, assign(inside, const(9, U8))) is TrapKind.NULL_UNWRAP


def test_pointer_into_an_optional_stays_when_it_is_assigned() -> None:
    a = var("a", MAYBE)
    inside = Payload(type=U8, span=SPAN, base=a, kind=PayloadKind.OPTIONAL)
    body = (let("a", const(SomeValue(1), MAYBE)), let("q", address(inside)), assign(a, const(SomeValue(3), MAYBE)))
    assert run(*body, ret(deref(var("q", Pointer(target=U8, const=False)))), result=U8) == 3


def test_unions_know_their_active_field() -> None:
    u = var("u", SHAPE)
    line = Aggregate(type=SHAPE, span=SPAN, fields=("line",), parts=(number(2.0),))
    tag = Convert(type=TAG, span=SPAN, kind=ConvertKind.UNION_TAG, operand=u)
    assert run(let("u", line), ret(tag), result=TAG) == 1
    assert run(let("u", line), ret(field(u, "line", F64)), result=F64) == FloatValue.of(64, 2.0)
    assert run(let("u", line), ret(copy(u)), result=SHAPE) == UnionValue("line", FloatValue.of(64, 2.0))
    dot = Aggregate(type=SHAPE, span=SPAN, fields=("dot",), parts=())
    to_dot = (let("u", line), assign(u, dot))
    assert run(*to_dot, ret(copy(u)), result=SHAPE) == UnionValue("dot", None)
    assert traps(*to_dot, ret(field(u, "line", F64)), result=F64) is TrapKind.INACTIVE_FIELD


@pytest.mark.parametrize(("low", "high", "length"), [(3, None, 0), (None, 2, 2), (1, 3, 2), (None, None, 3), (0, 0, 0)])
def test_slicing(low: int | None, high: int | None, length: int) -> None:
    assert run(LET_XS, ret(builtin("len", USIZE, view(XS, low, high))), result=USIZE) == length


def test_bounds_trap() -> None:
    for low, high in ((4, None), (2, 1), (0, 4)):
        assert traps(LET_XS, ret(view(XS, low, high)), result=VIEW) is TrapKind.SLICE_BOUNDS
    assert traps(LET_XS, ret(at(XS, 3))) is TrapKind.INDEX_BOUNDS
    assert traps(LET_XS, let("s", view(XS, 1)), ret(at(var("s", VIEW), 2))) is TrapKind.INDEX_BOUNDS


def test_target_index_is_checked_before_the_value_runs() -> None:
    divide = op(Op.DIV, const(1), const(0))
    assert traps(LET_XS, assign(at(XS, 3), divide)) is TrapKind.INDEX_BOUNDS


def test_undefined_memory() -> None:
    undefined = UndefinedValue()
    assert run(ret(const(undefined, PAIR)), result=PAIR) == bytes([170, 170])
    assert run(ret(const(undefined, MAYBE)), result=MAYBE) == SomeValue(170)
    assert run(ret(const(undefined, F32)), result=F32) == FloatValue(32, 0xAAAAAAAA)
    assert run(ret(const(undefined, TAG)), result=TAG) == undefined
    for variant in (0, 1):
        assert run(ret(op(Op.EQ, const(undefined, TAG), const(variant, TAG))), result=BOOL) is False
    assert traps(ret(builtin("tag_name", STRING, const(undefined, TAG))), result=STRING) is TrapKind.INVALID_ENUM


def test_undefined_slices_and_pointers_trap_when_used() -> None:
    undefined = UndefinedValue()
    slice_ = const(undefined, VIEW)
    pointer = const(undefined, Pointer(target=I32, const=False))
    assert run(let("s", slice_), ret(const(1))) == 1
    for use in (at(slice_, 0), builtin("len", USIZE, slice_), op(Op.EQ, slice_, slice_), view(slice_), deref(pointer)):
        assert traps(ret(use), result=use.type) is TrapKind.UNDEFINED_POINTER


def test_fields_of_an_undefined_struct_are_ordinary() -> None:
    body = (let("p", const(UndefinedValue(), POINT)), assign(at(field(P, "ys", TRIPLE), 2), const(1)))
    assert run(*body, ret(field(P, "ys", TRIPLE)), result=TRIPLE) == (-1431655766, -1431655766, 1)


def test_comparison_by_content_is_ieee() -> None:
    floats = Array(length=1, element=F64)
    nan = const((FloatValue(64, 0x7FF8000000000000),), floats)
    assert run(LET_NAN, ret(op(Op.EQ, var("n", floats), var("n", floats))), result=BOOL) is False
    assert run(ret(op(Op.NE, nan, nan)), result=BOOL) is True
    zeros = op(Op.EQ, const((FloatValue.of(64, 0.0),), floats), const((FloatValue.of(64, -0.0),), floats))
    assert run(ret(zeros), result=BOOL) is True
    assert run(ret(op(Op.EQ, const(b"abc", STRING), const(b"abc", STRING))), result=BOOL) is True
    assert run(ret(op(Op.EQ, const(b"abc", STRING), const(b"abd", STRING))), result=BOOL) is False


LET_NAN = let("n", const((FloatValue(64, 0x7FF8000000000000),), Array(length=1, element=F64)))


def test_left_operand_keeps_its_value_while_the_right_one_runs() -> None:
    target = Pointer(target=TRIPLE, const=False)
    q = var("q", target)
    change = function("change", {"q": target}, TRIPLE, assign(at(deref(q), 0), const(9)), ret(copy(deref(q))))
    called = Call(type=TRIPLE, span=SPAN, callee=QName("case", "change"), args=(address(XS),))
    main = function("f", {}, BOOL, LET_XS, ret(op(Op.EQ, XS, called)))
    assert Interpreter(program(module(change, main))).call(QName("case", "f"), ()) is False


def test_mem_copy_reads_first_and_checks_lengths() -> None:
    move = builtin("mem_copy", VOID, view(XS, 1, 3), view(XS, 0, 2))
    assert run(LET_XS, Evaluate(span=SPAN, value=move), ret(copy(XS)), result=TRIPLE) == (1, 1, 2)
    short = builtin("mem_copy", VOID, view(XS, 0, 3), view(XS, 0, 2))
    assert traps(LET_XS, Evaluate(span=SPAN, value=short)) is TrapKind.LENGTH_MISMATCH
    fill = builtin("mem_set", VOID, view(XS, 1), const(7))
    assert run(LET_XS, Evaluate(span=SPAN, value=fill), ret(copy(XS)), result=TRIPLE) == (1, 7, 7)


def test_arrays_from_arrays() -> None:
    pairs = Array(length=2, element=TRIPLE)
    splat = builtin("splat", pairs, copy(XS))
    body = (LET_XS, let("g", splat), assign(at(at(var("g", pairs), 0, TRIPLE), 0), const(9)))
    assert run(*body, ret(copy(var("g", pairs))), result=pairs) == ((9, 2, 3), (1, 2, 3))
    four = Array(length=4, element=U8)
    two = const((1, 2), PAIR)
    assert run(ret(builtin("concat", four, two, two)), result=four) == bytes([1, 2, 1, 2])
    assert run(ret(builtin("repeat", four, two)), result=four) == bytes([1, 2, 1, 2])


def test_searching_bytes() -> None:
    hay, found = const(b"hello", STRING), Optional(child=USIZE)
    assert run(ret(builtin("index_of", found, hay, const(b"lo", STRING))), result=found) == SomeValue(3)
    assert run(ret(builtin("index_of", found, hay, const(b"x", STRING))), result=found) == NullValue()
    assert run(ret(builtin("index_of_scalar", found, hay, const(108, U8))), result=found) == SomeValue(2)
    assert run(ret(builtin("starts_with", BOOL, hay, const(b"he", STRING))), result=BOOL) is True
    assert run(ret(builtin("ends_with", BOOL, hay, const(b"", STRING))), result=BOOL) is True
    assert run(ret(builtin("ends_with", BOOL, hay, const(b"hell", STRING))), result=BOOL) is False


def test_messages_show_values_as_a_spec_writes_them() -> None:
    shown = {
        const((1, (1, 2, 3)), POINT): ".{ .x = 1, .ys = [1, 2, 3] }",
        const(b'a"b', STRING): '"a\\"b"',
        const(FloatValue.of(32, 0.1), F32): "0.1",
        const(SomeValue(4), MAYBE): "4",
        const(NullValue(), MAYBE): "null",
        const(1, TAG): ".line",
        const((1, True), Tuple(elements=(Int(bits=4, signed=True), BOOL))): "(1, true)",
        const(bytes(20), Array(length=20, element=U8)): "[" + "0, " * 16 + "...]",
    }
    for value, text in shown.items():
        failing = case(Assert(span=SPAN, condition=op(Op.NE, value, value), text="a != a"))
        outcome = Interpreter(program(module(types=TYPES))).run_test("case", failing)
        assert outcome.trap is not None
        assert outcome.trap.values == (text, text)
