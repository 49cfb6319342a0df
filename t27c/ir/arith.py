"""What operators, conversions and builtins do to scalar values: the single definition that interpreter, folding and
compile-time evaluation share.

Scalars are plain Python values: bool, int (also the tag of an enum) and float. Each function here looks up an operation
once and returns a function to call many times; those raise `ArithmeticTrap` where SEM 16 says so.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from functools import cache
from typing import Any

from t27c.ir.arith_floats import FLOAT_BINARY, float_builtin
from t27c.ir.arith_ints import (
    INT_BINARY,
    INT_BINARY_BUILTINS,
    INT_UNARY,
    INT_UNARY_BUILTINS,
    OVERFLOW_PAIRS,
    ArithmeticTrap,
    wrap,
)
from t27c.ir.nodes import ConvertKind, Op, TrapKind
from t27c.ir.rounding import ratio_to_float, to_width
from t27c.ir.types import Bool, Enum, Float, Int, Type, type_text
from t27c.ir.values import FloatValue, Value

Scalar = bool | int | float

__all__ = [
    "COMPARISONS",
    "ArithmeticTrap",
    "Scalar",
    "binary",
    "builtin",
    "convert",
    "int_to_enum",
    "scalar_of",
    "unary",
    "undefined_scalar",
    "value_of",
    "wrap",
]

COMPARISONS: dict[Op, Callable[[Any, Any], bool]] = {
    Op.EQ: operator.eq,
    Op.NE: operator.ne,
    Op.LT: operator.lt,
    Op.LE: operator.le,
    Op.GT: operator.gt,
    Op.GE: operator.ge,
}

_BOOL_BINARY: dict[Op, Callable[[Any, Any], bool]] = {
    Op.BIT_AND: operator.and_,
    Op.BIT_OR: operator.or_,
    Op.BIT_XOR: operator.xor,
    Op.AND: operator.and_,
    Op.OR: operator.or_,
}


@cache
def binary(op: Op, type_: Type) -> Callable[[Any, Any], Any]:
    """The binary operator on operands of `type_` (comparisons, shifts: the left one's). `and`, `or` on known values."""
    if op in COMPARISONS:
        return COMPARISONS[op]
    match type_:
        case Int():
            return INT_BINARY[op](type_)
        case Float():
            return FLOAT_BINARY[op](type_.bits)
        case Bool():
            return _BOOL_BINARY[op]
        case _:
            raise KeyError((op, type_))


@cache
def unary(op: Op, type_: Type) -> Callable[[Any], Any]:
    """The unary operator (`NEG`, `NEG_WRAP`, `BIT_NOT`, `NOT`) on an operand of `type_`."""
    match type_:
        case Int():
            return INT_UNARY[op](type_)
        case Float() if op is Op.NEG:
            return operator.neg
        case Bool() if op is Op.NOT:
            return operator.not_
        case _:
            raise KeyError((op, type_))


@cache
def convert(kind: ConvertKind, source: Type, target: Type) -> Callable[[Any], Any]:
    """The conversion of a scalar. `INT_TO_ENUM` is `int_to_enum`, because it needs the tags of the declaration."""
    match kind:
        case ConvertKind.INT_CHECKED if isinstance(target, Int):
            return _checked_int(target)
        case ConvertKind.INT_TRUNCATE if isinstance(target, Int):
            return lambda value: wrap(target, value)
        case ConvertKind.INT_TO_FLOAT if isinstance(target, Float):
            return _int_to_float(target.bits)
        case ConvertKind.FLOAT_TO_INT if isinstance(target, Int):
            return _float_to_int(target)
        case ConvertKind.FLOAT_TO_FLOAT if isinstance(target, Float):
            return lambda value: to_width(target.bits, value)
        case ConvertKind.BOOL_TO_INT:
            return int
        case ConvertKind.BIT_CAST:
            return _bit_cast(source, target)
        case ConvertKind.INT_WIDEN | ConvertKind.ENUM_TO_INT | ConvertKind.TO_CONST | ConvertKind.COPY:
            return _same
        case _:
            raise KeyError((kind, source, target))


def _same(value: Any) -> Any:
    return value


def _checked_int(target: Int) -> Callable[[int], int]:
    def run(value: int) -> int:
        if target.holds(value):
            return value
        raise ArithmeticTrap(TrapKind.CAST_RANGE, f"{value} does not fit {type_text(target)}")

    return run


def _int_to_float(width: int) -> Callable[[int], float]:
    def run(value: int) -> float:
        # What a double holds exactly is rounded once by narrowing it; the rest needs the exact way.
        return to_width(width, float(value)) if -(2**53) <= value <= 2**53 else ratio_to_float(width, value, 1)

    return run


def _float_to_int(target: Int) -> Callable[[float], int]:
    def run(value: float) -> int:
        if math.isfinite(value) and target.holds(math.trunc(value)):
            return math.trunc(value)
        raise ArithmeticTrap(TrapKind.FLOAT_TO_INT, f"{value!r} does not fit {type_text(target)}")

    return run


def _bit_cast(source: Type, target: Type) -> Callable[[Any], Any]:
    def run(value: Any) -> Any:
        bits = FloatValue.of(source.bits, value).bits if isinstance(source, Float) else int(value)
        match target:
            case Float():
                return FloatValue(target.bits, bits & ((1 << target.bits) - 1)).number
            case Int():
                return wrap(target, bits)
            case Bool():
                return bool(bits & 1)
            case _:
                raise KeyError((source, target))

    return run


def int_to_enum(value: int, tags: frozenset[int], name: str) -> int:
    """The tag itself if a variant of the enum `name` has it, else the trap invalid-enum."""
    if value in tags:
        return value
    raise ArithmeticTrap(TrapKind.INVALID_ENUM, f"{value} is no variant of {name}")


@cache
def builtin(name: str, type_: Type, correctly_rounded: bool = False) -> Callable[..., Any]:
    """The scalar builtin `name` on operands of `type_`. `correctly_rounded` is for compile-time evaluation; otherwise
    transcendental functions are the routines that generated Python calls. Overflow pairs give a tuple of two ints."""
    match type_:
        case Float():
            return float_builtin(name, type_.bits, correctly_rounded)
        case Int():
            tables: tuple[dict[str, Any], ...] = (INT_UNARY_BUILTINS, INT_BINARY_BUILTINS, OVERFLOW_PAIRS)
            make = next(table[name] for table in tables if name in table)
            function: Callable[..., Any] = make(type_)
            return function
        case _:
            raise KeyError((name, type_))


def undefined_scalar(type_: Bool | Int | Float) -> Scalar:
    """What `undefined` reads as: memory of 0xAA bytes (SEM 8.5)."""
    pattern = int.from_bytes(b"\xaa" * 16, "little")
    match type_:
        case Bool():
            return False
        case Int():
            return wrap(type_, pattern)
        case Float():
            return FloatValue(type_.bits, pattern & ((1 << type_.bits) - 1)).number


def scalar_of(value: Value) -> Scalar:
    """A known bool, int, tag or float as a plain Python value."""
    match value:
        case FloatValue():
            return value.number
        case bool() | int():
            return value
        case _:
            raise TypeError(f"no scalar: {value!r}")


def value_of(scalar: Scalar, type_: Type) -> Value:
    """A plain Python value as the known value of a `Const` of `type_`."""
    match type_:
        case Float():
            return FloatValue.of(type_.bits, scalar)
        case Bool():
            return bool(scalar)
        case Int() | Enum():
            return int(scalar)
        case _:
            raise TypeError(f"no scalar type: {type_text(type_)}")
