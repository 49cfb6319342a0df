"""Correctly rounded transcendental functions of compile-time floats, in any format up to binary128, by mpmath."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from t27c.ir import quad
from t27c.ir.quad import INFINITY, NAN, ONE, Quad, absolute, compare, from_int, infinity, negate, zero
from t27c.ir.quad_exact import UNARY as EXACT_UNARY
from t27c.ir.quad_exact import sqrt
from t27c.ir.rounding import BINARY128, Format

_GUARD_BITS = 24
_MAX_PRECISION = 1_200  # beyond it a result is exact or halfway, and nearest-even of the approximation is right
_ODD = frozenset({"sin", "tan", "expm1", "log1p", "asin", "atan", "sinh", "tanh", "erf"})
# Arguments beyond +-limit overflow or underflow in binary128 (or saturate), so mpmath must not see them.
_LIMITS = {"exp": 12_000, "exp2": 17_000, "expm1": 12_000, "sinh": 12_000, "cosh": 12_000, "tanh": 12_000, "erf": 200}
_SATURATED: dict[str, tuple[Quad, Quad]] = {
    "exp": (quad.ZERO, INFINITY),
    "exp2": (quad.ZERO, INFINITY),
    "expm1": (negate(ONE), INFINITY),
    "sinh": (infinity(True), INFINITY),
    "cosh": (INFINITY, INFINITY),
    "tanh": (negate(ONE), ONE),
    "erf": (negate(ONE), ONE),
}
_TINY = -16_600  # log2 of a number below half of the smallest binary128
_HUGE = 16_500  # log2 of a number above the largest binary128


@lru_cache(maxsize=1)
def _mpmath() -> Any:
    import mpmath

    return mpmath.mp


def evaluate(name: str, args: tuple[Quad, ...], fmt: Format = BINARY128) -> Quad:
    """The float builtin `name` (`exp`, `log`, `sin`, `pow`, `atan2`, .., also `sqrt`, `floor` and `abs`) of exact
    arguments, rounded correctly to `fmt`."""
    if name == "sqrt":
        return sqrt(args[0], fmt)
    if name in EXACT_UNARY:
        return EXACT_UNARY[name](args[0])
    if name in _BINARY_SPECIAL:
        special = _BINARY_SPECIAL[name](args[0], args[1])
    else:
        special = _unary_special(name, args[0])
    return special if special is not None else _approximate(name, args, fmt)


def _unary_special(name: str, x: Quad) -> Quad | None:
    if x.is_nan or (x.is_zero and name in _ODD):
        return x
    if name in _LIMITS:
        limit = _LIMITS[name]
        low, high = compare(x, from_int(-limit)), compare(x, from_int(limit))
        if low is not None and low < 0:
            return _SATURATED[name][0]
        return _SATURATED[name][1] if high is not None and high > 0 else None
    return _domain_special(name, x)


def _domain_special(name: str, x: Quad) -> Quad | None:
    """NaN outside of the domain, infinities at its ends."""
    if name in {"sin", "cos", "tan"}:
        return None if x.is_finite else NAN
    if name in {"asin", "acos"}:
        beyond = compare(absolute(x), ONE)
        return NAN if beyond is not None and beyond > 0 else None
    if name not in {"log", "log2", "log10", "log1p"}:
        return None
    bound = negate(ONE) if name == "log1p" else quad.ZERO
    order = compare(x, bound)
    if order == 0:
        return infinity(True)
    if order is not None and order < 0:
        return NAN
    return None if x.is_finite else INFINITY


def _hypot_special(x: Quad, y: Quad) -> Quad | None:
    if (not x.is_finite and not x.is_nan) or (not y.is_finite and not y.is_nan):
        return INFINITY
    if x.is_nan or y.is_nan:
        return NAN
    if x.is_zero:
        return absolute(y)
    return absolute(x) if y.is_zero else None


def _atan2_special(y: Quad, x: Quad) -> Quad | None:
    if x.is_nan or y.is_nan:
        return NAN
    x_positive_infinite = not x.is_finite and not x.negative
    if (y.is_zero and not x.negative) or (y.is_finite and x_positive_infinite):
        return zero(y.negative)
    return None


def _pow_special(x: Quad, y: Quad) -> Quad | None:
    """C's rules for pow (annex F), and results beyond every format."""
    if y.is_zero or x == ONE:
        return ONE
    if x.is_nan or y.is_nan:
        return NAN
    whole = quad.to_int(y)
    odd = whole is not None and whole % 2 == 1
    if not y.is_finite:
        return _pow_infinite_exponent(x, y)
    if x.is_zero or not x.is_finite:
        grows = x.is_zero == y.negative
        negative = x.negative and odd
        return infinity(negative) if grows else zero(negative)
    if x.negative and whole is None:
        return NAN
    return _pow_beyond(x, y, x.negative and odd)


def _pow_infinite_exponent(x: Quad, y: Quad) -> Quad:
    order = compare(absolute(x), ONE)
    if order == 0:
        return ONE
    return INFINITY if (order == 1) != y.negative else quad.ZERO


def _pow_beyond(x: Quad, y: Quad, negative: bool) -> Quad | None:
    if compare(absolute(x), ONE) == 0:
        return Quad(negative, 1, 0)
    mp = _mpmath()
    with mp.workprec(64):
        binary_log = mp.log(_number(absolute(x)), 2) * _number(y)
        if binary_log > _HUGE:
            return infinity(negative)
        if binary_log < _TINY:
            return zero(negative)
    return None


_BINARY_SPECIAL: dict[str, Callable[[Quad, Quad], Quad | None]] = {
    "pow": _pow_special,
    "hypot": _hypot_special,
    "atan2": _atan2_special,
}


def _number(value: Quad) -> Any:
    mp = _mpmath()
    if not value.is_finite:
        return mp.ninf if value.negative else mp.inf
    if value.is_zero:
        return mp.zero
    return mp.make_mpf((int(value.negative), value.significand, value.exponent, value.significand.bit_length()))


def _compute(name: str, args: tuple[Quad, ...]) -> Any:
    mp = _mpmath()
    numbers = [_number(arg) for arg in args]
    match name:
        case "exp2":
            return mp.power(2, numbers[0])
        case "log2":
            return mp.log(numbers[0], 2)
        case "pow":
            return _signed_power(args[0], numbers[0], numbers[1])
        case "atan2":
            return _atan2(args[0], args[1], numbers)
        case _:
            return getattr(mp, name)(*numbers)


def _signed_power(base: Quad, x: Any, y: Any) -> Any:
    mp = _mpmath()
    power = mp.power(abs(x), y)
    return -power if base.negative and int(y) % 2 else power


def _atan2(y: Quad, x: Quad, numbers: list[Any]) -> Any:
    """mpmath knows no negative zero and no pair of infinities; these angles are multiples of pi / 4."""
    mp = _mpmath()
    if y.is_zero:
        return -mp.pi if y.negative else +mp.pi
    if not y.is_finite or not x.is_finite:
        eighths = 2 if x.is_finite else (3 if x.negative else 1)
        angle = (eighths if not y.is_finite else 4) * mp.pi / 4
        return -angle if y.negative else angle
    return mp.atan2(*numbers)


def _approximate(name: str, args: tuple[Quad, ...], fmt: Format) -> Quad:
    """Raise the precision until the error of the approximation cannot change the rounded result (Ziv's strategy)."""
    mp = _mpmath()
    precision = fmt.precision + _GUARD_BITS
    while True:
        with mp.workprec(precision):
            negative, significand, exponent, _ = _compute(name, args)._mpf_
        significand = int(significand)
        middle = _rounded(negative, significand, exponent, fmt)
        if significand == 0 or precision > _MAX_PRECISION:
            return middle
        # The last bits of mpmath's results are good to far less than 2**-(precision - 10) of the value.
        slack = precision - 10 - significand.bit_length()
        wide = significand << max(slack, 0)
        shifted = exponent - max(slack, 0)
        error = max(wide >> (precision - 10), 1)
        low = _rounded(negative, wide - error, shifted, fmt)
        if low == middle == _rounded(negative, wide + error, shifted, fmt):
            return middle
        precision *= 2


def _rounded(negative: int, significand: int, exponent: int, fmt: Format) -> Quad:
    signed = -significand if negative else significand
    if exponent >= 0:
        return quad.from_ratio(signed << exponent, 1, fmt)
    return quad.from_ratio(signed, 1 << -exponent, fmt)
