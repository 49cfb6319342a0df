"""Values that must be known while building: read off an operand, or computed by the interpreter within budgets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import quad
from t27c.ir import types as t
from t27c.ir.interp import Budget, BudgetExceeded, Interpreter, TrapError
from t27c.ir.quad import Quad
from t27c.ir.values import Value
from t27c.sema.context import Analysis, FunctionContext
from t27c.sema.declarations import LazyDeclarations, UnfinishedError
from t27c.sema.dispatch import check_expr
from t27c.sema.operand import Known, Operand
from t27c.sema.semtypes import type_name
from t27c.source import Span
from t27c.syntax import ast

_NOT_KNOWN_HELPS = ("use literals, constants and arithmetic on them",)


@contextmanager
def compile_time(ctx: FunctionContext, *, length: bool = False) -> Iterator[None]:
    """Within: calls of spec functions are evaluated, and for a `length` module constants come before locals."""
    before = ctx.is_comptime, ctx.prefers_constants
    ctx.is_comptime, ctx.prefers_constants = True, length
    try:
        yield
    finally:
        ctx.is_comptime, ctx.prefers_constants = before


def evaluate(ctx: FunctionContext, expr: ir.Expr) -> Value | None:
    """The value of an expression, computed by the interpreter; None if that was reported."""
    if isinstance(expr, ir.Const):
        return expr.value
    try:
        with interpreter_of(ctx.module.analysis, expr.span) as interpreter:
            return interpreter.evaluate(expr)
    except TrapError as trap:
        report_trap(ctx, expr, trap)
    except BudgetExceeded as exceeded:
        report_budget(ctx, expr, str(exceeded))
    except UnfinishedError as unfinished:
        report_unfinished(ctx, expr, unfinished)
    return None


@contextmanager
def interpreter_of(analysis: Analysis, span: Span) -> Iterator[Interpreter]:
    """The interpreter of a run, which lowers what it calls when it first calls it (raising `UnfinishedError`).

    Lowering may need the value of another constant, so while one is busy the next evaluation gets a new one.
    """
    interpreter, analysis.interpreter = analysis.interpreter, None
    if interpreter is None:
        budget = Budget(steps=analysis.options.comptime_steps)
        interpreter = Interpreter(LazyDeclarations(analysis, span), budget=budget, correctly_rounded=True)
    try:
        yield interpreter
    finally:
        analysis.interpreter = interpreter


def report_unfinished(ctx: FunctionContext, expr: ir.Expr, unfinished: UnfinishedError) -> None:
    """Say that a value depends on itself; a declaration with errors has its own messages."""
    if unfinished.is_running:
        ctx.report(
            "constant-cycle",
            f"computing this needs `{unfinished.name.name}`, which needs this value first",
            expr.span,
            helps=("break the circle with a literal",),
        )


def report_budget(ctx: FunctionContext, expr: ir.Expr, why: str) -> None:
    """Say that computing a constant takes more than it may."""
    ctx.report(
        "comptime-budget",
        f"computing this constant takes too much: {why}",
        expr.span,
        helps=("raise `comptime-steps` in `[tool.t27c]`, or compute less",),
    )


def report_trap(ctx: FunctionContext, expr: ir.Expr, trap: TrapError) -> None:
    """Say that computing a constant traps, and where."""
    if trap.kind is ir.TrapKind.CALL_DEPTH:
        report_budget(ctx, expr, trap.message)
        return
    related = () if trap.span == expr.span else (Label(span=trap.span, text="it traps here"),)
    text = f": {trap.message}" if trap.message else ""
    ctx.report(
        "comptime-trap",
        f"computing this constant traps with `{trap.kind.value}`{text}",
        expr.span,
        *related,
        label="computed while building",
    )


def known_value(ctx: FunctionContext, operand: Operand) -> Known | None:
    """What is known about an operand; in a compile-time context everything is (None: reported)."""
    if operand.known is None and operand.expr is not None and _is_evaluated(ctx, operand):
        return evaluate(ctx, operand.expr)
    return operand.known


def _is_evaluated(ctx: FunctionContext, operand: Operand) -> bool:
    return ctx.is_comptime and operand.expr is not None and not _reads_storage(operand.expr)


def _reads_storage(expr: ir.Expr) -> bool:
    """Whether the root of a place is a local, which the interpreter could not find."""
    while isinstance(expr, ir.Field | ir.Index | ir.Payload):
        expr = expr.base
    return isinstance(expr, ir.Var) and isinstance(expr.name, str)


def known_integer(ctx: FunctionContext, operand: Operand, what: str) -> int | None:
    """A whole number that must be known; anything else is reported."""
    if operand.is_poison:
        return None
    known = known_value(ctx, operand)
    if isinstance(known, Quad):
        whole = quad.to_int(known)
        if whole is None:
            ctx.report("lossy-literal", f"{what} is a whole number, not {known}", operand.span)
        return whole
    if isinstance(known, int) and not isinstance(known, bool) and _is_number(operand):
        return known
    if known is None and _is_number(operand):
        if not _is_evaluated(ctx, operand):
            ctx.report("not-comptime", f"{what} must be known while building", operand.span, helps=_NOT_KNOWN_HELPS)
        return None
    ctx.report("type-mismatch", f"{what} is a whole number, not {type_name(operand.type)}", operand.span)
    return None


def _is_number(operand: Operand) -> bool:
    return operand.expr is None or isinstance(operand.type, t.Int)


def known_length(ctx: FunctionContext, node: ast.Expr) -> int | None:
    """The length of an array: a whole number from 0 up that is known while building."""
    with compile_time(ctx, length=True):
        operand = check_expr(ctx, node, t.USIZE)
        length = known_integer(ctx, operand, "the length of an array")
    if length is None:
        return None
    if not t.USIZE.holds(length):
        ctx.report(
            "bad-array-length",
            f"an array cannot have {length} elements",
            node.span,
            helps=("lengths are whole numbers from 0 up",),
        )
        return None
    return length
