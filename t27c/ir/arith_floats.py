"""Float arithmetic of every width: each operator and builtin as a maker of plain functions for one width.

Numbers are Python floats that hold a value of their width exactly. `+ - * / sqrt` of f16 and f32 are computed in double
and rounded once more, which gives the same bits as computing in the type (and for f16, in f32: SEM 5.1).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from t27c.ir.arith_ints import ArithmeticTrap
from t27c.ir.builtins import BUILTINS
from t27c.ir.nodes import Op, TrapKind
from t27c.ir.quad import from_float, to_float
from t27c.ir.quad_exact import fma as quad_fma
from t27c.ir.quad_functions import evaluate
from t27c.ir.rounding import FORMATS, to_width

FloatUnary = Callable[[float], float]
FloatBinary = Callable[[float, float], float]
FloatFunction = Callable[..., float]

_DTYPES: dict[int, type[Any]] = {16: np.float16, 32: np.float32, 64: np.float64}


def divide(left: float, right: float) -> float:
    """The IEEE quotient in double: never an exception."""
    try:
        return left / right
    except ZeroDivisionError:
        if left == 0 or math.isnan(left):
            return math.nan
        return math.copysign(math.inf, left) * math.copysign(1.0, right)


def remainder(left: float, right: float) -> float:
    """C's fmod: exact, sign of the dividend."""
    try:
        return math.fmod(left, right)
    except ValueError:
        return math.nan


def modulo(left: float, right: float) -> float:
    """The remainder with the sign of the divisor; a zero keeps the sign of the dividend."""
    rest = remainder(left, right)
    if rest != 0 and (rest < 0) != (math.copysign(1.0, right) < 0):
        rest += right
    return rest


def _whole(choose: Callable[[float], int]) -> FloatUnary:
    def run(value: float) -> float:
        if abs(value) < 2.0**52:
            return math.copysign(float(choose(value)), value)
        return value

    return run


def _half_away(value: float) -> int:
    whole = math.trunc(value)
    if abs(value - whole) >= 0.5:
        whole += 1 if value > 0 else -1
    return whole


floor = _whole(math.floor)
ceil = _whole(math.ceil)
trunc = _whole(math.trunc)
round_ = _whole(_half_away)


def minimum(left: float, right: float) -> float:
    """The smaller; NaN yields the other, equal ones the first."""
    return left if left <= right or right != right else right


def maximum(left: float, right: float) -> float:
    """The larger; NaN yields the other, equal ones the first."""
    return left if left >= right or right != right else right


def _rounded(exact: FloatBinary) -> Callable[[int], FloatBinary]:
    def make(width: int) -> FloatBinary:
        if width == 64:
            return exact
        return lambda left, right: to_width(width, exact(left, right))

    return make


def _div_trunc(width: int) -> FloatBinary:
    quotient = FLOAT_BINARY[Op.DIV](width)
    return lambda left, right: trunc(quotient(left, right))


def _div_floor(width: int) -> FloatBinary:
    quotient = FLOAT_BINARY[Op.DIV](width)
    return lambda left, right: floor(quotient(left, right))


FLOAT_BINARY: dict[Op, Callable[[int], FloatBinary]] = {
    Op.ADD: _rounded(lambda left, right: left + right),
    Op.SUB: _rounded(lambda left, right: left - right),
    Op.MUL: _rounded(lambda left, right: left * right),
    Op.DIV: _rounded(divide),
    Op.REM: _rounded(remainder),
    Op.MOD: _rounded(modulo),
    Op.DIV_TRUNC: _div_trunc,
    Op.DIV_FLOOR: _div_floor,
}

_EXACT_UNARY: dict[str, FloatUnary] = {
    "abs": math.fabs,
    "floor": floor,
    "ceil": ceil,
    "trunc": trunc,
    "round": round_,
}

FLOAT_TESTS: dict[str, Callable[[float], bool]] = {
    "is_nan": math.isnan,
    "is_inf": math.isinf,
    "is_finite": math.isfinite,
    "sign_bit": lambda value: math.copysign(1.0, value) < 0,
}


def _sqrt(width: int) -> FloatUnary:
    def run(value: float) -> float:
        return to_width(width, math.sqrt(value)) if value >= 0 else math.nan

    return run


def fma(width: int) -> FloatFunction:
    """`left * right + addend` with one rounding."""

    def run(left: float, right: float, addend: float) -> float:
        exact = quad_fma(from_float(left), from_float(right), from_float(addend), fmt=FORMATS[width])
        return to_float(exact, width).number

    return run


def library_function(name: str, width: int) -> FloatFunction:
    """The run-time routine of a builtin with a NumPy or `math` spelling: the one that generated Python calls too."""
    spelling = BUILTINS[name].numpy
    package, _, routine = spelling.partition(".")
    if package == "math":
        function = getattr(math, routine)
        return lambda *args: to_width(width, function(*args))
    ufunc, dtype = getattr(np, routine), _DTYPES[width]

    def run(*args: float) -> float:
        with np.errstate(all="ignore"):
            return float(ufunc(*[dtype(arg) for arg in args]))

    return run


def rounded_function(name: str, width: int) -> FloatFunction:
    """The same builtin rounded correctly, as compile-time evaluation wants it (SEM 5.5)."""

    def run(*args: float) -> float:
        return to_float(evaluate(name, tuple([from_float(arg) for arg in args]), FORMATS[width]), width).number

    return run


def _close(name: str, width: int) -> Callable[[float, float, float], bool]:
    subtract = FLOAT_BINARY[Op.SUB](width)
    multiply = FLOAT_BINARY[Op.MUL](width)

    def run(left: float, right: float, tolerance: float) -> bool:
        if tolerance < 0:
            raise ArithmeticTrap(TrapKind.BAD_TOLERANCE, f"the tolerance {tolerance!r} is negative")
        if left == right:
            return True
        if math.isinf(left) or math.isinf(right):
            return False
        limit = tolerance
        if name == "approx_rel":
            limit = multiply(maximum(abs(left), abs(right)), tolerance)
        return abs(subtract(left, right)) <= limit

    return run


def float_builtin(name: str, width: int, correctly_rounded: bool) -> Callable[..., Any]:
    """The builtin `name` on floats of `width` bits."""
    if name in _EXACT_UNARY:
        return _EXACT_UNARY[name]
    if name in FLOAT_TESTS:
        return FLOAT_TESTS[name]
    if BUILTINS[name].is_transcendental:
        return (rounded_function if correctly_rounded else library_function)(name, width)
    match name:
        case "sqrt":
            return _sqrt(width)
        case "fma":
            return fma(width)
        case "min":
            return minimum
        case "max":
            return maximum
        case _:
            return _close(name, width)
