"""Implicit conversions of typed numbers: widening, and known values that fit (SEM 4.2, 5.2, 5.3, 3.6)."""

from __future__ import annotations

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.nodes import ConvertKind
from t27c.ir.values import FloatValue
from t27c.sema.comptime import known_value
from t27c.sema.context import FunctionContext
from t27c.sema.operand import Operand
from t27c.sema.problem import Problem, mismatch, report_problem

# Unsigned integers up to this width convert to the float; signed ones may have one bit more.
_EXACT_BITS = {16: 11, 32: 24, 64: 53}


def int_widens(source: t.Int, to: t.Int) -> bool:
    """Whether every value of `source` is one of `to`."""
    return to.lowest <= source.lowest and source.highest <= to.highest


def float_holds(source: t.Int, to: t.Float) -> bool:
    """Whether every value of `source` is exact in `to`."""
    return source.bits <= _EXACT_BITS[to.bits] + source.signed


def exact_in_float(value: int, to: t.Float) -> FloatValue | None:
    """`value` as a float if that is exact."""
    try:
        number = FloatValue.of(to.bits, float(value))
    except OverflowError:
        return None
    finite = abs(number.number) != float("inf")
    return number if finite and int(number.number) == value else None


def convert_int(ctx: FunctionContext, operand: Operand, source: t.Int, to: t.Int | t.Float) -> ir.Expr | Problem:
    """A typed integer as another integer or a float."""
    if isinstance(to, t.Float):
        return _int_to_float(ctx, operand, source, to)
    if int_widens(source, to):
        return _convert(operand, to, ConvertKind.INT_WIDEN)
    known = known_value(ctx, operand) if ctx.is_comptime else operand.known
    if isinstance(known, int):
        if to.holds(known):
            return ir.Const(type=to, span=operand.span, value=known)
        return Problem(
            code="literal-out-of-range",
            message=f"{known} does not fit `{t.type_text(to)}`",
            label=f"its value is {known}",
            helps=(f"`{t.type_text(to)}` holds {to.lowest} to {to.highest}",),
        )
    if operand.bounds is not None and to.holds(operand.bounds[0]) and to.holds(operand.bounds[1]):
        # The low bits of a value that is known to fit are the value.
        return _convert(operand, to, ConvertKind.INT_TRUNCATE)
    problem = mismatch(operand, to)
    if not ctx.options.lenient:
        return problem
    report_problem(
        ctx,
        Problem(
            code="implicit-cast",
            message=f"`{t.type_text(source)}` is cast to `{t.type_text(to)}` with a check",
            helps=("write `@intCast(..)`",),
        ),
        operand,
    )
    return _convert(operand, to, ConvertKind.INT_CHECKED)


def _convert(operand: Operand, to: t.Type, kind: ConvertKind) -> ir.Expr:
    if isinstance(operand.known, int) and isinstance(to, t.Int):
        return ir.Const(type=to, span=operand.span, value=operand.known)
    return ir.Convert(type=to, span=operand.span, kind=kind, operand=operand.value)


def _int_to_float(ctx: FunctionContext, operand: Operand, source: t.Int, to: t.Float) -> ir.Expr | Problem:
    known = known_value(ctx, operand) if ctx.is_comptime else operand.known
    if isinstance(known, int):
        exact = exact_in_float(known, to)
        if exact is not None:
            return ir.Const(type=to, span=operand.span, value=exact)
    if float_holds(source, to):
        return _convert(operand, to, ConvertKind.INT_TO_FLOAT)
    return mismatch(operand, to)


def convert_float(operand: Operand, source: t.Float, to: t.Float | t.Int) -> ir.Expr | Problem:
    """A typed float as another float; never as an integer."""
    if isinstance(to, t.Int):
        return mismatch(operand, to)
    known = operand.known
    if isinstance(known, FloatValue):
        rounded = FloatValue.of(to.bits, known.number)
        if to.bits > source.bits or rounded.number == known.number:
            return ir.Const(type=to, span=operand.span, value=rounded)
    if to.bits > source.bits:
        return _convert(operand, to, ConvertKind.FLOAT_TO_FLOAT)
    return mismatch(operand, to)
