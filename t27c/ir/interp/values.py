"""Known values of the IR to and from the interpreter's storage, and stored values as text for messages."""

from __future__ import annotations

from typing import Any

from t27c.ir.arith import value_of
from t27c.ir.float_text import float_text
from t27c.ir.interp.shapes import UNDEFINED_ERROR, UNDEFINED_TAG, Shapes, View
from t27c.ir.types import (
    U8,
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
from t27c.ir.values import ErrorValue, FloatValue, FnValue, NullValue, SomeValue, UndefinedValue, UnionValue, Value


def thaw(shapes: Shapes, value: Value, type_: Type) -> Any:
    """A known value as a fresh stored one."""
    if isinstance(value, UndefinedValue):
        return shapes.undefined(type_)
    match type_:
        case Array():
            return _thaw_parts(shapes, value, type_.element)
        case Slice():
            cells = _thaw_parts(shapes, value, type_.element)
            return View(cells, 0, len(cells))
        case Struct() | Tuple():
            assert isinstance(value, tuple)
            parts = zip(value, shapes.fields(type_), strict=True)
            return [thaw(shapes, part, part_type) for part, (_, part_type) in parts]
        case Pointer():
            # A pointer to known storage: a list of one that holds the target.
            assert isinstance(value, tuple)
            return ([thaw(shapes, value[0], type_.target)], 0)
        case _:
            return _thaw_other(shapes, value, type_)


def _thaw_parts(shapes: Shapes, value: Value, element: Type) -> list[Any]:
    if isinstance(value, bytes):
        return list(value)
    assert isinstance(value, tuple)
    return [thaw(shapes, part, element) for part in value]


def _thaw_other(shapes: Shapes, value: Value, type_: Type) -> Any:
    match value:
        case FloatValue():
            return value.number
        case NullValue():
            return None
        case SomeValue():
            assert isinstance(type_, Optional)
            return [thaw(shapes, value.value, type_.child)]
        case ErrorValue():
            return value.name
        case FnValue():
            return value.name
        case UnionValue():
            assert isinstance(type_, Union)
            part = dict(shapes.fields(type_))[value.field]
            return [value.field, None if value.value is None else thaw(shapes, value.value, part)]
        case _:
            if isinstance(type_, ErrorUnion):
                return [thaw(shapes, value, type_.child)]
            return None if isinstance(type_, Void) else value


def freeze(shapes: Shapes, stored: Any, type_: Type) -> Value:
    """A stored value as a known one."""
    match type_:
        case Bool() | Int() | Float():
            return value_of(stored, type_)
        case Enum():
            return UndefinedValue() if stored == UNDEFINED_TAG else int(stored)
        case Array():
            return _freeze_parts(shapes, stored, type_.element)
        case Slice():
            return UndefinedValue() if stored is None else _freeze_parts(shapes, stored.parts(), type_.element)
        case Struct() | Tuple():
            parts = zip(stored, shapes.fields(type_), strict=True)
            return tuple(freeze(shapes, part, part_type) for part, (_, part_type) in parts)
        case Pointer():
            return UndefinedValue() if stored is None else (freeze(shapes, stored[0][stored[1]], type_.target),)
        case _:
            return _freeze_other(shapes, stored, type_)


def _freeze_parts(shapes: Shapes, cells: list[Any], element: Type) -> Value:
    if isinstance(element, Int) and element.bits == 8 and not element.signed:
        return bytes(cells)
    return tuple([freeze(shapes, cell, element) for cell in cells])


def _freeze_other(shapes: Shapes, stored: Any, type_: Optional | ErrorSet | ErrorUnion | Union | Fn | Void) -> Value:
    match type_:
        case Optional():
            return NullValue() if stored is None else SomeValue(freeze(shapes, stored[0], type_.child))
        case ErrorUnion() if type(stored) is list:
            return freeze(shapes, stored[0], type_.child)
        case ErrorUnion() | ErrorSet():
            return UndefinedValue() if stored == UNDEFINED_ERROR else ErrorValue(stored)
        case Union():
            field, payload = stored
            if field is None:
                return UndefinedValue()
            part = dict(shapes.fields(type_))[field]
            return UnionValue(field, None if isinstance(part, Void) else freeze(shapes, payload, part))
        case Fn():
            return UndefinedValue() if stored is None else FnValue(stored)
        case Void():
            return ()


_SHOWN_PARTS = 16


def show(shapes: Shapes, stored: Any, type_: Type) -> str:
    """A stored value as a spec would write it, for messages; long arrays are cut."""
    match type_:
        case Float():
            return float_text(stored, type_.bits)
        case Bool():
            return "true" if stored else "false"
        case Enum():
            names = {tag: name for name, tag in shapes.enum(type_).variants}
            return f".{names[stored]}" if stored in names else "undefined"
        case Slice() | Array():
            return "undefined" if stored is None else _show_parts(shapes, stored, type_)
        case Struct() | Tuple():
            return _show_fields(shapes, stored, type_)
        case Union():
            field, payload = stored
            part = dict(shapes.fields(type_)).get(field, Void())
            return "undefined" if field is None else f".{{ .{field} = {show(shapes, payload, part)} }}"
        case Optional():
            return "null" if stored is None else show(shapes, stored[0], type_.child)
        case ErrorUnion() if type(stored) is list:
            return show(shapes, stored[0], type_.child)
        case ErrorUnion() | ErrorSet():
            return f"error.{stored}" if stored != UNDEFINED_ERROR else "undefined"
        case Pointer():
            return "undefined" if stored is None else f"&{show(shapes, stored[0][stored[1]], type_.target)}"
        case Void():
            return "{}"
        case Int() | Fn():
            return str(stored)


def _show_parts(shapes: Shapes, stored: Any, type_: Slice | Array) -> str:
    cells = stored.parts() if isinstance(stored, View) else stored
    if isinstance(type_, Slice) and type_.element == U8 and all(32 <= cell < 127 for cell in cells):
        return '"' + bytes(cells).decode("ascii").replace("\\", "\\\\").replace('"', '\\"') + '"'
    shown = [show(shapes, cell, type_.element) for cell in cells[:_SHOWN_PARTS]]
    return "[" + ", ".join(shown + ["..."] * (len(cells) > _SHOWN_PARTS)) + "]"


def _show_fields(shapes: Shapes, stored: list[Any], type_: Struct | Tuple) -> str:
    parts = [(name, show(shapes, cell, part)) for cell, (name, part) in zip(stored, shapes.fields(type_), strict=True)]
    if isinstance(type_, Tuple):
        return "(" + ", ".join(text for _, text in parts) + ")"
    return ".{ " + ", ".join(f".{name} = {text}" for name, text in parts) + " }"
