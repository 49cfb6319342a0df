"""Checks of derivative functions: each is compared with the exact derivative of the function it belongs to."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from t27c.ir.interp import Interpreter
from t27c.ir.nodes import Function, Module, Program
from t27c.ir.types import Float
from t27c.ir.values import FloatValue, Value
from t27c.tools.derivatives import Differentiator, value_at
from t27c.tools.samples import argument_sets, shown_arguments, variable_of

_GRADIENT_WORDS = frozenset({"grad", "gradient", "derivative", "deriv", "slope", "prime", "backward"})
_FORWARD_WORDS = frozenset({"at", "one", "forward", "value"})
# What may be lost by rounding, times the derivative if that is larger than 1.
TOLERANCES = {16: 2e-2, 32: 1e-4, 64: 1e-4}
_STEP_ASIDE = 1e-4


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A function and the one that is said to be its derivative."""

    forward: Function
    gradient: Function


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """A point where a derivative is wrong. `found` is the kind of a trap if the derivative function has no value."""

    point: str
    expected: float
    found: float | str

    @property
    def error(self) -> float:
        """How far off it is."""
        gap = math.inf if isinstance(self.found, str) else abs(self.found - self.expected)
        return math.inf if math.isnan(gap) else gap


@dataclass(frozen=True, slots=True, kw_only=True)
class GradientReport:
    """What the check of a pair found: how many points were compared, and where they differ. `obstacle` says why nothing
    could be compared."""

    pair: Pair
    points: int = 0
    mismatches: tuple[Mismatch, ...] = ()
    obstacle: str = ""


def pairs_of(module: Module) -> list[Pair]:
    """Functions that belong together by their names, as `f` and `f_grad`, `f_at` and `f_slope` do."""
    functions = {f.name.name: f for f in module.functions if isinstance(f.result, Float) and not f.placeholder}
    found: list[Pair] = []
    for name, function in functions.items():
        words = name.split("_")
        if _GRADIENT_WORDS.isdisjoint(words):
            continue
        rest = [word for word in words if word not in _GRADIENT_WORDS]
        forward = _forward(rest, functions)
        if forward and [p.type for p in forward.params] == [p.type for p in function.params]:
            found.append(Pair(forward=forward, gradient=function))
    return found


def _forward(words: list[str], functions: dict[str, Function]) -> Function | None:
    """The function of that name, or of that name apart from words that only say that it is the function itself."""
    exact = functions.get("_".join(words))
    if exact:
        return exact
    wanted = [word for word in words if word not in _FORWARD_WORDS]
    for name, function in functions.items():
        parts = name.split("_")
        if _GRADIENT_WORDS.isdisjoint(parts) and [word for word in parts if word not in _FORWARD_WORDS] == wanted:
            return function
    return None


def check_pair(program: Program, pair: Pair, points: Sequence[float], tolerance: float | None = None) -> GradientReport:
    """Compare a pair at all points, for several values of the other parameters."""
    check = _Check(program, pair, tolerance)
    if check.obstacle:
        return GradientReport(pair=pair, obstacle=check.obstacle)
    compared, mismatches = 0, []
    for args in check.sets:
        for x in points:
            found = check.at(args, x)
            compared += found is not None
            mismatches += [found] if isinstance(found, Mismatch) else []
    obstacle = "" if compared else f"`{pair.forward.name.name}` has a derivative at none of the points"
    return GradientReport(pair=pair, points=compared, mismatches=tuple(mismatches), obstacle=obstacle)


class _Check:
    """One pair, ready to be compared at points. `obstacle` says why it cannot be."""

    def __init__(self, program: Program, pair: Pair, tolerance: float | None) -> None:
        self._pair = pair
        self._exact = Differentiator(program)
        self._plain = Interpreter(program)
        self.sets: list[tuple[Value, ...]] = []
        self.obstacle = "".join(list(_obstacles(pair))[:1])
        self._variable = variable_of(pair.forward) or 0
        if self.obstacle:
            return
        sets = argument_sets(pair.forward, self._variable, self._plain.shapes)
        if isinstance(sets, str):
            self.obstacle = f"no values are known for the parameter `{sets}` of `{pair.forward.name.name}`"
            return
        self.sets = sets
        result, variable = pair.gradient.result, pair.forward.params[self._variable].type
        assert isinstance(result, Float)
        assert isinstance(variable, Float)
        self._bits = variable.bits
        self._tolerance = TOLERANCES[result.bits] if tolerance is None else tolerance

    def at(self, args: tuple[Value, ...], x: float) -> Mismatch | bool | None:
        """True where the two agree, a mismatch where they do not, None where there is no derivative to compare."""
        near = FloatValue.of(self._bits, x)
        forward, gradient = self._pair.forward, self._pair.gradient
        value = value_at(self._plain, forward.name, args, self._variable, near)
        expected = self._slope(args, near.number)
        if isinstance(value, str) or not math.isfinite(value) or expected is None:
            return None
        found = value_at(self._plain, gradient.name, args, self._variable, near)
        if isinstance(found, float) and (self._agrees(found, expected) or self._at_kink(args, near.number, found)):
            return True
        changed = [*args[: self._variable], near, *args[self._variable + 1 :]]
        point = shown_arguments(forward, changed, self._plain.shapes)
        return Mismatch(point=point, expected=expected, found=found)

    def _slope(self, args: tuple[Value, ...], x: float) -> float | None:
        tangent = self._exact.tangent(self._pair.forward.name, args, self._variable, x)
        return tangent.slope if tangent and tangent.is_finite else None

    def _agrees(self, found: float, expected: float) -> bool:
        return abs(found - expected) <= self._tolerance * max(1.0, abs(expected))

    def _at_kink(self, args: tuple[Value, ...], x: float, found: float) -> bool:
        """Whether the slope jumps here, and `found` lies between its two sides: nobody can say which it should be."""
        aside = _STEP_ASIDE * max(1.0, abs(x))
        sides = [self._slope(args, x - aside), self._slope(args, x + aside)]
        if sides[0] is None or sides[1] is None:
            return False
        slack = self._tolerance * max(1.0, abs(found))
        return min(sides[0], sides[1]) - slack <= found <= max(sides[0], sides[1]) + slack


def _obstacles(pair: Pair) -> Iterator[str]:
    """What keeps a pair from being compared."""
    for function in (pair.forward, pair.gradient):
        if not isinstance(function.result, Float):
            yield f"`{function.name.name}` gives no float"
    if variable_of(pair.forward) is None:
        yield f"`{pair.forward.name.name}` has no float parameter"
    if [p.type for p in pair.forward.params] != [p.type for p in pair.gradient.params]:
        yield f"`{pair.forward.name.name}` and `{pair.gradient.name.name}` have different parameters"
