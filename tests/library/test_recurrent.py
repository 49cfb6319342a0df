"""Recurrent cells against NumPy in float64: states of all steps, and gradients back through time."""

from __future__ import annotations

import numpy as np

from tests.library.reference import Loader, Wide, assert_close, gradient, logistic, normal, wide, zeros

STEPS, INPUTS, UNITS = 6, 3, 4


def _rnn(x: Wide, w: Wide, u: Wide, b: Wide) -> Wide:
    state, states = np.zeros(UNITS), []
    for row in x:
        state = np.tanh(row @ w + state @ u + b)
        states.append(state)
    return wide(states)


def _lstm(x: Wide, w: Wide, u: Wide, b: Wide) -> Wide:
    state, cell, states = np.zeros(UNITS), np.zeros(UNITS), []
    for row in x:
        write, keep, candidate, show = np.split(row @ w + state @ u + b, 4)
        cell = logistic(keep) * cell + logistic(write) * np.tanh(candidate)
        state = logistic(show) * np.tanh(cell)
        states.append(state)
    return wide(states)


def test_rnn_cell(spec: Loader) -> None:
    module = spec("ml/recurrent/rnn_cell")
    x, w, u = normal(1, STEPS, INPUTS), normal(2, INPUTS, UNITS), normal(3, UNITS, UNITS, scale=0.5)
    b, weights = normal(4, UNITS), normal(5, STEPS, UNITS)
    config = module.Config(steps=STEPS, inputs=INPUTS, units=UNITS)
    parameters = module.Parameters(input_weights=w.ravel(), state_weights=u.ravel(), bias=b)
    states, sums, grad_x = zeros(x.shape[0] * UNITS), zeros(STEPS * UNITS), zeros(x.size)
    found = module.Gradients(input_weights=zeros(w.size), state_weights=zeros(u.size), bias=zeros(b.size))
    module.forward(x.ravel(), parameters, states, config)
    assert_close(states, _rnn(wide(x), wide(w), wide(u), wide(b)), ulps=16.0, absolute=5e-7)
    module.backward(weights.ravel(), x.ravel(), states, parameters, sums, grad_x, found, config)

    def loss(x: Wide, w: Wide, u: Wide, b: Wide) -> float:
        return float(np.sum(wide(weights) * _rnn(x, w, u, b)))

    x64, w64, u64, b64 = wide(x), wide(w), wide(u), wide(b)
    assert_close(grad_x, gradient(lambda v: loss(v, w64, u64, b64), x), ulps=16.0, absolute=1e-5)
    assert_close(found.input_weights, gradient(lambda v: loss(x64, v, u64, b64), w), ulps=16.0, absolute=1e-5)
    assert_close(found.state_weights, gradient(lambda v: loss(x64, w64, v, b64), u), ulps=16.0, absolute=1e-5)
    assert_close(found.bias, gradient(lambda v: loss(x64, w64, u64, v), b), ulps=16.0, absolute=1e-5)


def test_lstm(spec: Loader) -> None:
    module = spec("ml/recurrent/lstm")
    x, w, u = normal(1, STEPS, INPUTS), normal(2, INPUTS, 4 * UNITS), normal(3, UNITS, 4 * UNITS, scale=0.5)
    b, weights = normal(4, 4 * UNITS), normal(5, STEPS, UNITS)
    config = module.Config(steps=STEPS, inputs=INPUTS, units=UNITS)
    parameters = module.Parameters(input_weights=w.ravel(), state_weights=u.ravel(), bias=b)
    gates, cells, states = zeros(4 * STEPS * UNITS), zeros(STEPS * UNITS), zeros(STEPS * UNITS)
    memory = module.Memory(gates=gates, cells=cells, states=states)
    sums, along, grad_x = zeros(4 * STEPS * UNITS), zeros(UNITS), zeros(x.size)
    found = module.Gradients(input_weights=zeros(w.size), state_weights=zeros(u.size), bias=zeros(b.size))
    module.forward(x.ravel(), parameters, memory, config)
    assert_close(states, _lstm(wide(x), wide(w), wide(u), wide(b)), ulps=16.0, absolute=5e-7)
    module.backward(weights.ravel(), x.ravel(), memory, parameters, sums, along, grad_x, found, config)

    def loss(x: Wide, w: Wide, u: Wide, b: Wide) -> float:
        return float(np.sum(wide(weights) * _lstm(x, w, u, b)))

    x64, w64, u64, b64 = wide(x), wide(w), wide(u), wide(b)
    assert_close(grad_x, gradient(lambda v: loss(v, w64, u64, b64), x), ulps=16.0, absolute=1e-5)
    assert_close(found.input_weights, gradient(lambda v: loss(x64, v, u64, b64), w), ulps=16.0, absolute=1e-5)
    assert_close(found.state_weights, gradient(lambda v: loss(x64, w64, v, b64), u), ulps=16.0, absolute=1e-5)
    assert_close(found.bias, gradient(lambda v: loss(x64, w64, u64, v), b), ulps=16.0, absolute=1e-5)


def test_echo(spec: Loader) -> None:
    module = spec("ml/recurrent/rnn_cell")
    for weight in (0.5, 0.9, 1.0, 1.1, -0.7):
        for steps in (0, 1, 7, 40):
            assert_close(module.echo(weight, steps), wide(np.float32(weight)) ** steps, ulps=float(steps))
