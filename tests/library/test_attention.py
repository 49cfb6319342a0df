"""Attention, positional encoding and the encoder block against NumPy in float64."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tests.library.reference import Loader, Wide, assert_close, gradient, normal, single, softmax, wide, zeros


def _attention(q: Wide, k: Wide, v: Wide, causal: bool) -> Wide:
    scores = q @ k.T / math.sqrt(q.shape[1])
    if causal:
        scores = np.where(np.tri(*scores.shape) > 0.0, scores, -np.inf)
    return wide(softmax(scores) @ v)


@pytest.mark.parametrize("causal", [False, True])
def test_attention(spec: Loader, causal: bool) -> None:
    module = spec("ml/attention/attention")
    q, k, v, weights = normal(1, 4, 3), normal(2, 5, 3), normal(3, 5, 2), normal(4, 4, 2)
    config = module.Config(queries=4, keys=5, width=3, value_width=2, causal=causal)
    looks, output, scores = zeros(20), zeros(8), zeros(5)
    module.forward(q.ravel(), k.ravel(), v.ravel(), looks, output, config)
    assert_close(output, _attention(wide(q), wide(k), wide(v), causal), ulps=16.0, absolute=5e-7)
    assert_close(looks.reshape(4, 5).sum(axis=1), np.ones(4), ulps=4.0)
    found = module.Gradients(queries=zeros(12), keys=zeros(15), values=zeros(10))
    module.backward(weights.ravel(), q.ravel(), k.ravel(), v.ravel(), looks, scores, found, config)

    def loss(q: Wide, k: Wide, v: Wide) -> float:
        return float(np.sum(wide(weights) * _attention(q, k, v, causal)))

    assert_close(found.queries, gradient(lambda x: loss(x, wide(k), wide(v)), q), ulps=8.0, absolute=2e-6)
    assert_close(found.keys, gradient(lambda x: loss(wide(q), x, wide(v)), k), ulps=8.0, absolute=2e-6)
    assert_close(found.values, gradient(lambda x: loss(wide(q), wide(k), x), v), ulps=8.0, absolute=2e-6)


def test_positional_encoding(spec: Loader) -> None:
    module = spec("ml/transformer/positional_encoding")
    config = module.Config(positions=16, width=8)
    table, output, x = zeros(128), zeros(128), normal(1, 128)
    module.fill_table(table, config)
    angle = np.arange(16)[:, None] * 10000.0 ** (-np.arange(0, 8, 2) / 8)
    wanted = np.stack([np.sin(angle), np.cos(angle)], axis=-1)
    # An angle of 15 rad has a float32 step of 1e-6, which sine and cosine pass on.
    assert_close(table, wanted, ulps=4.0, absolute=2e-6)
    module.forward(x, table, output)
    assert np.array_equal(output, x + table)


POSITIONS, WIDTH, HIDDEN = 3, 4, 5
SIZES = [(WIDTH, WIDTH), (WIDTH, WIDTH), (WIDTH, WIDTH), (WIDTH, WIDTH), None, (WIDTH, HIDDEN), (HIDDEN, WIDTH), None]


def _parts(flat: Wide) -> list[tuple[Wide, Wide]]:
    """Weights and bias of each layer, cut from one flat array in the order that the spec states."""
    parts, place = [], 0
    for size in SIZES:
        rows, columns = size or (1, WIDTH)
        middle, end = place + rows * columns, place + rows * columns + columns
        weights = flat[place:middle]
        parts.append((weights.reshape(size) if size else weights, flat[middle:end]))
        place = end
    assert place == flat.size
    return parts


def _norm(x: Wide, pair: tuple[Wide, Wide]) -> Wide:
    deviation = np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)
    return wide(pair[0] * (x - x.mean(axis=1, keepdims=True)) / deviation + pair[1])


def _gelu(x: Wide) -> Wide:
    return wide(x * 0.5 * (1.0 + np.vectorize(math.erf)(x / math.sqrt(2.0))))


def _block(x: Wide, flat: Wide) -> Wide:
    query, key, value, mix, first, expand, contract, last = _parts(flat)
    q, k, v = (x @ w + b for w, b in (query, key, value))
    mixed = _norm(x + _attention(q, k, v, False) @ mix[0] + mix[1], first)
    return _norm(mixed + _gelu(mixed @ expand[0] + expand[1]) @ contract[0] + contract[1], last)


def _block_config(module: Any) -> Any:
    return module.Config(positions=POSITIONS, width=WIDTH, hidden=HIDDEN)


def test_encoder_block(spec: Loader) -> None:
    module = spec("ml/transformer/encoder_block")
    config = _block_config(module)
    x, flat, weights = (
        normal(1, POSITIONS, WIDTH),
        normal(2, module.parameter_count(config)),
        normal(3, POSITIONS, WIDTH),
    )
    output, grad_x, grad_flat = zeros(x.size), zeros(x.size), zeros(flat.size)
    parameters = module.parameters_of(flat, config)
    memory = module.memory_of(zeros(module.memory_size(config)), config)
    scratch = module.scratch_of(zeros(module.scratch_size(config)), config)
    module.forward(x.ravel(), parameters, memory, output, config)
    assert_close(output, _block(wide(x), wide(flat)), ulps=64.0, absolute=1e-5)
    found = module.gradients_of(grad_flat, config)
    module.backward(weights.ravel(), x.ravel(), parameters, memory, scratch, grad_x, found, config)
    by_x = gradient(lambda v: np.sum(wide(weights) * _block(v, wide(flat))), x)
    by_flat = gradient(lambda v: np.sum(wide(weights) * _block(wide(x), v)), flat)
    assert_close(grad_x, by_x, ulps=64.0, absolute=1e-4)
    assert_close(grad_flat, by_flat, ulps=64.0, absolute=1e-4)


def test_the_parts_of_a_block_are_views(spec: Loader) -> None:
    module = spec("ml/transformer/encoder_block")
    config = _block_config(module)
    flat = single(np.arange(module.parameter_count(config)))
    parts = module.parameters_of(flat, config)
    names = ("query", "key", "value", "mix", "first_norm", "expand", "contract", "last_norm")
    joined = [array for name in names for array in (getattr(parts, name).weights, getattr(parts, name).bias)]
    assert np.array_equal(np.concatenate(joined), flat)
