"""Stores: into names, cells, fields and elements. The place is found, and its index checked, before the value runs."""

from __future__ import annotations

from dataclasses import replace

from t27c.backends.pycode.code import Code, attribute, call, subscript
from t27c.backends.pycode.exprs import expr, value
from t27c.backends.pycode.frame import Frame
from t27c.backends.pycode.names import field_name
from t27c.backends.pycode.places import checked_view, index_code, tuple_position
from t27c.backends.pycode.shapes import holds_objects, is_direct, needs_box
from t27c.ir.nodes import Assign, Builtin, Call, Const, Convert, ConvertKind, Deref, Expr, Field, Index, Payload, Var
from t27c.ir.types import Array, Optional, Pointer, QName, Struct, Tuple, Union
from t27c.ir.walk import walk_expr

_HARMLESS = (Const, Var)


def print_store(frame: Frame, stmt: Assign) -> None:
    """One assignment."""
    place = stmt.place
    if not _is_harmless(stmt.value):
        place = _found(frame, place)
    if is_direct(place.type) and not _may_rebind(frame, place):
        frame.writer.line(_store_parts(frame, place, value(frame, _without_copy(stmt.value))).text)
    else:
        _store(frame, place, value(frame, stmt.value))


def _without_copy(node: Expr) -> Expr:
    """Storing the numbers of an array copies them anyway, and reads all of them before it writes."""
    copies = isinstance(node, Convert) and node.kind is ConvertKind.COPY and not holds_objects(node.type)
    return node.operand if isinstance(node, Convert) and copies and isinstance(node.type, Array) else node


def _is_harmless(node: Expr) -> bool:
    """Whether evaluating a value cannot be told from evaluating it before its place is found."""
    return all(isinstance(part, (Const, Var)) or _is_quiet(part) for part in walk_expr(node))


def _is_quiet(node: Expr) -> bool:
    if isinstance(node, Convert):
        return node.kind in (ConvertKind.COPY, ConvertKind.INT_WIDEN, ConvertKind.WRAP_OPTIONAL, ConvertKind.WRAP_VALUE)
    return isinstance(node, Field) and isinstance(node.base.type, Struct)


def _found(frame: Frame, place: Expr) -> Expr:
    """`place` with its indices and pointers computed into names, so that only plain parts are left."""
    match place:
        case Index():
            base = _found(frame, place.base)
            if not place.checked and isinstance(place.index, _HARMLESS):
                return replace(place, base=base)
            base_text = checked_view(frame, base, expr)
            if isinstance(place.index, Const) and isinstance(base.type, Array):
                return replace(place, base=base)
            index = _named(frame, index_code(frame, replace(place, base=base), base_text, expr), "at", place.index)
            return replace(place, base=base, index=index, checked=False)
        case Field():
            return replace(place, base=_found(frame, place.base))
        case Payload():
            return replace(place, base=_found(frame, place.base))
        case Deref() if not isinstance(place.pointer, Var):
            text = checked_view(frame, place.pointer, expr)
            return replace(place, pointer=_named(frame, text, "pointer", place.pointer))
        case Call() | Builtin():
            return _named(frame, value(frame, place), "base", place)
        case _:
            return place


def _named(frame: Frame, text: Code, wanted: str, like: Expr) -> Var:
    """A local of the printer that holds `text`."""
    name = frame.fresh(wanted)
    frame.names[name] = name
    frame.writer.line(f"{name} = {text.text}")
    return Var(type=like.type, span=like.span, name=name)


def _may_rebind(frame: Frame, place: Expr) -> bool:
    """Whether the object at a place is seen by nobody else, so that another may take its place: plain locals."""
    return isinstance(place, Var) and isinstance(place.name, str) and place.name not in frame.shared


def _store_parts(frame: Frame, place: Expr, text: Code) -> Code:
    """Write the parts of an aggregate into the object at `place`."""
    if isinstance(place.type, Array):
        return call("_t27.store", expr(frame, place), text)
    target = expr(frame, place)
    return Code(f"{target.inside(target.prec.ATOM)}._assign({text.text})")


def _store(frame: Frame, place: Expr, text: Code) -> None:
    match place:
        case Field(base=base) if isinstance(base.type, Tuple):
            position = tuple_position(base.type, place.name)
            old = expr(frame, base)
            parts = [f"{old.text}[{i}]" if i != position else text.text for i in range(len(base.type.elements))]
            _store(frame, base, Code(f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"))
        case Payload(base=base):
            _store_payload(frame, place, base, text)
        case _:
            frame.writer.line(f"{_target(frame, place).text} = {text.text}")


def _store_payload(frame: Frame, place: Payload, base: Expr, text: Code) -> None:
    expected = expr(frame, place)
    if expected.text.startswith("_t27.unwrap"):
        frame.writer.line(expected.text)
    boxed = isinstance(base.type, Optional) and needs_box(base.type)
    _store(frame, base, call("_t27.Some", text) if boxed else text)


def _target(frame: Frame, place: Expr) -> Code:
    """What stands to the left of `=`."""
    match place:
        case Var(name=QName() as name):
            return Code(frame.ns.variable(name))
        case Var(name=str(name)):
            return Code(f"{frame.names[name]}.value" if name in frame.boxed else frame.names[name])
        case Field(base=base) if isinstance(base.type, Union):
            return expr(frame, place)
        case Field(base=base):
            return attribute(expr(frame, base), field_name(place.name))
        case Index(base=base):
            base_text = checked_view(frame, base, expr)
            return subscript(base_text, index_code(frame, place, base_text, expr))
        case Deref():
            assert isinstance(place.pointer.type, Pointer)
            return attribute(checked_view(frame, place.pointer, expr), "value")
        case _:
            return expr(frame, place)
