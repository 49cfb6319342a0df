"""Derivatives by dual numbers against the formulas that a table of derivatives gives."""

from __future__ import annotations

import math

import pytest

from t27c.ir.types import F64, QName
from t27c.ir.values import FloatValue
from t27c.tools.derivatives import Differentiator
from t27c.tools.dual import Dual, builtin_with_slope, slope_of
from tests.tools.specs import program_of


def slope(body: str, x: float, *, declarations: str = "", type_: str = "f64") -> float:
    """The derivative at x of a function with this body."""
    program = program_of(f"module m;\n{declarations}\npub fn f(x: {type_}) -> {type_} {{ {body} }}\n")
    tangent = Differentiator(program).tangent(QName("spec", "f"), [FloatValue.of(64, 0.0)], 0, x)
    assert tangent is not None
    return tangent.slope


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return 3.0;", 0.0),
        ("return x;", 1.0),
        ("return -x;", -1.0),
        ("return 2.0 + x;", 1.0),
        ("return x - 2.0;", 1.0),
        ("return 2.0 - x;", -1.0),
        ("return x * x * x;", 3 * 0.7**2),
        ("return 3.0 * x;", 3.0),
        ("return x / (1.0 + x);", 1 / 1.7**2),
        ("return 1.0 / x;", -1 / 0.49),
        ("return @sqrt(x);", 0.5 / math.sqrt(0.7)),
        ("return exp(2.0 * x);", 2 * math.exp(1.4)),
        ("return log(x);", 1 / 0.7),
        ("return tanh(x);", 1 - math.tanh(0.7) ** 2),
        ("return @sin(x) * @cos(x);", math.cos(1.4)),
        ("return @abs(-x);", 1.0),
        ("return @max(x, 0.5);", 1.0),
        ("return @min(x, 0.5);", 0.0),
        ("return @mod(5.0 * x, 2.0);", 5.0),
        ("return @floor(x);", 0.0),
        ("return (x as f32) as f64;", 1.0),
        ("return ((10.0 * x) as i32) as f64;", 0.0),
        ("var sum : f64 = 0.0; for (0..4) |_| { sum += x * sum + x; } return sum;", 4 * 1.7**3),
        ("if (x > 0.5) { return 2.0 * x; } return x;", 2.0),
        ("const xs : [2]f64 = [x, x * x]; return xs[1];", 1.4),
    ],
)
def test_rules(body: str, expected: float) -> None:
    """At 0.7."""
    assert slope(body, 0.7) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    "name",
    ["abs", "sqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos",
     "atan", "sinh", "cosh", "tanh", "erf", "floor", "ceil", "trunc", "round"],
)  # fmt: skip
def test_functions_of_one_number_agree_with_differences(name: str) -> None:
    """Central ones, which are exact to about ten digits."""
    function = builtin_with_slope(name, F64, False)
    measured = (function(0.61 + 1e-5) - function(0.61 - 1e-5)) / 2e-5
    assert slope_of(function(Dual(0.61, 1.0))) == pytest.approx(measured, rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("name", ["min", "max", "atan2", "hypot", "pow", "@rem", "@mod"])
@pytest.mark.parametrize("at", [0, 1])
def test_functions_of_two_numbers_agree_with_differences(name: str, at: int) -> None:
    """By either of them."""
    function = builtin_with_slope(name, F64, False)

    def along(step: float) -> float:
        value: float = function(*[number + step * (n == at) for n, number in enumerate((2.3, 0.7))])
        return value

    duals = [Dual(number, float(n == at)) for n, number in enumerate((2.3, 0.7))]
    assert slope_of(function(*duals)) == pytest.approx((along(1e-5) - along(-1e-5)) / 2e-5, rel=1e-8, abs=1e-9)


def test_fma_has_three_slopes() -> None:
    """That of the product and that of what is added."""
    result = builtin_with_slope("fma", F64, False)(Dual(2.0, 1.0), Dual(3.0, 10.0), Dual(4.0, 100.0))
    assert (float(result), slope_of(result)) == (10.0, 3.0 + 20.0 + 100.0)


def test_narrow_floats_are_followed_as_if_they_were_wide() -> None:
    """Rounding has no derivative, but what the formula means does."""
    assert slope("return x * x / 3.0;", 0.7, type_="f32") == pytest.approx(1.4 / 3, rel=1e-12)
    assert slope("return K * x;", 0.7, type_="f16", declarations="const K : f16 = 0.1;") == pytest.approx(0.1, rel=1e-3)


def test_bits_stay_those_of_the_narrow_float() -> None:
    """A function that looks at the sign bit takes the same way as before."""
    body = "const bits : u32 = @bitCast(x); if (bits >> 31 == 1) { return 5.0 * x; } return x;"
    assert slope(body, -0.7, type_="f32") == 5.0
    assert slope(body, 0.7, type_="f32") == 1.0


def test_no_derivative_where_there_is_none() -> None:
    """At the end of a root it is infinite, so no number."""
    assert math.isnan(slope("return @sqrt(x);", 0.0))
