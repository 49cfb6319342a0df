"""The XOR network, and the shared specs under it: constants, types, random numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.library.reference import Loader, Wide, assert_close, gradient, normal, wide, zeros


def _xor_loss(flat: Wide) -> float:
    x = wide([[0, 0], [0, 1], [1, 0], [1, 1]])
    hidden = np.tanh(x @ flat[:8].reshape(2, 4) + flat[8:12])
    scores = hidden @ flat[12:16] + flat[16]
    return float(np.mean(np.logaddexp(0.0, scores) - wide([0, 1, 1, 0]) * scores))


def test_loss_and_gradient_of_the_xor_network(spec: Loader) -> None:
    module = spec("ml/training/xor")
    for seed in range(5):
        parameters, found = normal(seed, module.PARAMETERS), zeros(module.PARAMETERS)
        assert_close(module.loss(parameters), _xor_loss(wide(parameters)), ulps=16.0, absolute=1e-7)
        module.gradient(parameters, found)
        assert_close(found, gradient(_xor_loss, parameters), ulps=16.0, absolute=1e-6)


@pytest.mark.slow
def test_training_learns_xor_from_most_seeds(spec: Loader) -> None:
    module = spec("ml/training/xor")
    losses = [float(module.train(zeros(module.PARAMETERS), module.Config(seed=seed))) for seed in range(1, 6)]
    assert sorted(losses)[2] < 0.01


def test_constants_are_the_nearest_doubles(spec: Loader) -> None:
    module = spec("math/constants")
    found = {name: float(getattr(module, name)) for name in ("PI", "TAU", "E", "LN_2", "LN_10", "SQRT_2", "SQRT_HALF")}
    wanted = (math.pi, math.tau, math.e, math.log(2), math.log(10), math.sqrt(2), math.sqrt(0.5))
    assert tuple(found.values()) == wanted
    assert_close(module.SQRT_2_OVER_PI, math.sqrt(2 / math.pi), absolute=2e-16)
    assert_close(module.SQRT_2_PI, math.sqrt(2 * math.pi), absolute=5e-16)


def test_vector_helpers(spec: Loader) -> None:
    module = spec("base/types")
    left, right = normal(1, 30), normal(2, 30)
    assert_close(module.dot(left, right), wide(left) @ wide(right), ulps=8.0, absolute=2e-6)
    assert_close(module.norm(left), np.linalg.norm(wide(left)), ulps=8.0)
    assert module.largest_gap(left, right) == np.abs(left - right).max()


def test_random_numbers_are_xorshift(spec: Loader) -> None:
    module = spec("math/random")
    generator, state = module.seeded(2024), 2024
    for _ in range(200):
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        assert module.next_bits(generator) == state


def test_random_numbers_have_the_promised_distribution(spec: Loader) -> None:
    module = spec("math/random")
    generator = module.seeded(77)
    values = zeros(4000)
    module.fill_uniform(generator, values, 2.0, 5.0)
    histogram, _ = np.histogram(values, bins=10, range=(2.0, 5.0))
    assert histogram.sum() == 4000
    assert np.all(np.abs(histogram - 400) < 80)
    bell = wide([module.next_normal(generator) for _ in range(3000)])
    assert abs(bell.mean()) < 0.06
    assert abs(bell.std() - 1.0) < 0.06
