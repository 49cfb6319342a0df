"""Random loops do the same in both forms, on arrays that overlap, with special values and traps."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from t27c.driver import SpecResult, compile_text
from tests.run.generator import Chooser
from tests.run.lane_programs import HELPERS, LoopWriter
from tests.run.outcomes import python_module
from tests.run.two_forms import Values, both_ways, floats

Args = Callable[[list[Values]], tuple[Any, ...]]
FUNCTIONS = 6


def _compiled(seed: int) -> tuple[SpecResult, list[str]]:
    """A spec of functions that compile: an index below zero, say, can be known to be wrong."""
    chooser = Chooser(random.Random(seed).randrange)
    texts = [LoopWriter(chooser).function(f"f{number}") for number in range(FUNCTIONS)]
    good = [text for text in texts if compile_text(HELPERS + text).program is not None]
    result = compile_text("\n".join([HELPERS, *good]), path="loops.t27", targets=("python",))
    assert result.program is not None, result.crash
    return result, [text.split("(")[0].removeprefix("pub fn ") for text in good]


def _arguments(rng: np.random.Generator) -> Args:
    """Views of four pools: of one or two for `x` and `y`, some with strides, some too short."""
    size = int(rng.choice([1, 5, 17, 40]))
    offsets, extra = rng.integers(0, 3, 4), rng.choice([-1, 0, 0, 100], 4)
    steps, shared = rng.choice([1, 1, 2], 4), rng.random() < 0.6
    n, m, low = (int(number) for number in rng.integers(0, 5, 3))

    def views(pools: list[Values]) -> tuple[Any, ...]:
        chosen = [pools[0], pools[0 if shared else 1], pools[2], pools[3]]
        cuts = zip(chosen, offsets, offsets + steps * (size + extra), steps, strict=True)
        return (*[pool[start:end:step] for pool, start, end, step in cuts], np.float32(0.5), n, m, low, size)

    return views


@pytest.mark.parametrize("batch", [0, 1, *[pytest.param(n, marks=pytest.mark.slow) for n in range(2, 20)]])
def test_both_forms_agree(batch: int, tmp_path: Path) -> None:
    seen: Counter[bool] = Counter()
    for seed in range(3 * batch, 3 * batch + 3):
        seen += _compare(seed, tmp_path)
    # Both ways to run are tried often, or the comparison would say little.
    assert min(seen[True], seen[False]) > 10


def _compare(seed: int, folder: Path) -> Counter[bool]:
    """Compare all functions of a spec; counts whether a loop ran as whole-array code."""
    result, names = _compiled(seed)
    module = python_module(result, folder, f"random_lanes_{seed}")
    seen: Counter[bool] = Counter()
    rng = np.random.default_rng(seed)
    small = rng.integers(-9, 9, 400).astype(np.int32)
    for name in names:
        for round_ in range(12):
            pools = [floats(400, seed=round_), floats(400, seed=round_ + 50), floats(400, "f8", round_), small]
            ran = both_ways(module, f"_{name}", pools, _arguments(rng), block=int(rng.choice([4, 16, 16384])))
            seen[ran.lanes > 0] += 1
    return seen
