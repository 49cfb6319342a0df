"""Compile-time floats: IEEE binary128 numbers with exact operations, each rounded once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from t27c.ir.rounding import BINARY128, FORMATS, Format, round_ratio, scale
from t27c.ir.values import FloatValue

# A halfway case between two neighbours has fewer significant decimal digits than this (SEM 3.2).
_MAX_DIGITS = 12_000
_MAX_DECIMAL_EXPONENT = 5_100
_DIGITS_PER_STEP = 4_000


class Kind(Enum):
    """What a `Quad` is."""

    FINITE = "finite"
    INFINITE = "infinite"
    NAN = "nan"


@dataclass(frozen=True, slots=True)
class Quad:
    """`(-1)**negative * significand * 2**exponent`, or an infinity or NaN. The significand is odd, or 0 with exponent
    0, so that equal numbers are equal objects (but zeros of either sign differ; `compare` orders by value)."""

    negative: bool
    significand: int
    exponent: int
    kind: Kind = Kind.FINITE

    @property
    def is_zero(self) -> bool:
        """Whether it is zero of either sign."""
        return self.kind is Kind.FINITE and self.significand == 0

    @property
    def is_nan(self) -> bool:
        """Whether it is not a number."""
        return self.kind is Kind.NAN

    @property
    def is_finite(self) -> bool:
        """Whether it is a number and no infinity."""
        return self.kind is Kind.FINITE

    @property
    def ratio(self) -> tuple[int, int]:
        """A finite value as numerator (with the sign) and positive denominator."""
        signed = -self.significand if self.negative else self.significand
        return (signed << self.exponent, 1) if self.exponent >= 0 else (signed, 1 << -self.exponent)

    def __str__(self) -> str:
        return repr(to_float(self, 64).number)


NAN = Quad(False, 0, 0, Kind.NAN)
INFINITY = Quad(False, 0, 0, Kind.INFINITE)
ZERO = Quad(False, 0, 0)
ONE = Quad(False, 1, 0)


def infinity(negative: bool) -> Quad:
    """An infinity of the given sign."""
    return Quad(negative, 0, 0, Kind.INFINITE)


def zero(negative: bool) -> Quad:
    """A zero of the given sign."""
    return Quad(negative, 0, 0)


def from_ratio(numerator: int, denominator: int = 1, fmt: Format = BINARY128, *, negative_zero: bool = False) -> Quad:
    """`numerator / denominator` (positive denominator) rounded once to `fmt`; an exact zero takes the given sign."""
    if numerator == 0:
        return zero(negative_zero)
    negative = numerator < 0
    found = round_ratio(abs(numerator), denominator, fmt)
    if found is None:
        return infinity(negative)
    significand, exponent = found
    if significand == 0:
        return zero(negative)
    shift = (significand & -significand).bit_length() - 1
    return Quad(negative, significand >> shift, exponent + shift)


def from_int(value: int) -> Quad:
    """An integer, rounded once."""
    return from_ratio(value)


def from_text(text: str) -> Quad:
    """A decimal literal (`1.5e-3`, with `_` between digits, no sign), rounded once. Any exponent is fast."""
    mantissa, _, exponent_text = text.replace("_", "").lower().partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    if not digits:
        return ZERO
    exponent = _clamped_int(exponent_text or "0") - len(fraction)
    if len(digits) + exponent > _MAX_DECIMAL_EXPONENT:
        return INFINITY
    if len(digits) + exponent < -_MAX_DECIMAL_EXPONENT:
        return ZERO
    if len(digits) > _MAX_DIGITS:
        # A 1 stands for the rest, so that the number keeps its side of a halfway case.
        exponent += len(digits) - _MAX_DIGITS - 1
        digits = digits[:_MAX_DIGITS] + "1"
    value = _long_int(digits)
    return from_ratio(value * 10**exponent) if exponent >= 0 else from_ratio(value, 10**-exponent)


def _clamped_int(text: str) -> int:
    """The exponent, held within what can matter beside a literal of any length that fits in memory."""
    sign = -1 if text.startswith("-") else 1
    digits = text.lstrip("+-").lstrip("0")
    return sign * (int(digits or "0") if len(digits) < 19 else 10**18)


def _long_int(digits: str) -> int:
    """`int(digits)` in pieces: Python refuses long texts lest they take quadratic time, which _MAX_DIGITS bounds."""
    value = 0
    for start in range(0, len(digits), _DIGITS_PER_STEP):
        piece = digits[start : start + _DIGITS_PER_STEP]
        value = value * 10 ** len(piece) + int(piece)
    return value


def from_float(number: float) -> Quad:
    """A float of any run-time width, exactly (a NaN loses its payload)."""
    if math.isnan(number):
        return NAN
    negative = math.copysign(1.0, number) < 0
    if math.isinf(number):
        return infinity(negative)
    return from_ratio(*number.as_integer_ratio(), negative_zero=negative)


def from_value(value: FloatValue) -> Quad:
    """A known run-time float, exactly."""
    return from_float(value.number)


def to_float(value: Quad, width: int) -> FloatValue:
    """`value` as a run-time float, rounded once more; too large becomes an infinity (SEM 3.2)."""
    if value.is_nan:
        return FloatValue.of(width, math.nan)
    magnitude = math.inf
    if value.is_finite:
        rounded = from_ratio(*value.ratio, FORMATS[width]) if value.significand else value
        magnitude = scale(rounded.significand, rounded.exponent) if rounded.is_finite else math.inf
    return FloatValue.of(width, math.copysign(magnitude, -1.0 if value.negative else 1.0))


def to_int(value: Quad) -> int | None:
    """The integer that `value` is, or None if it is not whole."""
    if not value.is_finite:
        return None
    numerator, denominator = value.ratio
    return numerator if denominator == 1 else None


def to_fraction(value: Quad) -> Fraction:
    """A finite value, exactly."""
    return Fraction(*value.ratio)


def compare(left: Quad, right: Quad) -> int | None:
    """-1, 0 or 1 by value; None if either is NaN."""
    if left.is_nan or right.is_nan:
        return None
    if left.is_finite and right.is_finite:
        a, b = to_fraction(left), to_fraction(right)
        return (a > b) - (a < b)
    a_rank, b_rank = _rank(left), _rank(right)
    return (a_rank > b_rank) - (a_rank < b_rank)


def _rank(value: Quad) -> int:
    if value.is_finite:
        return 0
    return -1 if value.negative else 1


def negate(value: Quad) -> Quad:
    """The other sign, of zeros and infinities too."""
    return value if value.is_nan else Quad(not value.negative, value.significand, value.exponent, value.kind)


def absolute(value: Quad) -> Quad:
    """Without sign."""
    return negate(value) if value.negative else value


def add(left: Quad, right: Quad) -> Quad:
    """The sum, rounded once."""
    if left.is_nan or right.is_nan:
        return NAN
    if not left.is_finite or not right.is_finite:
        if not left.is_finite and not right.is_finite and left.negative != right.negative:
            return NAN
        return right if left.is_finite else left
    low = min(left.exponent, right.exponent)
    a = left.significand << (left.exponent - low)
    b = right.significand << (right.exponent - low)
    total = (-a if left.negative else a) + (-b if right.negative else b)
    negative_zero = left.negative and right.negative
    if low >= 0:
        return from_ratio(total << low, 1, negative_zero=negative_zero)
    return from_ratio(total, 1 << -low, negative_zero=negative_zero)


def subtract(left: Quad, right: Quad) -> Quad:
    """The difference, rounded once."""
    return add(left, negate(right))


def multiply(left: Quad, right: Quad) -> Quad:
    """The product, rounded once."""
    if left.is_nan or right.is_nan:
        return NAN
    negative = left.negative != right.negative
    if not left.is_finite or not right.is_finite:
        return NAN if left.is_zero or right.is_zero else infinity(negative)
    (a, b), (c, d) = left.ratio, right.ratio
    return from_ratio(a * c, b * d, negative_zero=negative)


def divide(left: Quad, right: Quad) -> Quad:
    """The IEEE quotient, rounded once. Zero divisors of untyped literals are traps: the caller's business (SEM 3.2)."""
    if left.is_nan or right.is_nan:
        return NAN
    negative = left.negative != right.negative
    if not left.is_finite:
        return infinity(negative) if right.is_finite else NAN
    if not right.is_finite:
        return zero(negative)
    if right.is_zero:
        return NAN if left.is_zero else infinity(negative)
    (a, b), (c, d) = left.ratio, right.ratio
    sign = -1 if c < 0 else 1
    return from_ratio(a * d * sign, b * abs(c), negative_zero=negative)
