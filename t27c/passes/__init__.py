"""Rewrites of the IR, as small functions from a program to a program, in one tuple per target."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from t27c.ir.nodes import Module, Program
from t27c.passes.bounds import unchecked_twins
from t27c.passes.fold import fold
from t27c.passes.hoist import hoist
from t27c.passes.loops import recognise_loops
from t27c.passes.order import order
from t27c.passes.unrecurse import unrecurse
from t27c.passes.vectorise.apply import vectorise

Pass = Callable[[Program], Program]

# CPython refuses more than 200 nested parentheses; formatter and reader give up long before.
_PYTHON_DEPTH = 20


def per_module(change: Callable[[Module], Module]) -> Pass:
    """A pass that changes every module on its own."""

    def run(program: Program) -> Program:
        modules = {name: change(module) for name, module in program.modules.items()}
        return replace(program, modules=modules)

    return run


COMMON: tuple[Pass, ...] = (per_module(fold), per_module(recognise_loops))
NUMPY: tuple[Pass, ...] = (*COMMON, vectorise, per_module(partial(hoist, max_depth=_PYTHON_DEPTH)))
C: tuple[Pass, ...] = (*COMMON, per_module(unrecurse), unchecked_twins, order)
