"""Generated functions of numbers take arrays: element by element the same bits, with NumPy's rules for shapes."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from tests.run.outcomes import compiled, python_module
from tests.run.two_forms import floats

TEXT = """module curves;
pub const Side = enum { left, right };
pub const Scale = struct { by: f32 = 2.0 };

/// Bent twice.
pub fn bend(x: f32, side: Side, scale: Scale) -> f32 {
    const y = if (side == .left) -x else x;
    if (y < 0.0) { return y / 16.0; }
    return tanh(y) * scale.by;
}

pub fn mixed(a: f32, b: f64, add: bool) -> f64 {
    return if (add) (a as f64) + b else (a as f64) * b;
}

pub fn stepwise(x: f32) -> f32 {
    var y = x;
    while (y > 1.0) { y /= 2.0; }
    return y;
}
"""


@pytest.fixture(scope="module")
def curves(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    result = compiled(TEXT, "curves.t27", ("python",))
    return python_module(result, tmp_path_factory.mktemp("curves"), "over_arrays")


@pytest.mark.parametrize("shape", [(0,), (1,), (7,), (2000,), (30, 50), (2, 3, 5)])
@pytest.mark.parametrize("side", [0, 1])
def test_every_element_has_the_bits_of_the_single_call(curves: ModuleType, shape: tuple[int, ...], side: int) -> None:
    x = floats(int(np.prod(shape))).reshape(shape)
    scale = curves.Scale(by=3.0)
    got = curves.bend(x, curves.Side(side), scale)
    expected = np.array([curves.bend(value, side, scale) for value in x.ravel()], np.float32).reshape(shape)
    assert got.dtype == np.float32
    np.testing.assert_array_equal(got, expected)
    np.testing.assert_array_equal(np.signbit(got), np.signbit(expected))


def test_shapes_are_broadcast_and_numbers_converted(curves: ModuleType) -> None:
    a, b = np.arange(40), np.linspace(0, 1, 30)[:, None]
    got = curves.mixed(a, b, add=True)
    assert got.shape == (30, 40)
    assert got[3, 4] == curves.mixed(4, b[3, 0], True)
    assert curves.mixed(a, 2.5, False)[7] == curves.mixed(7, 2.5, False)


def test_out(curves: ModuleType) -> None:
    x = floats(100)
    expected = curves.bend(x, 1, curves.Scale())
    for out in (np.empty(100, np.float32), np.empty(200, np.float32)[::2]):
        assert curves.bend(x, 1, curves.Scale(), out=out) is out
        np.testing.assert_array_equal(out, expected)
    pool = np.concatenate([x, x[:1]])
    curves.bend(pool[:-1], 1, curves.Scale(), out=pool[1:])
    np.testing.assert_array_equal(pool[1:], expected)
    same = x.copy()
    curves.bend(same, 1, curves.Scale(), out=same)
    np.testing.assert_array_equal(same, expected)


def test_what_does_not_fit(curves: ModuleType) -> None:
    x = floats(10)
    with pytest.raises(TypeError, match="real numbers"):
        curves.mixed(np.array([1j, 2j]), 1.0, True)
    with pytest.raises(TypeError, match="shape"):
        curves.bend(x, 1, curves.Scale(), out=np.empty(9, np.float32))
    with pytest.raises(ValueError, match="written"):
        curves.bend(x, 1, curves.Scale(), out=np.broadcast_to(np.float32(0), 10))
    with pytest.raises(ValueError, match="broadcast"):
        curves.mixed(x, floats(9), True)
    with pytest.raises(TypeError):
        curves.stepwise(x)


def test_single_numbers_stay_numbers(curves: ModuleType) -> None:
    assert type(curves.mixed(1, 2, True)) is np.float64
    assert curves.bend.__doc__ == "Bent twice."
    assert curves.bend.__name__ == "bend"
