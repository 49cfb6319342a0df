"""Softmax, embeddings, dropout, dense layers, pooling and normalisation against NumPy in float64."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tests.library.reference import Loader, Single, Wide, assert_close, gradient, normal, single, softmax, wide, zeros


@pytest.mark.parametrize("temperature", [0.5, 1.0, 4.0])
def test_softmax(spec: Loader, temperature: float) -> None:
    module = spec("ml/layers/softmax")
    scores, weights = normal(1, 7, 5, scale=3.0), normal(2, 7, 5)
    config = module.Config(classes=5, temperature=temperature)
    found, grad_scores = zeros(35), zeros(35)
    module.forward(scores.ravel(), found, config)
    assert_close(found, softmax(wide(scores) / temperature), ulps=16.0, absolute=1e-9)
    module.backward(weights.ravel(), found, grad_scores, config)
    wanted = gradient(lambda s: np.sum(wide(weights) * softmax(s / temperature)), scores)
    assert_close(grad_scores, wanted, ulps=8.0, absolute=1e-6)


def test_log_sum_exp(spec: Loader) -> None:
    module = spec("ml/layers/softmax")
    for seed in range(5):
        scores = normal(seed, 9, scale=20.0)
        assert_close(module.log_sum_exp(scores), np.logaddexp.reduce(wide(scores)), ulps=3.0)


def test_embedding(spec: Loader) -> None:
    module = spec("ml/layers/embedding")
    table, grad_output = normal(1, 6, 4), normal(2, 9, 4)
    words = np.random.default_rng(3).integers(0, 6, size=9).astype(np.uint32)
    config = module.Config(vocabulary=6, width=4)
    output, grad_table = zeros(36), zeros(24)
    module.forward(table.ravel(), words, output, config)
    module.backward(grad_output.ravel(), words, grad_table, config)
    wanted = np.zeros((6, 4))
    np.add.at(wanted, words, wide(grad_output))
    assert np.array_equal(output.reshape(9, 4), table[words])
    assert_close(grad_table, wanted, ulps=4.0, absolute=1e-6)


def test_nearest_embedding(spec: Loader) -> None:
    module = spec("ml/layers/embedding")
    table = normal(4, 30, 8)
    rows = wide(table) / np.linalg.norm(wide(table), axis=1, keepdims=True)
    likeness = rows @ rows.T
    np.fill_diagonal(likeness, -2.0)
    config = module.Config(vocabulary=30, width=8)
    found = [module.nearest(table.ravel(), table[word], word, config) for word in range(30)]
    assert found == list(likeness.argmax(axis=1))


def test_dropout_draws_like_a_coin(spec: Loader) -> None:
    module, random = spec("ml/layers/dropout"), spec("math/random")
    x, mask, output = normal(1, 2000), zeros(2000), zeros(2000)
    module.forward(random.seeded(7), x, mask, output, module.Config(rate=0.3))
    kept = mask != 0.0
    assert abs(kept.mean() - 0.7) < 4.0 * math.sqrt(0.21 / 2000.0)
    assert_close(mask[kept], np.full(kept.sum(), 1.0 / 0.7), ulps=1.0)
    assert np.array_equal(output, x * mask)
    grad_input = zeros(2000)
    module.backward(x, mask, grad_input)
    assert np.array_equal(grad_input, output)


def test_dense(spec: Loader) -> None:
    module = spec("ml/layers/dense")
    x, w, b, weights = normal(1, 5, 7), normal(2, 7, 3), normal(3, 3), normal(4, 5, 3)
    config = module.Config(inputs=7, outputs=3)
    output, grad_x, grad_w, grad_b = zeros(15), zeros(35), zeros(21), zeros(3)
    module.forward(x.ravel(), w.ravel(), b, output, config)
    assert_close(output, wide(x) @ wide(w) + wide(b), ulps=2.0, absolute=3e-6)
    module.backward_input(weights.ravel(), w.ravel(), grad_x, config)
    module.backward_weights(weights.ravel(), x.ravel(), grad_w, config)
    module.backward_bias(weights.ravel(), grad_b, config)

    def loss(x64: Wide, w64: Wide, b64: Wide) -> float:
        return float(np.sum(wide(weights) * (x64 @ w64 + b64)))

    assert_close(grad_x, gradient(lambda v: loss(v, wide(w), wide(b)), x), absolute=5e-6)
    assert_close(grad_w, gradient(lambda v: loss(wide(x), v, wide(b)), w), absolute=5e-6)
    assert_close(grad_b, gradient(lambda v: loss(wide(x), wide(w), v), b), absolute=5e-6)


POOLS = [
    {"height": 6, "width": 8, "window": 2, "stride": 2},
    {"height": 7, "width": 5, "window": 3, "stride": 1},
    {"height": 7, "width": 6, "window": 3, "stride": 2, "padding": 1},
    {"height": 7, "width": 8, "window": 3, "stride": 2, "ragged": True},
    {"height": 6, "width": 9, "window": 2, "stride": 3, "padding": 1, "ragged": True},
]


def _windows(length: int, pool: dict[str, Any]) -> list[range]:
    """The cells of every window along one side, found by trying every start."""
    padding, window, stride = pool.get("padding", 0), pool["window"], pool["stride"]
    windows: list[range] = []
    for start in range(-padding, length, stride):
        fits = start + window <= length + padding
        if fits or (pool.get("ragged") and windows[-1].stop < length + padding):
            windows.append(range(start, start + window))
        if not fits:
            break
    return [range(max(w.start, 0), min(w.stop, length)) for w in windows]


def _pooled(pictures: Single | Wide, pool: dict[str, Any], reduce: Any) -> Wide:
    rows, columns = _windows(pool["height"], pool), _windows(pool["width"], pool)
    return wide(
        [
            [[reduce(wide(p)[r.start : r.stop, c.start : c.stop], axis=(0, 1)) for c in columns] for r in rows]
            for p in pictures
        ]
    )


@pytest.mark.parametrize("pool", POOLS, ids=str)
def test_average_pooling(spec: Loader, pool: dict[str, Any]) -> None:
    module = spec("ml/layers/average_pooling")
    pictures = normal(1, 2, pool["height"], pool["width"], 3)
    config = module.Config(batch=2, channels=3, **pool)
    wanted = _pooled(pictures, pool, np.mean)
    assert module.output_size(config) == wanted.size
    output, grad_input, weights = zeros(wanted.size), zeros(pictures.size), normal(2, wanted.size)
    module.forward(pictures.ravel(), output, config)
    assert_close(output, wanted, ulps=2.0, absolute=5e-7)
    module.backward(weights, grad_input, config)
    by_difference = gradient(lambda v: np.sum(wide(weights) * _pooled(v, pool, np.mean).ravel()), pictures)
    assert_close(grad_input, by_difference, ulps=4.0, absolute=1e-6)


@pytest.mark.parametrize("pool", POOLS, ids=str)
def test_max_pooling(spec: Loader, pool: dict[str, Any]) -> None:
    module, windows = spec("ml/layers/max_pooling"), spec("ml/layers/average_pooling")
    pictures = normal(3, 2, pool["height"], pool["width"], 3)
    config = windows.Config(batch=2, channels=3, **pool)
    wanted = _pooled(pictures, pool, np.max)
    output, grad_input, weights = zeros(wanted.size), zeros(pictures.size), normal(4, wanted.size)
    winners = np.zeros(wanted.size, dtype=np.uint64)
    module.forward(pictures.ravel(), output, winners, config)
    assert_close(output, wanted)
    assert np.array_equal(pictures.ravel()[winners], output)
    module.backward(weights, winners, grad_input)
    by_difference = gradient(lambda v: np.sum(wide(weights) * _pooled(v, pool, np.max).ravel()), pictures)
    assert_close(grad_input, by_difference, ulps=4.0, absolute=1e-6)


def _normalised(x: Wide, scale: Wide, shift: Wide, axis: int) -> Wide:
    centred = x - x.mean(axis=axis, keepdims=True)
    return wide(scale * centred / np.sqrt(x.var(axis=axis, keepdims=True) + 1e-5) + shift)


def test_batch_norm(spec: Loader) -> None:
    module = spec("ml/layers/batch_norm")
    x, scale, shift, weights = normal(1, 9, 4, scale=2.0), normal(2, 4), normal(3, 4), normal(4, 9, 4)
    mean, variance, saved_mean, saved_inverse = normal(5, 4), single(np.ones(4)), zeros(4), zeros(4)
    before = wide(mean)
    parameters = module.Parameters(scale=scale, shift=shift)
    running = module.Running(mean=mean, variance=variance)
    saved = module.Saved(mean=saved_mean, inverse=saved_inverse)
    config = module.Config(features=4)
    output = zeros(36)
    module.forward_training(x.ravel(), output, parameters, running, saved, config)
    assert_close(output, _normalised(wide(x), wide(scale), wide(shift), 0), ulps=8.0, absolute=2e-6)
    assert_close(mean, 0.9 * before + 0.1 * wide(x).mean(axis=0), ulps=4.0, absolute=1e-7)
    assert_close(variance, 0.9 + 0.1 * wide(x).var(axis=0, ddof=1), ulps=4.0)
    grad_x, grad_scale, grad_shift = zeros(36), zeros(4), zeros(4)
    gradients = module.ParameterGradients(scale=grad_scale, shift=grad_shift)
    module.backward(weights.ravel(), x.ravel(), parameters, saved, grad_x, gradients, config)
    _check_norm_gradients(x, scale, shift, weights, (grad_x, grad_scale, grad_shift), 0)
    module.forward_evaluation(x.ravel(), output, parameters, running, config)
    normal_now = (wide(x) - wide(mean)) / np.sqrt(wide(variance) + 1e-5)
    assert_close(output, wide(scale) * normal_now + wide(shift), ulps=8.0, absolute=2e-6)


def test_layer_norm(spec: Loader) -> None:
    module = spec("ml/layers/layer_norm")
    x, scale, shift, weights = normal(1, 5, 6, scale=2.0), normal(2, 6), normal(3, 6), normal(4, 5, 6)
    config = module.Config(width=6)
    output, grad_x, grad_scale, grad_shift = zeros(30), zeros(30), zeros(6), zeros(6)
    module.forward(x.ravel(), scale, shift, output, config)
    assert_close(output, _normalised(wide(x), wide(scale), wide(shift), 1), ulps=8.0, absolute=2e-6)
    module.backward(weights.ravel(), x.ravel(), scale, grad_x, grad_scale, grad_shift, config)
    _check_norm_gradients(x, scale, shift, weights, (grad_x, grad_scale, grad_shift), 1)


def _check_norm_gradients(
    x: Single, scale: Single, shift: Single, weights: Single, found: tuple[Single, Single, Single], axis: int
) -> None:
    def loss(x64: Wide, scale64: Wide, shift64: Wide) -> float:
        return float(np.sum(wide(weights) * _normalised(x64, scale64, shift64, axis)))

    assert_close(found[0], gradient(lambda v: loss(v, wide(scale), wide(shift)), x), ulps=8.0, absolute=5e-6)
    assert_close(found[1], gradient(lambda v: loss(wide(x), v, wide(shift)), scale), ulps=8.0, absolute=5e-6)
    assert_close(found[2], gradient(lambda v: loss(wide(x), wide(scale), v), shift), ulps=8.0, absolute=5e-6)
