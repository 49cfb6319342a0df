"""Whole arrays instead of loops: selections, ordered sums, and the questions that come before."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

# Lanes that a block holds: a few rows of it fit in the second level cache.
BLOCK = 16384
# Below this many rounds the loop itself is faster than the calls.
FEWEST_LANES = 24

_BITS: dict[int, Any] = {1: np.dtype(np.uint8), 2: np.dtype(np.uint16), 4: np.dtype(np.uint32), 8: np.dtype(np.uint64)}

Lanes = npt.NDArray[Any]


def rows(number: int, lanes: int, dtype: Any) -> Lanes:
    """Buffers for the blocks of a loop over `lanes` rounds. A row is a little longer than a block: rows that start a
    power of two apart compete for the same places of the cache."""
    return np.empty((number, min(lanes, BLOCK) + 16), dtype)


def apart(one: Lanes, other: Lanes) -> bool:
    """Whether two arrays share no memory."""
    return not np.may_share_memory(one, other)


def apart_or_same(one: Lanes, other: Lanes) -> bool:
    """Whether two arrays share no memory, or hold the same elements in the same places."""
    if not np.may_share_memory(one, other):
        return True
    return one.ctypes.data == other.ctypes.data and one.strides == other.strides and one.dtype == other.dtype


def _as_bits(value: Any, out: Lanes) -> Any:
    if isinstance(value, np.ndarray):
        return value.view(_BITS[out.dtype.itemsize])
    return np.array(value, out.dtype).view(_BITS[out.dtype.itemsize])


def select(condition: Lanes, then: Any, otherwise: Any, out: Lanes) -> Lanes:
    """`then` where `condition` holds, else `otherwise`, by bits: faster than a branch per lane on mixed conditions."""
    bits = _BITS[out.dtype.itemsize]
    mask = condition.astype(bits)
    np.negative(mask, mask)
    low = _as_bits(otherwise, out)
    mask &= _as_bits(then, out) ^ low
    np.bitwise_xor(mask, low, out.view(bits))
    return out


def greater(one: Any, other: Any, out: Lanes) -> Lanes:
    """`@max` lane by lane: a NaN gives way, of equals the first stays."""
    return select(np.greater(other, one) | np.isnan(one), other, one, out)


def lesser(one: Any, other: Any, out: Lanes) -> Lanes:
    """`@min` lane by lane."""
    return select(np.less(other, one) | np.isnan(one), other, one, out)


def sign_where(condition: Lanes, out: Lanes) -> Lanes:
    """The sign bit where `condition` holds, else nothing."""
    np.copyto(out, condition)
    return np.left_shift(out, 8 * out.dtype.itemsize - 1, out)


def flip_sign(sign: Lanes, value: Any, out: Lanes) -> Lanes:
    """`-value` where `sign` has its bit set, else `value`."""
    bits = sign.dtype
    np.bitwise_xor(sign, value.view(bits), out.view(bits))
    return out


def convert(value: Any, out: Lanes) -> Lanes:
    """`value` in the type of `out`: integers and floats to floats to nearest even, integers by their low bits."""
    np.copyto(out, value, casting="unsafe")
    return out


def _in_order(operator: np.ufunc, start: Any, values: Lanes) -> Any:
    chain = np.empty(len(values) + 1, values.dtype)
    chain[0] = start
    chain[1:] = values
    return operator.accumulate(chain, out=chain)[-1]


def sum_in_order(start: Any, values: Lanes) -> Any:
    """`start` plus every value, one after the other."""
    return _in_order(np.add, start, values)


def product_in_order(start: Any, values: Lanes) -> Any:
    """`start` times every value, one after the other."""
    return _in_order(np.multiply, start, values)


def greatest(start: Any, values: Lanes) -> Any:
    """The greatest of `start` and the values as `if (v > s) { s = v; }` finds it: no NaN joins, the first of equals stays."""
    best = np.fmax.reduce(values)
    return values[np.argmax(values == best)] if best > start else start


def least(start: Any, values: Lanes) -> Any:
    """The least of `start` and the values as `if (v < s) { s = v; }` finds it."""
    best = np.fmin.reduce(values)
    return values[np.argmax(values == best)] if best < start else start


def max_of(start: Any, values: Lanes) -> Any:
    """`start` joined with every value by `@max`: a NaN gives way to any number."""
    best = np.fmax.reduce(values)
    return values[np.argmax(values == best)] if best > start or (start != start and best == best) else start


def min_of(start: Any, values: Lanes) -> Any:
    """`start` joined with every value by `@min`."""
    best = np.fmin.reduce(values)
    return values[np.argmax(values == best)] if best < start or (start != start and best == best) else start
