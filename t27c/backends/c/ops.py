"""Operators: which C operator or runtime function each one is for the types of its operands."""

from __future__ import annotations

from t27c.backends.c.code import Code, Prec, binary, call, cast
from t27c.backends.c.file import FileContext
from t27c.backends.c.helpers import equal
from t27c.backends.c.literals import integer
from t27c.backends.c.types import c_type, int_suffix, is_odd, storage_bits
from t27c.ir.nodes import Const, Op, Operation
from t27c.ir.types import (
    Array,
    Bool,
    Enum,
    ErrorSet,
    ErrorUnion,
    Float,
    Int,
    Optional,
    Slice,
    Struct,
    Tuple,
    Type,
)

_CHECKED = {Op.ADD: "add", Op.SUB: "sub", Op.MUL: "mul", Op.DIV: "div", Op.REM: "rem", Op.DIV_FLOOR: "div_floor",
            Op.MOD: "mod", Op.DIV_EXACT: "div_exact", Op.DIV_TRUNC: "div", Op.NEG: "neg"}  # fmt: skip
_WRAPPING = {Op.ADD_WRAP: "add_wrap", Op.SUB_WRAP: "sub_wrap", Op.MUL_WRAP: "mul_wrap", Op.NEG_WRAP: "neg_wrap"}
_SATURATING = {Op.ADD_SAT: "add_sat", Op.SUB_SAT: "sub_sat", Op.MUL_SAT: "mul_sat"}
_FLOAT_INFIX = {
    Op.ADD: ("+", Prec.SUM),
    Op.SUB: ("-", Prec.SUM),
    Op.MUL: ("*", Prec.PRODUCT),
    Op.DIV: ("/", Prec.PRODUCT),
}
_FLOAT_CALLS = {Op.REM: "rem", Op.MOD: "mod", Op.DIV_FLOOR: "div_floor", Op.DIV_TRUNC: "div_trunc"}
_BITS = {Op.BIT_AND: "&", Op.BIT_OR: "|", Op.BIT_XOR: "^"}
_COMPARISONS = {Op.EQ: "==", Op.NE: "!=", Op.LT: "<", Op.LE: "<=", Op.GT: ">", Op.GE: ">="}
_MIRRORED = {Op.EQ: Op.EQ, Op.NE: Op.NE, Op.LT: Op.GT, Op.LE: Op.GE, Op.GT: Op.LT, Op.GE: Op.LE}


def operation(file: FileContext, expr: Operation, parts: list[Code], at: str) -> Code:
    """An operator on printed operands; `at` is its place for traps."""
    if expr.op in _COMPARISONS:
        return _comparison(file, expr, parts)
    match expr.op:
        case Op.AND:
            return binary("&&", *parts)
        case Op.OR:
            return binary("||", *parts)
        case Op.NOT:
            return Code(f"!{parts[0].inside(Prec.UNARY)}", Prec.UNARY)
        case Op.IS_NULL:
            return Code(f"!{parts[0].inside(Prec.ATOM)}.some", Prec.UNARY)
        case Op.IS_ERROR:
            return Code(f"{parts[0].inside(Prec.ATOM)}.error != NULL", Prec.BINARY)
        case _:
            return _arithmetic(expr, parts, at)


def _arithmetic(expr: Operation, parts: list[Code], at: str) -> Code:
    match expr.type:
        case Int():
            return _integer(expr, expr.type, parts, at)
        case Float():
            return _float(expr.op, expr.type, parts)
        case _:
            return cast("bool", binary(_BITS[expr.op], *parts))


def _integer(expr: Operation, type_: Int, parts: list[Code], at: str) -> Code:
    suffix, op = int_suffix(type_), expr.op
    low, high = integer(type_.lowest, type_), integer(type_.highest, type_)
    if op in _CHECKED:
        result = call(f"t27_{_CHECKED[op]}_{suffix}", *parts, at)
        return call(f"t27_fit_{suffix}", result, low, high, at) if is_odd(type_) else result
    if op in _WRAPPING:
        return wrapped(type_, call(f"t27_{_WRAPPING[op]}_{suffix}", *parts))
    if op in _SATURATING:
        result = call(f"t27_{_SATURATING[op]}_{suffix}", *parts)
        return call(f"t27_clamp_{suffix}", result, low, high) if is_odd(type_) else result
    if op in _BITS:
        joined = binary(_BITS[op], *parts)
        return joined if storage_bits(type_) >= 32 else cast(c_type(type_), joined)
    if op is Op.BIT_NOT:
        return wrapped(type_, call(f"t27_not_{suffix}", *parts))
    return _shift(expr, type_, parts, at)


def wrapped(type_: Int, value: Code) -> Code:
    """`value` cut to the width of the type."""
    return call(f"t27_wrap_{int_suffix(type_)}", value, f"{type_.bits}u") if is_odd(type_) else value


def _shift(expr: Operation, type_: Int, parts: list[Code], at: str) -> Code:
    amount = expr.operands[1]
    if isinstance(amount, Const) and isinstance(amount.value, int) and 0 <= amount.value < type_.bits:
        count = Code(f"{amount.value}u")
    else:
        assert isinstance(amount.type, Int)
        wide = f"{'i' if amount.type.signed else 'u'}{128 if storage_bits(amount.type) == 128 else 64}"
        count = call(f"t27_amount_{wide}", parts[1], f"{type_.bits}u", at)
    result = call(f"t27_{'shl' if expr.op is Op.SHL else 'shr'}_{int_suffix(type_)}", parts[0], count)
    return wrapped(type_, result) if expr.op is Op.SHL else result


def _float(op: Op, type_: Float, parts: list[Code]) -> Code:
    if type_.bits == 16:
        wide = [call("t27_f16_to_f32", part) for part in parts]
        if op is Op.NEG:
            return call("t27_from_bits_f16", f"(uint16_t)({parts[0].inside(Prec.ATOM)}.bits ^ 0x8000u)")
        return call("t27_f16_of", cast("double", _float(op, Float(bits=32), wide)))
    if op is Op.NEG:
        return Code(f"-{parts[0].inside(Prec.ATOM)}", Prec.UNARY)
    if op in _FLOAT_INFIX:
        return binary(_FLOAT_INFIX[op][0], *parts, prec=_FLOAT_INFIX[op][1])
    return call(f"t27_{_FLOAT_CALLS[op]}_f{type_.bits}", *parts)


def _comparison(file: FileContext, expr: Operation, parts: list[Code]) -> Code:
    left, right = (operand.type for operand in expr.operands)
    if isinstance(left, Int) and isinstance(right, Int):
        return _integer_comparison(expr, left, right, parts)
    symbol = _COMPARISONS[expr.op]
    if isinstance(left, Float) and left.bits == 16:
        return binary(symbol, *[call("t27_f16_to_f32", part) for part in parts])
    if isinstance(left, (Bool, Enum, Float)) or not _has_parts(left):
        return binary(symbol, *parts)
    text = Code(equal(file, left, parts[0].inside(Prec.TERNARY), parts[1].inside(Prec.TERNARY)))
    return text if expr.op is Op.EQ else Code(f"!{text.text}", Prec.UNARY)


def _has_parts(type_: Type) -> bool:
    return isinstance(type_, (ErrorSet, Struct, Tuple, Array, Slice, Optional, ErrorUnion))


def _integer_comparison(expr: Operation, left: Int, right: Int, parts: list[Code]) -> Code:
    op, symbol = expr.op, _COMPARISONS[expr.op]
    first, second = expr.operands
    if isinstance(first, Const) and not isinstance(second, Const):
        mirrored = Operation(type=expr.type, span=expr.span, op=_MIRRORED[op], operands=(second, first))
        return _integer_comparison(mirrored, right, left, parts[::-1])
    if isinstance(second, Const) and isinstance(second.value, int):
        known = _known(op, left, second.value)
        if known is not None:
            return Code(f"((void){parts[0].inside(Prec.UNARY)}, {'true' if known else 'false'})")
        return binary(symbol, parts[0], integer(second.value, left))
    if left.signed == right.signed:
        return binary(symbol, *parts)
    unsigned = right if left.signed else left
    if storage_bits(unsigned) < 64 and storage_bits(left if left.signed else right) < 128:
        return binary(symbol, *[cast("int64_t", part) for part in parts])
    if left.signed:
        return binary(symbol, _mixed(left, right, parts[0], parts[1]), Code("0"))
    return binary(_COMPARISONS[_MIRRORED[op]], _mixed(right, left, parts[1], parts[0]), Code("0"))


def _mixed(signed: Int, unsigned: Int, first: Code, second: Code) -> Code:
    wide = "128" if 128 in (storage_bits(signed), storage_bits(unsigned)) else ""
    return call(f"t27_compare_iu{wide}", first, second)


def _known(op: Op, type_: Int, value: int) -> bool | None:
    """The outcome of comparing any integer of a C type with `value`, if always the same: compilers warn of those."""
    storage = Int(bits=storage_bits(type_), signed=type_.signed)
    low, high = storage.lowest, storage.highest
    match op:
        case Op.LT:
            return True if value > high else False if value <= low else None
        case Op.LE:
            return True if value >= high else False if value < low else None
        case Op.GT:
            return True if value < low else False if value >= high else None
        case Op.GE:
            return True if value <= low else False if value > high else None
        case _:
            return None if low <= value <= high else op is Op.NE
