"""What the comparisons share: random inputs, distances in ULP, differences in float64."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Wide = NDArray[np.float64]
Single = NDArray[np.float32]
Loader = Callable[[str], Any]


def wide(values: ArrayLike) -> Wide:
    """The same values in float64, where references compute."""
    return np.asarray(values, dtype=np.float64)


def single(values: ArrayLike) -> Single:
    """The same values in float32, in memory of their own."""
    return np.array(values, dtype=np.float32)


def zeros(*shape: int) -> Single:
    """Room for an output."""
    return np.zeros(shape, dtype=np.float32)


def normal(seed: int, *shape: int, scale: float = 1.0) -> Single:
    """Random float32 numbers of the bell curve."""
    return single(np.random.default_rng(seed).normal(size=shape) * scale)


def assert_close(actual: ArrayLike, expected: ArrayLike, *, ulps: float = 0.0, absolute: float = 0.0) -> None:
    """Fail where `actual` is further from `expected` than `ulps` steps of float32 there plus `absolute`."""
    found, wanted = wide(actual).ravel(), wide(expected).ravel()
    assert found.shape == wanted.shape
    allowed = ulps * wide(np.spacing(np.abs(wanted).astype(np.float32))) + absolute
    distance = np.abs(found - wanted)
    worst = int(np.argmax(distance - allowed))
    assert bool(np.all(distance <= allowed)), (
        f"element {worst} is {found[worst]!r}, wanted {wanted[worst]!r}: {distance[worst]:.3g} > {allowed[worst]:.3g}"
    )


def slope(function: Callable[[Wide], ArrayLike], place: ArrayLike, step: float = 1e-5) -> Wide:
    """Slope of an elementwise function, by central differences in float64."""
    x = wide(place)
    return (wide(function(x + step)) - wide(function(x - step))) / (2.0 * step)


def gradient(function: Callable[[Wide], Any], place: ArrayLike, step: float = 1e-5) -> Wide:
    """Gradient of a function of many numbers with one result, by central differences in float64."""
    x = wide(place)
    found = np.zeros_like(x)
    for index in np.ndindex(*x.shape):
        moved = x.copy()
        moved[index] = x[index] + step
        above = float(function(moved))
        moved[index] = x[index] - step
        found[index] = (above - float(function(moved))) / (2.0 * step)
    return found


def softmax(scores: Wide) -> Wide:
    """Softmax along the last axis."""
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return wide(weights / weights.sum(axis=-1, keepdims=True))


def logistic(x: Wide) -> Wide:
    """The sigmoid."""
    return wide(0.5 * (1.0 + np.tanh(0.5 * x)))
