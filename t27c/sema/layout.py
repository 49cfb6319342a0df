"""Sizes of types for `@sizeOf` and `@bitSizeOf` (SEM 7)."""

from __future__ import annotations

from t27c.ir import types as t
from t27c.sema.context import Analysis
from t27c.sema.typeinfo import symbol_of
from t27c.source import Span


def size_and_alignment(analysis: Analysis, type_: t.Type, span: Span) -> tuple[int, int]:
    """Bytes that a value takes and the multiple at which it begins."""
    match type_:
        case t.Int() | t.Float() | t.Bool():
            size = _round_up_to_power((bit_size(analysis, type_, span) + 7) // 8)
            return size, size
        case t.Void():
            return 0, 1
        case t.Slice():
            return 16, 8
        case t.Pointer() | t.Fn():
            return 8, 8
        case t.ErrorSet():
            return 2, 2
        case t.Array():
            size, alignment = size_and_alignment(analysis, type_.element, span)
            return size * type_.length, alignment
        case t.Optional(child=t.Pointer()):
            return 8, 8
        case t.Optional():
            size, alignment = size_and_alignment(analysis, type_.child, span)
            return size + alignment, alignment
        case t.ErrorUnion():
            return _struct(analysis, [type_.child, type_.errors], span)
        case t.Tuple():
            return _struct(analysis, list(type_.elements), span)
        case t.Enum() | t.Struct() | t.Union():
            return _nominal(analysis, type_, span)


def _nominal(analysis: Analysis, type_: t.Enum | t.Struct | t.Union, span: Span) -> tuple[int, int]:
    symbol = symbol_of(analysis, type_, span)
    fields = [info.type for info in symbol.fields.values() if info.type is not None]
    match type_:
        case t.Enum():
            return (1, 1) if symbol.tag_type is None else size_and_alignment(analysis, symbol.tag_type, span)
        case t.Struct():
            return _struct(analysis, fields, span)
        case t.Union():
            largest = max(fields, key=lambda field: size_and_alignment(analysis, field, span)[0], default=t.VOID)
            return _struct(analysis, [largest, symbol.tag_enum or t.U8], span)


def _struct(analysis: Analysis, fields: list[t.Type], span: Span) -> tuple[int, int]:
    """Fields by falling alignment, padded to the largest."""
    parts = sorted((size_and_alignment(analysis, field, span) for field in fields), key=lambda part: -part[1])
    alignment = max((part[1] for part in parts), default=1)
    end = 0
    for size, unit in parts:
        end = -(-end // unit) * unit + size
    return -(-end // alignment) * alignment, alignment


def _round_up_to_power(size: int) -> int:
    return 1 << max(size - 1, 0).bit_length()


def bit_size(analysis: Analysis, type_: t.Type, span: Span) -> int:
    """Bits that a value takes: numbers exactly, everything else in whole bytes."""
    match type_:
        case t.Int(bits=bits) | t.Float(bits=bits):
            return bits
        case t.Bool():
            return 1
        case t.Enum():
            tag = symbol_of(analysis, type_, span).tag_type
            return 0 if tag is None else tag.bits
        case _:
            return size_and_alignment(analysis, type_, span)[0] * 8
