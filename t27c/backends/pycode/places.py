"""Places as Python text: to read them, to view parts of them, and to take their address."""

from __future__ import annotations

from collections.abc import Callable

from t27c.backends.pycode.code import Code, attribute, call, subscript
from t27c.backends.pycode.frame import Frame, is_simple
from t27c.backends.pycode.literals import string
from t27c.backends.pycode.names import field_name, variant_name
from t27c.backends.pycode.shapes import is_direct, needs_box, scalar_dtype
from t27c.ir.nodes import Const, Deref, Expr, Field, Index, Payload, PayloadKind, SliceOf, Var
from t27c.ir.types import Array, Bool, Int, Optional, Pointer, QName, Slice, Struct, Tuple, Type, Union

ExprPrinter = Callable[[Frame, Expr], Code]
Place = Var | Field | Index | Deref | Payload


def place_code(frame: Frame, node: Place, expr: ExprPrinter) -> Code:
    """The value at a place."""
    match node:
        case Var():
            return variable(frame, node)
        case Field():
            return _field(frame, node, expr)
        case Index():
            return _element(frame, node, expr)
        case Deref():
            pointer = checked_view(frame, node.pointer, expr)
            return pointer if is_direct(node.type) else attribute(pointer, "value", untyped=True)
        case Payload():
            return _payload(frame, node, expr)


def variable(frame: Frame, node: Var) -> Code:
    """The value of a variable; those whose address is taken live in cells."""
    if isinstance(node.name, QName):
        return Code(frame.ns.variable(node.name))
    text = frame.names[node.name]
    return Code(f"{text}.value", untyped=True) if node.name in frame.boxed else Code(text)


def checked_view(frame: Frame, node: Expr, expr: ExprPrinter) -> Code:
    """A slice or pointer about to be used."""
    text = expr(frame, node)
    if frame.ns.has_undefined_views and isinstance(node.type, (Slice, Pointer)):
        return call("_t27.defined", text, frame.at(node))
    return text


def _field(frame: Frame, node: Field, expr: ExprPrinter) -> Code:
    base = expr(frame, node.base)
    match node.base.type:
        case Tuple() as type_:
            return subscript(base, str(tuple_position(type_, node.name)), untyped=base.untyped)
        case Union():
            return attribute(_active(frame, node, base), "value", untyped=True)
        case _:
            return attribute(base, field_name(node.name))


def tuple_position(type_: Tuple, name: str) -> int:
    """The place of a part of a tuple, named by number or by the name of a result."""
    return int(name) if name.isdigit() else type_.names.index(name)


def _active(frame: Frame, node: Field, base: Code) -> Code:
    assert isinstance(node.base.type, Union)
    decl = frame.ns.decls.union(node.base.type)
    tag = f"{frame.ns.type(decl.tag.name)}.{variant_name(node.name)}"
    return call("_t27.active", base, tag, frame.at(node))


def _as_element(type_: Type, text: Code) -> Code:
    """An element read from an array of numbers, as the Python value it stands for."""
    match type_:
        case Bool():
            return call("bool", text)
        case Int() if scalar_dtype(type_) is not None:
            return call("int", text)
        case Array():
            return text
        case _:
            return Code(text.text, text.prec, untyped=True)


def _element(frame: Frame, node: Index, expr: ExprPrinter) -> Code:
    base = checked_view(frame, node.base, expr)
    if node.checked and not is_simple(node.base) and not isinstance(node.base.type, Array):
        found = call("_t27.element", base, expr(frame, node.index), frame.at(node), untyped=True)
        return _as_element(node.type, found)
    return _as_element(node.type, subscript(base, index_code(frame, node, base, expr)))


def index_code(frame: Frame, node: Index, base: Code, expr: ExprPrinter) -> Code:
    """The index of an element, checked against the length of `base` unless it is known to be good."""
    index = expr(frame, node.index)
    if not node.checked:
        return index
    if isinstance(node.base.type, Array):
        length = node.base.type.length
        known = node.index.value if isinstance(node.index, Const) else None
        if isinstance(known, int) and 0 <= known < length:
            return index
        return call("_t27.index", index, str(length), frame.at(node))
    return call("_t27.index", index, f"len({base.text})", frame.at(node))


def _payload(frame: Frame, node: Payload, expr: ExprPrinter) -> Code:
    base = expr(frame, node.base)
    boxed = isinstance(node.base.type, Optional) and needs_box(node.base.type)
    match node.kind:
        case PayloadKind.OPTIONAL:
            inside = call("_t27.unwrap", base, frame.at(node))
        case PayloadKind.OPTIONAL_KNOWN:
            inside = base if isinstance(node.base, Var) else call("_t27.known", base)
        case PayloadKind.OK_VALUE:
            inside = base if isinstance(node.base, Var) else call("_t27.ok", base)
        case PayloadKind.ERROR:
            return base if isinstance(node.base, Var) else call("_t27.failure", base)
    return attribute(inside, "value", untyped=True) if boxed else inside


def slice_code(frame: Frame, node: SliceOf, expr: ExprPrinter) -> Code:
    """A view of a part of an array or slice."""
    base = checked_view(frame, node.base, expr)
    if node.low is None and node.high is None:
        return base
    if _is_known_part(node):
        low, high = (expr(frame, end).text if end is not None else "" for end in (node.low, node.high))
        return subscript(base, f"{low}:{high}")
    low = expr(frame, node.low).text if node.low is not None else "0"
    high = expr(frame, node.high).text if node.high is not None else "None"
    return call("_t27.view", base, low, high, frame.at(node))


def _is_known_part(node: SliceOf) -> bool:
    if not isinstance(node.base.type, Array):
        return False
    length = node.base.type.length
    ends = [end.value if isinstance(end, Const) else None for end in (node.low, node.high) if end is not None]
    low = ends[0] if node.low is not None else 0
    high = ends[-1] if node.high is not None else length
    return isinstance(low, int) and isinstance(high, int) and low <= high <= length


def reference(frame: Frame, place: Expr, expr: ExprPrinter) -> Code:
    """A pointer to `place`: the object itself where that can be changed in place, else one that reads and writes."""
    if is_direct(place.type):
        return expr(frame, place)
    match place:
        case Var(name=QName() as name):
            return frame.ns.variable_reference(name)
        case Var(name=str(name)) if name in frame.boxed:
            return Code(frame.names[name])
        case Field(base=base) if isinstance(base.type, Struct):
            return call("_t27.Attribute", expr(frame, base), string(field_name(place.name)))
        case Field(base=base) if isinstance(base.type, Union):
            return call("_t27.Attribute", _active(frame, place, expr(frame, base)), '"value"')
        case Field(base=base) if isinstance(base.type, Tuple):
            return call("_t27.Part", reference(frame, base, expr), str(tuple_position(base.type, place.name)))
        case Index():
            base_text = checked_view(frame, place.base, expr)
            if is_simple(place.base) or isinstance(place.base.type, Array) or not place.checked:
                return call("_t27.Element", base_text, index_code(frame, place, base_text, expr))
            return call("_t27.element_of", base_text, expr(frame, place.index), frame.at(place))
        case Deref():
            return checked_view(frame, place.pointer, expr)
        case Payload():
            return _payload_reference(frame, place, expr)
        case _:
            return call("_t27.Cell", expr(frame, place))


def _payload_reference(frame: Frame, place: Payload, expr: ExprPrinter) -> Code:
    boxed = isinstance(place.base.type, Optional) and needs_box(place.base.type)
    inside = reference(frame, place.base, expr)
    if place.kind is PayloadKind.OPTIONAL:
        inside = call("_t27.present", inside, frame.at(place))
    return call("_t27.Inside", inside) if boxed else inside
