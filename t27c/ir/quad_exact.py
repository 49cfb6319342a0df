"""Functions on compile-time floats that need no approximation: rounding, remainders, min, max, fma, roots."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from t27c.ir.quad import (
    NAN,
    Quad,
    absolute,
    add,
    compare,
    divide,
    from_ratio,
    multiply,
    to_fraction,
)
from t27c.ir.rounding import BINARY128, Format


def _whole(value: Quad, choose: Callable[[Fraction], int]) -> Quad:
    if not value.is_finite or value.is_zero:
        return value
    return from_ratio(choose(to_fraction(value)), negative_zero=value.negative)


def _half_away(value: Fraction) -> int:
    whole = math.floor(abs(value) + Fraction(1, 2))
    return -whole if value < 0 else whole


def floor(value: Quad) -> Quad:
    """The next whole number below; the sign of zero is kept."""
    return _whole(value, math.floor)


def ceil(value: Quad) -> Quad:
    """The next whole number above; the sign of zero is kept."""
    return _whole(value, math.ceil)


def trunc(value: Quad) -> Quad:
    """The whole part."""
    return _whole(value, math.trunc)


def round_(value: Quad) -> Quad:
    """The nearest whole number, halves away from zero."""
    return _whole(value, _half_away)


def minimum(left: Quad, right: Quad) -> Quad:
    """The smaller; NaN yields the other, equal ones the first (SEM 7)."""
    order = compare(left, right)
    return left if right.is_nan or (order is not None and order <= 0) else right


def maximum(left: Quad, right: Quad) -> Quad:
    """The larger; NaN yields the other, equal ones the first (SEM 7)."""
    order = compare(left, right)
    return left if right.is_nan or (order is not None and order >= 0) else right


def remainder(left: Quad, right: Quad) -> Quad:
    """`@rem`: C's fmod, with the sign of the dividend."""
    if left.is_nan or right.is_nan or not left.is_finite or right.is_zero:
        return NAN
    if not right.is_finite or left.is_zero:
        return left
    a, b = to_fraction(left), to_fraction(right)
    rest = a - b * math.trunc(a / b)
    return from_ratio(rest.numerator, rest.denominator, negative_zero=left.negative)


def modulo(left: Quad, right: Quad) -> Quad:
    """`@mod`: the remainder with the sign of the divisor; a zero keeps the sign of the dividend."""
    rest = remainder(left, right)
    if rest.is_nan or rest.is_zero or rest.negative == right.negative:
        return rest
    return add(rest, right)


def div_trunc(left: Quad, right: Quad) -> Quad:
    """The quotient without its fraction."""
    return trunc(divide(left, right))


def div_floor(left: Quad, right: Quad) -> Quad:
    """The quotient rounded down."""
    return floor(divide(left, right))


def fma(left: Quad, right: Quad, addend: Quad, *, fmt: Format = BINARY128) -> Quad:
    """`left * right + addend` with one rounding, to `fmt`."""
    if not (left.is_finite and right.is_finite and addend.is_finite):
        # Rounding an infinite or NaN product changes nothing, and a finite one disappears beside an infinity.
        finite_product = left.is_finite and right.is_finite
        return addend if finite_product else add(multiply(left, right), addend)
    exact = to_fraction(left) * to_fraction(right) + to_fraction(addend)
    product_negative = left.negative != right.negative
    both_negative = product_negative and addend.negative
    return from_ratio(exact.numerator, exact.denominator, fmt, negative_zero=both_negative)


def sqrt(value: Quad, fmt: Format = BINARY128) -> Quad:
    """The square root, rounded once to `fmt`; NaN for negative numbers, zeros unchanged."""
    if value.is_nan or value.is_zero:
        return value
    if value.negative:
        return NAN
    if not value.is_finite:
        return value
    # An even exponent and more than twice the precision: what isqrt cuts off can only be marked, never decide a tie.
    shift = 2 * (fmt.precision + 2)
    shift += (value.exponent - shift) & 1
    scaled = value.significand << shift
    root = math.isqrt(scaled)
    exponent = (value.exponent - shift) // 2
    doubled = 2 * root + (root * root != scaled)
    if exponent >= 1:
        return from_ratio(doubled << (exponent - 1), 1, fmt)
    return from_ratio(doubled, 1 << (1 - exponent), fmt)


UNARY: dict[str, Callable[[Quad], Quad]] = {
    "floor": floor,
    "ceil": ceil,
    "trunc": trunc,
    "round": round_,
    "abs": absolute,
    "sqrt": sqrt,
}
