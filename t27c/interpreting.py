"""Running the tests of one spec in the reference interpreter, without generating anything."""

from __future__ import annotations

from t27c.ir.interp import Budget, Interpreter, TestOutcome, TrapError, Verdict
from t27c.ir.nodes import Invariant, InvariantStatus, Module, Program, Test
from t27c.verdicts import Verdicts

# What a test may take. Budgets of invariants are smaller, since those run in every build.
_BUDGET = Budget(steps=100_000_000, memory=200_000_000)


def interpret_tests(program: Program) -> tuple[Verdicts, str]:
    """The verdicts of the tests of the main module and of its deferred invariants, and a line for every failure."""
    module = program.modules[program.main]
    interpreter = Interpreter(program, budget=_BUDGET)
    total, lines = Verdicts(), ""
    for test in runnable_tests(module):
        outcome = interpreter.run_test(module.id, test)
        total += Verdicts(**{_word(test, outcome): 1})
        if outcome.verdict in (Verdict.FAILED, Verdict.OUT_OF_BUDGET):
            lines += f"FAILED {test.span.source.path}:{test.span.line} {test.title}: {_reason(outcome)}\n"
    return total, lines


def runnable_tests(module: Module) -> list[Test | Invariant]:
    """The tests of a spec and those of its invariants that were too long for a build."""
    deferred = [invariant for invariant in module.invariants if invariant.status is InvariantStatus.DEFERRED]
    return [*module.tests, *deferred]


def _word(test: Test | Invariant, outcome: TestOutcome) -> str:
    match outcome.verdict:
        case Verdict.PASSED:
            return "passed" if outcome.executed_assertions else "vacuous"
        case Verdict.SKIPPED:
            return "placeholder" if isinstance(test, Test) and test.skip.startswith("placeholder") else "skipped"
        case Verdict.FAILED | Verdict.OUT_OF_BUDGET:
            return "failed"


def _reason(outcome: TestOutcome) -> str:
    trap: TrapError | None = outcome.trap
    if trap is None:
        return "timeout: it takes more steps than a test may take in the interpreter"
    values = f" ({', '.join(trap.values)})" if trap.values else ""
    return f"{trap.kind.value} at {trap.span}: {trap.message}{values}"
