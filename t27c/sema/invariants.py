"""Invariants: lowered like tests and evaluated once while building (SEM 14.6)."""

from __future__ import annotations

from dataclasses import replace

from t27c.diagnostics.model import Diagnostic, Label
from t27c.ir import nodes as ir
from t27c.ir.interp import TestOutcome, TrapError, Verdict
from t27c.sema.comptime import interpreter_of
from t27c.sema.context import ModuleContext
from t27c.sema.declarations import UnfinishedError
from t27c.sema.test_clauses import lower_items
from t27c.source import Span
from t27c.syntax import ast


def lower_invariant(module: ModuleContext, node: ast.Test, name: str) -> ir.Invariant | None:
    """Check and evaluate an invariant; None if it is false, traps or has errors, which is reported."""
    mark = len(module.sink.found)
    lowered = lower_items(module, node)
    invariant = ir.Invariant(
        span=node.name.span,
        name=name,
        title=node.name.text,
        steps=lowered.steps,
        status=ir.InvariantStatus.PROVED,
        doc=node.doc,
    )
    if _report_free_names(module, node, mark):
        reason = "it quantifies over names that nobody declares"
        return _unchecked(invariant, reason) if module.options.lenient else None
    if lowered.has_errors:
        return None
    return _unchecked(invariant, lowered.skip) if lowered.skip else _evaluate(module, invariant)


def _unchecked(invariant: ir.Invariant, reason: str) -> ir.Invariant:
    return replace(invariant, steps=(), status=ir.InvariantStatus.NOT_CHECKED, reason=reason)


def _report_free_names(module: ModuleContext, node: ast.Test, mark: int) -> bool:
    """A name without any declaration or likeness is a quantified variable; say so instead of `unknown-name`."""
    free = [found for found in module.sink.found[mark:] if _is_free_name(found)]
    if not free:
        return False
    module.sink.found[mark:] = [found for found in module.sink.found[mark:] if not _is_free_name(found)]
    names = ", ".join(dict.fromkeys(f"`{found.span.text}`" for found in free))
    module.report(
        "quantified-invariant",
        f"this invariant speaks about {names}, which nobody declares",
        free[0].span,
        Label(span=node.name.span, text="this invariant is not checked"),
        label="no value to check it with",
        helps=("write a loop over the values that matter, or a test",),
    )
    return True


def _is_free_name(found: Diagnostic) -> bool:
    is_lonely = found.code == "unknown-name" and not found.helps and len(found.labels) == 1
    return is_lonely and found.span.text.isidentifier()


def _evaluate(module: ModuleContext, invariant: ir.Invariant) -> ir.Invariant | None:
    try:
        with interpreter_of(module.analysis, invariant.span) as interpreter:
            outcome = interpreter.run_test(module.id, invariant)
    except UnfinishedError:
        return None
    match outcome.verdict:
        case Verdict.PASSED | Verdict.SKIPPED:
            return invariant
        case Verdict.OUT_OF_BUDGET:
            return _defer(module, invariant)
        case Verdict.FAILED:
            return _failed(module, invariant, outcome)


def _defer(module: ModuleContext, invariant: ir.Invariant) -> ir.Invariant:
    module.report(
        "invariant-deferred",
        f"the invariant `{invariant.title}` takes too long to evaluate while building",
        invariant.span,
        label="becomes a generated test",
        helps=("raise `comptime-steps` in `[tool.t27c]`, or check less",),
    )
    return replace(invariant, status=ir.InvariantStatus.DEFERRED, reason="out of budget")


def _failed(module: ModuleContext, invariant: ir.Invariant, outcome: TestOutcome) -> ir.Invariant | None:
    trap = outcome.trap
    assert trap is not None
    if trap.kind in (ir.TrapKind.PLACEHOLDER, ir.TrapKind.NOT_ANALYSED):
        return _unchecked(invariant, f"placeholder: {trap.message}")
    own = _own_span(invariant, trap.span)
    notes = _notes(trap)
    if trap.kind is ir.TrapKind.ASSERT_FAILED and own is not None:
        module.report(
            "invariant-false",
            f"the invariant `{invariant.title}` is false",
            trap.span,
            Label(span=invariant.span, text="this invariant"),
            label="does not hold",
            notes=notes,
            helps=("correct the invariant, or what it is about",),
        )
        return None
    related = () if own is not None else (Label(span=trap.span, text="it traps here"),)
    detail = f": {trap.message}" if trap.message else ""
    module.report(
        "invariant-trapped",
        f"the invariant `{invariant.title}` traps with `{trap.kind.value}`{detail}",
        own or invariant.span,
        *related,
        label="while it is evaluated",
        notes=notes,
        helps=("keep the values inside the limits of their types",),
    )
    return None


def _own_span(invariant: ir.Invariant, span: Span) -> Span | None:
    """The span, if it lies in a step of the invariant."""
    inside = any(
        step.span.source is span.source and step.span.start <= span.start <= step.span.end for step in invariant.steps
    )
    return span if inside else None


def _notes(trap: TrapError) -> tuple[str, ...]:
    return (f"the operands are {' and '.join(trap.values)}",) if trap.values else ()
