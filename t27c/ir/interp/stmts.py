"""Statements, compiled. A statement gives None at its normal end, else the `Signal` that says where to go on."""

from __future__ import annotations

from typing import Any

from t27c.ir.arith import ArithmeticTrap
from t27c.ir.interp.builtins import builtin_function
from t27c.ir.interp.context import RETURN, Code, Frame, FunctionContext, Jump, Run, Signal
from t27c.ir.interp.loops import compile_for, compile_labelled, compile_while
from t27c.ir.interp.operators import binary_function
from t27c.ir.interp.shapes import has_cells
from t27c.ir.interp.state import TrapError, trap_at
from t27c.ir.interp.values import show
from t27c.ir.nodes import (
    Assert,
    Assign,
    Break,
    Builtin,
    Continue,
    Evaluate,
    ForRange,
    If,
    Labelled,
    Let,
    Op,
    Operation,
    Return,
    Stmt,
    Switch,
    Trap,
    TrapKind,
    Var,
    While,
)
from t27c.ir.types import Bool, Int, Union

_COMPARISONS = {Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE}
_MAX_TABLE = 4_096  # values of switch arms that are looked up in one step


def compile_body(ctx: FunctionContext, body: tuple[Stmt, ...]) -> Run:
    """Code for statements in a row."""
    runs = [_guarded(ctx, stmt) for stmt in body]
    if not runs:
        return lambda frame: None
    if len(runs) == 1:
        return runs[0]

    def run(frame: Frame) -> Signal | None:
        for stmt in runs:
            signal = stmt(frame)
            if signal is not None:
                return signal
        return None

    return run


def _guarded(ctx: FunctionContext, stmt: Stmt) -> Run:
    """Code for one statement; if its expressions hold statements that may jump, those jumps end here."""
    outer, ctx.jumps = ctx.jumps, False
    run = _statement(ctx, stmt)
    may_jump, ctx.jumps = ctx.jumps, outer
    if not may_jump:
        return run
    own_break = ctx.signal("break", stmt.label) if isinstance(stmt, (While, ForRange)) else None

    def guarded(frame: Frame) -> Signal | None:
        try:
            return run(frame)
        except Jump as jump:
            return None if jump.signal is own_break else jump.signal

    return guarded


def _statement(ctx: FunctionContext, stmt: Stmt) -> Run:
    match stmt:
        case Let():
            return _let(ctx, stmt)
        case Assign():
            return _assign(ctx, stmt)
        case Evaluate():
            return _evaluate(ctx, stmt)
        case If():
            return _if(ctx, stmt)
        case While():
            return compile_while(ctx, stmt)
        case ForRange():
            return compile_for(ctx, stmt)
        case Labelled():
            return compile_labelled(ctx, stmt)
        case Switch():
            return _switch(ctx, stmt)
        case Assert():
            return _assert(ctx, stmt)
        case Trap():
            return _trap(ctx, stmt)
        case Return() | Break() | Continue():
            return _jump(ctx, stmt)


def _let(ctx: FunctionContext, stmt: Let) -> Run:
    value = ctx.value(stmt.value)
    slot = ctx.declare(stmt.local.name, stmt.local.type)

    def run(frame: Frame) -> None:
        frame[slot] = value(frame)

    return run


def _assign(ctx: FunctionContext, stmt: Assign) -> Run:
    value = ctx.value(stmt.value)
    place = stmt.place
    if isinstance(place, Var) and isinstance(place.name, str) and not has_cells(place.type):
        slot = ctx.slot(place.name)

        def set_local(frame: Frame) -> None:
            frame[slot] = value(frame)

        return set_local
    address = ctx.place(place)
    if has_cells(place.type):
        return _store_into(address, value, ctx, stmt)

    def run(frame: Frame) -> None:
        cells, key = address(frame)
        cells[key] = value(frame)

    return run


def _store_into(address: Code, value: Code, ctx: FunctionContext, stmt: Assign) -> Run:
    store = ctx.unit.shapes.storer(stmt.place.type)

    def run(frame: Frame) -> None:
        cells, key = address(frame)
        store(cells, key, value(frame))

    return run


def _evaluate(ctx: FunctionContext, stmt: Evaluate) -> Run:
    value = ctx.raw(stmt.value)

    def run(frame: Frame) -> None:
        value(frame)

    return run


def _if(ctx: FunctionContext, stmt: If) -> Run:
    branches = [(ctx.value(condition), ctx.body(body)) for condition, body in stmt.branches]
    otherwise = ctx.body(stmt.otherwise)
    if len(branches) == 1:
        condition, body = branches[0]
        return lambda frame: body(frame) if condition(frame) else otherwise(frame)

    def run(frame: Frame) -> Signal | None:
        for condition, body in branches:
            if condition(frame):
                return body(frame)
        return otherwise(frame)

    return run


def _switch(ctx: FunctionContext, stmt: Switch) -> Run:
    subject = _switch_subject(ctx, stmt)
    arms = [(arm.ranges, ctx.body(arm.body)) for arm in stmt.arms]
    otherwise = ctx.body(stmt.otherwise) if stmt.otherwise is not None else _no_arm(stmt)
    if sum(high - low + 1 for ranges, _ in arms for low, high in ranges) <= _MAX_TABLE:
        table = {value: run for ranges, run in arms for low, high in ranges for value in range(low, high + 1)}
        return lambda frame: table.get(subject(frame), otherwise)(frame)

    def run(frame: Frame) -> Signal | None:
        value = subject(frame)
        for ranges, body in arms:
            for low, high in ranges:
                if low <= value <= high:
                    return body(frame)
        return otherwise(frame)

    return run


def _switch_subject(ctx: FunctionContext, stmt: Switch) -> Code:
    code, type_ = ctx.raw(stmt.subject), stmt.subject.type
    if not isinstance(type_, Union):
        return code
    tags = dict(ctx.unit.shapes.enum(ctx.unit.shapes.union(type_).tag).variants)
    return lambda frame: tags.get(code(frame)[0])


def _no_arm(stmt: Switch) -> Run:
    kind = TrapKind.UNREACHABLE if isinstance(stmt.subject.type, (Int, Bool)) else TrapKind.INVALID_ENUM

    def run(frame: Frame) -> None:
        raise TrapError(kind, stmt.subject.span, "the value is no variant of its type")

    return run


def _assert(ctx: FunctionContext, stmt: Assert) -> Run:
    check, state = _condition(ctx, stmt), ctx.unit.state
    counted = 0 if stmt.known else 1

    def run(frame: Frame) -> None:
        holds, shown = check(frame)
        state.asserted += counted
        if not holds:
            message = stmt.text if stmt.message is None else f"{stmt.text}: {stmt.message}"
            raise TrapError(TrapKind.ASSERT_FAILED, stmt.span, message, shown())

    return run


def _condition(ctx: FunctionContext, stmt: Assert) -> Code:
    """Code that gives the truth of an assertion, and a function that shows the operands it looked at."""
    node = stmt.condition
    if isinstance(node, Operation) and node.op in _COMPARISONS:
        function = binary_function(ctx, node)
        operands = node.operands
    elif isinstance(node, Builtin):
        function, operands = builtin_function(ctx, node), node.args
    else:
        code = ctx.value(node)
        return lambda frame: (code(frame), tuple)
    codes, types, shapes = [ctx.value(operand) for operand in operands], [o.type for o in operands], ctx.unit.shapes

    def run(frame: Frame) -> Any:
        values = [code(frame) for code in codes]
        try:
            holds = function(*values)
        except ArithmeticTrap as trap:
            raise trap_at(trap, node.span, *values) from None
        return holds, lambda: tuple([show(shapes, v, t) for v, t in zip(values, types, strict=True)])

    return run


def _trap(ctx: FunctionContext, stmt: Trap) -> Run:
    error = ctx.raw(stmt.error) if stmt.error is not None else None

    def run(frame: Frame) -> None:
        if error is None:
            raise TrapError(stmt.kind, stmt.span, stmt.message)
        name = f"error.{error(frame)}"
        raise TrapError(stmt.kind, stmt.span, stmt.message or name, (name,))

    return run


def _jump(ctx: FunctionContext, stmt: Return | Break | Continue) -> Run:
    match stmt:
        case Break():
            signal = ctx.signal("break", stmt.label)
            return lambda frame: signal
        case Continue():
            signal = ctx.signal("continue", stmt.label)
            return lambda frame: signal
        case Return():
            return _return(ctx, stmt)


def _return(ctx: FunctionContext, stmt: Return) -> Run:
    if stmt.value is None:
        return lambda frame: RETURN
    value = ctx.value(stmt.value)

    def run(frame: Frame) -> Signal:
        frame[0] = value(frame)
        return RETURN

    return run
