"""Dual numbers: floats that carry their derivative through the interpreter, and the rules of every float builtin."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from t27c.ir import arith
from t27c.ir.nodes import Op
from t27c.ir.types import Float, Int


class Dual(float):
    """A double and its derivative by the variable at hand. Comparing, storing and passing it is that of its value."""

    __slots__ = ("slope",)
    slope: float

    def __new__(cls, value: float, slope: float = 0.0) -> Dual:
        """A number with its derivative."""
        number = super().__new__(cls, value)
        number.slope = slope
        return number

    def __neg__(self) -> Dual:
        return Dual(-float(self), -self.slope)

    def __add__(self, other: float) -> Dual:
        return Dual(float(self) + float(other), self.slope + slope_of(other))

    def __radd__(self, other: float) -> Dual:
        return Dual(float(other) + float(self), self.slope)

    def __sub__(self, other: float) -> Dual:
        return Dual(float(self) - float(other), self.slope - slope_of(other))

    def __rsub__(self, other: float) -> Dual:
        return Dual(float(other) - float(self), -self.slope)

    def __mul__(self, other: float) -> Dual:
        left, right = float(self), float(other)
        return Dual(left * right, _times(self.slope, right) + _times(slope_of(other), left))

    def __rmul__(self, other: float) -> Dual:
        return Dual(float(other) * float(self), _times(self.slope, float(other)))

    def __truediv__(self, other: float) -> Dual:
        return _quotient(self, other)

    def __rtruediv__(self, other: float) -> Dual:
        return _quotient(other, self)


def slope_of(number: float) -> float:
    """The derivative that a number carries; a plain one is constant."""
    return number.slope if isinstance(number, Dual) else 0.0


def _times(slope: float, factor: float) -> float:
    """A constant stays constant, whatever infinity it is multiplied with."""
    return slope * factor if slope else 0.0


def _quotient(left: float, right: float) -> Dual:
    """Division by zero raises as it does for floats; whoever divides turns that into an infinity."""
    value = float(left) / float(right)
    return Dual(value, (slope_of(left) - _times(slope_of(right), value)) / float(right))


# The derivative of a function of one number, from the argument x and the value y.
_UNARY: dict[str, Callable[[float, float], float]] = {
    "abs": lambda x, y: math.copysign(1.0, x),
    "floor": lambda x, y: 0.0,
    "ceil": lambda x, y: 0.0,
    "trunc": lambda x, y: 0.0,
    "round": lambda x, y: 0.0,
    "sqrt": lambda x, y: 0.5 / y,
    "exp": lambda x, y: y,
    "exp2": lambda x, y: y * math.log(2.0),
    "expm1": lambda x, y: y + 1.0,
    "log": lambda x, y: 1.0 / x,
    "log2": lambda x, y: 1.0 / (x * math.log(2.0)),
    "log10": lambda x, y: 1.0 / (x * math.log(10.0)),
    "log1p": lambda x, y: 1.0 / (1.0 + x),
    "sin": lambda x, y: math.cos(x),
    "cos": lambda x, y: -math.sin(x),
    "tan": lambda x, y: 1.0 + y * y,
    "asin": lambda x, y: 1.0 / math.sqrt(1.0 - x * x),
    "acos": lambda x, y: -1.0 / math.sqrt(1.0 - x * x),
    "atan": lambda x, y: 1.0 / (1.0 + x * x),
    "sinh": lambda x, y: math.cosh(x),
    "cosh": lambda x, y: math.sinh(x),
    "tanh": lambda x, y: 1.0 - y * y,
    "erf": lambda x, y: 2.0 / math.sqrt(math.pi) * math.exp(-x * x),
}

# The two derivatives of a function of two numbers, from the arguments a and b and the value y.
_BINARY: dict[str, Callable[[float, float, float], tuple[float, float]]] = {
    "min": lambda a, b, y: (1.0, 0.0) if y == a else (0.0, 1.0),
    "max": lambda a, b, y: (1.0, 0.0) if y == a else (0.0, 1.0),
    "atan2": lambda a, b, y: (b / (a * a + b * b), -a / (a * a + b * b)),
    "hypot": lambda a, b, y: (a / y, b / y),
    "pow": lambda a, b, y: (b * math.pow(a, b - 1.0), y * math.log(a) if a > 0.0 else math.nan),
    "@rem": lambda a, b, y: (1.0, (y - a) / b),
    "@mod": lambda a, b, y: (1.0, (y - a) / b),
}


def builtin_with_slope(name: str, type_: Int | Float, correctly_rounded: bool) -> Callable[..., Any]:
    """A builtin (or, as `@rem` and `@mod`, an operator) that carries derivatives; for integers the usual one."""
    if name in ("@rem", "@mod"):
        plain = arith.binary(Op(name), type_)
    else:
        plain = arith.builtin(name, type_, correctly_rounded)
    if isinstance(type_, Int):
        return plain
    if name in _UNARY:
        return _unary(plain, _UNARY[name])
    if name in _BINARY:
        return _binary(plain, _BINARY[name])
    return _fma(plain) if name == "fma" else plain


def _unary(plain: Callable[..., float], rule: Callable[[float, float], float]) -> Callable[[float], float]:
    def run(x: float) -> float:
        y = plain(float(x))
        return Dual(y, _chained(slope_of(x), lambda: rule(float(x), y))) if isinstance(x, Dual) else y

    return run


def _binary(
    plain: Callable[..., float], rule: Callable[[float, float, float], tuple[float, float]]
) -> Callable[[float, float], float]:
    def run(a: float, b: float) -> float:
        y = plain(float(a), float(b))
        if not isinstance(a, Dual) and not isinstance(b, Dual):
            return y
        by_a = _chained(slope_of(a), lambda: rule(float(a), float(b), y)[0])
        return Dual(y, by_a + _chained(slope_of(b), lambda: rule(float(a), float(b), y)[1]))

    return run


def _fma(plain: Callable[..., float]) -> Callable[[float, float, float], float]:
    def run(a: float, b: float, c: float) -> float:
        slope = _times(slope_of(a), float(b)) + _times(slope_of(b), float(a)) + slope_of(c)
        return Dual(plain(float(a), float(b), float(c)), slope)

    return run


def _chained(slope: float, rule: Callable[[], float]) -> float:
    """The chain rule; where there is no derivative it is not a number."""
    if slope == 0.0:
        return 0.0
    try:
        return slope * rule()
    except (ValueError, ZeroDivisionError, OverflowError):
        return math.nan
