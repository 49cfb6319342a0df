"""What changes while the interpreter runs (budgets, module variables, counters), and how a run stops early."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from t27c.ir.arith import ArithmeticTrap
from t27c.ir.nodes import TrapKind
from t27c.ir.types import QName
from t27c.source import Span

LARGE = 256  # values of more cells than this count against the memory budget
_CELLS_PER_STEP = 16


class TrapError(Exception):
    """A trap of SEM 16: its kind, the place in the spec, a sentence, and the values involved as text."""

    def __init__(self, kind: TrapKind, span: Span, message: str = "", values: tuple[str, ...] = ()) -> None:
        super().__init__(f"{span}: {kind.value}: {message}")
        self.kind = kind
        self.span = span
        self.message = message
        self.values = values


def trap_at(trap: ArithmeticTrap, span: Span, *values: Any) -> TrapError:
    """A trap of an operation, with its place and operands."""
    return TrapError(trap.kind, span, trap.message, tuple([str(value) for value in values]))


class BudgetExceeded(Exception):  # noqa: N818 - the program is not at fault
    """The run took more than its budget; `resource` is `steps` or `memory`."""

    def __init__(self, resource: str) -> None:
        super().__init__(f"out of {resource}")
        self.resource = resource


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Limits of one run: executed statements (roughly), live cells of large values, nested calls of spec functions."""

    steps: int = 1_000_000
    memory: int = 16_000_000
    depth: int = 4_000


class Unset:
    """A module variable that nobody has touched yet in this run."""


UNSET = Unset()


class State:
    """The changing part of a run. Compiled code keeps a reference, so it is reset, never replaced."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.steps = budget.steps
        self.memory = budget.memory
        self.depth = 0
        self.asserted = 0
        self.variables: list[Any] = []
        self._indices: dict[QName, int] = {}
        self._initial: list[Callable[[], Any]] = []

    @contextmanager
    def fresh(self) -> Iterator[None]:
        """A run of its own: full budgets, fresh module variables. It may start in the midst of another one (checking a
        function that a constant calls meets constants again), which then goes on with what it had."""
        saved = (self.steps, self.memory, self.depth, self.asserted)
        variables = self.variables[:]
        self._reset()
        try:
            yield
        finally:
            self.steps, self.memory, self.depth, self.asserted = saved
            self.variables[: len(variables)] = variables

    def _reset(self) -> None:
        self.steps = self.budget.steps
        self.memory = self.budget.memory
        self.depth = 0
        self.asserted = 0
        self.variables[:] = [UNSET] * len(self.variables)

    def index_of(self, name: QName, initial: Callable[[], Any]) -> int:
        """Where the module variable `name` lies in `variables`; `initial` makes its first value."""
        if name not in self._indices:
            self._indices[name] = len(self.variables)
            self.variables.append(UNSET)
            self._initial.append(initial)
        return self._indices[name]

    def variable(self, index: int) -> Any:
        """The value of a module variable, made at its first use."""
        value = self.variables[index]
        if value is UNSET:
            value = self.variables[index] = self._initial[index]()
        return value

    def spend(self, steps: int) -> None:
        """Count executed statements."""
        self.steps -= steps
        if self.steps < 0:
            raise BudgetExceeded("steps")

    def build(self, cells: int) -> None:
        """Count the making of a large value."""
        if cells > self.memory:
            raise BudgetExceeded("memory")
        self.spend(cells // _CELLS_PER_STEP)
