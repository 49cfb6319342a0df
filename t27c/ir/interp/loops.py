"""Loops and labelled blocks, compiled. Every round costs as many steps as its body has statements."""

from __future__ import annotations

from t27c.ir.interp.context import Frame, FunctionContext, Run, Signal
from t27c.ir.interp.state import TrapError
from t27c.ir.nodes import ForRange, Labelled, Stmt, TrapKind, While
from t27c.ir.walk import walk_body


def weight(body: tuple[Stmt, ...]) -> int:
    """The steps that one run of a body costs: its statements at every depth. Rounds of loops in it come on top."""
    return 1 + sum(1 for _ in walk_body(body))


def compile_while(ctx: FunctionContext, stmt: While) -> Run:
    """Code for a `while` loop."""
    condition, body, step = ctx.value(stmt.condition), ctx.body(stmt.body), ctx.body(stmt.step)
    leave, again = ctx.signal("break", stmt.label), ctx.signal("continue", stmt.label)
    spend, cost = ctx.unit.state.spend, weight(stmt.body) + len(stmt.step)

    def run(frame: Frame) -> Signal | None:
        while condition(frame):
            spend(cost)
            signal = body(frame)
            if signal is not None and signal is not again:
                return None if signal is leave else signal
            signal = step(frame)
            if signal is not None:
                return None if signal is leave else signal
        return None

    return run


def compile_for(ctx: FunctionContext, stmt: ForRange) -> Run:
    """Code for a counted loop."""
    low, high, span, checked = ctx.value(stmt.low), ctx.value(stmt.high), stmt.span, stmt.checked
    slot = ctx.declare(stmt.local.name, stmt.local.type)
    body = ctx.body(stmt.body)
    leave, again = ctx.signal("break", stmt.label), ctx.signal("continue", stmt.label)
    spend, cost = ctx.unit.state.spend, weight(stmt.body)

    def run(frame: Frame) -> Signal | None:
        start, end = low(frame), high(frame)
        if checked and end < start:
            message = f"the end {end} is below the start {start}"
            raise TrapError(TrapKind.REVERSED_RANGE, span, message, (str(start), str(end)))
        for at in range(start, end):
            frame[slot] = at
            spend(cost)
            signal = body(frame)
            if signal is not None and signal is not again:
                return None if signal is leave else signal
        return None

    return run


def compile_labelled(ctx: FunctionContext, stmt: Labelled) -> Run:
    """Code for a block that `break` can leave."""
    body, leave = ctx.body(stmt.body), ctx.signal("break", stmt.label)

    def run(frame: Frame) -> Signal | None:
        signal = body(frame)
        return None if signal is leave else signal

    return run
