"""Checks of the verifier that look at one known value or one call of a builtin."""

from __future__ import annotations

from collections.abc import Callable

from t27c.ir.builtins import BUILTINS, Signature
from t27c.ir.nodes import Builtin
from t27c.ir.types import (
    BOOL,
    STRING,
    USIZE,
    VOID,
    Array,
    Bool,
    Enum,
    ErrorSet,
    ErrorUnion,
    Float,
    Fn,
    Int,
    Optional,
    Pointer,
    Slice,
    Struct,
    Tuple,
    Type,
    Union,
    Void,
    type_text,
)
from t27c.ir.values import (
    ErrorValue,
    FloatValue,
    FnValue,
    NullValue,
    SomeValue,
    UndefinedValue,
    UnionValue,
    Value,
)


def value_fits(value: Value, type_: Type) -> bool:
    """Whether a known value can be one of `type_`; parts of nominal types are not looked at."""
    if isinstance(value, UndefinedValue):
        return True
    match type_:
        case Bool():
            return isinstance(value, bool)
        case Int():
            return _is_int(value) and isinstance(value, int) and type_.holds(value)
        case Float():
            return isinstance(value, FloatValue) and value.width == type_.bits
        case Enum():
            return _is_int(value)
        case ErrorSet():
            return isinstance(value, ErrorValue) and (type_.errors is None or value.name in type_.errors)
        case Fn():
            return isinstance(value, FnValue)
        case Void():
            return value == ()
        case _:
            return _compound_fits(value, type_)


def _is_int(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _compound_fits(
    value: Value, type_: Struct | Union | Tuple | Array | Slice | Pointer | Optional | ErrorUnion
) -> bool:
    match type_:
        case Array():
            return _parts_fit(value, type_.element) and isinstance(value, (bytes, tuple)) and len(value) == type_.length
        case Slice():
            return _parts_fit(value, type_.element)
        case Tuple():
            if not isinstance(value, tuple) or len(value) != len(type_.elements):
                return False
            return all(value_fits(part, element) for part, element in zip(value, type_.elements, strict=True))
        case Optional():
            inner = value.value if isinstance(value, SomeValue) else None
            return isinstance(value, NullValue) or (inner is not None and value_fits(inner, type_.child))
        case ErrorUnion():
            return value_fits(value, type_.errors if isinstance(value, ErrorValue) else type_.child)
        case Pointer():
            return isinstance(value, tuple) and len(value) == 1 and value_fits(value[0], type_.target)
        case Struct():
            return isinstance(value, tuple)
        case Union():
            return isinstance(value, UnionValue)


def _parts_fit(value: Value, element: Type) -> bool:
    if isinstance(value, bytes):
        return isinstance(element, Int) and element.holds(255)
    return isinstance(value, tuple) and all(value_fits(part, element) for part in value)


def _all_same(node: Builtin, *kinds: type) -> bool:
    types = [arg.type for arg in node.args]
    return isinstance(types[0], kinds) and all(type_ == types[0] for type_ in types)


def _element(type_: Type) -> Type | None:
    return type_.element if isinstance(type_, (Slice, Array)) else None


def _float_like(node: Builtin) -> bool:
    return _all_same(node, Float) and node.type == node.args[0].type


def _abs(node: Builtin) -> bool:
    type_ = node.args[0].type
    if isinstance(type_, Int) and type_.signed:
        return node.type == Int(bits=type_.bits, signed=False)
    return isinstance(type_, (Int, Float)) and node.type == type_


def _bit_count(node: Builtin) -> bool:
    type_ = node.args[0].type
    return isinstance(type_, Int) and node.type == Int(bits=type_.bits.bit_length(), signed=False)


def _overflow_pair(node: Builtin) -> bool:
    pair = Tuple(elements=(node.args[0].type, Int(bits=1, signed=False)))
    return _all_same(node, Int) and isinstance(node.type, Tuple) and node.type.elements == pair.elements


def _splat(node: Builtin) -> bool:
    return isinstance(node.type, Array) and node.type.element == node.args[0].type


def _concat(node: Builtin) -> bool:
    left, right = node.args[0].type, node.args[1].type
    if not isinstance(left, Array) or not isinstance(right, Array):
        return False
    return node.type == Array(length=left.length + right.length, element=left.element) and left.element == right.element


def _repeat(node: Builtin) -> bool:
    part = node.args[0].type
    if not isinstance(part, Array) or not isinstance(node.type, Array) or node.type.element != part.element:
        return False
    return node.type.length % part.length == 0 if part.length else node.type.length == 0


def _mem(node: Builtin) -> bool:
    target, source = node.args[0].type, node.args[1].type
    given = _element(source) if node.name == "mem_copy" else source
    return isinstance(target, Slice) and not target.const and target.element == given and node.type == VOID


def _slices(node: Builtin) -> bool:
    return all(isinstance(arg.type, Slice) for arg in node.args) and _element(node.args[0].type) == _element(
        node.args[1].type
    )


_FOUND = Optional(child=USIZE)

_SIGNATURES: dict[Signature, Callable[[Builtin], bool]] = {
    Signature.FLOAT_UNARY: _float_like,
    Signature.FLOAT_BINARY: _float_like,
    Signature.FLOAT_TERNARY: _float_like,
    Signature.FLOAT_TEST: lambda node: _all_same(node, Float) and node.type == BOOL,
    Signature.FLOAT_CLOSE: lambda node: _all_same(node, Float) and node.type == BOOL,
    Signature.NUMBER_BINARY: lambda node: _all_same(node, Int, Float) and node.type == node.args[0].type,
    Signature.ABS: _abs,
    Signature.BIT_COUNT: _bit_count,
    Signature.INT_UNARY: lambda node: _all_same(node, Int) and node.type == node.args[0].type,
    Signature.OVERFLOW_PAIR: _overflow_pair,
    Signature.LENGTH: lambda node: isinstance(node.args[0].type, Slice) and node.type == USIZE,
    Signature.SPLAT: _splat,
    Signature.CONCAT: _concat,
    Signature.REPEAT: _repeat,
    Signature.MEM_COPY: _mem,
    Signature.MEM_SET: _mem,
    Signature.NAME: lambda node: isinstance(node.args[0].type, (Enum, ErrorSet)) and node.type == STRING,
    Signature.FIND_SLICE: lambda node: _slices(node) and node.type == _FOUND,
    Signature.FIND_SCALAR: lambda node: _element(node.args[0].type) == node.args[1].type and node.type == _FOUND,
    Signature.SLICE_TEST: lambda node: _slices(node) and node.type == BOOL,
}


def builtin_problem(node: Builtin) -> str | None:
    """What is wrong with a call of a builtin, if anything."""
    row = BUILTINS.get(node.name)
    if row is None:
        return f"there is no builtin `{node.name}`"
    if len(node.args) != row.arity:
        return f"`{node.name}` takes {row.arity} operands, not {len(node.args)}"
    if _SIGNATURES[row.signature](node):
        return None
    given = ", ".join(type_text(arg.type) for arg in node.args)
    return f"`{node.name}` is {row.signature.value}, not {given} -> {type_text(node.type)}"
