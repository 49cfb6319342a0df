"""Conversions as Python text. Those that change nothing about the Python object leave the text as it is."""

from __future__ import annotations

from t27c.backends.pycode.code import Code, attribute, call
from t27c.backends.pycode.copies import copy_code
from t27c.backends.pycode.namespace import Namespace
from t27c.backends.pycode.ops import range_text, wrapped
from t27c.backends.pycode.shapes import needs_box
from t27c.ir.nodes import Convert, ConvertKind
from t27c.ir.types import Enum, Float, Int, Optional, Type

_EXACT_IN_DOUBLE = 53


def conversion(ns: Namespace, node: Convert, operand: Code, at: str) -> Code:
    """`node` with the text of its operand."""
    target, source = node.type, node.operand.type
    match node.kind:
        case ConvertKind.INT_CHECKED if isinstance(target, Int):
            return call("_t27.cast", operand, range_text(target), at)
        case ConvertKind.INT_TRUNCATE if isinstance(target, Int):
            return wrapped(target, operand)
        case ConvertKind.INT_TO_FLOAT if isinstance(target, Float):
            return _int_to_float(source, target, operand)
        case ConvertKind.FLOAT_TO_INT if isinstance(target, Int):
            return call("_t27.float_to_int", operand, range_text(target), at)
        case ConvertKind.FLOAT_TO_FLOAT if isinstance(target, Float):
            return call(f"np.float{target.bits}", operand)
        case ConvertKind.BOOL_TO_INT | ConvertKind.ENUM_TO_INT:
            return call("int", operand)
        case ConvertKind.INT_TO_ENUM if isinstance(target, Enum):
            return call("_t27.to_enum", ns.type(target.name), operand, at)
        case ConvertKind.BIT_CAST:
            return _bit_cast(source, target, operand)
        case ConvertKind.WRAP_OPTIONAL if isinstance(target, Optional) and needs_box(target):
            return call("_t27.Some", operand)
        case ConvertKind.UNION_TAG:
            return attribute(operand, "tag", untyped=True)
        case ConvertKind.COPY:
            return copy_code(target, operand)
        case _:
            return operand


def _int_to_float(source: Type, target: Float, operand: Code) -> Code:
    name = f"np.float{target.bits}"
    if isinstance(source, Int) and source.bits > _EXACT_IN_DOUBLE and target.bits < 64:
        return call("_t27.int_to_float", operand, name)
    return call(name, operand)


def _bit_cast(source: Type, target: Type, operand: Code) -> Code:
    if isinstance(source, Float) and isinstance(target, Int):
        kind = f"np.{'int' if target.signed else 'uint'}{target.bits}"
        return call("int", Code(f"{operand.inside(operand.prec.ATOM)}.view({kind})"))
    if isinstance(source, Int) and isinstance(target, Float):
        kind = f"np.{'int' if source.signed else 'uint'}{source.bits}"
        return Code(f"{kind}({operand.text}).view(np.float{target.bits})", untyped=True)
    if isinstance(target, Int):
        return wrapped(target, operand)
    return operand
