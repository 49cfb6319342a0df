"""Known values as Python expressions: constants, defaults, and what was never set."""

from __future__ import annotations

from t27c.backends.pycode.code import Code, Prec, attribute, call, tuple_of
from t27c.backends.pycode.literals import byte_string, string, typed_float, undefined_float
from t27c.backends.pycode.names import field_name, variant_name
from t27c.backends.pycode.namespace import Namespace
from t27c.backends.pycode.shapes import (
    dimensions,
    dtype,
    holds_objects,
    is_text,
    leaf,
    needs_box,
    scalar_dtype,
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

NONE = Code("None")


def value_code(ns: Namespace, type_: Type, value: Value) -> Code:
    """An expression for `value`; aggregates are new objects."""
    match value:
        case UndefinedValue():
            return undefined_code(ns, type_)
        case NullValue():
            return NONE
        case SomeValue():
            assert isinstance(type_, Optional)
            inside = value_code(ns, type_.child, value.value)
            return call("_t27.Some", inside) if needs_box(type_) else inside
        case ErrorValue():
            return call("_t27.Error", string(value.name))
        case FnValue():
            return Code(ns.function(value.name))
        case UnionValue():
            assert isinstance(type_, Union)
            return _union(ns, type_, value)
        case FloatValue():
            return Code(typed_float(value))
        case bool():
            return Code(str(value)) if isinstance(type_, Bool) else _known(ns, type_, value)
        case _:
            return _known(ns, type_, value)


def _known(ns: Namespace, type_: Type, value: bool | int | bytes | tuple[Value, ...]) -> Code:
    match type_:
        case Enum():
            assert isinstance(value, int)
            return _variant(ns, type_, value)
        case Int():
            return integer(int(value)) if isinstance(value, int) else NONE
        case Bool():
            return Code(str(bool(value)))
        case Optional() | ErrorUnion():
            return value_code(ns, type_.child, value)
        case Slice() if is_text(type_):
            return Code(byte_string(bytes(part for part in _parts(value) if isinstance(part, int))))
        case Slice():
            return call("_t27.frozen", _array(ns, type_.element, _parts(value)))
        case Array():
            return _array(ns, type_.element, _parts(value))
        case Tuple():
            pairs = zip(type_.elements, _parts(value), strict=True)
            return tuple_of([value_code(ns, element, part).text for element, part in pairs])
        case Struct():
            return _struct(ns, type_, _parts(value))
        case _:
            return NONE


def _parts(value: Value) -> tuple[Value, ...]:
    if isinstance(value, bytes):
        return tuple(value)
    return value if isinstance(value, tuple) else ()


def integer(value: int) -> Code:
    """An integer literal."""
    return Code(str(value), Prec.ATOM if value >= 0 else Prec.UNARY)


def _variant(ns: Namespace, type_: Enum, tag: int) -> Code:
    name = ns.decls.variant(type_, tag)
    if name is None:
        return call(ns.type(type_.name), str(tag))
    return attribute(Code(ns.type(type_.name)), variant_name(name))


def _struct(ns: Namespace, type_: Struct, values: tuple[Value, ...]) -> Code:
    pairs = zip(ns.decls.struct(type_).fields, values, strict=True)
    parts = [f"{field_name(field.name)}={value_code(ns, field.type, value).text}" for field, value in pairs]
    return call(ns.type(type_.name), *parts)


def _union(ns: Namespace, type_: Union, value: UnionValue) -> Code:
    decl = ns.decls.union(type_)
    tag = f"{ns.type(decl.tag.name)}.{variant_name(value.field)}"
    if value.value is None:
        return call(ns.type(type_.name), tag)
    field = next(field for field in decl.fields if field.name == value.field)
    return call(ns.type(type_.name), tag, value_code(ns, field.type, value.value))


def _array(ns: Namespace, element: Type, values: tuple[Value, ...]) -> Code:
    whole = Array(length=len(values), element=element)
    flat = _flat(element, values)
    if not flat:
        return empty_array(whole)
    if holds_objects(whole):
        texts = ", ".join(value_code(ns, leaf(element), value).text for value in flat)
        shape = dimensions(whole)
        return call("_t27.objects", f"[{texts}]", *([str(n) for n in shape] if len(shape) > 1 else []))
    if len(flat) > 2 and all(value == flat[0] for value in flat):
        return filled(whole, value_code(ns, leaf(element), flat[0]))
    return call("np.array", nested(element, values), dtype(element))


def _flat(element: Type, values: tuple[Value, ...]) -> list[Value]:
    if not isinstance(element, Array):
        return list(values)
    found: list[Value] = []
    for value in values:
        rows = (UndefinedValue(),) * element.length if isinstance(value, UndefinedValue) else _parts(value)
        found += _flat(element.element, rows)
    return found


def nested(element: Type, values: tuple[Value, ...]) -> str:
    """Lists of plain literals; the array's dtype gives them their type."""
    if isinstance(element, Array):
        rows = [_parts(v) if not isinstance(v, UndefinedValue) else (v,) * element.length for v in values]
        return f"[{', '.join(nested(element.element, row) for row in rows)}]"
    return f"[{', '.join(_plain(element, value) for value in values)}]"


def _plain(element: Type, value: Value) -> str:
    if isinstance(value, UndefinedValue) and isinstance(element, Float):
        value = undefined_float(element.bits)
    if isinstance(value, UndefinedValue) and isinstance(element, Int):
        value = undefined_int(element)
    if isinstance(value, FloatValue):
        text = typed_float(value)
        opening = f"np.float{value.width}("
        return text.removeprefix(opening).removesuffix(")") if text.startswith(opening) else text
    return str(bool(value)) if isinstance(element, Bool) else str(value)


def empty_array(type_: Array) -> Code:
    """An array without elements."""
    shape = dimensions(type_)
    return call("np.empty", str(shape[0]) if len(shape) == 1 else str(shape), dtype(type_.element))


def filled(type_: Array, value: Code) -> Code:
    """An array with one scalar in every cell."""
    shape = dimensions(type_)
    lengths = str(shape[0]) if len(shape) == 1 else str(shape)
    if value.text in {"0", "False", "np.float16(0.0)", "np.float32(0.0)", "np.float64(0.0)"}:
        return call("np.zeros", lengths, dtype(type_.element))
    return call("np.full", lengths, value, dtype(type_.element))


def undefined_int(type_: Int) -> int:
    """The low bits of 0xAA.."""
    pattern = int.from_bytes(b"\xaa" * 16, "little") & ((1 << type_.bits) - 1)
    return pattern - (1 << type_.bits) if type_.signed and pattern > type_.highest else pattern


def undefined_code(ns: Namespace, type_: Type) -> Code:
    """What `undefined` reads as (SEM 8.5)."""
    match type_:
        case Void():
            return NONE
        case Bool():
            return Code("False")
        case Int():
            return integer(undefined_int(type_))
        case Float():
            return Code(typed_float(undefined_float(type_.bits)))
        case Enum():
            return Code("_t27.UNDEFINED_ENUM", untyped=True)
        case Slice() | Pointer() | Fn():
            return Code("_t27.UNDEFINED", untyped=True)
        case ErrorSet():
            return call("_t27.Error", string("undefined"))
        case _:
            return _undefined_compound(ns, type_)


def _undefined_compound(ns: Namespace, type_: Type) -> Code:
    match type_:
        case Optional():
            inside = undefined_code(ns, type_.child)
            return call("_t27.Some", inside) if needs_box(type_) else inside
        case ErrorUnion():
            return undefined_code(ns, type_.child)
        case Tuple():
            return tuple_of([undefined_code(ns, element).text for element in type_.elements])
        case Struct():
            return _struct(ns, type_, (UndefinedValue(),) * len(ns.decls.struct(type_).fields))
        case Union():
            return call(ns.type(type_.name), "_t27.UNDEFINED_ENUM")
        case Array():
            cell = undefined_code(ns, leaf(type_))
            if scalar_dtype(leaf(type_)) is not None:
                return filled(type_, cell)
            return call("_t27.fill_objects", f"lambda: {cell.text}", *map(str, dimensions(type_)))
        case _:
            return NONE
