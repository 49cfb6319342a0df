"""Operators on known operands: comptime numbers exactly or in binary128, typed values by the arithmetic of the IR."""

from __future__ import annotations

import operator
from collections.abc import Callable

from t27c.ir import arith, quad
from t27c.ir import types as t
from t27c.ir.arith_ints import truncated_quotient, truncated_remainder
from t27c.ir.nodes import Op
from t27c.ir.quad import Quad
from t27c.ir.values import FloatValue, NullValue, SomeValue, UndefinedValue, Value
from t27c.sema.operand import Known

# Shifting left by more would make numbers that no type can hold and that take long to compute with.
MAX_SHIFT = 16_384


class FoldError(Exception):
    """A known operation without a result; the text says why."""


_EXACT: dict[Op, Callable[[int, int], int]] = {
    Op.ADD: operator.add,
    Op.SUB: operator.sub,
    Op.MUL: operator.mul,
    Op.ADD_WRAP: operator.add,
    Op.SUB_WRAP: operator.sub,
    Op.MUL_WRAP: operator.mul,
    Op.ADD_SAT: operator.add,
    Op.SUB_SAT: operator.sub,
    Op.MUL_SAT: operator.mul,
    Op.BIT_AND: operator.and_,
    Op.BIT_OR: operator.or_,
    Op.BIT_XOR: operator.xor,
    Op.DIV: truncated_quotient,
    Op.REM: truncated_remainder,
}
_QUAD: dict[Op, Callable[[Quad, Quad], Quad]] = {
    Op.ADD: quad.add,
    Op.SUB: quad.subtract,
    Op.MUL: quad.multiply,
    Op.DIV: quad.divide,
}
_ORDER: dict[Op, Callable[[int, int], bool]] = {
    Op.EQ: operator.eq,
    Op.NE: operator.ne,
    Op.LT: operator.lt,
    Op.LE: operator.le,
    Op.GT: operator.gt,
    Op.GE: operator.ge,
}


def as_quad(number: int | Quad) -> Quad:
    """A comptime number as a comptime float."""
    return number if isinstance(number, Quad) else quad.from_int(number)


def comptime_binary(op: Op, left: int | Quad, right: int | Quad) -> int | Quad:
    """An operator on two numbers without types (SEM 3.1 to 3.3)."""
    if op in (Op.DIV, Op.REM) and (right == 0 or (isinstance(right, Quad) and right.is_zero)):
        raise FoldError("division by zero")
    if isinstance(left, int) and isinstance(right, int):
        return _shift(op, left, right) if op in (Op.SHL, Op.SHR) else _EXACT[op](left, right)
    if op not in _QUAD:
        raise FoldError(f"`{op.value}` is not defined for floats")
    return _QUAD[op](as_quad(left), as_quad(right))


def _shift(op: Op, left: int, amount: int) -> int:
    if amount < 0:
        raise FoldError("a negative shift amount")
    if op is Op.SHR:
        return left >> min(amount, left.bit_length() + 1)
    if amount > MAX_SHIFT:
        raise FoldError(f"a shift by {amount} bits")
    return left << amount


def comptime_compare(op: Op, left: int | Quad, right: int | Quad) -> bool:
    """A comparison of two numbers without types; with NaN only `!=` holds."""
    if isinstance(left, int) and isinstance(right, int):
        return _ORDER[op](left, right)
    order = quad.compare(as_quad(left), as_quad(right))
    return op is Op.NE if order is None else _ORDER[op](order, 0)


def typed_operation(op: Op, type_: t.Type, operands: tuple[Known | None, ...]) -> Value | None:
    """A known typed operation; None if an operand is unknown, if it is no scalar, or if it would trap."""
    scalars: list[arith.Scalar] = []
    for known in operands:
        if not isinstance(known, bool | int | FloatValue):
            return None
        scalars.append(arith.scalar_of(known))
    result_type = t.BOOL if op in arith.COMPARISONS else type_
    try:
        run = arith.binary(op, type_) if len(scalars) == 2 else arith.unary(op, type_)
        return arith.value_of(run(*scalars), result_type)
    except (arith.ArithmeticTrap, KeyError, TypeError):
        return None


def known_equal(left: Known | None, right: Known | None) -> bool | None:
    """Whether two known values of one type are equal by content; None if that is not known."""
    if left is None or right is None or isinstance(left, UndefinedValue) or isinstance(right, UndefinedValue):
        return None
    match left, right:
        case FloatValue(), FloatValue():
            return left.number == right.number
        case ((bytes() | tuple()), (bytes() | tuple())):
            if len(left) != len(right):
                return False
            parts = [known_equal(a, b) for a, b in zip(left, right, strict=True)]
            return None if None in parts else all(parts)
        case SomeValue(), SomeValue():
            return known_equal(left.value, right.value)
        case NullValue(), NullValue():
            return True
        case (NullValue(), SomeValue()) | (SomeValue(), NullValue()):
            return False
        case ((bool() | int()), (bool() | int())):
            return left == right
        case _:
            return None
