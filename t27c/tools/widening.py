"""A program with every float as wide as f64: what it computes then is, up to tiny errors, what its formulas mean."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from t27c.ir.nodes import Builtin, Convert, ConvertKind, Op, Operation, Program
from t27c.ir.recursion import deep_recursion
from t27c.ir.types import F64, Float
from t27c.source import Span

_REMAINDERS = (Op.REM, Op.MOD)


def widened(program: Program) -> Program:
    """The program with f64 in the place of f16 and f32, without its tests. Remainders become builtins, which is where
    the interpreter can be told to carry derivatives."""
    with deep_recursion():
        modules = {
            id_: _wide(replace(module, tests=(), invariants=(), benches=())) for id_, module in program.modules.items()
        }
    return Program(main=program.main, modules=modules)


def _wide(node: Any) -> Any:
    """A node with its floats widened; the same object if there are none in it."""
    match node:
        case Float():
            return F64
        case Convert(kind=ConvertKind.BIT_CAST):
            return _wide_bit_cast(node)
        case tuple():
            parts = tuple([_wide(part) for part in node])
            return parts if any(new is not old for new, old in zip(parts, node, strict=True)) else node
        case _ if is_dataclass(node) and not isinstance(node, type | Span):
            old_parts = {field.name: getattr(node, field.name) for field in fields(node)}
            changes = {name: new for name, old in old_parts.items() if (new := _wide(old)) is not old}
            return _without_remainder(replace(node, **changes) if changes else node)
        case _:
            return node


def _wide_bit_cast(node: Convert) -> Convert:
    """Bits are those of the narrow float."""
    operand = _wide(node.operand)
    if isinstance(node.operand.type, Float):
        kind = ConvertKind.FLOAT_TO_FLOAT
        operand = Convert(type=node.operand.type, span=node.span, kind=kind, operand=operand)
    cast = replace(node, operand=operand)
    if isinstance(node.type, Float):
        return Convert(type=F64, span=node.span, kind=ConvertKind.FLOAT_TO_FLOAT, operand=cast)
    return cast


def _without_remainder(node: Any) -> Any:
    if isinstance(node, Operation) and node.op in _REMAINDERS and isinstance(node.type, Float):
        return Builtin(type=node.type, span=node.span, name=node.op.value, args=node.operands)
    return node
