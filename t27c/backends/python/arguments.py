"""What public functions do to their arguments and results: checks and conversions between Python's values and ours."""

from __future__ import annotations

from t27c.backends.pycode.code import Code, Prec, call, ternary
from t27c.backends.pycode.literals import string
from t27c.backends.pycode.namespace import Namespace
from t27c.backends.pycode.ops import range_text
from t27c.backends.pycode.shapes import (
    dimensions,
    dtype,
    holds_objects,
    is_direct,
    is_text,
    leaf,
    needs_box,
    storage_bits,
)
from t27c.ir.types import (
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
)


def argument(ns: Namespace, type_: Type, text: Code, name: str) -> Code:
    """`text`, an argument from outside, as a value of `type_`; `name` is an expression for how messages call it."""
    match type_:
        case Bool():
            return call("_t27.boolean", text, name)
        case Int():
            return call("_t27.integer", text, range_text(type_), name)
        case Float():
            return call(f"_t27.float{type_.bits}", text, name)
        case Enum():
            return call("_t27.variant", text, ns.type(type_.name), name)
        case Struct() | Union():
            return Code(f"_t27.instance({text.text}, {ns.type(type_.name)}, {name})._checked({name})")
        case ErrorSet():
            return call("_t27.instance", text, "_t27.Error", name)
        case Fn():
            return call("_t27.function", text, name)
        case Array() | Slice():
            return _elements(ns, type_, text, name)
        case _:
            return _compound(ns, type_, text, name)


def _converter(ns: Namespace, type_: Type) -> str:
    return f"lambda v, n: {argument(ns, type_, Code('v'), 'n').text}"


def _lengths(type_: Type) -> list[str]:
    return [str(length) for length in dimensions(type_)]


def _within(element: Type) -> list[str]:
    """The range to check elements against, where NumPy's type is wider than ours."""
    if isinstance(element, Int) and element.bits < 64 and storage_bits(element) != element.bits:
        return [f"within={range_text(element)}"]
    return []


def _elements(ns: Namespace, type_: Array | Slice, text: Code, name: str) -> Code:
    cell = leaf(type_.element)
    if is_text(type_):
        return call("_t27.text", text, name)
    if isinstance(type_, Slice) and not type_.const:
        return call("_t27.writable", text, dtype(type_.element), name, *_lengths(type_.element))
    if holds_objects(type_):
        if isinstance(type_, Array):
            return call("_t27.object_array", text, _converter(ns, cell), name, *_lengths(type_))
        return call("_t27.sequence", text, _converter(ns, type_.element), name)
    lengths = _lengths(type_ if isinstance(type_, Array) else type_.element)
    helper = "_t27.array" if isinstance(type_, Array) else "_t27.elements"
    return call(helper, text, dtype(type_.element), name, *lengths, *_within(cell))


def _compound(
    ns: Namespace, type_: Tuple | Pointer | Optional | ErrorUnion | Void, text: Code, name: str
) -> Code:
    match type_:
        case Tuple():
            return call("_t27.parts", text, name, *[_converter(ns, element) for element in type_.elements])
        case Pointer(target=Array() as target):
            found = call("_t27.writable", text, dtype(target.element), name, *_lengths(target.element))
            return call("_t27.exact_length", found, str(target.length), name)
        case Pointer(target=target) if is_direct(target):
            assert isinstance(target, (Struct, Union))
            return call("_t27.in_place", text, ns.type(target.name), name)
        case Pointer(target=target):
            return call("_t27.reference", text, _converter(ns, target), name)
        case Optional() if needs_box(type_):
            return call("_t27.some", text, _converter(ns, type_.child), name)
        case Optional():
            is_none = Code(f"{text.text} is None", Prec.COMPARE)
            return ternary(is_none, Code("None"), argument(ns, type_.child, text, name))
        case _:
            return text


def result(type_: Type, text: Code) -> Code:
    """`text`, a result of a private function, as public functions return it."""
    match type_:
        case ErrorUnion():
            return result(type_.child, call("_t27.succeeded", text))
        case Slice() if is_text(type_):
            return call("bytes", text)
        case Optional() if is_text(type_.child):
            return call("_t27.optional_bytes", text)
        case _:
            return text


def parameter_name(name: str) -> str:
    """How messages call a parameter, as a literal."""
    return string(name)
