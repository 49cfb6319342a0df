"""Conversions between types."""

from __future__ import annotations

from t27c.backends.c.code import Code, Prec, call, cast
from t27c.backends.c.file import FileContext
from t27c.backends.c.literals import integer
from t27c.backends.c.ops import wrapped
from t27c.backends.c.types import c_type, is_odd, storage_bits
from t27c.ir.nodes import Convert, ConvertKind
from t27c.ir.types import Float, Int, Slice, Tuple, Type, Void

_CASTS = frozenset({ConvertKind.INT_WIDEN, ConvertKind.BOOL_TO_INT, ConvertKind.ENUM_TO_INT})
_I64 = Int(bits=64, signed=True)
_SILENT = frozenset({ConvertKind.WIDEN_ERRORS, ConvertKind.COPY})


def convert(file: FileContext, expr: Convert, operand: Code, at: str) -> Code:
    """A conversion of a printed operand; `at` is its place for traps."""
    source, target, kind = expr.operand.type, expr.type, expr.kind
    if kind in _SILENT or (c_type(source) == c_type(target) and kind in _CASTS):
        return operand
    if kind in _CASTS:
        return cast(file.type(target), operand)
    match kind:
        case ConvertKind.INT_CHECKED | ConvertKind.INT_TRUNCATE if isinstance(source, Int) and isinstance(target, Int):
            return _integer(kind, source, target, operand, at)
        case ConvertKind.INT_TO_FLOAT | ConvertKind.FLOAT_TO_FLOAT if isinstance(target, Float):
            return _to_float(source, target, operand)
        case ConvertKind.FLOAT_TO_INT if isinstance(target, Int):
            low, above = (_power(value) for value in (target.lowest, target.highest + 1))
            is_double = isinstance(source, Float) and source.bits == 64
            value = operand if is_double else cast("double", number(source, operand))
            whole = call("t27_whole", value, low, above, at)
            return cast(c_type(target), whole)
        case ConvertKind.INT_TO_ENUM:
            return call(file.helper("enum_of", target), operand, at)
        case ConvertKind.BIT_CAST:
            return _bits(file, source, target, operand)
        case ConvertKind.TO_CONST:
            return call(file.helper("as_const", source), operand) if isinstance(source, Slice) else operand
        case ConvertKind.UNION_TAG:
            return Code(f"{operand.inside(Prec.ATOM)}.tag")
        case _:
            return _wrap(file, kind, source, target, operand)


def number(type_: Type, operand: Code) -> Code:
    """A float as C can compute with it."""
    return call("t27_f16_to_f32", operand) if isinstance(type_, Float) and type_.bits == 16 else operand


def _power(value: int) -> str:
    """A bound of an integer type, which is a power of two, exactly as a double."""
    return f"{'-' if value < 0 else ''}0x1p{abs(value).bit_length() - 1}" if value else "0.0"


def _integer(kind: ConvertKind, source: Int, target: Int, operand: Code, at: str) -> Code:
    if kind is ConvertKind.INT_TRUNCATE:
        return wrapped(target, cast(c_type(target), operand))
    wide = Int(bits=128 if storage_bits(source) == 128 else 64, signed=source.signed)
    suffix = f"{'i' if wide.signed else 'u'}{wide.bits}"
    low, high = max(source.lowest, target.lowest), min(source.highest, target.highest)
    checked = call(f"t27_cast_{suffix}", operand, integer(low, wide), integer(high, wide), at)
    if wide == _I64 and c_type(target) == "t27_u128":
        return call("t27_u128_of", checked)
    return cast(c_type(target), checked)


def _to_float(source: Type, target: Float, operand: Code) -> Code:
    if target.bits == 16:
        return call("t27_f16_of", cast("double", number(source, operand)))
    return cast(c_type(target), number(source, operand))


def _bits(file: FileContext, source: Type, target: Type, operand: Code) -> Code:
    if isinstance(source, Int) and isinstance(target, Int):
        value = cast(c_type(target), operand)
        return wrapped(target, value) if is_odd(target) else value
    if isinstance(source, Float) and isinstance(target, Int):
        return cast(c_type(target), call(f"t27_bits_f{source.bits}", operand))
    if isinstance(source, Int) and isinstance(target, Float):
        return call(f"t27_from_bits_f{target.bits}", cast(f"uint{target.bits}_t", operand))
    if c_type(source) == c_type(target):
        return operand
    return call(file.helper("bits", Tuple(elements=(source, target))), operand)


def _wrap(file: FileContext, kind: ConvertKind, source: Type, target: Type, operand: Code) -> Code:
    type_text = file.type(target)
    if kind is ConvertKind.WRAP_ERROR:
        return Code(f"({type_text}){{.error = {operand.inside(Prec.TERNARY)}}}")
    head = ".some = true" if kind is ConvertKind.WRAP_OPTIONAL else ".error = NULL"
    if isinstance(source, Void):
        empty = f"({type_text}){{{head}}}"
        return Code(empty if operand.text == "(void)0" else f"({operand.text}, {empty})")
    return Code(f"({type_text}){{{head}, .value = {operand.inside(Prec.TERNARY)}}}")
