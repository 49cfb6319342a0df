"""Compile-time floats: literals, arithmetic, conversions and correctly rounded functions."""

from __future__ import annotations

import math
import struct
import time
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from t27c.ir import quad, quad_exact
from t27c.ir.quad import INFINITY, NAN, ONE, ZERO, Quad, from_float, from_int, from_text, negate
from t27c.ir.quad_functions import evaluate
from t27c.ir.rounding import BINARY32, BINARY64, BINARY128, Format
from t27c.ir.values import FloatValue

finite = st.floats(allow_nan=False, allow_infinity=False)


def f64(value: Quad) -> float:
    return quad.to_float(value, 64).number


def test_sum_of_literals_is_above_three_tenths() -> None:
    total = quad.add(from_text("0.1"), from_text("0.2"))
    assert quad.compare(total, from_text("0.3")) == 1
    assert f64(total) == 0.3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1e400", math.inf),
        ("1e-400", 0.0),
        ("1_000.5", 1000.5),
        ("4.9e-324", 5e-324),
        ("2.4e-324", 0.0),
        ("1.7976931348623158e308", 1.7976931348623157e308),
        ("0.0", 0.0),
        ("000.25", 0.25),
    ],
)
def test_literals_meeting_f64(text: str, expected: float) -> None:
    assert f64(from_text(text)) == expected


@pytest.mark.parametrize(
    "text", ["1e999999999", "1e-999999999", "1e" + "9" * 5000, "0e999999999", "1." + "0" * 200_000]
)
def test_extreme_literals_are_quick(text: str) -> None:
    start = time.perf_counter()
    value = from_text(text)
    assert time.perf_counter() - start < 1
    assert value in {INFINITY, ZERO, ONE}


def test_long_literal_keeps_its_side_of_a_tie() -> None:
    halfway = "1" + "." + f"{Fraction(1, 2**113).numerator * 10**113 // 2**113:0113d}"
    assert from_text(halfway) == ONE
    assert from_text(halfway + "0" * 13_000 + "1") != ONE


@given(finite)
def test_decimal_literal_rounds_like_python(number: float) -> None:
    assert f64(from_text(repr(abs(number)))) == abs(number)


@given(finite, finite)
def test_arithmetic_is_the_rounded_exact_result(a: float, b: float) -> None:
    x, y = from_float(a), from_float(b)
    exact = Fraction(a) * Fraction(b) + 0
    assert quad.multiply(x, y) == quad.from_ratio(
        exact.numerator, exact.denominator, negative_zero=x.negative != y.negative
    )
    if b:
        with mpmath.workprec(113):
            assert quad.divide(x, y).ratio == _ratio(mpmath.mpf(a) / mpmath.mpf(b)) or abs(a / b) < 1e-300


def _ratio(number: mpmath.mpf) -> tuple[int, int]:
    negative, significand, exponent, _ = number._mpf_
    return Quad(bool(negative), int(significand), exponent).ratio


def test_zeros_infinities_and_nan() -> None:
    minus_zero = negate(ZERO)
    assert quad.add(minus_zero, minus_zero) == minus_zero
    assert quad.add(minus_zero, ZERO) == ZERO
    assert quad.subtract(ONE, ONE) == ZERO
    assert quad.add(INFINITY, negate(INFINITY)) == NAN
    assert quad.multiply(INFINITY, ZERO) == NAN
    assert quad.divide(ONE, minus_zero) == negate(INFINITY)
    assert quad.divide(ONE, negate(INFINITY)) == minus_zero
    assert quad.compare(minus_zero, ZERO) == 0
    assert quad.compare(NAN, NAN) is None
    assert quad.compare(negate(INFINITY), from_int(-(10**4000))) == -1


def test_largest_and_smallest() -> None:
    largest = (2**113 - 1) << (16383 - 112)
    assert from_int(largest).is_finite
    assert from_int(largest + (1 << (16383 - 113))) == INFINITY
    assert quad.from_ratio(1, 2**16494) == Quad(False, 1, -16494)
    assert quad.from_ratio(1, 2**16495) == ZERO


@pytest.mark.parametrize(
    ("name", "argument", "expected"),
    [
        ("round", 2.5, 3),
        ("round", -2.5, -3),
        ("floor", -0.5, -1),
        ("ceil", 1.25, 2),
        ("trunc", -1.75, -1),
        ("abs", -2, 2),
    ],
)
def test_rounding_functions(name: str, argument: float, expected: int) -> None:
    assert evaluate(name, (from_float(argument),)) == from_int(expected)


def test_rounding_keeps_the_sign_of_zero() -> None:
    assert evaluate("ceil", (from_float(-0.5),)) == negate(ZERO)
    assert evaluate("round", (negate(ZERO),)) == negate(ZERO)


def test_remainders() -> None:
    a, two = from_float(-7.5), from_int(2)
    assert quad_exact.remainder(a, two) == from_float(-1.5)
    assert quad_exact.modulo(a, two) == from_float(0.5)
    assert quad_exact.modulo(a, negate(two)) == from_float(-1.5)
    assert quad_exact.div_trunc(a, two) == from_int(-3)
    assert quad_exact.div_floor(a, two) == from_int(-4)
    assert quad_exact.remainder(from_int(-4), two) == negate(ZERO)
    assert quad_exact.remainder(ONE, ZERO) == NAN


@given(st.floats(min_value=0, allow_infinity=False))
def test_square_root_is_correctly_rounded(number: float) -> None:
    assert f64(quad_exact.sqrt(from_float(number), BINARY64)) == math.sqrt(number)
    root = quad_exact.sqrt(from_float(number))
    with mpmath.workprec(113):
        assert root.is_zero or root.ratio == _ratio(mpmath.sqrt(number))


def test_square_root_of_subnormals() -> None:
    tiny = quad.from_ratio(3, 2**16494)
    root = quad_exact.sqrt(tiny)
    with mpmath.workprec(113):
        assert root.ratio == _ratio(mpmath.sqrt(mpmath.mpf(3) / mpmath.mpf(2) ** 16494))


_FUNCTIONS = ["exp", "exp2", "log", "log2", "log10", "sin", "cos", "tan", "expm1", "log1p", "asin", "acos", "atan"]
_FUNCTIONS += ["sinh", "cosh", "tanh", "erf", "sqrt"]


@pytest.mark.parametrize("name", _FUNCTIONS)
@pytest.mark.parametrize("argument", [0.7, 0.001, 1e-30, 0.9999999])
@pytest.mark.parametrize("fmt", [BINARY32, BINARY64, BINARY128])
def test_functions_are_correctly_rounded(name: str, argument: float, fmt: Format) -> None:
    value = evaluate(name, (from_float(argument),), fmt)
    with mpmath.workprec(600):
        x = mpmath.mpf(argument)
        other = {"exp2": mpmath.power(2, x), "log2": mpmath.log(x, 2)}
        exact = other[name] if name in other else getattr(mpmath, name)(x)
        with mpmath.workprec(fmt.precision):
            assert value.ratio == _ratio(+exact)


@pytest.mark.parametrize(
    ("name", "args", "expected"),
    [
        ("log", (0.0,), -math.inf),
        ("log", (-1.0,), math.nan),
        ("log1p", (-1.0,), -math.inf),
        ("log2", (8.0,), 3.0),
        ("log10", (1000.0,), 3.0),
        ("exp", (math.inf,), math.inf),
        ("exp", (-math.inf,), 0.0),
        ("exp", (1e300,), math.inf),
        ("exp", (0.0,), 1.0),
        ("exp2", (-1074.0,), 5e-324),
        ("sin", (math.inf,), math.nan),
        ("cos", (0.0,), 1.0),
        ("asin", (2.0,), math.nan),
        ("atan", (-math.inf,), -math.pi / 2),
        ("tanh", (1e9,), 1.0),
        ("erf", (-300.0,), -1.0),
        ("expm1", (-1e9,), -1.0),
        ("sinh", (-math.inf,), -math.inf),
        ("cosh", (-math.inf,), math.inf),
        ("hypot", (3.0, 4.0), 5.0),
        ("hypot", (math.nan, -math.inf), math.inf),
        ("hypot", (0.0, -2.0), 2.0),
        ("atan2", (0.0, -1.0), math.pi),
        ("atan2", (-0.0, -1.0), -math.pi),
        ("atan2", (1.0, 0.0), math.pi / 2),
        ("atan2", (math.inf, -math.inf), 3 * math.pi / 4),
        ("atan2", (-1.0, -math.inf), -math.pi),
        ("pow", (2.0, 0.5), math.sqrt(2)),
        ("pow", (-2.0, 3.0), -8.0),
        ("pow", (-2.0, 0.5), math.nan),
        ("pow", (math.nan, 0.0), 1.0),
        ("pow", (1.0, math.nan), 1.0),
        ("pow", (-0.0, -3.0), -math.inf),
        ("pow", (-0.0, -2.0), math.inf),
        ("pow", (-math.inf, 3.0), -math.inf),
        ("pow", (0.5, math.inf), 0.0),
        ("pow", (-1.0, math.inf), 1.0),
        ("pow", (1e300, 1e300), math.inf),
        ("pow", (-1e300, -1e300), 0.0),
        ("pow", (10.0, -320.0), 1e-320),
        ("pow", (3.0, 2.0), 9.0),
        ("pow", (-1.0, 1e300), 1.0),
    ],
)
def test_special_cases(name: str, args: tuple[float, ...], expected: float) -> None:
    result = f64(evaluate(name, tuple(from_float(a) for a in args)))
    assert result == expected or (math.isnan(result) and math.isnan(expected))


@pytest.mark.parametrize("name", ["sin", "tan", "asin", "atan", "sinh", "tanh", "expm1", "log1p", "erf", "sqrt"])
def test_odd_functions_keep_negative_zero(name: str) -> None:
    assert evaluate(name, (negate(ZERO),)) == negate(ZERO)


def test_fma_rounds_once() -> None:
    a = from_float(1 + 2**-52)
    exact = Fraction(1 + 2**-52) ** 2 - 1
    assert quad_exact.fma(a, a, from_int(-1)) == quad.from_ratio(exact.numerator, exact.denominator)
    assert quad_exact.fma(INFINITY, ZERO, ONE) == NAN
    assert quad_exact.fma(ONE, negate(ONE), ONE) == ZERO
    assert quad_exact.fma(ZERO, negate(ONE), negate(ZERO)) == negate(ZERO)


def test_nan_payloads_survive_moves() -> None:
    for width, bits in ((16, 0xFC01), (32, 0x7FA00001), (64, 0x7FF0000000000001)):
        assert FloatValue.of(width, FloatValue(width, bits).number).bits == bits
    assert FloatValue.of(32, math.nan).bits == 0x7FC00000
    assert struct.pack("<d", FloatValue(32, 0x7FC00000).number) == struct.pack("<d", math.nan)


def test_conversions_round_once() -> None:
    # Rounding 1 + 2**-24 + 2**-60 to f64 first would lose the last part and then tie to even.
    value = quad.add(quad.from_ratio(2**24 + 1, 2**24), quad.from_ratio(1, 2**60))
    assert quad.to_float(value, 32).number == 1 + 2**-23
    assert quad.to_float(from_int(65520), 16).number == math.inf
    assert quad.to_float(from_int(65519), 16).number == 65504
    assert quad.to_int(from_text("2.0")) == 2
    assert quad.to_int(from_text("2.5")) is None
