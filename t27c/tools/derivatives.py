"""Exact derivatives of the functions of a program, by running them on dual numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from t27c.ir.interp import Budget, BudgetExceeded, Interpreter, TrapError
from t27c.ir.interp.values import thaw
from t27c.ir.nodes import Program
from t27c.ir.types import QName
from t27c.ir.values import FloatValue, Value
from t27c.tools.dual import Dual, builtin_with_slope, slope_of
from t27c.tools.widening import widened

_BUDGET = Budget(steps=10_000_000)


@dataclass(frozen=True, slots=True)
class Tangent:
    """The value of a function at a point and its derivative there."""

    value: float
    slope: float

    @property
    def is_finite(self) -> bool:
        """Whether both are ordinary numbers."""
        return math.isfinite(self.value) and math.isfinite(self.slope)


class Differentiator(Interpreter):
    """An interpreter of the widened program whose floats carry derivatives."""

    def __init__(self, program: Program) -> None:
        super().__init__(widened(program), budget=_BUDGET, builtin=builtin_with_slope)

    def tangent(self, name: QName, args: Sequence[Value], variable: int, x: float) -> Tangent | None:
        """Value and derivative by the parameter at `variable`, where that is `x`; None if the function traps there."""
        function = self.declarations.function(name)
        types = [param.type for param in function.params]
        stored = [thaw(self.shapes, arg, type_) for arg, type_ in zip(args, types, strict=True)]
        stored[variable] = Dual(x, 1.0)
        try:
            with self._fresh_run():
                result = self._invoker(name)([None, *stored], function.span)
        except (TrapError, BudgetExceeded):
            return None
        return Tangent(float(result), slope_of(result))


def value_at(interpreter: Interpreter, name: QName, args: Sequence[Value], variable: int, x: FloatValue) -> float | str:
    """The value of a float function in its own precision, or the kind of the trap that it ends in."""
    changed = [*args[:variable], x, *args[variable + 1 :]]
    try:
        result = interpreter.call(name, changed)
    except TrapError as trap:
        return trap.kind.value
    except BudgetExceeded:
        return "timeout"
    assert isinstance(result, FloatValue)
    return result.number
