"""Expressions as Python text. Runs after `hoist`: no blocks, and no expression is deep."""

from __future__ import annotations

from t27c.backends.pycode.builtin import builtin_code
from t27c.backends.pycode.code import Code, call, ternary, tuple_of
from t27c.backends.pycode.converts import conversion
from t27c.backends.pycode.frame import Frame
from t27c.backends.pycode.names import field_name, variant_name
from t27c.backends.pycode.ops import as_bool, operation
from t27c.backends.pycode.places import checked_view, place_code, reference, slice_code
from t27c.backends.pycode.shapes import dtype, holds_objects, leaf
from t27c.backends.pycode.values import empty_array, value_code
from t27c.ir.nodes import (
    AddressOf,
    Aggregate,
    Block,
    Builtin,
    Call,
    Const,
    Convert,
    Deref,
    Expr,
    Field,
    Index,
    Op,
    Operation,
    Payload,
    Select,
    SliceOf,
    Var,
)
from t27c.ir.types import Array, QName, Slice, Tuple, Union


def value(frame: Frame, node: Expr) -> Code:
    """`node` as a value that is kept: bools are Python's."""
    return as_bool(expr(frame, node))


def expr(frame: Frame, node: Expr) -> Code:
    """`node`; a comparison of floats may be a NumPy bool, which conditions take as it is."""
    match node:
        case Const():
            return value_code(frame.ns, node.type, node.value)
        case Var() | Field() | Index() | Deref() | Payload():
            return place_code(frame, node, expr)
        case Operation():
            by_content = node.op in (Op.EQ, Op.NE) and isinstance(node.operands[0].type, Slice)
            texts = [(checked_view(frame, n, expr) if by_content else expr(frame, n)) for n in node.operands]
            return operation(node.op, node.type, node.operands, texts, frame.at(node))
        case Convert():
            return conversion(frame.ns, node, value(frame, node.operand), frame.at(node))
        case Call():
            return _call(frame, node)
        case Builtin():
            args = [as_bool(checked_view(frame, argument, expr)) for argument in node.args]
            return builtin_code(frame.ns, node, args, frame.at(node))
        case Select():
            return ternary(expr(frame, node.condition), value(frame, node.then), value(frame, node.otherwise))
        case SliceOf():
            return slice_code(frame, node, expr)
        case AddressOf():
            return reference(frame, node.place, expr)
        case Aggregate():
            return _aggregate(frame, node)
        case Block():
            raise AssertionError("a block survived the pass `hoist`")


def _call(frame: Frame, node: Call) -> Code:
    arguments = [value(frame, argument) for argument in node.args]
    if isinstance(node.callee, QName):
        return frame.ns.call(node, node.callee, arguments)
    callee = expr(frame, node.callee)
    return call(callee.inside(callee.prec.ATOM), *arguments)


def _aggregate(frame: Frame, node: Aggregate) -> Code:
    parts = [value(frame, part) for part in node.parts]
    match node.type:
        case Array():
            return _array(node.type, parts)
        case Tuple():
            return tuple_of([part.text for part in parts])
        case Union():
            decl = frame.ns.decls.union(node.type)
            tag = f"{frame.ns.type(decl.tag.name)}.{variant_name(node.fields[0])}"
            return call(frame.ns.type(node.type.name), tag, *parts)
        case _:
            names = [field_name(name) for name in node.fields]
            texts = [f"{name}={part.text}" for name, part in zip(names, parts, strict=True)]
            return call(_class_of(frame, node), *texts)


def _class_of(frame: Frame, node: Aggregate) -> str:
    name = getattr(node.type, "name", None)
    assert isinstance(name, QName)
    return frame.ns.type(name)


def _array(type_: Array, parts: list[Code]) -> Code:
    if not parts or leaf(type_) is type_:
        return empty_array(type_)
    texts = f"[{', '.join(part.text for part in parts)}]"
    if not holds_objects(type_):
        return call("np.array", texts, dtype(type_.element))
    if isinstance(type_.element, Array):
        return call("np.stack", texts, untyped=True)
    return call("_t27.objects", texts)
