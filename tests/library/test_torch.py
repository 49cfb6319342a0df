"""The library against PyTorch where it is installed; everywhere else these tests are skipped and say so."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.library.reference import Loader, Single, assert_close, normal, zeros


@pytest.fixture
def torch() -> Any:
    """PyTorch, or a skip."""
    return pytest.importorskip("torch")


@pytest.mark.parametrize(("form", "approximate"), [("exact", "none"), ("tanh", "tanh")])
def test_gelu(spec: Loader, torch: Any, form: str, approximate: str) -> None:
    module = spec("ml/activation/gelu")
    config = module.Config(form=module.Form[form])
    x, grad_output, output, grad_input = normal(1, 200, scale=2.0), normal(2, 200), zeros(200), zeros(200)
    module.forward(x, output, config)
    module.backward(grad_output, x, grad_input, config)
    leaf = torch.tensor(x, requires_grad=True)
    wanted = torch.nn.functional.gelu(leaf, approximate=approximate)
    wanted.backward(torch.tensor(grad_output))
    assert_close(output, wanted.detach().numpy(), ulps=4.0, absolute=1e-6)
    assert_close(grad_input, leaf.grad.numpy(), ulps=8.0, absolute=3e-6)


def test_lstm(spec: Loader, torch: Any) -> None:
    module = spec("ml/recurrent/lstm")
    steps, inputs, units = 5, 3, 4
    x, w, u, b = (
        normal(1, steps, inputs),
        normal(2, inputs, 4 * units),
        normal(3, units, 4 * units),
        normal(4, 4 * units),
    )
    parameters = module.Parameters(input_weights=w.ravel(), state_weights=u.ravel(), bias=b)
    states = zeros(steps * units)
    memory = module.Memory(gates=zeros(steps * 4 * units), cells=zeros(steps * units), states=states)
    module.forward(x.ravel(), parameters, memory, module.Config(steps=steps, inputs=inputs, units=units))
    layer = torch.nn.LSTM(inputs, units)
    with torch.no_grad():
        for name, value in (("weight_ih_l0", w.T), ("weight_hh_l0", u.T), ("bias_ih_l0", b), ("bias_hh_l0", 0.0 * b)):
            getattr(layer, name).copy_(torch.tensor(np.ascontiguousarray(value)))
        wanted, _ = layer(torch.tensor(x))
    assert_close(states, wanted.numpy(), ulps=16.0, absolute=1e-6)


@pytest.mark.parametrize("decay", [0.0, 0.1])
def test_adamw(spec: Loader, torch: Any, decay: float) -> None:
    module = spec("ml/optimizer/adam")
    parameters, gradients = normal(1, 6), normal(2, 20, 6)
    moments = module.Moments(first=zeros(6), second=zeros(6))
    leaf = torch.tensor(parameters, requires_grad=True)
    optimizer = torch.optim.AdamW([leaf], lr=0.01, weight_decay=decay)
    for count, step in enumerate(gradients, start=1):
        module.step(parameters, step, moments, count, module.Config(rate=0.01, decay=decay))
        leaf.grad = torch.tensor(step)
        optimizer.step()
    assert_close(parameters, leaf.detach().numpy(), ulps=32.0, absolute=2e-5)


@pytest.mark.parametrize(("padding", "ragged"), [(0, False), (1, False), (0, True)])
def test_pooling(spec: Loader, torch: Any, padding: int, ragged: bool) -> None:
    average, largest = spec("ml/layers/average_pooling"), spec("ml/layers/max_pooling")
    pictures = normal(1, 2, 7, 8, 3)
    config = average.Config(batch=2, height=7, width=8, channels=3, window=3, stride=2, padding=padding, ragged=ragged)
    size = average.output_size(config)
    averages, maxima, winners = zeros(size), zeros(size), np.zeros(size, dtype=np.uint64)
    average.forward(pictures.ravel(), averages, config)
    largest.forward(pictures.ravel(), maxima, winners, config)
    planes = torch.tensor(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2)))
    settings = {"kernel_size": 3, "stride": 2, "padding": padding, "ceil_mode": ragged}
    pool = torch.nn.functional
    assert_close(averages, _back(pool.avg_pool2d(planes, count_include_pad=False, **settings)), absolute=1e-6)
    assert_close(maxima, _back(pool.max_pool2d(planes, **settings)))


def _back(planes: Any) -> Single:
    return np.ascontiguousarray(planes.numpy().transpose(0, 2, 3, 1)).ravel()
