"""Activations against float64: values within the stated ULP, slopes against central differences."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.library.reference import Loader, Single, Wide, assert_close, logistic, normal, single, slope, wide, zeros

Reference = Callable[[Wide], Wide]
GRID = single(np.linspace(-8.0, 8.0, 1001))


def _erf(x: Wide) -> Wide:
    return wide([math.erf(value) for value in x.ravel()])


def _relu(x: Wide) -> Wide:
    return np.where(x > 0.0, x, 0.0)


def _leaky(x: Wide) -> Wide:
    return np.where(x > 0.0, x, wide(np.float32(0.1)) * x)


def _gelu_exact(x: Wide) -> Wide:
    return wide(x * 0.5 * (1.0 + _erf(x / math.sqrt(2.0))))


def _gelu_tanh(x: Wide) -> Wide:
    return wide(0.5 * x * (1.0 + np.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * x**3))))


def _gelu_sigmoid(x: Wide) -> Wide:
    return x * logistic(1.702 * x)


def _silu(x: Wide) -> Wide:
    return x * logistic(x)


def _swish(x: Wide) -> Wide:
    return x * logistic(1.5 * x)


def _elu(x: Wide) -> Wide:
    return np.where(x > 0.0, x, np.expm1(np.minimum(x, 0.0)))


def _selu(x: Wide) -> Wide:
    return 1.0507009873554805 * np.where(x > 0.0, x, 1.6732632423543772 * np.expm1(np.minimum(x, 0.0)))


def _gelu_config(form: str) -> Callable[[Any], tuple[Any, ...]]:
    return lambda module: (module.Config(form=module.Form[form]),)


def _no_config(_module: Any) -> tuple[Any, ...]:
    return ()


CASES: dict[str, tuple[str, Callable[[Any], tuple[Any, ...]], Reference, float, float]] = {
    # name: spec, arguments behind the slices, reference, ULP and absolute distance that are allowed
    "relu": ("relu", lambda m: (m.Config(),), _relu, 0.0, 0.0),
    "leaky": ("relu", lambda m: (m.Config(negative_slope=0.1),), _leaky, 0.5, 0.0),
    "sigmoid": ("sigmoid", _no_config, logistic, 4.0, 1e-7),
    "tanh": ("tanh", _no_config, lambda x: wide(np.tanh(x)), 4.0, 0.0),
    "gelu exact": ("gelu", _gelu_config("exact"), _gelu_exact, 2.0, 1e-6),
    "gelu tanh": ("gelu", _gelu_config("tanh"), _gelu_tanh, 4.0, 1e-6),
    "gelu sigmoid": ("gelu", _gelu_config("sigmoid"), _gelu_sigmoid, 8.0, 2e-7),
    "silu": ("swish", lambda m: (m.Config(),), _silu, 6.0, 1e-7),
    "swish": ("swish", lambda m: (m.Config(beta=1.5),), _swish, 12.0, 1e-7),
    "elu": ("elu", lambda m: (m.Config(),), _elu, 3.0, 0.0),
    "selu": ("elu", lambda m: (m.selu_config(),), _selu, 6.0, 0.0),
}


def _ran(spec: Loader, name: str, grad_output: Single | None, x: Single) -> Single:
    path, arguments, *_ = CASES[name]
    module = spec(f"ml/activation/{path}")
    result = zeros(x.size)
    if grad_output is None:
        module.forward(x, result, *arguments(module))
    else:
        module.backward(grad_output, x, result, *arguments(module))
    return result


@pytest.mark.parametrize("name", CASES)
def test_forward_follows_the_reference(spec: Loader, name: str) -> None:
    _, _, reference, ulps, absolute = CASES[name]
    for x in (GRID, normal(1, 500, scale=3.0)):
        assert_close(_ran(spec, name, None, x), reference(wide(x)), ulps=ulps, absolute=absolute)


@pytest.mark.parametrize("name", CASES)
def test_backward_is_the_slope_of_the_reference(spec: Loader, name: str) -> None:
    x = normal(2, 500, scale=2.5)
    x = x[np.abs(x) > 1e-3]  # kinks have no slope
    grad_output = normal(3, x.size)
    wanted = wide(grad_output) * slope(CASES[name][2], x)
    assert_close(_ran(spec, name, grad_output, x), wanted, ulps=8.0, absolute=3e-6)


def test_backward_of_swish_by_beta(spec: Loader) -> None:
    module = spec("ml/activation/swish")
    x, grad_output = normal(4, 50), normal(5, 50)
    found = module.beta_gradient(grad_output, x, module.Config(beta=0.75))
    wanted = slope(lambda beta: np.sum(wide(grad_output) * wide(x) * logistic(beta * wide(x))), 0.75)
    assert_close(found, wanted, ulps=8.0, absolute=2e-6)


def test_the_forms_of_gelu_part_where_the_spec_says() -> None:
    exact, tanh, sigmoid = _gelu_exact(wide(GRID)), _gelu_tanh(wide(GRID)), _gelu_sigmoid(wide(GRID))
    assert 0.00047 < np.abs(tanh - exact).max() < 0.00048
    assert 0.0203 < np.abs(sigmoid - exact).max() < 0.0204


def test_erf_keeps_its_promise(spec: Loader) -> None:
    module = spec("ml/activation/gelu")
    x = np.linspace(-5.0, 5.0, 401)
    assert_close([module.erf_wide(float(value)) for value in x], _erf(x), absolute=1.5e-7)
    assert_close([module.erf(float(value)) for value in single(x)], _erf(wide(single(x))), absolute=4e-7)
