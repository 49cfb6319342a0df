"""The reference interpreter: nodes become Python closures once per function, then run on a storage of lists."""

from __future__ import annotations

from t27c.ir.interp.declarations import Declarations, ProgramDeclarations
from t27c.ir.interp.machine import Interpreter, TestOutcome, Verdict
from t27c.ir.interp.state import Budget, BudgetExceeded, TrapError

__all__ = [
    "Budget",
    "BudgetExceeded",
    "Declarations",
    "Interpreter",
    "ProgramDeclarations",
    "TestOutcome",
    "TrapError",
    "Verdict",
]
