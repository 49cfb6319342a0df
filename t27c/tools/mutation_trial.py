"""One changed spec on trial: it is compiled anew, and its tests run in the interpreter until one of them fails."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from t27c.diagnostics.model import AnyDiagnostic, Severity
from t27c.discovery import SpecFile
from t27c.driver import compile_spec, workspace_of
from t27c.interpreting import runnable_tests
from t27c.ir.interp import Budget, Interpreter, Verdict
from t27c.ir.nodes import Invariant, Module, Program, Test
from t27c.ir.pretty import module_text
from t27c.modules import Workspace
from t27c.options import Options
from t27c.tools.mutation_edits import Edit, edits_of
from t27c.tools.mutation_parse import reparsed

_FIRST_BUDGET = 100_000
_LAST_BUDGET = 100_000_000
_MEMORY = 200_000_000
_PATIENCE = 4  # a changed spec may take this many times the steps of the original before it counts as hanging

# Errors of specs whose code is well-formed, but whose invariants, assertions or constants go wrong.
_KILLING = frozenset(
    {"invariant-false", "invariant-trapped", "assert-always-false", "comptime-trap", "comptime-budget"}
)


class Fate(Enum):
    """What became of a changed spec."""

    KILLED = "killed"
    SURVIVED = "survived"
    REFUSED = "refused"  # it is no spec any more, so no test has to notice
    SAME = "same"  # it means what the original means, for example because a type cuts the digit anyway
    CRASHED = "crashed"  # a mistake in t27c


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """An edit, its fate, and what brought it about: the title of the failing test or the code of the error."""

    edit: Edit
    fate: Fate
    cause: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The spec under test and what is needed to compile it, small enough to send to another process."""

    spec: SpecFile
    paths: tuple[Path, ...]
    options: Options

    def workspace(self) -> Workspace:
        """A workspace that has read nothing yet."""
        return workspace_of(self.paths, self.options, (self.spec,))


class BaselineError(Exception):
    """The unchanged spec cannot be a measure: the text says why."""


@dataclass(slots=True)
class _Witness:
    """A test by its name: the steps it may take, how long it took, and how many changes it has noticed."""

    name: str
    steps: int
    seconds: float
    kills: int = 0


class Court:
    """Tries edits of one spec. Tests that noticed the most changes so far come first, then the quickest."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._workspace = subject.workspace()
        parsed = self._parsed = self._workspace.parsed(subject.spec)
        result = compile_spec(self._workspace, subject.spec, subject.options, ())
        if result.failed or result.program is None or parsed.module is None or parsed.source is None:
            raise BaselineError("it has errors")
        self.text = parsed.source.text
        self.edits = edits_of(parsed.module)
        self._original = module_text(_main(result.program))
        self._witnesses = [_measured(result.program, test) for test in runnable_tests(_main(result.program))]
        if not self._witnesses:
            raise BaselineError("it has no tests")

    def try_edit(self, edit: Edit) -> Trial:
        """The fate of one edit."""
        changed = reparsed(self._parsed, edit, self._workspace.policy)
        if changed.is_damaged:
            return Trial(edit=edit, fate=Fate.REFUSED, cause=_error_codes(changed.found)[0])
        workspace = self._workspace.with_spec(changed)
        result = compile_spec(workspace, self._subject.spec, self._subject.options, ())
        if result.crash:
            return Trial(edit=edit, fate=Fate.CRASHED, cause=result.crash)
        if result.failed or result.program is None:
            codes = _error_codes(result.found)
            killing = [code for code in codes if code in _KILLING]
            if killing and len(killing) == len(codes):
                return Trial(edit=edit, fate=Fate.KILLED, cause=killing[0])
            return Trial(edit=edit, fate=Fate.REFUSED, cause=codes[0])
        if module_text(_main(result.program)) == self._original:
            return Trial(edit=edit, fate=Fate.SAME)
        return self._examine(edit, result.program)

    def _examine(self, edit: Edit, program: Program) -> Trial:
        tests = {test.name: test for test in runnable_tests(_main(program))}
        for witness in sorted(self._witnesses, key=lambda w: (-w.kills, w.seconds)):
            test = tests.get(witness.name)
            if test is None or not _passes(program, test, witness.steps * _PATIENCE):
                witness.kills += 1
                return Trial(edit=edit, fate=Fate.KILLED, cause=witness.name)
        deferred = tests.keys() - {witness.name for witness in self._witnesses}
        if deferred:
            # An invariant that was proved in no time takes for ever now.
            return Trial(edit=edit, fate=Fate.KILLED, cause=min(deferred))
        return Trial(edit=edit, fate=Fate.SURVIVED)


def _error_codes(found: Iterable[AnyDiagnostic]) -> list[str]:
    return [d.code for d in found if d.severity is Severity.ERROR]


def _main(program: Program) -> Module:
    return program.modules[program.main]


def _passes(program: Program, test: Test | Invariant, steps: int) -> bool:
    interpreter = Interpreter(program, budget=Budget(steps=steps, memory=_MEMORY))
    return interpreter.run_test(program.main, test).verdict in (Verdict.PASSED, Verdict.SKIPPED)


def _measured(program: Program, test: Test | Invariant) -> _Witness:
    """Run a test of the unchanged spec with growing budgets until it is through."""
    steps = _FIRST_BUDGET
    while True:
        started = time.perf_counter()
        outcome = Interpreter(program, budget=Budget(steps=steps, memory=_MEMORY)).run_test(program.main, test)
        seconds = time.perf_counter() - started
        if outcome.verdict is Verdict.OUT_OF_BUDGET and steps < _LAST_BUDGET:
            steps *= _PATIENCE
            continue
        if outcome.verdict in (Verdict.FAILED, Verdict.OUT_OF_BUDGET):
            raise BaselineError(f"its test `{test.title}` fails already")
        return _Witness(test.name, steps, seconds)
