"""Optimisers: thirty steps on random gradients, followed in float64."""

from __future__ import annotations

import numpy as np
import pytest

from tests.library.reference import Loader, Wide, assert_close, normal, wide, zeros

STEPS = 30
START = normal(1, 6)
GRADIENTS = normal(2, STEPS, 6)


@pytest.mark.parametrize("nesterov", [False, True])
def test_gradient_descent(spec: Loader, nesterov: bool) -> None:
    module = spec("ml/optimizer/gradient_descent")
    config = module.Config(rate=0.05, momentum=0.8, nesterov=nesterov)
    parameters, velocity = START.copy(), zeros(6)
    wanted, speed = wide(START), np.zeros(6)
    for step in GRADIENTS:
        module.step(parameters, step, velocity, config)
        speed = 0.8 * speed + wide(step)
        wanted = wanted - 0.05 * (wide(step) + 0.8 * speed if nesterov else speed)
    assert_close(parameters, wanted, ulps=32.0, absolute=2e-6)


def test_rmsprop(spec: Loader) -> None:
    module = spec("ml/optimizer/rmsprop")
    parameters, squares = START.copy(), zeros(6)
    wanted, mean = wide(START), np.zeros(6)
    for step in GRADIENTS:
        module.step(parameters, step, squares, module.Config(rate=0.02, decay=0.9))
        mean = 0.9 * mean + 0.1 * wide(step) ** 2
        wanted = wanted - 0.02 * wide(step) / (np.sqrt(mean) + 1e-8)
    assert_close(parameters, wanted, ulps=32.0, absolute=2e-6)


class _Moments:
    """The two running means of Adam and their corrected quotient."""

    def __init__(self) -> None:
        self.first, self.second, self.count = np.zeros(6), np.zeros(6), 0

    def direction(self, gradient: Wide, epsilon: float) -> Wide:
        self.count += 1
        self.first = 0.9 * self.first + 0.1 * gradient
        self.second = 0.999 * self.second + 0.001 * gradient**2
        root = np.sqrt(self.second / (1.0 - 0.999**self.count))
        return self.first / (1.0 - 0.9**self.count) / (root + epsilon)


@pytest.mark.parametrize("decay", [0.0, 0.1])
def test_adam(spec: Loader, decay: float) -> None:
    module = spec("ml/optimizer/adam")
    parameters, moments = START.copy(), module.Moments(first=zeros(6), second=zeros(6))
    wanted, reference = wide(START), _Moments()
    for count, step in enumerate(GRADIENTS, start=1):
        module.step(parameters, step, moments, count, module.Config(rate=0.01, decay=decay))
        wanted = wanted - 0.01 * (reference.direction(wide(step), 1e-8) + decay * wanted)
    assert_close(parameters, wanted, ulps=32.0, absolute=2e-5)


def test_lamb(spec: Loader) -> None:
    module = spec("ml/optimizer/lamb")
    weights, update = START.copy(), zeros(6)
    moments = spec("ml/optimizer/adam").Moments(first=zeros(6), second=zeros(6))
    wanted, reference = wide(START), _Moments()
    for count, step in enumerate(GRADIENTS, start=1):
        module.step(weights, step, moments, update, count, module.Config(rate=0.01))
        direction = reference.direction(wide(step), 1e-6) + 0.01 * wanted
        ratio = min(float(np.linalg.norm(wanted) / np.linalg.norm(direction)), 10.0)
        wanted = wanted - 0.01 * ratio * direction
    assert_close(weights, wanted, ulps=32.0, absolute=2e-5)


def test_the_valley_is_rosenbrocks(spec: Loader) -> None:
    module = spec("ml/optimizer/gradient_descent")
    found = zeros(2)
    for x, y in normal(3, 20, 2):
        point = np.array([x, y], dtype=np.float32)
        module.valley_gradient(point, found)
        x64, y64 = float(x), float(y)
        assert_close(module.valley_at(point), (1 - x64) ** 2 + 100 * (y64 - x64**2) ** 2, ulps=64.0, absolute=1e-4)
        along = -2 * (1 - x64) - 400 * x64 * (y64 - x64**2)
        assert_close(found, [along, 200 * (y64 - x64**2)], ulps=64.0, absolute=2e-4)
