"""How much whole-array code gains over the loops it was made from, on specs of this repository: ratios of median times.

python benchmarks/lanes.py [ELEMENTS...]
"""

from __future__ import annotations

import importlib
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from t27c.building import build
from t27c.options import Options

SPECS = Path(__file__).parents[1] / "specs"
ROUNDS = 7


def kernels(n: int) -> dict[str, tuple[str, Callable[[Any], None]]]:
    """By name: the module of a spec, and a call on arrays of `n` elements."""
    random = np.random.default_rng(1)
    x, y, z = (random.standard_normal(n).astype(np.float32) for _ in range(3))
    side = max(1, round(n**0.5))
    weights = random.standard_normal(side * 64).astype(np.float32)
    square = random.standard_normal(64 * 64).astype(np.float32)

    def gelu(form: str) -> Callable[[Any], None]:
        return lambda m: m.forward(x, y, m.Config(form=m.Form[form]))

    def adam(m: Any) -> None:
        m.step(x, y, m.Moments(first=z, second=np.abs(z)), 1, m.Config())

    def dense(m: Any) -> None:
        m.forward(square[: 4 * 64], weights, x[:side], np.empty(4 * side, np.float32), m.Config(64, side))

    return {
        "gelu, exact": ("ml.activation.gelu", gelu("exact")),
        "gelu, tanh": ("ml.activation.gelu", gelu("tanh")),
        "adam": ("ml.optimizer.adam", adam),
        "root mean square": ("ml.loss.mse", lambda m: m.root_mean_square(x, y)),
        "dense, 4 rows, 64 inputs": ("ml.layers.dense", dense),
    }


def main(sizes: list[int]) -> None:
    """Print a table: for each kernel and size, the time of the loop over the time of whole-array code."""
    with tempfile.TemporaryDirectory() as folder:
        build([SPECS], Options(out=Path(folder) / "lanes_bench", targets=("python",), format_code=False))
        sys.path.insert(0, folder)
        runtime = importlib.import_module("lanes_bench.python._t27")
        print("| kernel |", " | ".join(f"{size:,}" for size in sizes), "|\n|---|" + "---|" * len(sizes))
        for name in kernels(sizes[0]):
            print(f"| {name} |", " | ".join(f"{_ratio(runtime, name, size):.2g}" for size in sizes), "|", flush=True)


def _ratio(runtime: Any, name: str, size: int) -> float:
    module_name, call = kernels(size)[name]
    module = importlib.import_module(f"lanes_bench.python.{module_name}")
    ratios = []
    for _ in range(ROUNDS):
        times = []
        for fewest in (sys.maxsize, 1):
            runtime.FEWEST_LANES = fewest
            times.append(_seconds(lambda: call(module)))
        ratios.append(times[0] / times[1])
    return statistics.median(ratios)


def _seconds(call: Callable[[], None]) -> float:
    """The time of one call, of as many as take long enough to be measured."""
    count, taken = 1, 0.0
    while taken < 0.004:
        begin = time.perf_counter()
        for _ in range(count):
            call()
        taken = time.perf_counter() - begin
        count *= 2
    return taken / (count // 2)


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [8, 16, 24, 32, 64, 1_000, 10_000])
