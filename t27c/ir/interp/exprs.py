"""Expressions, compiled: constants, conversions, calls, choices and aggregates; other kinds go to their modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from t27c.ir import arith
from t27c.ir.arith import ArithmeticTrap
from t27c.ir.interp.builtins import compile_builtin
from t27c.ir.interp.context import Code, Frame, FunctionContext, Jump
from t27c.ir.interp.operators import compile_operation
from t27c.ir.interp.places import compile_address_of, compile_raw_place, compile_slice_of
from t27c.ir.interp.shapes import UNDEFINED_TAG, has_cells
from t27c.ir.interp.state import TrapError, trap_at
from t27c.ir.interp.values import thaw
from t27c.ir.nodes import (
    AddressOf,
    Aggregate,
    Block,
    Builtin,
    Call,
    Const,
    Convert,
    ConvertKind,
    Deref,
    Expr,
    Field,
    Index,
    Operation,
    Payload,
    Select,
    SliceOf,
    TrapKind,
    Var,
)
from t27c.ir.types import Array, Enum, QName, Tuple, Union, is_aggregate


def compile_value(ctx: FunctionContext, node: Expr) -> Code:
    """Code for an expression whose value is kept. Optionals of numbers are no aggregates to the IR, but lists here, so
    reading one from a place copies it."""
    code = compile_raw(ctx, node)
    is_place = isinstance(node, (Var, Field, Index, Deref, Payload))
    if is_place and has_cells(node.type) and not is_aggregate(node.type):
        copy = ctx.unit.shapes.copier(node.type)
        return lambda frame: copy(code(frame))
    return code


def compile_raw(ctx: FunctionContext, node: Expr) -> Code:
    """Code for an expression that is only looked at: cells may be those of a place."""
    match node:
        case Const():
            return _constant(ctx, node)
        case Var() | Field() | Index() | Deref() | Payload():
            return compile_raw_place(ctx, node)
        case Operation():
            return compile_operation(ctx, node)
        case Convert():
            return _convert(ctx, node)
        case Call():
            return _call(ctx, node)
        case Builtin():
            return ctx.metered(node.type, compile_builtin(ctx, node))
        case Select():
            return _select(ctx, node)
        case SliceOf():
            return compile_slice_of(ctx, node)
        case AddressOf():
            return compile_address_of(ctx, node)
        case Aggregate():
            return ctx.metered(node.type, _aggregate(ctx, node))
        case Block():
            return _block(ctx, node)


def _constant(ctx: FunctionContext, node: Const) -> Code:
    if ctx.unit.shapes.count(node.type) > ctx.unit.state.budget.memory:
        return ctx.metered(node.type, lambda frame: None)
    known = thaw(ctx.unit.shapes, node.value, node.type)
    if not has_cells(node.type):
        return lambda frame: known
    copy = ctx.unit.shapes.copier(node.type)
    return ctx.metered(node.type, lambda frame: copy(known))


def _convert(ctx: FunctionContext, node: Convert) -> Code:
    match node.kind:
        case ConvertKind.COPY:
            source, copy = ctx.raw(node.operand), ctx.unit.shapes.copier(node.type)
            return ctx.metered(node.type, lambda frame: copy(source(frame)))
        case ConvertKind.WRAP_OPTIONAL | ConvertKind.WRAP_VALUE:
            inner = ctx.value(node.operand)
            return lambda frame: [inner(frame)]
        case ConvertKind.WRAP_ERROR | ConvertKind.WIDEN_ERRORS | ConvertKind.TO_CONST | ConvertKind.INT_WIDEN:
            return ctx.value(node.operand)
        case ConvertKind.UNION_TAG:
            return _union_tag(ctx, node)
        case _:
            return _scalar_conversion(ctx, node)


def _union_tag(ctx: FunctionContext, node: Convert) -> Code:
    assert isinstance(node.operand.type, Union)
    assert isinstance(node.type, Enum)
    union, tags = ctx.raw(node.operand), dict(ctx.unit.shapes.enum(node.type).variants)
    return lambda frame: tags.get(union(frame)[0], UNDEFINED_TAG)


def _scalar_conversion(ctx: FunctionContext, node: Convert) -> Code:
    operand, function, span = ctx.value(node.operand), _conversion(ctx, node), node.span

    def run(frame: Frame) -> Any:
        value = operand(frame)
        try:
            return function(value)
        except ArithmeticTrap as trap:
            raise trap_at(trap, span, value) from None

    return run


def _conversion(ctx: FunctionContext, node: Convert) -> Callable[[Any], Any]:
    source, target = node.operand.type, node.type
    if node.kind is ConvertKind.INT_TO_ENUM and isinstance(target, Enum):
        tags = frozenset(tag for _, tag in ctx.unit.shapes.enum(target).variants)
        return lambda value: arith.int_to_enum(value, tags, target.name.name)
    if isinstance(source, Enum):
        tag = ctx.unit.shapes.enum(source).tag
        pattern = arith.undefined_scalar(tag)
        function = arith.convert(node.kind, tag, target)
        return lambda value: function(pattern if value == UNDEFINED_TAG else value)
    return arith.convert(node.kind, source, target)


def _call(ctx: FunctionContext, node: Call) -> Code:
    args = [ctx.value(arg) for arg in node.args]
    if not isinstance(node.callee, QName):
        return _call_of_value(ctx, node, args)
    invoke, span = ctx.unit.invoke(node.callee), node.span
    if len(args) == 1:
        only = args[0]
        return lambda frame: invoke([None, only(frame)], span)
    if len(args) == 2:
        first, second = args
        return lambda frame: invoke([None, first(frame), second(frame)], span)

    def run(frame: Frame) -> Any:
        callee_frame: Frame = [None]
        for arg in args:
            callee_frame.append(arg(frame))
        return invoke(callee_frame, span)

    return run


def _call_of_value(ctx: FunctionContext, node: Call, args: list[Code]) -> Code:
    assert not isinstance(node.callee, QName)
    callee, find, span = ctx.value(node.callee), ctx.unit.invoke, node.span

    def run(frame: Frame) -> Any:
        name = callee(frame)
        callee_frame: Frame = [None]
        for arg in args:
            callee_frame.append(arg(frame))
        if name is None:
            raise TrapError(TrapKind.UNDEFINED_POINTER, span, "call of an undefined function value")
        return find(name)(callee_frame, span)

    return run


def _select(ctx: FunctionContext, node: Select) -> Code:
    """A chain of choices as one loop, for `else if` chains of any length."""
    choices = [(ctx.value(node.condition), ctx.value(node.then))]
    last = node.otherwise
    while isinstance(last, Select):
        choices.append((ctx.value(last.condition), ctx.value(last.then)))
        last = last.otherwise
    otherwise = ctx.value(last)
    if len(choices) == 1:
        condition, then = choices[0]
        return lambda frame: then(frame) if condition(frame) else otherwise(frame)

    def run(frame: Frame) -> Any:
        for condition, then in choices:
            if condition(frame):
                return then(frame)
        return otherwise(frame)

    return run


def _aggregate(ctx: FunctionContext, node: Aggregate) -> Code:
    parts = [ctx.value(part) for part in node.parts]
    match node.type:
        case Union():
            name = node.fields[0]
            payload = parts[0] if parts else None
            return lambda frame: [name, payload(frame) if payload is not None else None]
        case Array():
            order = list(range(len(parts)))
        case Tuple() if not node.fields:
            order = list(range(len(parts)))
        case _:
            shapes = ctx.unit.shapes
            order = [shapes.field_at(node.type, name) for name in node.fields]  # type: ignore[arg-type]
    return _gather(parts, order)


def _gather(parts: list[Code], order: list[int]) -> Code:
    if order == list(range(len(parts))):
        return lambda frame: [part(frame) for part in parts]

    def run(frame: Frame) -> list[Any]:
        cells: list[Any] = [None] * len(parts)
        for at, part in zip(order, parts, strict=True):
            cells[at] = part(frame)
        return cells

    return run


def _block(ctx: FunctionContext, node: Block) -> Code:
    body = ctx.body(node.body)
    value = ctx.value(node.value)
    ctx.jumps = True

    def run(frame: Frame) -> Any:
        signal = body(frame)
        if signal is not None:
            raise Jump(signal)
        return value(frame)

    return run
