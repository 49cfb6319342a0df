"""Builtins on integers and on numbers of either kind: abs, min, max, divisions, bits, overflow pairs (SEM 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from t27c.ir import nodes as ir
from t27c.ir import quad, quad_exact
from t27c.ir import types as t
from t27c.ir.arith_ints import truncated_quotient, truncated_remainder
from t27c.ir.nodes import ConvertKind, Op
from t27c.ir.quad import Quad
from t27c.sema.builtin_use import BuiltinUse, Handler, arguments, builtin_call, report_operand, values_of
from t27c.sema.check_ops import known_of, operand_type, operation
from t27c.sema.compare import compare
from t27c.sema.context import FunctionContext
from t27c.sema.convert_numbers import int_widens
from t27c.sema.fold import as_quad
from t27c.sema.operand import Operand, computed, poison
from t27c.sema.peer import comptime_number, default_type, is_comptime_number
from t27c.sema.semtypes import COMPTIME_FLOAT, COMPTIME_INT, ComptimeInt
from t27c.sema.typeinfo import smallest_int

_MANY = 1_000_000


def comptime(known: int | Quad, use: BuiltinUse) -> Operand:
    """A number without a type."""
    return Operand(type=COMPTIME_INT if isinstance(known, int) else COMPTIME_FLOAT, span=use.span, known=known)


def _abs(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    operands = arguments(ctx, use, 1)
    if operands is None:
        return poison(use.span)
    operand = operands[0]
    match operand.type:
        case _ if is_comptime_number(operand):
            number = comptime_number(operand)
            return comptime(abs(number) if isinstance(number, int) else quad.absolute(number), use)
        case t.Int(signed=True, bits=bits):
            type_: t.Type = t.Int(bits=bits, signed=False)
        case t.Int() | t.Float():
            type_ = operand.type
        case _:
            report_operand(ctx, use, operand, "a number")
            return poison(use.span)
    if isinstance(type_, t.Int) and type_ == operand.type:
        return operand.at(use.span)
    return builtin_call(type_, use.span, "abs", (operand.value,), (known_of(operand.value, operand),))


def _min_max(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """Two or more operands, taken in pairs from the left."""
    operands = arguments(ctx, use, 2, _MANY)
    if operands is None:
        return poison(use.span)
    result = operands[0]
    for operand in operands[1:]:
        result = _pair(ctx, use, result, operand)
        if result.is_poison:
            break
    return result


def _pair(ctx: FunctionContext, use: BuiltinUse, left: Operand, right: Operand) -> Operand:
    if is_comptime_number(left) and is_comptime_number(right):
        a, b = comptime_number(left), comptime_number(right)
        if isinstance(a, int) and isinstance(b, int):
            return comptime(min(a, b) if use.row == "min" else max(a, b), use)
        choose = quad_exact.minimum if use.row == "min" else quad_exact.maximum
        return comptime(choose(as_quad(a), as_quad(b)), use)
    ints = (t.Int, ComptimeInt)
    if isinstance(left.type, ints) and isinstance(right.type, ints):
        return _int_pair(use, left, right)
    type_ = operand_type(ctx, use.name, left, right, use.span)
    values = None if type_ is None else values_of(ctx, [left, right], type_)
    if type_ is None or values is None:
        return poison(use.span)
    known = (known_of(values[0], left), known_of(values[1], right))
    return builtin_call(type_, use.span, use.row, values, known)


def _range(operand: Operand) -> tuple[int, int]:
    if isinstance(operand.known, int):
        return operand.known, operand.known
    if operand.bounds is not None:
        return operand.bounds
    type_ = operand.ir_type
    assert isinstance(type_, t.Int)
    return type_.lowest, type_.highest


def _int_pair(use: BuiltinUse, left: Operand, right: Operand) -> Operand:
    """The peer type, or the narrowest that holds every possible result if there is none (SEM 7)."""
    (a_low, a_high), (b_low, b_high) = _range(left), _range(right)
    choose = min if use.row == "min" else max
    bounds = (choose(a_low, b_low), choose(a_high, b_high))
    type_ = _int_peer(left, right)
    result = type_ if type_ is not None else smallest_int(bounds)
    work = result if type_ is not None else smallest_int((a_low, a_high, b_low, b_high))
    values = (_as_int(left, work), _as_int(right, work))
    known = tuple(operand.known if isinstance(operand.known, int) else None for operand in (left, right))
    made = builtin_call(work, use.span, use.row, values, known)
    expr: ir.Expr = made.value
    if work != result:
        kind = ConvertKind.INT_WIDEN if int_widens(work, result) else ConvertKind.INT_TRUNCATE
        expr = ir.Convert(type=result, span=use.span, kind=kind, operand=expr)
    return replace(computed(expr, made.known), bounds=bounds)


def _int_peer(left: Operand, right: Operand) -> t.Int | None:
    for operand, other in ((left, right), (right, left)):
        if isinstance(operand.type, ComptimeInt) and isinstance(other.type, t.Int):
            assert isinstance(operand.known, int)
            return other.type if other.type.holds(operand.known) else None
    a, b = left.type, right.type
    assert isinstance(a, t.Int)
    assert isinstance(b, t.Int)
    wide, narrow = (b, a) if b.bits > a.bits else (a, b)
    return wide if int_widens(narrow, wide) else None


def _as_int(operand: Operand, to: t.Int) -> ir.Expr:
    if isinstance(operand.type, ComptimeInt) and isinstance(operand.known, int):
        return ir.Const(type=to, span=operand.span, value=operand.known)
    if operand.type == to:
        return operand.value
    return ir.Convert(type=to, span=operand.span, kind=ConvertKind.INT_WIDEN, operand=operand.value)


_DIVISIONS = {
    "divTrunc": Op.DIV,
    "divFloor": Op.DIV_FLOOR,
    "divExact": Op.DIV_EXACT,
    "rem": Op.REM,
    "mod": Op.MOD,
}
_FLOAT_DIVISIONS = {"divTrunc": Op.DIV_TRUNC, "divFloor": Op.DIV_FLOOR, "rem": Op.REM, "mod": Op.MOD}
_QUAD_DIVISIONS = {
    "divTrunc": quad_exact.div_trunc,
    "divFloor": quad_exact.div_floor,
    "rem": quad_exact.remainder,
    "mod": quad_exact.modulo,
}


def _division(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    operands = arguments(ctx, use, 2)
    if operands is None:
        return poison(use.span)
    left, right = operands
    if is_comptime_number(left) and is_comptime_number(right):
        return _comptime_division(ctx, use, comptime_number(left), comptime_number(right))
    type_ = operand_type(ctx, use.name, left, right, use.span)
    op = (_FLOAT_DIVISIONS if isinstance(type_, t.Float) else _DIVISIONS).get(use.row)
    if type_ is not None and op is None:
        report_operand(ctx, use, left, "integers")
    values = None if type_ is None else values_of(ctx, operands, type_)
    if type_ is None or op is None or values is None:
        return poison(use.span)
    known = (known_of(values[0], left), known_of(values[1], right))
    return operation(ctx, op, type_, values, use.span, known)


def _comptime_division(ctx: FunctionContext, use: BuiltinUse, left: int | Quad, right: int | Quad) -> Operand:
    if isinstance(left, int) and isinstance(right, int):
        if right == 0 or (use.row == "divExact" and left % right):
            why = "division by zero" if right == 0 else "the division leaves a remainder"
            ctx.report("comptime-trap", f"this has no value: {why}", use.span, label="computed while building")
            return poison(use.span)
        exact: dict[str, Callable[[int, int], int]] = {
            "divTrunc": truncated_quotient,
            "divExact": truncated_quotient,
            "divFloor": lambda a, b: a // b,
            "rem": truncated_remainder,
            "mod": lambda a, b: a % b,
        }
        return comptime(exact[use.row](left, right), use)
    if use.row not in _QUAD_DIVISIONS:
        ctx.report("invalid-operands", f"`{use.name}` needs whole numbers", use.span)
        return poison(use.span)
    return comptime(_QUAD_DIVISIONS[use.row](as_quad(left), as_quad(right)), use)


_BIT_ROWS = {
    "clz": "clz",
    "ctz": "ctz",
    "popCount": "pop_count",
    "byteSwap": "byte_swap",
    "bitReverse": "bit_reverse",
}


def _bits(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    operands = arguments(ctx, use, 1)
    if operands is None:
        return poison(use.span)
    operand = operands[0]
    if not isinstance(operand.type, t.Int):
        report_operand(ctx, use, operand, "an integer with a type")
        return poison(use.span)
    counts = use.row in ("clz", "ctz", "popCount")
    if use.row == "byteSwap" and operand.type.bits % 8:
        report_operand(ctx, use, operand, "an integer of whole bytes")
        return poison(use.span)
    type_ = t.Int(bits=operand.type.bits.bit_length(), signed=False) if counts else operand.type
    known = (known_of(operand.value, operand),)
    return builtin_call(type_, use.span, _BIT_ROWS[use.row], (operand.value,), known)


_OVERFLOW_ROWS = {
    "addWithOverflow": "add_overflow",
    "subWithOverflow": "sub_overflow",
    "mulWithOverflow": "mul_overflow",
}


def _overflow(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    operands = arguments(ctx, use, 2)
    if operands is None:
        return poison(use.span)
    if all(is_comptime_number(operand) for operand in operands):
        type_ = default_type(ctx, operands[0])
    else:
        type_ = operand_type(ctx, use.name, operands[0], operands[1], use.span)
    if type_ is not None and not isinstance(type_, t.Int):
        report_operand(ctx, use, operands[0], "integers")
        return poison(use.span)
    values = None if type_ is None else values_of(ctx, operands, type_)
    if type_ is None or values is None:
        return poison(use.span)
    pair = t.Tuple(elements=(type_, t.Int(bits=1, signed=False)))
    return computed(ir.Builtin(type=pair, span=use.span, name=_OVERFLOW_ROWS[use.row], args=values))


def _eq(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`eq(a, b)` is `a == b`."""
    operands = arguments(ctx, use, 2)
    return poison(use.span) if operands is None else compare(ctx, Op.EQ, operands[0], operands[1], use.span)


def _clamp(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`clamp(x, low, high)` is `max(low, min(x, high))`."""
    operands = arguments(ctx, use, 3)
    if operands is None:
        return poison(use.span)
    value, low, high = operands
    below = _pair(ctx, replace(use, row="min"), value, high)
    return below if below.is_poison else _pair(ctx, replace(use, row="max"), below, low)


def _sign(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`sign(x)`: -1, 0 or 1 in the type of x."""
    operands = arguments(ctx, use, 1)
    if operands is None:
        return poison(use.span)
    operand = operands[0]
    if is_comptime_number(operand):
        order = quad.compare(as_quad(comptime_number(operand)), quad.ZERO) or 0
        return comptime(order, use)
    if not isinstance(operand.type, t.Int | t.Float):
        report_operand(ctx, use, operand, "a number")
        return poison(use.span)
    with ctx.collect() as body:
        value = ctx.let_temporary(operand.value)
    result = _sign_of(value, operand.type)
    return computed(ir.Block(type=operand.type, span=use.span, body=tuple(body), value=result))


def _sign_of(value: ir.Expr, type_: t.Int | t.Float) -> ir.Expr:
    def number(n: int) -> ir.Const:
        known = quad.to_float(quad.from_int(n), type_.bits) if isinstance(type_, t.Float) else n
        return ir.Const(type=type_, span=value.span, value=known)

    def is_order(op: Op) -> ir.Expr:
        return ir.Operation(type=t.BOOL, span=value.span, op=op, operands=(value, number(0)))

    rest: ir.Expr = value if isinstance(type_, t.Float) else number(0)
    if not isinstance(type_, t.Int) or type_.signed:
        rest = ir.Select(type=type_, span=value.span, condition=is_order(Op.LT), then=number(-1), otherwise=rest)
    return ir.Select(type=type_, span=value.span, condition=is_order(Op.GT), then=number(1), otherwise=rest)


NUMBER_HANDLERS: dict[str, Handler] = {
    "abs": _abs,
    "min": _min_max,
    "max": _min_max,
    **dict.fromkeys(_DIVISIONS, _division),
    **dict.fromkeys(_BIT_ROWS, _bits),
    **dict.fromkeys(_OVERFLOW_ROWS, _overflow),
    "eq": _eq,
    "clamp": _clamp,
    "sign": _sign,
}
