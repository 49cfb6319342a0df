"""Operators, conversions and builtins on scalar values, with the facts that the language pins."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from t27c.ir.arith import ArithmeticTrap, binary, builtin, convert, int_to_enum, unary, undefined_scalar, value_of
from t27c.ir.nodes import ConvertKind, Op, TrapKind
from t27c.ir.types import BOOL, F16, F32, F64, I32, U8, U32, U64, Bool, Float, Int, Type
from t27c.ir.values import FloatValue
from tests.ir_unit.build import int_type

I8 = int_type(8, True)
U16 = int_type(16, False)
NAN = math.nan
f32s = st.floats(width=32)


def same(actual: Any, expected: Any) -> bool:
    """Equality that tells zeros apart and takes NaN for NaN."""
    if isinstance(expected, float):
        both_nan = math.isnan(actual) and math.isnan(expected)
        return both_nan or (actual == expected and math.copysign(1, actual) == math.copysign(1, expected))
    return bool(actual == expected)


@pytest.mark.parametrize(
    ("op", "type_", "left", "right", "expected"),
    [
        (Op.DIV, I32, -7, 2, -3),
        (Op.DIV_FLOOR, I32, -7, 2, -4),
        (Op.REM, I32, 10, -3, 1),
        (Op.MOD, I32, 10, -3, -2),
        (Op.REM, I8, -128, -1, 0),
        (Op.MOD, I8, -128, -1, 0),
        (Op.DIV_EXACT, I32, -6, 3, -2),
        (Op.REM, F64, -7.5, 2.0, -1.5),
        (Op.MOD, F64, -7.5, 2.0, 0.5),
        (Op.MOD, F64, -7.5, -2.0, -1.5),
        (Op.DIV_TRUNC, F64, -7.5, 2.0, -3.0),
        (Op.DIV_FLOOR, F64, -7.5, 2.0, -4.0),
        (Op.MOD, F64, -4.0, 2.0, -0.0),
        (Op.REM, F64, 1.0, 0.0, NAN),
        (Op.MOD, F64, 1.0, 0.0, NAN),
        (Op.MOD, F64, math.inf, 2.0, NAN),
        (Op.MOD, F64, -1.0, math.inf, math.inf),
        (Op.REM, F64, -1.0, math.inf, -1.0),
        (Op.SHL, U8, 200, 1, 144),
        (Op.SHL, I8, 64, 1, -128),
        (Op.SHR, I8, -5, 1, -3),
        (Op.ADD_SAT, U8, 250, 10, 255),
        (Op.SUB_SAT, I8, -100, 100, -128),
        (Op.MUL_SAT, I8, -100, 2, -128),
        (Op.ADD_WRAP, U8, 250, 10, 4),
        (Op.SUB_WRAP, U32, 0, 1, 4294967295),
        (Op.MUL_WRAP, I8, 100, 3, 44),
        (Op.LT, I8, -1, 0, True),
        (Op.EQ, I8, -1, 255, False),
        (Op.GT, U32, 4000000000, -1, True),
        (Op.ADD, F64, 0.1, 0.2, 0.30000000000000004),
        (Op.DIV, F64, 1.0, 0.0, math.inf),
        (Op.DIV, F64, 1.0, -0.0, -math.inf),
        (Op.DIV, F64, 0.0, 0.0, NAN),
        (Op.MUL, F32, 3e38, 10.0, math.inf),
        (Op.ADD, F16, 2048.0, 1.0, 2048.0),
        (Op.BIT_XOR, BOOL, True, True, False),
        (Op.NE, F64, NAN, NAN, True),
        (Op.LE, F64, NAN, 1.0, False),
    ],
)
def test_binary_operators(op: Op, type_: Type, left: Any, right: Any, expected: Any) -> None:
    assert same(binary(op, type_)(left, right), expected)


@pytest.mark.parametrize(
    ("op", "type_", "left", "right", "kind"),
    [
        (Op.ADD, U8, 250, 10, TrapKind.OVERFLOW),
        (Op.SUB, U32, 0, 1, TrapKind.OVERFLOW),
        (Op.MUL, int_type(128, True), 2**126, 2, TrapKind.OVERFLOW),
        (Op.DIV, I8, -128, -1, TrapKind.OVERFLOW),
        (Op.DIV_FLOOR, I8, -128, -1, TrapKind.OVERFLOW),
        (Op.DIV, U8, 1, 0, TrapKind.DIVISION_BY_ZERO),
        (Op.MOD, I32, 1, 0, TrapKind.DIVISION_BY_ZERO),
        (Op.DIV_EXACT, I32, 7, 2, TrapKind.INEXACT_DIVISION),
        (Op.SHR, U32, 1, 32, TrapKind.SHIFT_RANGE),
        (Op.SHL, U8, 1, -1, TrapKind.SHIFT_RANGE),
    ],
)
def test_binary_operators_trap(op: Op, type_: Type, left: Any, right: Any, kind: TrapKind) -> None:
    with pytest.raises(ArithmeticTrap) as caught:
        binary(op, type_)(left, right)
    assert caught.value.kind is kind


def test_overflow_names_operands_and_type() -> None:
    with pytest.raises(ArithmeticTrap, match=r"^250 \+ 10 does not fit u8$"):
        binary(Op.ADD, U8)(250, 10)


def test_unary_operators() -> None:
    assert unary(Op.NEG_WRAP, I8)(-128) == -128
    assert unary(Op.BIT_NOT, U8)(1) == 254
    assert unary(Op.NOT, BOOL)(True) is False
    assert same(unary(Op.NEG, F32)(0.0), -0.0)
    assert value_of(unary(Op.NEG, F32)(FloatValue(32, 0x7FC00001).number), F32) == FloatValue(32, 0xFFC00001)
    with pytest.raises(ArithmeticTrap):
        unary(Op.NEG, I8)(-128)


@pytest.mark.parametrize(
    ("kind", "source", "target", "value", "expected"),
    [
        (ConvertKind.INT_TRUNCATE, U32, U8, 600, 88),
        (ConvertKind.INT_TRUNCATE, I32, I8, 200, -56),
        (ConvertKind.FLOAT_TO_INT, F64, U8, 255.9, 255),
        (ConvertKind.FLOAT_TO_INT, F64, U8, -0.9, 0),
        (ConvertKind.INT_TO_FLOAT, I32, F32, 16777217, 16777216.0),
        (ConvertKind.INT_TO_FLOAT, U64, F32, 2**60 + 2**36 + 1, float(2**60 + 2**37)),
        (ConvertKind.INT_TO_FLOAT, I32, F16, 70000, math.inf),
        (ConvertKind.FLOAT_TO_FLOAT, F32, F64, FloatValue.of(32, 0.1).number, 0.10000000149011612),
        (ConvertKind.FLOAT_TO_FLOAT, F64, F32, 1e39, math.inf),
        (ConvertKind.BOOL_TO_INT, BOOL, int_type(1, False), True, 1),
        (ConvertKind.BIT_CAST, F32, U32, -0.0, 0x80000000),
        (ConvertKind.BIT_CAST, U32, F32, 0x3F800000, 1.0),
        (ConvertKind.BIT_CAST, U8, I8, 255, -1),
    ],
)
def test_conversions(kind: ConvertKind, source: Type, target: Type, value: Any, expected: Any) -> None:
    assert same(convert(kind, source, target)(value), expected)


@pytest.mark.parametrize("value", [256.0, NAN, math.inf, -1.0])
def test_float_to_int_traps(value: float) -> None:
    with pytest.raises(ArithmeticTrap) as caught:
        convert(ConvertKind.FLOAT_TO_INT, F64, U8)(value)
    assert caught.value.kind is TrapKind.FLOAT_TO_INT


def test_checked_casts_trap() -> None:
    with pytest.raises(ArithmeticTrap, match="600 does not fit u8"):
        convert(ConvertKind.INT_CHECKED, U32, U8)(600)
    with pytest.raises(ArithmeticTrap, match="3 is no variant of Color"):
        int_to_enum(3, frozenset({0, 1}), "Color")
    assert int_to_enum(1, frozenset({0, 1}), "Color") == 1


def test_bit_cast_of_every_signalling_nan_is_exact() -> None:
    to_float, to_int = convert(ConvertKind.BIT_CAST, U32, F32), convert(ConvertKind.BIT_CAST, F32, U32)
    assert to_int(to_float(0x7FA12345)) == 0x7FA12345


@pytest.mark.parametrize(
    ("name", "type_", "args", "expected"),
    [
        ("round", F64, (2.5,), 3.0),
        ("round", F64, (-2.5,), -3.0),
        ("round", F64, (0.49999999999999994,), 0.0),
        ("round", F64, (-0.3,), -0.0),
        ("round", F64, (4503599627370497.0,), 4503599627370497.0),
        ("floor", F32, (-0.5,), -1.0),
        ("ceil", F64, (-0.5,), -0.0),
        ("trunc", F64, (math.inf,), math.inf),
        ("min", F64, (-0.0, 0.0), -0.0),
        ("max", F64, (-0.0, 0.0), -0.0),
        ("min", F64, (0.0, -0.0), 0.0),
        ("min", F64, (NAN, 2.0), 2.0),
        ("max", F64, (2.0, NAN), 2.0),
        ("abs", I8, (-128,), 128),
        ("abs", F64, (-0.0,), 0.0),
        ("clz", U32, (1,), 31),
        ("ctz", U16, (0,), 16),
        ("ctz", I8, (-128,), 7),
        ("clz", I8, (-1,), 0),
        ("pop_count", I8, (-1,), 8),
        ("byte_swap", U16, (0x1234,), 0x3412),
        ("bit_reverse", U8, (0b1101,), 0b10110000),
        ("bit_reverse", I8, (1,), -128),
        ("add_overflow", U8, (250, 10), (4, 1)),
        ("mul_overflow", I8, (11, 11), (121, 0)),
        ("pow", I32, (-3, 3), -27),
        ("pow", I8, (-1, 127), -1),
        ("pow", I8, (-1, 126), 1),
        ("pow", I8, (0, 0), 1),
        ("pow", F64, (2.0, 10.0), 1024.0),
        ("sqrt", F64, (-1.0,), NAN),
        ("sqrt", F64, (-0.0,), -0.0),
        ("sqrt", F32, (2.0,), float(np.sqrt(np.float32(2)))),
        ("exp", F32, (1000.0,), math.inf),
        ("log", F64, (0.0,), -math.inf),
        ("log", F64, (-1.0,), NAN),
        ("erf", F32, (0.0,), 0.0),
        ("atan2", F64, (0.0, -1.0), math.pi),
        ("is_nan", F64, (NAN,), True),
        ("sign_bit", F64, (-0.0,), True),
        ("is_inf", F64, (-math.inf,), True),
        ("is_finite", F64, (NAN,), False),
        ("approx_abs", F64, (1.0, 1.5, 0.5), True),
        ("approx_abs", F64, (math.inf, math.inf, 0.0), True),
        ("approx_abs", F64, (NAN, NAN, 1.0), False),
        ("approx_rel", F64, (100.0, 101.0, 0.01), True),
        ("approx_rel", F64, (math.inf, 1.0, 0.01), False),
    ],
)
def test_builtins(name: str, type_: Type, args: tuple[Any, ...], expected: Any) -> None:
    assert same(builtin(name, type_)(*args), expected)


@pytest.mark.parametrize(
    ("name", "type_", "args", "kind"),
    [
        ("pow", U8, (2, 8), TrapKind.OVERFLOW),
        ("pow", U8, (2, 2**60), TrapKind.OVERFLOW),
        ("pow", I8, (2, -1), TrapKind.OVERFLOW),
        ("approx_abs", F64, (1.0, 1.0, -0.1), TrapKind.BAD_TOLERANCE),
    ],
)
def test_builtins_trap(name: str, type_: Type, args: tuple[Any, ...], kind: TrapKind) -> None:
    with pytest.raises(ArithmeticTrap) as caught:
        builtin(name, type_)(*args)
    assert caught.value.kind is kind


@pytest.mark.parametrize(
    ("type_", "expected"),
    [(U8, 170), (int_type(7, True), 42), (U64, 12297829382473034410), (BOOL, False), (I8, -86), (U32, 0xAAAAAAAA)],
)
def test_undefined_numbers(type_: Bool | Int | Float, expected: Any) -> None:
    assert undefined_scalar(type_) == expected


def test_undefined_f32() -> None:
    assert undefined_scalar(F32) == pytest.approx(-3.0316488e-13, rel=1e-7)


@given(f32s, f32s)
def test_f32_arithmetic_has_the_bits_of_numpy(left: float, right: float) -> None:
    a, b = np.float32(left), np.float32(right)
    with np.errstate(all="ignore"):
        for op, expected in (
            (Op.ADD, a + b),
            (Op.SUB, a - b),
            (Op.MUL, a * b),
            (Op.DIV, a / b),
            (Op.REM, np.fmod(a, b)),
        ):
            assert same(binary(op, F32)(left, right), float(expected))


@given(st.floats(width=16), st.floats(width=16))
def test_f16_arithmetic_has_the_bits_of_numpy(left: float, right: float) -> None:
    a, b = np.float16(left), np.float16(right)
    with np.errstate(all="ignore"):
        for op, expected in ((Op.ADD, a + b), (Op.SUB, a - b), (Op.MUL, a * b), (Op.DIV, a / b)):
            assert same(binary(op, F16)(left, right), float(expected))


@pytest.mark.parametrize("name", ["exp", "log", "sin", "tanh", "erf", "log1p"])
def test_library_and_rounded_functions_are_close(name: str) -> None:
    for x in (0.1, 0.5, 1.5, 3.0):
        fast, exact = builtin(name, F64)(x), builtin(name, F64, True)(x)
        assert abs(fast - exact) <= 4 * math.ulp(exact)
        assert exact == FloatValue.of(64, exact).number


def test_fma_rounds_once() -> None:
    x = 1 + 2**-12
    assert builtin("fma", F32)(x, x, -1.0) == 2**-11 + 2**-24
    assert builtin("fma", F64)(1e308, 10.0, -math.inf) == -math.inf
    assert math.isnan(builtin("fma", F64)(0.0, math.inf, 1.0))
    assert math.isnan(builtin("fma", F64)(math.inf, 1.0, -math.inf))
