"""Binary float formats and the one rounding, to nearest even, that every exact result goes through."""

from __future__ import annotations

import ctypes
import struct
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Format:
    """An IEEE 754 binary format: bits of precision and the exponents of its smallest and largest normal numbers."""

    width: int
    precision: int
    min_exponent: int
    max_exponent: int


BINARY16 = Format(16, 11, -14, 15)
BINARY32 = Format(32, 24, -126, 127)
BINARY64 = Format(64, 53, -1022, 1023)
BINARY128 = Format(128, 113, -16382, 16383)
FORMATS = {fmt.width: fmt for fmt in (BINARY16, BINARY32, BINARY64, BINARY128)}

_HALF = struct.Struct("<e")


def round_ratio(numerator: int, denominator: int, fmt: Format) -> tuple[int, int] | None:
    """The positive number `numerator / denominator` as `(significand, exponent)` of `fmt`, meaning
    `significand * 2**exponent`; the significand is 0 on underflow, and the result None when it overflows."""
    exponent = numerator.bit_length() - denominator.bit_length()
    if _is_below_power(numerator, denominator, exponent):
        exponent -= 1
    unit = max(exponent, fmt.min_exponent) - (fmt.precision - 1)
    if unit >= 0:
        denominator <<= unit
    else:
        numerator <<= -unit
    significand, rest = divmod(numerator, denominator)
    if 2 * rest > denominator or (2 * rest == denominator and significand & 1):
        significand += 1
    if significand.bit_length() + unit > fmt.max_exponent + 1:
        return None
    return significand, unit


def _is_below_power(numerator: int, denominator: int, exponent: int) -> bool:
    if exponent >= 0:
        return numerator < denominator << exponent
    return numerator << -exponent < denominator


def to_width(width: int, number: float) -> float:
    """`number` rounded to the float format of `width` bits; too large becomes an infinity."""
    if width == 64:
        return number
    if width == 32:
        return ctypes.c_float(number).value
    try:
        rounded: float = _HALF.unpack(_HALF.pack(number))[0]
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")
    return rounded


def ratio_to_float(width: int, numerator: int, denominator: int) -> float:
    """`numerator / denominator` (positive denominator) as a float of `width` bits, rounded once; 0 gives +0."""
    if numerator == 0:
        return 0.0
    found = round_ratio(abs(numerator), denominator, FORMATS[width])
    magnitude = float("inf") if found is None else scale(*found)
    return -magnitude if numerator < 0 else magnitude


def scale(significand: int, exponent: int) -> float:
    """`significand * 2**exponent`, which a double holds exactly."""
    if exponent >= 0:
        return float(significand << exponent)
    return significand / (1 << -exponent)
