"""PPO against NumPy in float64."""

from __future__ import annotations

import numpy as np
import pytest

from tests.library.reference import Loader, Wide, assert_close, gradient, normal, wide, zeros

STEPS = 20


@pytest.mark.parametrize("trace", [0.0, 0.9, 1.0])
def test_advantages_are_the_discounted_sum_of_surprises(spec: Loader, trace: float) -> None:
    module = spec("ml/rl/ppo")
    rewards, values, found, targets = normal(1, STEPS), normal(2, STEPS), zeros(STEPS), zeros(STEPS)
    finished = np.random.default_rng(3).random(STEPS) < 0.2
    module.estimate_advantages(rewards, values, finished, 0.75, found, module.Config(discount=0.95, trace=trace))
    following = np.append(wide(values)[1:], 0.75)
    surprise = wide(rewards) + 0.95 * following * ~finished - wide(values)
    for t in range(STEPS):
        wanted, weight = 0.0, 1.0
        for later in range(t, STEPS):
            wanted += weight * surprise[later]
            weight *= 0.0 if finished[later] else 0.95 * trace
        assert_close(found[t], wanted, ulps=16.0, absolute=2e-6)
    module.value_targets(found, values, targets)
    assert np.array_equal(targets, found + values)


def test_normalised_advantages(spec: Loader) -> None:
    module = spec("ml/rl/ppo")
    advantages = normal(4, STEPS, scale=3.0)
    wanted = (wide(advantages) - wide(advantages).mean()) / wide(advantages).std()
    module.normalise(advantages)
    assert_close(advantages, wanted, ulps=16.0, absolute=1e-6)


def _loss(new: Wide, old: Wide, advantages: Wide) -> float:
    ratio = np.exp(new - old)
    return -float(np.mean(np.minimum(ratio * advantages, np.clip(ratio, 0.8, 1.2) * advantages)))


def test_clipped_loss_and_gradient(spec: Loader) -> None:
    module = spec("ml/rl/ppo")
    old, advantages, found = normal(5, STEPS), normal(6, STEPS), zeros(STEPS)
    new = old + normal(7, STEPS, scale=0.3)
    config = module.Config()
    wanted = _loss(wide(new), wide(old), wide(advantages))
    assert_close(module.forward(new, old, advantages, config), wanted, ulps=16.0, absolute=5e-7)
    module.backward(new, old, advantages, found, config)
    by_difference = gradient(lambda v: _loss(v, wide(old), wide(advantages)), new)
    assert_close(found, by_difference, ulps=16.0, absolute=2e-7)
    assert 0 < np.count_nonzero(found == 0.0) < STEPS


def test_divergence_estimate(spec: Loader) -> None:
    module = spec("ml/rl/ppo")
    old = normal(8, STEPS)
    new = old + normal(9, STEPS, scale=0.1)
    moved = wide(new) - wide(old)
    assert_close(module.divergence(new, old), np.mean(np.expm1(moved) - moved), ulps=16.0, absolute=1e-7)
