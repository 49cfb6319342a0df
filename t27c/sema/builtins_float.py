"""Builtins on floats: functions, tests, closeness, constants and limits of `std.math` (SEM 7)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from t27c.ir import nodes as ir
from t27c.ir import quad, quad_functions
from t27c.ir import types as t
from t27c.ir.nodes import Op
from t27c.ir.quad import Quad
from t27c.ir.quad_exact import fma as quad_fma
from t27c.ir.values import FloatValue, Value
from t27c.sema.builtin_use import (
    BuiltinUse,
    Handler,
    arguments,
    builtin_call,
    count_fits,
    float_call,
    float_type,
    report_operand,
    type_argument,
    values_of,
)
from t27c.sema.check_ops import known_of, operand_type
from t27c.sema.context import FunctionContext
from t27c.sema.fold import as_quad
from t27c.sema.operand import Operand, computed, constant, poison
from t27c.sema.peer import is_comptime_number
from t27c.sema.prelude import FLOAT_BINARY, FLOAT_UNARY
from t27c.sema.semtypes import COMPTIME_FLOAT, COMPTIME_INT
from t27c.sema.type_members import limit

_DEFAULT_TOLERANCE = "1e-6"


def _unary(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`@sqrt(x)`; the old form `@sqrt(f32, x)` names the type."""
    if len(use.args) == 2 and use.receiver is None and use.name.startswith("@"):
        return _with_type(ctx, use, expected)
    hint = expected if isinstance(expected, t.Float) else None
    operands = arguments(ctx, use, 1, hint=hint)
    return poison(use.span) if operands is None else float_call(ctx, use, operands, use.row)


def _with_type(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    type_ = type_argument(ctx, use, use.args[0])
    operands = arguments(ctx, replace(use, args=use.args[1:]), len(use.args) - 1, hint=type_)
    if type_ is None or operands is None:
        return poison(use.span)
    values = values_of(ctx, operands, type_)
    if values is None:
        return poison(use.span)
    known = tuple(known_of(value, operand) for value, operand in zip(values, operands, strict=True))
    typed = [computed(value, fact) for value, fact in zip(values, known, strict=True)]
    return float_call(ctx, use, typed, use.row)


def _binary(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    operands = arguments(ctx, use, 2)
    return poison(use.span) if operands is None else float_call(ctx, use, operands, use.row)


def _fma(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    operands = arguments(ctx, use, 3)
    if operands is None:
        return poison(use.span)
    numbers = [as_quad(o.known) for o in operands if is_comptime_number(o) and isinstance(o.known, int | Quad)]
    if len(numbers) == 3:
        return Operand(type=COMPTIME_FLOAT, span=use.span, known=quad_fma(*numbers))
    return float_call(ctx, use, operands, "fma")


def _mul_add(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`@mulAdd(T, a, b, c)`."""
    if not count_fits(ctx, use, 4):
        return poison(use.span)
    return _with_type(ctx, replace(use, row="fma"), expected)


def _pow(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`pow(x, y)` on floats, or on integers of one type."""
    operands = arguments(ctx, use, 2)
    if operands is None:
        return poison(use.span)
    x, y = operands
    if is_comptime_number(x) and is_comptime_number(y):
        return _comptime_pow(ctx, use, x, y)
    if isinstance(x.type, t.Float) or isinstance(y.type, t.Float):
        return float_call(ctx, use, operands, "pow")
    type_ = operand_type(ctx, use.name, x, y, use.span)
    values = None if type_ is None else values_of(ctx, operands, type_)
    if type_ is None or values is None:
        return poison(use.span)
    known = tuple(known_of(value, operand) for value, operand in zip(values, operands, strict=True))
    return builtin_call(type_, use.span, "pow", values, known)


def _comptime_pow(ctx: FunctionContext, use: BuiltinUse, x: Operand, y: Operand) -> Operand:
    base, exponent = x.known, y.known
    if isinstance(base, int) and isinstance(exponent, int):
        if exponent < 0 or base.bit_length() * exponent > 16_384:
            why = "a negative exponent" if exponent < 0 else "too large a number"
            ctx.report("comptime-trap", f"this has no whole value: {why}", use.span, helps=("write a float",))
            return poison(use.span)
        return Operand(type=COMPTIME_INT, span=use.span, known=base**exponent)
    assert isinstance(base, int | Quad)
    assert isinstance(exponent, int | Quad)
    power = quad_functions.evaluate("pow", (as_quad(base), as_quad(exponent)))
    return Operand(type=COMPTIME_FLOAT, span=use.span, known=power)


def _typed(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`std.math.pow(T, x, y)`."""
    if not count_fits(ctx, use, 3):
        return poison(use.span)
    type_ = type_argument(ctx, use, use.args[0])
    operands = arguments(ctx, replace(use, args=use.args[1:]), 2, hint=type_)
    values = None if type_ is None or operands is None else values_of(ctx, operands, type_)
    if type_ is None or operands is None or values is None:
        return poison(use.span)
    known = tuple(known_of(value, operand) for value, operand in zip(values, operands, strict=True))
    return builtin_call(type_, use.span, "pow", values, known)


def _log_base(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`std.math.log(T, base, x)`: the quotient of natural logarithms; exact routines for 2 and 10."""
    if not count_fits(ctx, use, 3):
        return poison(use.span)
    type_ = type_argument(ctx, use, use.args[0])
    operands = arguments(ctx, replace(use, args=use.args[1:]), 2, hint=type_)
    if not isinstance(type_, t.Float) or operands is None:
        if type_ is not None and operands is not None:
            report_operand(ctx, use, operands[1], "a float type")
        return poison(use.span)
    values = values_of(ctx, operands, type_)
    if values is None:
        return poison(use.span)
    base, x = values
    row = {2.0: "log2", 10.0: "log10"}.get(_number(base))
    if row is not None:
        return builtin_call(type_, use.span, row, (x,), (known_of(x, operands[1]),))
    logs = tuple(ir.Builtin(type=type_, span=use.span, name="log", args=(value,)) for value in (x, base))
    return computed(ir.Operation(type=type_, span=use.span, op=Op.DIV, operands=logs))


def _number(value: ir.Expr) -> float:
    return value.value.number if isinstance(value, ir.Const) and isinstance(value.value, FloatValue) else math.nan


def _test(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`isNan(x)` and the like."""
    operands = arguments(ctx, use, 1)
    if operands is None:
        return poison(use.span)
    if is_comptime_number(operands[0]):
        number = operands[0].known
        assert isinstance(number, int | Quad)
        return constant(t.BOOL, _TESTS[use.row](as_quad(number)), use.span)
    type_ = float_type(ctx, use, operands)
    if type_ is None:
        return poison(use.span)
    value = operands[0].value
    if use.row in ("is_positive_inf", "is_negative_inf"):
        bound = FloatValue.of(type_.bits, math.inf if use.row == "is_positive_inf" else -math.inf)
        infinity = ir.Const(type=type_, span=use.span, value=bound)
        return computed(ir.Operation(type=t.BOOL, span=use.span, op=Op.EQ, operands=(value, infinity)))
    return builtin_call(t.BOOL, use.span, use.row, (value,), (known_of(value, operands[0]),))


_TESTS: dict[str, Callable[[Quad], bool]] = {
    "is_nan": lambda q: q.is_nan,
    "is_inf": lambda q: not q.is_finite and not q.is_nan,
    "is_finite": lambda q: q.is_finite,
    "sign_bit": lambda q: q.negative,
    "is_positive_inf": lambda q: q == quad.infinity(False),
    "is_negative_inf": lambda q: q == quad.infinity(True),
}


def _approx(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`approximately_equal(a, b, tol)`; without `tol` relative to the larger of 1, |a|, |b|."""
    operands = arguments(ctx, use, 2, 3)
    if operands is None:
        return poison(use.span)
    if len(operands) == 2:
        tolerance = quad.from_text(_DEFAULT_TOLERANCE)
        operands.append(Operand(type=COMPTIME_FLOAT, span=use.span, known=tolerance))
        row = "approx_default"
    else:
        row = "approx_abs"
    if all(is_comptime_number(operand) for operand in operands):
        operands = [replace_type(operand, t.F64) for operand in operands]
    type_ = float_type(ctx, use, operands)
    values = None if type_ is None else values_of(ctx, operands, type_)
    if type_ is None or values is None:
        return poison(use.span)
    if row == "approx_default":
        return _approx_default(ctx, use, type_, values)
    known = tuple(known_of(value, operand) for value, operand in zip(values, operands, strict=True))
    return builtin_call(t.BOOL, use.span, row, values, known)


def replace_type(operand: Operand, type_: t.Float) -> Operand:
    """A comptime number with a float type."""
    assert isinstance(operand.known, int | Quad)
    return constant(type_, quad.to_float(as_quad(operand.known), type_.bits), operand.span)


def _approx_default(ctx: FunctionContext, use: BuiltinUse, type_: t.Float, values: tuple[ir.Expr, ...]) -> Operand:
    """The tolerance is `1e-6 * max(1, |a|, |b|)`, so both sides are kept in temporaries."""
    with ctx.collect() as body:
        a, b = (ctx.let_temporary(value) for value in values[:2])
    sizes = [ir.Builtin(type=type_, span=use.span, name="abs", args=(x,)) for x in (a, b)]
    one = ir.Const(type=type_, span=use.span, value=FloatValue.of(type_.bits, 1.0))
    largest: ir.Expr = one
    for size in sizes:
        largest = ir.Builtin(type=type_, span=use.span, name="max", args=(largest, size))
    bound = ir.Operation(type=type_, span=use.span, op=Op.MUL, operands=(values[2], largest))
    close = ir.Builtin(type=t.BOOL, span=use.span, name="approx_abs", args=(a, b, bound))
    return computed(ir.Block(type=t.BOOL, span=use.span, body=tuple(body), value=close))


def math_constant(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`std.math.pi` and the like: comptime floats."""
    name = use.name.rpartition(".")[2]
    number = _CONSTANTS[name]()
    return Operand(type=COMPTIME_FLOAT, span=use.span, known=number)


def _of(name: str, argument: str) -> Quad:
    return quad_functions.evaluate(name, (quad.from_text(argument),))


_CONSTANTS: dict[str, Callable[[], Quad]] = {
    "pi": lambda: quad.multiply(quad.from_int(4), _of("atan", "1")),
    "tau": lambda: quad.multiply(quad.from_int(8), _of("atan", "1")),
    "e": lambda: _of("exp", "1"),
    "sqrt2": lambda: _of("sqrt", "2"),
    "ln2": lambda: _of("log", "2"),
    "ln10": lambda: _of("log", "10"),
}
_LIMITS = {
    "inf": "INFINITY",
    "nan": "NAN",
    "maxInt": "MAX",
    "minInt": "MIN",
    "floatMax": "MAX",
    "floatMin": "MIN_POSITIVE",
    "floatEps": "EPSILON",
}


def _limit(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`std.math.inf(T)`, `maxInt(T)`: integer limits are comptime numbers."""
    if not count_fits(ctx, use, 1):
        return poison(use.span)
    type_ = type_argument(ctx, use, use.args[0])
    if type_ is None:
        return poison(use.span)
    name = use.name.rpartition(".")[2]
    wants_int = name in ("maxInt", "minInt")
    value: Value | None = limit(type_, _LIMITS[name])
    if value is None or isinstance(type_, t.Int) is not wants_int:
        ctx.report(
            "type-mismatch",
            f"`{use.name}` needs {'an integer' if wants_int else 'a float'} type, not `{t.type_text(type_)}`",
            use.args[0].span,
        )
        return poison(use.span)
    if isinstance(value, int):
        return Operand(type=COMPTIME_INT, span=use.span, known=value)
    return constant(type_, value, use.span)


FLOAT_HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(FLOAT_UNARY, _unary),
    **dict.fromkeys(FLOAT_BINARY, _binary),
    **dict.fromkeys(_TESTS, _test),
    "fma": _fma,
    "mulAdd": _mul_add,
    "pow": _pow,
    "std_pow": _typed,
    "std_log": _log_base,
    "approx": _approx,
    "constant": math_constant,
    "limit": _limit,
}
