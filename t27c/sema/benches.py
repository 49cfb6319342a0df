"""Benches: checked like tests, run only on demand (SEM 14.7)."""

from __future__ import annotations

from t27c.ir import nodes as ir
from t27c.sema.context import ModuleContext
from t27c.sema.test_clauses import lower_items
from t27c.syntax import ast


def lower_bench(module: ModuleContext, node: ast.Test, name: str) -> ir.Bench:
    """Check a bench and lower it to steps; its measures and targets stay text."""
    notes = tuple(f"{item.word}: {item.text}" for item in node.items if isinstance(item, ast.Note))
    lowered = lower_items(module, node)
    return ir.Bench(
        span=node.name.span,
        name=name,
        title=node.name.text,
        steps=lowered.steps,
        notes=notes,
        doc=node.doc,
        skip=lowered.skip,
    )
