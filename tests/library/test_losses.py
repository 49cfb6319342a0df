"""Losses and their gradients against NumPy in float64."""

from __future__ import annotations

import numpy as np
import pytest

from tests.library.reference import (
    Loader,
    Single,
    Wide,
    assert_close,
    gradient,
    logistic,
    normal,
    slope,
    softmax,
    wide,
    zeros,
)

REDUCTIONS = ["mean", "sum"]


def _reduced(values: Wide, reduction: str) -> float:
    return float(values.mean() if reduction == "mean" else values.sum())


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_mse(spec: Loader, reduction: str) -> None:
    module, types = spec("ml/loss/mse"), spec("base/types")
    guess, truth, found = normal(1, 40), normal(2, 40), zeros(40)
    config = module.Config(reduction=types.Reduction[reduction])

    def loss(v: Wide) -> float:
        return _reduced((v - wide(truth)) ** 2, reduction)

    assert_close(module.forward(guess, truth, config), loss(wide(guess)), ulps=16.0)
    module.backward(guess, truth, found, config)
    assert_close(found, gradient(loss, guess), ulps=4.0, absolute=1e-7)


def test_root_mean_square(spec: Loader) -> None:
    module = spec("ml/loss/mse")
    guess, truth = normal(3, 40), normal(4, 40)
    wanted = np.sqrt(np.mean((wide(guess) - wide(truth)) ** 2))
    assert_close(module.root_mean_square(guess, truth), wanted, ulps=16.0)


def _huber(distance: Wide, delta: float) -> Wide:
    size = np.abs(distance)
    return np.where(size <= delta, 0.5 * size**2, delta * (size - 0.5 * delta))


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("delta", [0.5, 1.5])
def test_huber(spec: Loader, reduction: str, delta: float) -> None:
    module, types = spec("ml/loss/huber"), spec("base/types")
    guess, truth, found = normal(1, 40), normal(2, 40), zeros(40)
    config = module.Config(delta=delta, reduction=types.Reduction[reduction])

    def loss(v: Wide) -> float:
        return _reduced(_huber(v - wide(truth), delta), reduction)

    assert_close(module.forward(guess, truth, config), loss(wide(guess)), ulps=16.0)
    module.backward(guess, truth, found, config)
    assert_close(found, gradient(loss, guess), ulps=4.0, absolute=1e-7)


def _cross_entropy(scores: Wide, labels: Single, reduction: str) -> float:
    chosen = softmax(scores)[np.arange(len(labels)), labels.astype(int)]
    return _reduced(-np.log(chosen), reduction)


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_cross_entropy(spec: Loader, reduction: str) -> None:
    module, types = spec("ml/loss/cross_entropy"), spec("base/types")
    scores, found = normal(1, 8, 5, scale=3.0), zeros(40)
    labels = np.random.default_rng(2).integers(0, 5, size=8).astype(np.uint32)
    config = module.Config(classes=5, reduction=types.Reduction[reduction])
    wanted = _cross_entropy(wide(scores), labels.astype(np.float32), reduction)
    assert_close(module.forward(scores.ravel(), labels, config), wanted, ulps=16.0)
    module.backward(scores.ravel(), labels, found, config)
    by_difference = gradient(lambda v: _cross_entropy(v, labels.astype(np.float32), reduction), scores)
    assert_close(found, by_difference, ulps=8.0, absolute=3e-7)


def test_binary_cross_entropy(spec: Loader) -> None:
    module = spec("ml/loss/cross_entropy")
    for score, truth in zip(normal(1, 60, scale=5.0), np.abs(np.tanh(normal(2, 60))), strict=True):

        def loss(v: Wide, truth: float = float(truth)) -> Wide:
            return wide(np.logaddexp(0.0, v) - truth * v)

        assert_close(module.binary_loss(score, truth), loss(wide(score)), ulps=8.0, absolute=1e-6)
        assert_close(module.binary_gradient(score, truth), slope(loss, score), ulps=8.0, absolute=3e-7)
        assert_close(module.binary_gradient(score, truth), logistic(wide(score)) - truth, ulps=8.0, absolute=2e-7)
