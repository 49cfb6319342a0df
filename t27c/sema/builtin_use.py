"""One use of a builtin, and how its arguments are taken: by count, with a leading type, as numbers or floats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import quad, quad_functions
from t27c.ir import types as t
from t27c.ir.arith import ArithmeticTrap, builtin, scalar_of, value_of
from t27c.ir.builtins import BUILTINS
from t27c.ir.quad import Quad
from t27c.ir.values import FloatValue, Value
from t27c.sema.check_ops import known_of
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce
from t27c.sema.dispatch import check_expr
from t27c.sema.fold import as_quad
from t27c.sema.operand import Operand, computed, constant, poison
from t27c.sema.peer import is_comptime_number
from t27c.sema.semtypes import COMPTIME_FLOAT, TypeValue, type_name
from t27c.source import Span
from t27c.syntax import ast


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltinUse:
    """`name` is what the spec wrote (`@exp`, `ln`, `std.math.pow`); `row` the key of its handler."""

    name: str
    row: str
    span: Span
    args: tuple[ast.Expr, ...]
    receiver: Operand | None = None
    name_span: Span | None = None


Handler: TypeAlias = "Callable[[FunctionContext, BuiltinUse, t.Type | None], Operand]"


def count_fits(ctx: FunctionContext, use: BuiltinUse, least: int, most: int | None = None) -> bool:
    """Whether the number of arguments is right; if not, that is reported."""
    most = least if most is None else most
    given = len(use.args) + (use.receiver is not None)
    if least <= given <= most:
        return True
    wanted = str(least) if least == most else f"{least} to {most}" if most < 1000 else f"{least} or more"
    ctx.report(
        "wrong-argument-count",
        f"`{use.name}` takes {wanted} argument{'s' * (wanted != '1')}, not {given}",
        use.span,
    )
    return False


def arguments(
    ctx: FunctionContext, use: BuiltinUse, least: int, most: int | None = None, hint: t.Type | None = None
) -> list[Operand] | None:
    """The checked arguments, the receiver first; None if something was reported."""
    if not count_fits(ctx, use, least, most):
        for arg in use.args:
            check_expr(ctx, arg)
        return None
    operands = [] if use.receiver is None else [use.receiver]
    operands += [check_expr(ctx, arg, hint) for arg in use.args]
    return None if any(operand.is_poison for operand in operands) else operands


def type_argument(ctx: FunctionContext, use: BuiltinUse, node: ast.Expr) -> t.Type | None:
    """An argument that must be a type; None if reported."""
    operand = check_expr(ctx, node)
    if operand.is_poison:
        return None
    if isinstance(operand.type, TypeValue):
        return operand.type.type
    ctx.report(
        "type-mismatch",
        f"`{use.name}` needs a type here, not {type_name(operand.type)}",
        node.span,
        helps=("write a type such as `f32`",),
    )
    return None


def values_of(ctx: FunctionContext, operands: list[Operand], type_: t.Type) -> tuple[ir.Expr, ...] | None:
    """All operands as values of one type; None if one of them was reported."""
    values = tuple(value for operand in operands if (value := coerce(ctx, operand, type_)) is not None)
    return values if len(values) == len(operands) else None


def float_type(ctx: FunctionContext, use: BuiltinUse, operands: list[Operand]) -> t.Float | None:
    """The widest float type of the operands; integers with a type are reported (SEM 13.4)."""
    found: t.Float | None = None
    for operand in operands:
        if isinstance(operand.type, t.Float):
            if found is None or operand.type.bits > found.bits:
                found = operand.type
        elif not is_comptime_number(operand):
            report_operand(ctx, use, operand, "a float")
            return None
    return found


def report_operand(ctx: FunctionContext, use: BuiltinUse, operand: Operand, wanted: str) -> None:
    """Say that an argument has the wrong kind of type."""
    related = (Label(span=operand.declared, text="declared here"),) if operand.declared else ()
    helps = ("cast it: `.. as f64`",) if isinstance(operand.type, t.Int) and "float" in wanted else ()
    ctx.report(
        "invalid-operands",
        f"`{use.name}` needs {wanted}, not {type_name(operand.type)}",
        operand.span,
        *related,
        label=f"this is {type_name(operand.type)}",
        helps=helps,
    )


def float_call(ctx: FunctionContext, use: BuiltinUse, operands: list[Operand], row: str) -> Operand:
    """A float builtin: exact on comptime numbers, folded on known ones, else a node."""
    if all(is_comptime_number(operand) for operand in operands):
        numbers = tuple(as_quad(o.known) for o in operands if isinstance(o.known, int | Quad))
        return Operand(type=COMPTIME_FLOAT, span=use.span, known=quad_functions.evaluate(row, numbers))
    type_ = float_type(ctx, use, operands)
    values = None if type_ is None else values_of(ctx, operands, type_)
    if type_ is None or values is None:
        return poison(use.span)
    known = tuple(known_of(value, operand) for value, operand in zip(values, operands, strict=True))
    return builtin_call(type_, use.span, row, values, known)


def builtin_call(
    type_: t.Type, span: Span, row: str, values: tuple[ir.Expr, ...], known: tuple[Value | None, ...]
) -> Operand:
    """A builtin on values of one type, with its value if that is known.

    A known transcendental result becomes a constant, since targets may differ in its last bits and the correctly
    rounded one is what counts (SEM 5.5).
    """
    folded = fold_builtin(type_, values[0].type, row, known)
    if folded is not None and BUILTINS[row].is_transcendental and isinstance(folded, FloatValue):
        return constant(type_, folded, span)
    return computed(ir.Builtin(type=type_, span=span, name=row, args=values), folded)


def fold_builtin(type_: t.Type, operand_type: t.Type, row: str, known: tuple[Value | None, ...]) -> Value | None:
    """The known value of a builtin on scalars; None if unknown or if it would trap."""
    scalars = [scalar_of(value) for value in known if isinstance(value, bool | int | FloatValue)]
    if len(scalars) < len(known) or not isinstance(type_, t.Int | t.Float | t.Bool):
        return None
    try:
        return value_of(builtin(row, operand_type, True)(*scalars), type_)
    except (ArithmeticTrap, KeyError, StopIteration):
        return None


def quad_of(operand: Operand) -> Quad | None:
    """A known number as a comptime float."""
    match operand.known:
        case Quad() | int():
            return as_quad(operand.known)
        case FloatValue():
            return quad.from_value(operand.known)
        case _:
            return None
