"""Loops in both forms: as written, and as whole-array code on the same data. Outcome and memory must agree by bits."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[Any]
NEVER = 1 << 60
SPECIAL = (0.0, -0.0, np.nan, np.inf, -np.inf, 1e-45, -1e-40, 3.4e38, 1.0, -1.0)


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run left: its result or trap, the bytes of its memory, and how many loops ran as whole-array code."""

    outcome: object
    memory: tuple[bytes, ...]
    lanes: int


def floats(size: int, dtype: str = "f4", seed: int = 0) -> Values:
    """Random numbers with every special value among them, if there is room."""
    random = np.random.default_rng(seed)
    values = random.standard_normal(size).astype(dtype)
    places = random.permutation(size)[: len(SPECIAL)]
    values[places] = np.array(SPECIAL, dtype)[: len(places)]
    return values


@dataclass(slots=True)
class _Block:
    """Lanes of a block; counts the loops that ask for it as the step of their range."""

    lanes: int
    loops: int = 0

    def __index__(self) -> int:
        self.loops += 1
        return self.lanes

    def __radd__(self, first: int) -> int:
        return first + self.lanes


@contextmanager
def lanes_from(module: ModuleType, fewest: int, block: int) -> Iterator[_Block]:
    """Whole-array code from `fewest` rounds on, in blocks of `block`."""
    runtime: Any = module._t27
    rows: Any = sys.modules[f"{runtime.__name__}.lanes"]
    before = runtime.FEWEST_LANES, runtime.BLOCK, rows.BLOCK
    counting = _Block(block)
    runtime.FEWEST_LANES, runtime.BLOCK, rows.BLOCK = fewest, counting, block
    try:
        yield counting
    finally:
        runtime.FEWEST_LANES, runtime.BLOCK, rows.BLOCK = before


def run(
    module: ModuleType,
    name: str,
    pools: Sequence[Values],
    args_of: Callable[[list[Values]], tuple[Any, ...]],
    *,
    fewest: int,
    block: int = 16,
) -> Ran:
    """Call a function on arguments that `args_of` makes of copies of `pools`."""
    memory = [pool.copy() for pool in pools]
    args = args_of(memory)
    with lanes_from(module, fewest, block) as counting, np.errstate(all="ignore"):
        try:
            outcome: object = _bits(getattr(module, name)(*args))
        except Exception as error:
            if type(error).__name__ != "Trap":
                raise
            outcome = (str(error.kind), int(error.line), int(error.column))  # type: ignore[attr-defined]
    return Ran(outcome, tuple(_bits(pool) for pool in memory), counting.loops)


def both_ways(
    module: ModuleType,
    name: str,
    pools: Sequence[Values],
    args_of: Callable[[list[Values]], tuple[Any, ...]],
    *,
    block: int = 16,
) -> Ran:
    """Run in both forms, compare, and give what the whole-array form did."""
    written = run(module, name, pools, args_of, fewest=NEVER)
    lanes = run(module, name, pools, args_of, fewest=1, block=block)
    assert written.lanes == 0
    assert lanes.outcome == written.outcome
    assert lanes.memory == written.memory
    return lanes


def _bits(value: Any) -> bytes:
    """Bytes of a number or array; every NaN is the same."""
    if value is None:
        return b""
    array = np.array(value)
    if array.dtype.kind == "f":
        array = np.where(np.isnan(array), array.dtype.type(np.nan), array)
    return array.tobytes()
