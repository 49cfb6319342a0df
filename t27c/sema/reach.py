"""Where control can go: whether lowered statements come to their end, and the messages about those that do not."""

from __future__ import annotations

from collections.abc import Sequence

from t27c.diagnostics.model import DiagnosticSink, Label
from t27c.ir import nodes as ir
from t27c.ir.types import VOID, Type, type_text
from t27c.source import Span


def completes(body: Sequence[ir.Stmt]) -> bool:
    """Whether control can reach the end of `body`. Statements behind one that never ends do not count."""
    return all(map(_completes, body))


def _completes(stmt: ir.Stmt) -> bool:
    match stmt:
        case ir.Return() | ir.Break() | ir.Continue() | ir.Trap():
            return False
        case ir.If():
            return completes(stmt.otherwise) or any(completes(body) for _, body in stmt.branches)
        case ir.Switch():
            rest = stmt.otherwise is not None and completes(stmt.otherwise)
            return rest or any(completes(arm.body) for arm in stmt.arms)
        case ir.While():
            return not _is_true(stmt.condition) or breaks_to(stmt.body, stmt.label)
        case ir.Labelled():
            return completes(stmt.body) or breaks_to(stmt.body, stmt.label)
        case ir.Let() | ir.Assign() | ir.Evaluate():
            return not (isinstance(stmt.value, ir.Block) and not completes(stmt.value.body))
        case ir.ForRange() | ir.Assert():
            return True


def _is_true(condition: ir.Expr) -> bool:
    return isinstance(condition, ir.Const) and condition.value is True


def breaks_to(body: Sequence[ir.Stmt], label: str) -> bool:
    """Whether a reachable statement of `body` leaves to `label`."""
    for stmt in body:
        if _breaks_to(stmt, label):
            return True
        if not _completes(stmt):
            return False
    return False


def _breaks_to(stmt: ir.Stmt, label: str) -> bool:
    match stmt:
        case ir.Break():
            return stmt.label == label
        case ir.If():
            return breaks_to(stmt.otherwise, label) or any(breaks_to(body, label) for _, body in stmt.branches)
        case ir.Switch():
            return breaks_to(stmt.otherwise or (), label) or any(breaks_to(arm.body, label) for arm in stmt.arms)
        case ir.While() | ir.ForRange() | ir.Labelled():
            return breaks_to(stmt.body, label)
        case ir.Let() | ir.Assign() | ir.Evaluate():
            return isinstance(stmt.value, ir.Block) and breaks_to(stmt.value.body, label)
        case ir.Return() | ir.Continue() | ir.Trap() | ir.Assert():
            return False


def check_missing_return(sink: DiagnosticSink, body: Sequence[ir.Stmt], result: Type, head: Span, end: Span) -> None:
    """Report a function that can fall off its end without a result (SEM 12.8)."""
    if result == VOID or not completes(body):
        return
    sink.report(
        "missing-return",
        f"the function can end without returning its `{type_text(result)}`",
        end,
        Label(span=head, text=f"declared to return `{type_text(result)}`"),
        label="control can reach this brace",
        helps=("return a value on every path, or write `unreachable;` where control never gets",),
    )


def report_unreachable(sink: DiagnosticSink, rest: Span, jump: Span) -> None:
    """Warn about statements behind one that never comes to its end (SEM 12.7)."""
    sink.report(
        "unreachable-code",
        "nothing can reach this code",
        rest,
        Label(span=jump, text="control never gets past this"),
        label="never runs",
        helps=("remove it, or make the code before it conditional",),
    )
