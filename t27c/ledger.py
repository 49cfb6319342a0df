"""The ledger of a spec: how many declarations, tests, invariants and benches it has, and what became of them."""

from __future__ import annotations

from collections import Counter

from t27c.ir.nodes import InvariantStatus, Module
from t27c.syntax import ast

_INVARIANT_KEYS = {
    InvariantStatus.PROVED: "invariants proved",
    InvariantStatus.DEFERRED: "invariants deferred",
    InvariantStatus.NOT_CHECKED: "invariants not checked",
}


def ledger_of(written: ast.Module, module: Module) -> dict[str, int]:
    """The counts of one spec without errors, the same keys for every spec."""
    kinds = Counter(d.kind for d in written.decls if isinstance(d, ast.Test))
    declarations = sum(not isinstance(d, ast.Test) for d in written.decls)
    counts = {
        "declarations": declarations,
        "tests": kinds[ast.TestKind.TEST],
        "tests run": sum(not test.skip for test in module.tests),
        "tests skipped": sum(bool(test.skip) for test in module.tests),
        "tests visibly vacuous": sum(test.vacuous for test in module.tests),
        "invariants": kinds[ast.TestKind.INVARIANT],
        "benches": kinds[ast.TestKind.BENCH],
        "benches emitted": len(module.benches),
    }
    counts |= dict.fromkeys(_INVARIANT_KEYS.values(), 0)
    for invariant in module.invariants:
        counts[_INVARIANT_KEYS[invariant.status]] += 1
    return counts


def imbalances(ledger: dict[str, int]) -> list[str]:
    """Sums that do not add up, which would mean that something was lost on the way."""
    sums = {
        "tests": ("tests run", "tests skipped"),
        "invariants": tuple(_INVARIANT_KEYS.values()),
        "benches": ("benches emitted",),
    }
    return [
        f"{ledger[seen]} {seen} in the spec, {sum(ledger[part] for part in parts)} in the output"
        for seen, parts in sums.items()
        if ledger[seen] != sum(ledger[part] for part in parts)
    ]
