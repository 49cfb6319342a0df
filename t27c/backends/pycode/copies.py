"""Copies and comparisons of whole values, by type: both must not follow pointers and slices, so types direct them."""

from __future__ import annotations

from t27c.backends.pycode.code import Code, Prec, call, infix, ternary, tuple_of
from t27c.backends.pycode.shapes import holds_objects, leaf, needs_box, plain_equality
from t27c.ir.types import (
    Array,
    ErrorUnion,
    Fn,
    Optional,
    Pointer,
    Slice,
    Struct,
    Tuple,
    Type,
    Union,
    Void,
    is_aggregate,
)

_V = Code("v")


def copy_code(type_: Type, value: Code) -> Code:
    """A copy of `value` that shares nothing with it but what pointers and slices lead to."""
    match type_:
        case Struct() | Union():
            return Code(f"{value.inside(Prec.ATOM)}._copy()", untyped=value.untyped)
        case Array():
            if holds_objects(type_) and _is_shared(leaf(type_)):
                return call("_t27.map_array", _function(leaf(type_)), value)
            return Code(f"{value.inside(Prec.ATOM)}.copy()", untyped=value.untyped)
        case Tuple() | Optional() | ErrorUnion() if _is_shared(type_):
            if value.text.isidentifier():
                return _inside(type_, value)
            return call("_t27.apply", _function(type_), value)
        case _:
            return value


def _is_shared(type_: Type) -> bool:
    """Whether two places that hold one object of the type could see each other's changes."""
    if isinstance(type_, Tuple):
        return any(map(_is_shared, type_.elements))
    if isinstance(type_, (Optional, ErrorUnion)):
        return _is_shared(type_.child)
    return is_aggregate(type_)


def _function(type_: Type) -> str:
    return f"lambda v: {_inside(type_, _V).text}"


def _inside(type_: Type, value: Code) -> Code:
    match type_:
        case Tuple():
            parts = [copy_code(element, Code(f"{value.text}[{i}]")) for i, element in enumerate(type_.elements)]
            return tuple_of([part.text for part in parts])
        case Optional() if needs_box(type_):
            boxed = call("_t27.Some", copy_code(type_.child, Code(f"{value.text}.value")))
            return ternary(Code(f"{value.text} is None", Prec.COMPARE), value, boxed)
        case Optional():
            return ternary(Code(f"{value.text} is None", Prec.COMPARE), value, copy_code(type_.child, value))
        case ErrorUnion():
            return ternary(call("isinstance", value, "_t27.Error"), value, copy_code(type_.child, value))
        case _:
            return copy_code(type_, value)


def equal_code(type_: Type, left: Code, right: Code) -> Code:
    """A bool: whether two values are equal by content, pointers by address."""
    if plain_equality(type_):
        return infix("==", Prec.COMPARE, left, right)
    if isinstance(type_, Fn):
        return infix("is", Prec.COMPARE, left, right)
    match type_:
        case Void():
            return Code("True")
        case (Array() | Slice()) if not holds_objects(type_):
            return call("_t27.same", left, right)
        case Array() | Slice():
            return call("_t27.same_by", equal_function(leaf(type_.element)), left, right)
        case Pointer():
            return call("_t27.same_address", left, right)
        case Optional():
            inner = equal_function(type_.child)
            name = "_t27.same_boxed" if needs_box(type_) else "_t27.same_optional"
            return call(name, inner, left, right)
        case ErrorUnion():
            return call("_t27.same_result", equal_function(type_.child), left, right)
        case Tuple():
            parts = [equal_function(element) for element in type_.elements]
            return call("_t27.same_parts", tuple_of(parts), left, right)
        case _:
            return infix("==", Prec.COMPARE, left, right)


def equal_function(type_: Type) -> str:
    """A function of two values that tells whether they are equal."""
    if plain_equality(type_):
        return "_t27.equal"
    return f"lambda a, b: {equal_code(type_, Code('a'), Code('b')).text}"
