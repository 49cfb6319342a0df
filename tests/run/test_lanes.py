"""Whole-array code of chosen loops: equal to the interpreter and to the loop as written, whatever the data."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from t27c.driver import SpecResult
from t27c.ir.interp import Interpreter
from t27c.ir.types import QName
from t27c.ir.values import FloatValue
from tests.run.outcomes import compiled, python_module
from tests.run.two_forms import Values, both_ways, floats

KERNELS = """module kernels;

/// An odd function by one step of recursion.
fn bent(v: f32) -> f32 {
    if (v < 0.0) { return -bent(-v); }
    return v / (1.0 + v);
}

fn gate(v: f32, hard: bool) -> f32 {
    if (hard) { return if (v > 0.0) v else 0.0; }
    return v * bent(v) + tanh(0.5 * v);
}

pub fn apply(x: []f32, y: []f32, hard: bool) -> void {
    for (0..x.len) |i| { y[i] = gate(x[i], hard); }
}

pub fn clip(x: []f32, y: []f32) -> void {
    for (0..x.len) |i| { y[i] = @min(@max(x[i], -1.0), y[i]); }
}

pub fn where_positive(x: []f32, y: []f32) -> void {
    for (0..x.len) |i| { if (x[i] > 0.0) { y[i] = @sqrt(x[i]); } else { x[i] = y[i]; } }
}

pub fn total(x: []f32, y: []f32) -> f32 {
    var sum: f32 = 0.25;
    for (0..x.len) |i| { sum += x[i] * y[i]; }
    return sum;
}

pub fn emptied(x: []f32, y: []f32) -> f32 {
    var sum: f32 = 0.0;
    for (0..x.len) |i| { sum += x[i]; x[i] = 0.0; y[i] = 1.0; }
    return sum;
}

pub fn greatest(x: []f32) -> f32 {
    var best: f32 = -1.0;
    for (0..x.len) |i| { if (x[i] > best) { best = x[i]; } }
    return best;
}

pub fn smallest(x: []f32) -> f32 {
    var best = x[0];
    for (1..x.len) |i| { best = @min(best, x[i]); }
    return best;
}

pub fn by_first(x: []f32, y: []f32) -> void {
    for (0..x.len) |i| { y[i] = x[i] / x[0]; }
}

pub fn guarded_first(x: []f32, y: []f32, k: usize) -> void {
    for (0..x.len) |i| { if (x[i] > 1.0e30) { y[i] = x[k]; } }
}

pub fn matrix(x: []f32, y: []f32, rows: usize, columns: usize) -> void {
    for (0..rows) |r| {
        for (0..columns) |c| {
            var sum: f32 = 0.0;
            for (0..rows) |k| { sum += x[r * rows + k] * x[k * columns + c]; }
            y[r * columns + c] = sum;
        }
    }
}

pub fn differences(x: []f32, y: []f32, k: usize) -> void {
    for (0..x.len) |i| { y[i] = x[i + k] - x[i]; }
}

pub fn mixed(w: []i32, x: []f32) -> void {
    for (0..w.len) |i| { w[i] = (w[i] *% 1103515245 +% 12345) ^ w[i]; x[i] = w[i] as f32; }
}

pub fn counted(x: []f32) -> void {
    var i: usize = 0;
    while (i < x.len) { x[i] = (i as f32) * 0.5; i += 1; }
}
"""
SIZES = (0, 1, 7, 8, 4095, 4096, 4097, 100_000)


@pytest.fixture(scope="module")
def result() -> SpecResult:
    return compiled(KERNELS, "kernels.t27", ("python",))


@pytest.fixture(scope="module")
def kernels(result: SpecResult, tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return python_module(result, tmp_path_factory.mktemp("kernels"), "lane_kernels")


Args = Callable[[list[Values]], tuple[Any, ...]]
CALLS: dict[str, Args] = {
    "apply": lambda pools: (pools[0], pools[1], False),
    "clip": lambda pools: (pools[0], pools[1]),
    "where_positive": lambda pools: (pools[0], pools[1]),
    "total": lambda pools: (pools[0], pools[1]),
    "emptied": lambda pools: (pools[0], pools[1]),
    "greatest": lambda pools: (pools[0],),
    "by_first": lambda pools: (pools[0], pools[1]),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", CALLS)
def test_sizes(kernels: ModuleType, name: str, size: int) -> None:
    pools = [floats(size, seed=1), floats(size, seed=2)]
    ran = both_ways(kernels, f"_{name}", pools, CALLS[name], block=4096)
    assert ran.lanes == (size > 0)


@pytest.mark.parametrize("name", CALLS)
def test_in_place_strided_and_overlapping(kernels: ModuleType, name: str) -> None:
    pool = [floats(300)]

    def with_views(first: slice, second: slice) -> Args:
        return lambda pools: CALLS[name]([pools[0][first], pools[0][second]])

    same = both_ways(kernels, f"_{name}", pool, with_views(slice(0, 90), slice(0, 90)))
    strided = both_ways(kernels, f"_{name}", pool, with_views(slice(0, 90, 3), slice(100, 200, 2)))
    reversed_ = both_ways(kernels, f"_{name}", pool, with_views(slice(90, None, -1), slice(100, 200)))
    assert strided.lanes == reversed_.lanes == 1
    assert same.lanes == (name != "by_first")
    shifted = both_ways(kernels, f"_{name}", pool, with_views(slice(0, 90), slice(1, 91)))
    assert shifted.lanes == (name in ("total", "greatest"))


@pytest.mark.parametrize(("name", "sizes"), [("clip", (40, 39)), ("total", (40, 0)), ("emptied", (64, 33))])
def test_traps_come_at_the_same_place(kernels: ModuleType, name: str, sizes: tuple[int, int]) -> None:
    ran = both_ways(kernels, f"_{name}", [floats(sizes[0]), floats(sizes[1])], CALLS[name])
    assert ran.lanes == 0
    assert isinstance(ran.outcome, tuple)
    assert ran.outcome[0] == "index-bounds"


def test_an_element_that_few_lanes_read_may_be_missing(kernels: ModuleType) -> None:
    calm, wild = np.zeros(40, np.float32), np.full(40, 3e38, np.float32)
    for values in (calm, wild):
        ran = both_ways(kernels, "_guarded_first", [values, calm], lambda pools: (pools[0], pools[1], 99))
        assert ran.lanes == 0
        assert isinstance(ran.outcome, tuple) == (values is wild)


@pytest.mark.parametrize("shape", [(30, 30), (1, 50), (40, 1), (0, 9), (9, 0)])
def test_nests(kernels: ModuleType, shape: tuple[int, int]) -> None:
    rows, columns = shape
    size = max(rows * rows, rows * columns)
    both_ways(kernels, "_matrix", [floats(size), floats(size)], lambda pools: (*pools, rows, columns))


@pytest.mark.parametrize("k", [0, 1, 7, 2**64 - 1])
def test_shifted_reads(kernels: ModuleType, k: int) -> None:
    ran = both_ways(kernels, "_differences", [floats(60), floats(60)], lambda p: (p[0][: 60 - min(k, 1)], p[1], k))
    assert ran.lanes == (k == 0)


def test_integers_wrap(kernels: ModuleType) -> None:
    numbers = np.random.default_rng(3).integers(-(2**31), 2**31, 99).astype(np.int32)
    assert both_ways(kernels, "_mixed", [numbers, floats(99)], lambda pools: tuple(pools)).lanes == 1


def test_a_while_that_counts(kernels: ModuleType) -> None:
    assert both_ways(kernels, "_counted", [floats(50)], lambda pools: tuple(pools)).lanes == 1


def test_extremes_of_nan_and_zeros(kernels: ModuleType) -> None:
    for first in (np.nan, 0.0, -0.0, 2.0):
        for rest in ([0.0, -0.0], [-0.0, 0.0], [np.nan, np.nan], [np.nan, 5.0], [-np.inf, np.inf]):
            values = np.array([first, *rest * 9], np.float32)
            assert both_ways(kernels, "_greatest", [values], lambda pools: tuple(pools)).lanes == 1
            assert both_ways(kernels, "_smallest", [values], lambda pools: tuple(pools)).lanes == 1


@pytest.mark.parametrize(("name", "count"), [("total", 2), ("greatest", 1), ("smallest", 1)])
def test_folds_agree_with_the_interpreter(result: SpecResult, kernels: ModuleType, name: str, count: int) -> None:
    arrays = [floats(500, seed=seed)[11:] for seed in range(count)]
    program = result.program
    assert program is not None
    args = tuple(tuple(FloatValue.of(32, float(value)) for value in array) for array in arrays)
    expected = Interpreter(program).call(QName(program.main, name), args)
    assert isinstance(expected, FloatValue)
    ran = both_ways(kernels, f"_{name}", arrays, lambda pools: tuple(pools))
    number = float(np.frombuffer(ran.outcome, np.float32)[0]) if isinstance(ran.outcome, bytes) else math.inf
    assert number == expected.number or (math.isnan(number) and expected.is_nan)


FUNCTIONS = [
    "exp",
    "exp2",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "sin",
    "cos",
    "tan",
    "arcsin",
    "arccos",
    "arctan",
    "sinh",
    "cosh",
    "tanh",
    "sqrt",
    "floor",
    "ceil",
    "trunc",
]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_numbers_and_arrays_go_through_the_same_routine(name: str, dtype: Any) -> None:
    """Lane code relies on it: NumPy computes one number, an array, a strided view and in place alike, to the bit."""
    function = getattr(np, name)
    with np.errstate(all="ignore"):
        values = floats(3000, np.dtype(dtype).str[1:]) * dtype(7)
        whole = function(values)
        single = np.array([function(value) for value in values])
        strided = function(np.repeat(values, 2)[::2])
        in_place = values.copy()
        function(in_place, in_place)
    for other in (single, strided, in_place):
        np.testing.assert_array_equal(np.signbit(other), np.signbit(whole))
        np.testing.assert_array_equal(other, whole)
