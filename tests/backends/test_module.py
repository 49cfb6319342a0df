"""Generated modules at work: values, traps, and what public functions make of their arguments."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from t27c.backends.python.module import used_names
from t27c.ir.nodes import (
    AddressOf,
    Constant,
    Deref,
    EnumDecl,
    FieldDecl,
    Global,
    If,
    Index,
    Op,
    StructDecl,
    While,
)
from t27c.ir.types import BOOL, F32, I32, STRING, U8, USIZE, VOID, Array, Enum, Pointer, QName, Slice, Struct
from t27c.ir.values import FloatValue
from tests.backends.harness import load
from tests.ir_unit.build import SPAN, assign, builtin, const, function, let, module, number, op, ret, var

VIEW = Slice(element=F32, const=False)
CONST_VIEW = Slice(element=F32, const=True)
CONFIG = Struct(name=QName("case", "Config"))
COLOR = Enum(name=QName("case", "Color"))
COUNT = QName("case", "count")


def _copy_loop() -> While:
    i = var("i", USIZE)
    store = assign(
        Index(type=F32, span=SPAN, base=var("output", VIEW), index=i),
        Index(type=F32, span=SPAN, base=var("input", CONST_VIEW), index=i),
    )
    condition = op(Op.LT, i, builtin("len", USIZE, var("input", CONST_VIEW)))
    return While(
        span=SPAN,
        label="loop",
        condition=condition,
        step=(),
        body=(store, assign(i, op(Op.ADD, i, const(1, USIZE)))),
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """A module with a function of every kind that the tests below look at."""
    pointer = Pointer(target=I32, const=False)
    is_negative = op(Op.LT, var("x", F32), number(0, F32))
    negative = If(span=SPAN, branches=((is_negative, (ret(number(-1, F32)),)),), otherwise=())
    copy = function("copy", {"input": CONST_VIEW, "output": VIEW}, VOID, let("i", const(0, USIZE)), _copy_loop())
    through = function(
        "through",
        {},
        I32,
        let("a", const(1)),
        let("p", AddressOf(type=pointer, span=SPAN, place=var("a")), mutable=False),
        assign(Deref(type=I32, span=SPAN, pointer=var("p", pointer)), const(7)),
        ret(var("a")),
    )
    count = var(COUNT, U8)
    bump = function("bump", {}, U8, assign(count, op(Op.ADD, count, const(100, U8))), ret(count))
    fields = (
        FieldDecl(name="rate", type=F32),
        FieldDecl(name="class", type=Array(length=2, element=F32), default=(FloatValue.of(32, 1.5),) * 2),
    )
    return load(
        tmp_path_factory.mktemp("made"),
        module(
            function("sign", {"x": F32}, F32, negative, ret(number(1, F32))),
            function("add", {"a": U8, "b": U8}, U8, ret(op(Op.ADD, var("a", U8), var("b", U8)))),
            function("rate_of", {"config": CONFIG}, CONFIG, ret(var("config", CONFIG))),
            function("greeting", {}, STRING, ret(const(b'say "hi"\n', STRING))),
            function("same_color", {"a": COLOR, "b": COLOR}, BOOL, ret(op(Op.EQ, var("a", COLOR), var("b", COLOR)))),
            copy,
            through,
            bump,
            types=(
                StructDecl(span=SPAN, type=CONFIG, fields=fields, doc="How fast."),
                EnumDecl(span=SPAN, type=COLOR, tag=U8, variants=(("red", 0), ("name", 7))),
            ),
            constants=(Constant(span=SPAN, name=QName("case", "HALF"), type=F32, value=FloatValue.of(32, 0.5)),),
            variables=(Global(span=SPAN, name=COUNT, type=U8, value=3),),
        ),
    )


def test_floats_are_of_their_type(made: ModuleType) -> None:
    assert made.sign(-2) == np.float32(-1)
    assert type(made.sign(2.5)) is np.float32
    assert np.float32(0.5) == made.HALF


def test_integers_trap_at_the_place_of_the_spec(made: ModuleType) -> None:
    assert made.add(200, 55) == 255
    with pytest.raises(made._t27.Trap) as caught:
        made.add(200, 56)
    trap = caught.value
    assert (trap.kind, trap.file, trap.line, trap.column) == ("overflow", "case.t27", 1, 1)
    assert trap.values == (256,)


@pytest.mark.parametrize("wrong", [256, -1])
def test_integer_arguments_have_a_range(made: ModuleType, wrong: int) -> None:
    with pytest.raises(ValueError, match=r"a: .* is not between 0 and 255"):
        made.add(wrong, 0)


@pytest.mark.parametrize("wrong", [1.0, True, "1", None])
def test_integer_arguments_are_integers(made: ModuleType, wrong: object) -> None:
    with pytest.raises(TypeError, match="a: expected an integer"):
        made.add(wrong, 0)


def test_read_only_slices_take_what_is_like_an_array(made: ModuleType) -> None:
    output = np.zeros(3, np.float32)
    made.copy([1, 2.5, 3], output)
    assert output.tolist() == [1, 2.5, 3]
    made.copy(np.array([4, 5, 6], np.int64)[::-1], output)
    assert output.tolist() == [6, 5, 4]


@pytest.mark.parametrize(
    "wrong",
    [[0.0], np.zeros(1), np.zeros((1, 1), np.float32), np.frombuffer(b"\0\0\0\0", np.float32)],
    ids=["list", "float64", "two dimensions", "read-only"],
)
def test_writable_slices_take_the_very_type(made: ModuleType, wrong: object) -> None:
    with pytest.raises(TypeError, match="output: "):
        made.copy([1.0], wrong)


def test_writes_reach_the_array_of_the_caller(made: ModuleType) -> None:
    output = np.zeros(6, np.float32)
    made.copy([1, 2, 3], output[::2])
    assert output.tolist() == [1, 0, 2, 0, 3, 0]


def test_an_index_traps_before_the_value_is_stored(made: ModuleType) -> None:
    with pytest.raises(made._t27.Trap, match="index-bounds: index 1 in 1 elements"):
        made.copy([1, 2], np.zeros(1, np.float32))


def test_structs_are_checked_and_copied(made: ModuleType) -> None:
    config = made.Config(rate=1)
    result = made.rate_of(config)
    assert type(result.rate) is np.float32
    assert result.class_.tolist() == [1.5, 1.5]
    result.class_[0] = 9
    assert config.class_[0] == np.float32(1.5)
    with pytest.raises(TypeError, match=r"config\.rate: expected a number"):
        made.rate_of(made.Config(rate="fast"))
    with pytest.raises(TypeError, match="config: expected Config, got int"):
        made.rate_of(5)


def test_structs_compare_by_content_and_ieee(made: ModuleType) -> None:
    nan = np.float32("nan")
    assert made.Config(rate=np.float32(1)) == made.Config(rate=np.float32(1))
    assert made.Config(rate=nan) != made.Config(rate=nan)


def test_enums_have_names_that_python_allows(made: ModuleType) -> None:
    assert made.same_color(made.Color.red, 0)
    assert made.Color(7) is made.Color.name_
    with pytest.raises(ValueError, match="3 is no Color"):
        made.same_color(3, 0)


def test_strings_come_out_as_bytes(made: ModuleType) -> None:
    assert made.greeting() == b'say "hi"\n'


def test_pointers_to_locals_are_real(made: ModuleType) -> None:
    assert made.through() == 7


def test_module_variables_can_be_fresh(made: ModuleType) -> None:
    assert made.bump() == 103
    assert made.bump() == 203
    made.__t27_reset__()
    assert made.count == 3


def test_words_in_literals_and_behind_dots_are_no_names() -> None:
    """What decides about imports."""
    text = '"""A \\"\\"\\" math.\n"quoted" sys"""\nx = b"np" + a.math(_t27.f("it\'s \\" sys", \'np\'))  # np\n'
    assert used_names(text) == {"x", "a", "_t27"}
