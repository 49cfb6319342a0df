"""`==` on stored values of every type: by content, but pointers by address (SEM 9.3, 10.2, 10.4, 11)."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from t27c.ir.arith import ArithmeticTrap
from t27c.ir.interp.shapes import Shapes, View
from t27c.ir.nodes import TrapKind
from t27c.ir.types import (
    Array,
    Bool,
    Enum,
    ErrorUnion,
    Int,
    Optional,
    Pointer,
    Slice,
    Struct,
    Tuple,
    Type,
    Union,
)

Equal = Callable[[Any, Any], bool]


def equality(shapes: Shapes, type_: Type) -> Equal:
    """A function that compares two values of `type_`."""
    match type_:
        case Array():
            return parts_equality(shapes, type_.element)
        case Slice():
            return _slice_equality(parts_equality(shapes, type_.element))
        case Struct() | Tuple():
            return _fields_equality([equality(shapes, part) for _, part in shapes.fields(type_)])
        case Union():
            return _union_equality({name: equality(shapes, part) for name, part in shapes.fields(type_)})
        case Optional() | ErrorUnion():
            return _payload_equality(equality(shapes, type_.child))
        case Pointer():
            return _same_address
        case _:
            return operator.eq


def parts_equality(shapes: Shapes, element: Type) -> Equal:
    """A function that compares two lists of `element`s."""
    if isinstance(element, (Int, Bool, Enum)):
        return operator.eq
    # Not Python's own comparison of lists: that takes one NaN object as equal to itself.
    same = equality(shapes, element)

    def equal(left: list[Any], right: list[Any]) -> bool:
        if len(left) != len(right):
            return False
        return all(same(a, b) for a, b in zip(left, right, strict=True))

    return equal


def used_view(view: View | None) -> View:
    """The slice, unless it is undefined."""
    if view is None:
        raise ArithmeticTrap(TrapKind.UNDEFINED_POINTER, "use of an undefined slice")
    return view


def _slice_equality(same_parts: Equal) -> Equal:
    def equal(left: View | None, right: View | None) -> bool:
        a, b = used_view(left), used_view(right)
        return a.length == b.length and same_parts(a.parts(), b.parts())

    return equal


def _fields_equality(parts: list[Equal]) -> Equal:
    return lambda left, right: all(same(a, b) for same, a, b in zip(parts, left, right, strict=True))


def _union_equality(parts: dict[str, Equal]) -> Equal:
    def equal(left: list[Any], right: list[Any]) -> bool:
        return left[0] == right[0] and (left[0] is None or parts[left[0]](left[1], right[1]))

    return equal


def _payload_equality(same: Equal) -> Equal:
    """Both empty (or the same error), or both full with equal payloads."""

    def equal(left: Any, right: Any) -> bool:
        if type(left) is list and type(right) is list:
            return same(left[0], right[0])
        return type(left) is not list and type(right) is not list and bool(left == right)

    return equal


def _same_address(left: Any, right: Any) -> bool:
    if left is None or right is None:
        return left is right
    return left[0] is right[0] and bool(left[1] == right[1])
