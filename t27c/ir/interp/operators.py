"""Operators, compiled. Long left-leaning chains become loops, so that their length costs no Python stack."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from t27c.ir import arith
from t27c.ir.arith import ArithmeticTrap
from t27c.ir.interp.context import Code, Frame, FunctionContext
from t27c.ir.interp.equality import equality
from t27c.ir.interp.shapes import has_cells
from t27c.ir.interp.state import TrapError, trap_at
from t27c.ir.nodes import Block, Call, Expr, Op, Operation, TrapKind
from t27c.ir.types import Bool, Enum, Float, Int, type_text
from t27c.ir.walk import walk_expr
from t27c.source import Span

_LONG = 24
_LAZY = {Op.AND, Op.OR}
_FAST: dict[Op, Callable[[Code, Code], Code]] = {
    Op.LT: lambda a, b: lambda f: a(f) < b(f),
    Op.LE: lambda a, b: lambda f: a(f) <= b(f),
    Op.GT: lambda a, b: lambda f: a(f) > b(f),
    Op.GE: lambda a, b: lambda f: a(f) >= b(f),
    Op.EQ: lambda a, b: lambda f: a(f) == b(f),
    Op.NE: lambda a, b: lambda f: a(f) != b(f),
}
_FAST_F64: dict[Op, Callable[[Code, Code], Code]] = {
    Op.ADD: lambda a, b: lambda f: a(f) + b(f),
    Op.SUB: lambda a, b: lambda f: a(f) - b(f),
    Op.MUL: lambda a, b: lambda f: a(f) * b(f),
}


def compile_operation(ctx: FunctionContext, node: Operation) -> Code:
    """Code for an operator."""
    match node.op:
        case Op.AND | Op.OR:
            return _lazy(ctx, node)
        case Op.IS_NULL:
            optional = ctx.raw(node.operands[0])
            return lambda frame: optional(frame) is None
        case Op.IS_ERROR:
            union = ctx.raw(node.operands[0])
            return lambda frame: type(union(frame)) is not list
        case Op.NEG | Op.NEG_WRAP | Op.BIT_NOT | Op.NOT:
            return _unary(ctx, node)
        case _:
            return _binary(ctx, node)


def binary_function(ctx: FunctionContext, node: Operation) -> Callable[[Any, Any], Any]:
    """The function of a binary operator on stored values."""
    type_ = node.operands[0].type
    if node.op is Op.EQ and not _is_scalar(node):
        return equality(ctx.unit.shapes, type_)
    if node.op is Op.NE and not _is_scalar(node):
        equal = equality(ctx.unit.shapes, type_)
        return lambda left, right: not equal(left, right)
    return arith.binary(node.op, type_)


def _is_scalar(node: Operation) -> bool:
    return isinstance(node.operands[0].type, (Bool, Int, Float, Enum))


def _operands_of_chain(node: Expr, ops: set[Op] | None) -> list[Operation]:
    """The operations from `node` down its left side, as long as they are binary and of `ops` (None: all eager ones)."""
    chain: list[Operation] = []
    while isinstance(node, Operation) and len(node.operands) == 2:
        if node.op not in ops if ops is not None else node.op in _LAZY:
            break
        chain.append(node)
        node = node.operands[0]
    return chain


def _lazy(ctx: FunctionContext, node: Operation) -> Code:
    chain = _operands_of_chain(node, {node.op})
    codes = [ctx.value(chain[-1].operands[0]), *[ctx.value(part.operands[1]) for part in reversed(chain)]]
    if len(codes) == 2:
        left, right = codes
        if node.op is Op.AND:
            return lambda frame: left(frame) and right(frame)
        return lambda frame: left(frame) or right(frame)
    deciding = node.op is Op.OR

    def run(frame: Frame) -> Any:
        for code in codes:
            if code(frame) is deciding:
                return deciding
        return not deciding

    return run


def _unary(ctx: FunctionContext, node: Operation) -> Code:
    operand, span = ctx.value(node.operands[0]), node.span
    if node.op is Op.NOT:
        return lambda frame: not operand(frame)
    function = arith.unary(node.op, node.operands[0].type)

    def run(frame: Frame) -> Any:
        value = operand(frame)
        try:
            return function(value)
        except ArithmeticTrap as trap:
            raise trap_at(trap, span, value) from None

    return run


def _binary(ctx: FunctionContext, node: Operation) -> Code:
    chain = _operands_of_chain(node, None)
    if len(chain) > _LONG:
        return _loop(ctx, chain)
    left, right = _left_operand(ctx, node), ctx.raw(node.operands[1])
    if node.op in _FAST and _is_scalar(node):
        return _FAST[node.op](left, right)
    type_ = node.operands[0].type
    if isinstance(type_, Float) and type_.bits == 64 and node.op in _FAST_F64:
        return _FAST_F64[node.op](left, right)
    if isinstance(type_, Int) and node.op in {Op.ADD, Op.SUB}:
        return _fast_sum(left, right, type_, node)
    return _general(binary_function(ctx, node), left, right, node.span)


def _left_operand(ctx: FunctionContext, node: Operation) -> Code:
    """The left operand keeps its value while the right one runs, whatever that changes."""
    left, right = node.operands
    code = ctx.raw(left)
    if not has_cells(left.type) or not any(isinstance(part, (Call, Block)) for part in walk_expr(right)):
        return code
    copy = ctx.unit.shapes.copier(left.type)
    return lambda frame: copy(code(frame))


def _fast_sum(left: Code, right: Code, type_: Int, node: Operation) -> Code:
    """`+` and `-` of integers, the most frequent operations, without a call for each."""
    lowest, highest, sign = type_.lowest, type_.highest, 1 if node.op is Op.ADD else -1

    def run(frame: Frame) -> int:
        a: int = left(frame)
        b: int = right(frame)
        result = a + b * sign
        if lowest <= result <= highest:
            return result
        message = f"{a} {node.op.value} {b} does not fit {type_text(type_)}"
        raise TrapError(TrapKind.OVERFLOW, node.span, message, (str(a), str(b)))

    return run


def _general(function: Callable[[Any, Any], Any], left: Code, right: Code, span: Span) -> Code:
    def run(frame: Frame) -> Any:
        a, b = left(frame), right(frame)
        try:
            return function(a, b)
        except ArithmeticTrap as trap:
            raise trap_at(trap, span, a, b) from None

    return run


def _loop(ctx: FunctionContext, chain: list[Operation]) -> Code:
    first = ctx.raw(chain[-1].operands[0])
    rest = [(binary_function(ctx, node), ctx.raw(node.operands[1]), node.span) for node in reversed(chain)]

    def run(frame: Frame) -> Any:
        value = first(frame)
        for function, right, span in rest:
            other = right(frame)
            try:
                value = function(value, other)
            except ArithmeticTrap as trap:
                raise trap_at(trap, span, value, other) from None
        return value

    return run
