"""Explicit casts: `e as T`, `@as`, and builtins that take their target from where they stand (SEM 6.2 to 6.6)."""

from __future__ import annotations

from dataclasses import replace

from t27c.diagnostics.model import Label
from t27c.ir import arith, quad
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.nodes import ConvertKind
from t27c.ir.quad import Quad
from t27c.ir.values import FloatValue, Value
from t27c.sema.builtin_use import BuiltinUse, Handler, arguments, count_fits, quad_of, report_operand, type_argument
from t27c.sema.cast_enums import enum_tag, int_from_enum, to_enum
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce, try_coerce
from t27c.sema.convert_literals import short_int
from t27c.sema.convert_numbers import int_widens
from t27c.sema.dispatch import check_expr, checks_expr
from t27c.sema.operand import Operand, computed, constant, poison
from t27c.sema.peer import is_comptime_number
from t27c.sema.prelude import CASTS
from t27c.sema.semtypes import IR_TYPES, ComptimeInt, type_name
from t27c.sema.types import primitive, resolve_type
from t27c.sema.wide_ints import as_wide, wide_type
from t27c.source import Span
from t27c.syntax import ast


@checks_expr(ast.Cast)
def check_cast(ctx: FunctionContext, node: ast.Cast, expected: t.Type | None) -> Operand:
    """`e as T`."""
    wide = wide_type(node.type)
    if wide is not None:
        return as_wide(ctx, check_expr(ctx, node.value), wide, node.span)
    to = resolve_type(ctx, node.type)
    operand = check_expr(ctx, node.value, to if not isinstance(to, t.Int | t.Float) else None)
    if to is None or operand.is_poison:
        return poison(node.span)
    return cast_as(ctx, operand, to, node.span)


def cast_as(ctx: FunctionContext, operand: Operand, to: t.Type, span: Span) -> Operand:
    """The table of SEM 6.5."""
    match operand.type, to:
        case _, t.Int() | t.Float() if is_comptime_number(operand):
            return _literal(ctx, operand, to, span)
        case t.Int(), t.Int() | t.Float():
            return number_cast(operand, to, _int_kind(operand.type, to), span, ctx)
        case t.Float(), t.Float():
            return number_cast(operand, to, ConvertKind.FLOAT_TO_FLOAT, span, ctx)
        case t.Float(), t.Int():
            return number_cast(operand, to, ConvertKind.FLOAT_TO_INT, span, ctx)
        case t.Bool(), t.Int():
            ctx.report("bool-cast", "a bool is cast to an integer", span, helps=("write `@intFromBool(..)`",))
            return number_cast(operand, to, ConvertKind.BOOL_TO_INT, span, ctx)
        case t.Enum(), t.Int():
            ctx.module.extension("an enum cast with `as`", span)
            return cast_as(ctx, enum_tag(ctx, operand, operand.type, span), to, span)
        case _, t.Enum() if isinstance(operand.type, t.Int | ComptimeInt):
            ctx.module.extension("an integer cast to an enum with `as`", span)
            return to_enum(ctx, operand, to, span)
        case _:
            return _same_or_invalid(ctx, operand, to, span)


def _same_or_invalid(ctx: FunctionContext, operand: Operand, to: t.Type, span: Span) -> Operand:
    """Casts that convert nothing are harmless; everything else is refused."""
    value = try_coerce(ctx, operand, to)
    if value is not None:
        return computed(value, value.value if isinstance(value, ir.Const) else None)
    helps = ("write a comparison such as `!= 0`",) if isinstance(to, t.Bool) else ()
    ctx.report(
        "invalid-cast",
        f"{type_name(operand.type)} cannot be cast to `{t.type_text(to)}`",
        span,
        Label(span=operand.span, text=f"this is {type_name(operand.type)}"),
        helps=helps,
    )
    return poison(span)


def _int_kind(source: t.Int, to: t.Type) -> ConvertKind:
    if isinstance(to, t.Float):
        return ConvertKind.INT_TO_FLOAT
    assert isinstance(to, t.Int)
    if int_widens(source, to):
        return ConvertKind.INT_WIDEN
    keeps_low_bits = not source.signed and not to.signed
    return ConvertKind.INT_TRUNCATE if keeps_low_bits else ConvertKind.INT_CHECKED


def number_cast(operand: Operand, to: t.Type, kind: ConvertKind, span: Span, ctx: FunctionContext) -> Operand:
    """A conversion of a typed scalar, folded if the value is known and it does not trap."""
    if operand.type == to and kind is not ConvertKind.BIT_CAST:
        return replace(operand, span=span)
    known = _fold(operand, to, kind)
    if known is None and operand.known is not None and kind is ConvertKind.INT_CHECKED:
        _report_range(ctx, operand, to, span)
        return poison(span)
    expr = ir.Convert(type=to, span=span, kind=kind, operand=operand.value)
    return computed(expr, known)


def _report_range(ctx: FunctionContext, operand: Operand, to: t.Type, span: Span) -> None:
    assert isinstance(operand.known, int)
    ctx.report(
        "literal-out-of-range",
        f"{operand.known} does not fit `{t.type_text(to)}`",
        span,
        label=f"its value is {operand.known}",
        helps=("`@truncate(..)` keeps the low bits",),
    )


def _fold(operand: Operand, to: t.Type, kind: ConvertKind) -> Value | None:
    known = operand.known
    if not isinstance(known, bool | int | FloatValue):
        return None
    if kind is ConvertKind.BIT_CAST:
        return _bit_cast_known(known, operand.ir_type, to)
    try:
        return arith.value_of(arith.convert(kind, operand.ir_type, to)(arith.scalar_of(known)), to)
    except arith.ArithmeticTrap:
        return None


def _bit_cast_known(known: bool | int | FloatValue, source: t.Type, to: t.Type) -> Value | None:
    bits = known.bits if isinstance(known, FloatValue) else int(known)
    match to:
        case t.Float():
            return FloatValue(to.bits, bits & ((1 << to.bits) - 1))
        case t.Int():
            return arith.wrap(to, bits)
        case _:
            return None


def _literal(ctx: FunctionContext, operand: Operand, to: t.Int | t.Float, span: Span) -> Operand:
    """A number without a type: any number becomes a float; an integer must fit, a float loses its fraction."""
    number = quad_of(operand)
    assert number is not None
    if isinstance(to, t.Float):
        if isinstance(operand.known, int):
            value = arith.convert(ConvertKind.INT_TO_FLOAT, t.I64, to)(operand.known)
            return constant(to, FloatValue.of(to.bits, value), span)
        return constant(to, quad.to_float(number, to.bits), span)
    whole = operand.known if isinstance(operand.known, int) else _toward_zero(number)
    if whole is None or not to.holds(whole):
        shown = short_int(whole) if whole is not None else str(number)
        ctx.report(
            "literal-out-of-range",
            f"{shown} does not fit `{t.type_text(to)}`",
            span,
            helps=(f"`{t.type_text(to)}` holds {to.lowest} to {to.highest}",),
        )
        return poison(span)
    return constant(to, whole, span)


def _toward_zero(number: Quad) -> int | None:
    if not number.is_finite:
        return None
    numerator, denominator = number.ratio
    whole = abs(numerator) // denominator
    return -whole if numerator < 0 else whole


def _as(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`@as(T, e)` converts only what converts by itself."""
    if not count_fits(ctx, use, 2):
        return poison(use.span)
    wide = wide_type(use.args[0])
    if wide is not None:
        return as_wide(ctx, check_expr(ctx, use.args[1]), wide, use.span)
    to = type_argument(ctx, use, use.args[0])
    operand = check_expr(ctx, use.args[1], to)
    if to is None or operand.is_poison:
        return poison(use.span)
    value = coerce(ctx, operand, to)
    if value is None:
        return poison(use.span)
    known = value.value if isinstance(value, ir.Const) else (operand.known if operand.type == to else None)
    return replace(computed(value), known=known, span=use.span)


def _cast_to(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`cast_u8(e)` is `e as u8`."""
    operands = arguments(ctx, use, 1)
    to = primitive(CASTS[use.name])
    if operands is None or to is None:
        return poison(use.span)
    return cast_as(ctx, operands[0], to, use.span)


def _target(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> tuple[t.Type, ast.Expr] | None:
    """The target of a result-typed builtin and its operand; the old form names the type first."""
    if not count_fits(ctx, use, 1, 2):
        return None
    if len(use.args) == 2:
        named = type_argument(ctx, use, use.args[0])
        return None if named is None else (named, use.args[1])
    while isinstance(expected, t.Optional | t.ErrorUnion):
        expected = expected.child
    if expected is None:
        operand = check_expr(ctx, use.args[0])
        if not operand.is_poison:
            ctx.report(
                "cast-needs-type",
                f"`{use.name}` takes its type from its place, and there is none here",
                use.span,
                helps=(f"write `@as(T, {use.span.text})`, or give the declaration a type",),
            )
        return None
    return expected, use.args[0]


def _result_typed(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    found = _target(ctx, use, expected)
    if found is None:
        return poison(use.span)
    to, node = found
    source, target, words = _RESULT_TYPED[use.row]
    operand = check_expr(ctx, node)
    if operand.is_poison:
        return poison(use.span)
    if not isinstance(to, target):
        ctx.report(
            "invalid-cast",
            f"`{use.name}` makes {words[1]}, and `{t.type_text(to)}` is wanted here",
            use.span,
        )
        return poison(use.span)
    if is_comptime_number(operand):
        if source is t.Int and isinstance(operand.known, Quad):
            report_operand(ctx, use, operand, words[0])
            return poison(use.span)
        return _cast_literal(ctx, use, operand, to)
    if not isinstance(operand.type, source):
        report_operand(ctx, use, operand, words[0])
        return poison(use.span)
    return _cast_typed(ctx, use, operand, to)


def _cast_literal(ctx: FunctionContext, use: BuiltinUse, operand: Operand, to: t.Type) -> Operand:
    if isinstance(to, t.Enum):
        return to_enum(ctx, operand, to, use.span)
    assert isinstance(to, t.Int | t.Float)
    if use.row == "truncate" and isinstance(to, t.Int) and isinstance(operand.known, int):
        return constant(to, arith.wrap(to, operand.known), use.span)
    return _literal(ctx, operand, to, use.span)


def _cast_typed(ctx: FunctionContext, use: BuiltinUse, operand: Operand, to: t.Type) -> Operand:
    source = operand.type
    match use.row:
        case "enumFromInt":
            assert isinstance(to, t.Enum)
            return to_enum(ctx, operand, to, use.span)
        case "truncate":
            assert isinstance(source, t.Int)
            assert isinstance(to, t.Int)
            if source.signed != to.signed or to.bits > source.bits:
                ctx.report(
                    "invalid-cast",
                    f"`@truncate` from {type_name(source)} to `{t.type_text(to)}`",
                    use.span,
                    helps=("it narrows within one signedness; use `as` or `@bitCast`",),
                )
                return poison(use.span)
            return number_cast(operand, to, ConvertKind.INT_TRUNCATE, use.span, ctx)
        case "intCast":
            assert isinstance(source, t.Int)
            assert isinstance(to, t.Int)
            kind = ConvertKind.INT_WIDEN if int_widens(source, to) else ConvertKind.INT_CHECKED
            return number_cast(operand, to, kind, use.span, ctx)
        case _:
            return number_cast(operand, to, _SIMPLE_KINDS[use.row], use.span, ctx)


_SIMPLE_KINDS = {
    "floatCast": ConvertKind.FLOAT_TO_FLOAT,
    "floatFromInt": ConvertKind.INT_TO_FLOAT,
    "intFromFloat": ConvertKind.FLOAT_TO_INT,
}
_RESULT_TYPED: dict[str, tuple[type, type, tuple[str, str]]] = {
    "intCast": (t.Int, t.Int, ("an integer", "an integer")),
    "truncate": (t.Int, t.Int, ("an integer", "an integer")),
    "floatCast": (t.Float, t.Float, ("a float", "a float")),
    "floatFromInt": (t.Int, t.Float, ("an integer", "a float")),
    "intFromFloat": (t.Float, t.Int, ("a float", "an integer")),
    "enumFromInt": (t.Int, t.Enum, ("an integer", "an enum")),
}


def _bit_cast(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """The same bits read as another type of equal size."""
    found = _target(ctx, use, expected)
    if found is None:
        return poison(use.span)
    to, node = found
    operand = check_expr(ctx, node)
    if operand.is_poison:
        return poison(use.span)
    if not isinstance(operand.type, IR_TYPES):
        ctx.report(
            "cast-needs-type",
            f"the bits of {type_name(operand.type)} depend on its type",
            operand.span,
            helps=(f"give it one: `@as(T, {operand.span.text})`",),
        )
        return poison(use.span)
    scalars = (t.Int, t.Float, t.Bool)
    source_bits = _bits_of(operand.ir_type)
    if not isinstance(to, scalars) or source_bits is None or source_bits != _bits_of(to):
        ctx.report(
            "invalid-cast",
            f"`@bitCast` from {type_name(operand.type)} to `{t.type_text(to)}`",
            use.span,
            helps=("both sides must be numbers of equal size",),
        )
        return poison(use.span)
    return number_cast(operand, to, ConvertKind.BIT_CAST, use.span, ctx)


def _bits_of(type_: t.Type) -> int | None:
    match type_:
        case t.Int(bits=bits) | t.Float(bits=bits):
            return bits
        case t.Bool():
            return 1
        case _:
            return None


def _int_from_bool(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    operands = arguments(ctx, use, 1, hint=t.BOOL)
    if operands is None:
        return poison(use.span)
    if operands[0].type != t.BOOL:
        report_operand(ctx, use, operands[0], "a bool")
        return poison(use.span)
    made = number_cast(operands[0], t.Int(bits=1, signed=False), ConvertKind.BOOL_TO_INT, use.span, ctx)
    return replace(made, bounds=(0, 1))


CAST_HANDLERS: dict[str, Handler] = {
    "as": _as,
    "cast_to": _cast_to,
    **dict.fromkeys(_RESULT_TYPED, _result_typed),
    "bitCast": _bit_cast,
    "intFromBool": _int_from_bool,
    "intFromEnum": int_from_enum,
}
