"""The interpreter as others use it: call a function, run a test, evaluate an expression."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any

from t27c.ir import arith
from t27c.ir.interp.context import Compilers, Frame, FunctionContext, Run, Unit
from t27c.ir.interp.declarations import Declarations, ProgramDeclarations
from t27c.ir.interp.exprs import compile_raw, compile_value
from t27c.ir.interp.loops import weight
from t27c.ir.interp.places import compile_place
from t27c.ir.interp.shapes import Shapes
from t27c.ir.interp.state import Budget, BudgetExceeded, State, TrapError
from t27c.ir.interp.stmts import compile_body
from t27c.ir.interp.values import freeze, thaw
from t27c.ir.nodes import Bench, Expr, Function, Invariant, Program, Step, Test, TrapKind
from t27c.ir.recursion import deep_recursion
from t27c.ir.types import Float, Int, QName
from t27c.ir.values import Value
from t27c.source import Span

_COMPILERS = Compilers(value=compile_value, raw=compile_raw, place=compile_place, body=compile_body)


class Verdict(Enum):
    """How a test ended."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    OUT_OF_BUDGET = "out of budget"


@dataclass(frozen=True, slots=True, kw_only=True)
class TestOutcome:
    """What came of a test: the trap that ended it if it failed, and how many run-time assertions it executed."""

    __test__ = False  # no test itself, whatever pytest makes of the name

    verdict: Verdict
    trap: TrapError | None = None
    executed_assertions: int = 0


class _Callee:
    """A function, compiled when it is first called."""

    __slots__ = ("cells", "context", "cost", "function", "padding", "run")

    def __init__(self, function: Function, unit: Unit) -> None:
        self.function = function
        self.context = FunctionContext(unit=unit)
        for param in function.params:
            self.context.declare(param.name, param.type)
        self.run: Run | None = None
        self.padding: tuple[None, ...] = ()
        self.cost = weight(function.body)
        self.cells = 0

    def compiled(self) -> Run:
        """The code; sizes of frame and large locals are known afterwards."""
        self.run = self.context.body(self.function.body)
        self.padding = (None,) * (self.context.size - 1 - len(self.function.params))
        self.cells = self.context.cells
        return self.run


class Interpreter:
    """Runs the functions and tests of a program. Each public call starts with fresh module variables and full budgets.

    `correctly_rounded` makes transcendental functions those of compile-time evaluation (SEM 5.5). `builtin` stands for
    `arith.builtin` where numbers carry more than their value.
    """

    def __init__(
        self,
        program: Program | Declarations,
        *,
        budget: Budget | None = None,
        correctly_rounded: bool = False,
        builtin: Callable[[str, Int | Float, bool], Callable[..., Any]] = arith.builtin,
    ) -> None:
        self.declarations = ProgramDeclarations(program) if isinstance(program, Program) else program
        self.state = State(budget or Budget())
        self.shapes = Shapes(self.declarations)
        self._invokers: dict[QName, Callable[..., Any]] = {}
        self._unit = Unit(
            shapes=self.shapes,
            state=self.state,
            compilers=_COMPILERS,
            invoke=self._invoker,
            builtin=builtin,
            correctly_rounded=correctly_rounded,
        )

    def call(self, name: QName, args: Sequence[Value]) -> Value:
        """The result of a function for known arguments. Raises `TrapError`, `BudgetExceeded`."""
        return self.call_and_read(name, args)[0]

    def call_and_read(self, name: QName, args: Sequence[Value]) -> tuple[Value, tuple[Value, ...]]:
        """The result, and the arguments as they are afterwards: what slices and pointers lead to may have changed."""
        function = self.declarations.function(name)
        types = [param.type for param in function.params]
        stored = [thaw(self.shapes, arg, type_) for arg, type_ in zip(args, types, strict=True)]
        with self._fresh_run():
            result = self._invoker(name)([None, *stored], function.span)
            after = tuple([freeze(self.shapes, arg, type_) for arg, type_ in zip(stored, types, strict=True)])
            return freeze(self.shapes, result, function.result), after

    def evaluate(self, expr: Expr) -> Value:
        """The value of an expression without locals. Raises `TrapError`, `BudgetExceeded`."""
        with self._fresh_run():
            context = FunctionContext(unit=self._unit)
            code = context.value(expr)
            frame: Frame = [None] * context.size
            return freeze(self.shapes, code(frame), expr.type)

    def run_test(self, module_id: str, test: Test | Invariant | Bench) -> TestOutcome:
        """Run a test, invariant or bench of the module `module_id`; a placeholder is skipped."""
        if not isinstance(test, Invariant) and test.skip:
            return TestOutcome(verdict=Verdict.SKIPPED)
        with self._fresh_run():
            try:
                self._run_steps(test.steps)
            except TrapError as trap:
                return self._outcome(Verdict.FAILED, trap)
            except BudgetExceeded:
                return self._outcome(Verdict.OUT_OF_BUDGET)
            return self._outcome(Verdict.PASSED)

    def _outcome(self, verdict: Verdict, trap: TrapError | None = None) -> TestOutcome:
        return TestOutcome(verdict=verdict, trap=trap, executed_assertions=self.state.asserted)

    def _run_steps(self, steps: tuple[Step, ...]) -> None:
        context = FunctionContext(unit=self._unit)
        run = context.body(tuple([stmt for step in steps for stmt in step.body]))
        self.state.build(context.cells)
        run([None] * context.size)

    @contextmanager
    def _fresh_run(self) -> Iterator[None]:
        with self.state.fresh(), deep_recursion():
            yield

    def _invoker(self, name: QName) -> Callable[..., Any]:
        known = self._invokers.get(name)
        if known is None:
            known = self._invokers[name] = self._make_invoker(_Callee(self.declarations.function(name), self._unit))
        return known

    def _make_invoker(self, callee: _Callee) -> Callable[[Frame, Span], Any]:
        state, deepest, cost = self.state, self.state.budget.depth, callee.cost

        def invoke(frame: Frame, span: Span) -> Any:
            run = callee.run or callee.compiled()
            if state.depth >= deepest:
                raise TrapError(TrapKind.CALL_DEPTH, span, f"more than {deepest} nested calls")
            state.steps -= cost
            if state.steps < 0:
                raise BudgetExceeded("steps")
            if callee.cells:
                state.build(callee.cells)
                state.memory -= callee.cells
            frame.extend(callee.padding)
            state.depth += 1
            run(frame)
            state.depth -= 1
            state.memory += callee.cells
            return frame[0]

        return invoke
