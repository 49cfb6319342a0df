"""What has no type yet meets one: comptime numbers, `null`, `.name`, `[..]`, `.{..}` (SEM 3.5, 6.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from t27c.ir import nodes as ir
from t27c.ir import quad
from t27c.ir import types as t
from t27c.ir.quad import Quad
from t27c.ir.values import NullValue, Value
from t27c.sema.context import FunctionContext
from t27c.sema.convert_numbers import exact_in_float
from t27c.sema.declarations import find_value
from t27c.sema.dispatch import check_expr, resolve_symbol
from t27c.sema.operand import Known, Operand
from t27c.sema.problem import REPORTED, Problem, mismatch
from t27c.sema.scope import did_you_mean
from t27c.sema.semtypes import EnumLiteralType, NullType, UntypedList, UntypedStruct
from t27c.sema.symbols import ConstSymbol
from t27c.source import Span

Converter: TypeAlias = "Callable[[FunctionContext, Operand, t.Type], ir.Expr | Problem]"


def convert_untyped(ctx: FunctionContext, operand: Operand, to: t.Type, convert: Converter) -> ir.Expr | Problem:
    """An operand without a type as a value of `to`; `convert` converts its parts."""
    match operand.type:
        case EnumLiteralType():
            return _enum_literal(ctx, operand, operand.type, to)
        case UntypedList():
            return _list(ctx, operand, operand.type, to, convert)
        case UntypedStruct():
            return _struct(ctx, operand, operand.type, to, convert)
        case NullType():
            if isinstance(to, t.Optional):
                return ir.Const(type=to, span=operand.span, value=NullValue())
            return mismatch(operand, to)
        case _:
            return _number(ctx, operand, to)


def _number(ctx: FunctionContext, operand: Operand, to: t.Type) -> ir.Expr | Problem:
    assert operand.known is not None
    value = number_as(operand.known, to, operand)
    if isinstance(value, Problem):
        return value
    return named_constant(ctx, operand, to) or ir.Const(type=to, span=operand.span, value=value)


def named_constant(ctx: FunctionContext, operand: Operand, to: t.Type) -> ir.Var | None:
    """The module constant that an operand names, if the output holds it with just the type that is needed."""
    symbol = None if operand.origin is None else find_value(ctx.module.analysis, operand.origin)
    if operand.origin is None or not isinstance(symbol, ConstSymbol) or symbol.lowered is None:
        return None
    return ir.Var(type=to, span=operand.span, name=operand.origin) if symbol.lowered.type == to else None


def number_as(known: Known, to: t.Type, operand: Operand) -> Value | Problem:
    """A comptime number as a value of a number type; floats round once, everything else is exact."""
    match to, known:
        case t.Float(), Quad():
            return quad.to_float(known, to.bits)
        case t.Float(), int():
            exact = exact_in_float(known, to)
            if exact is not None:
                return exact
            return Problem(
                code="lossy-literal",
                message=f"{known} is not exact in `{t.type_text(to)}`",
                helps=(f"write `{known}.0` to round it",),
            )
        case t.Int(), Quad():
            whole = quad.to_int(known)
            if whole is None:
                return Problem(
                    code="lossy-literal",
                    message=f"{known} is no whole number, so it is no `{t.type_text(to)}`",
                    helps=("write a whole number, or give the other side a float type",),
                )
            return _int_in(whole, to)
        case t.Int(), int():
            return _int_in(known, to)
        case _:
            return mismatch(operand, to)


def _int_in(value: int, to: t.Int) -> Value | Problem:
    if to.holds(value):
        return value
    return Problem(
        code="literal-out-of-range",
        message=f"{short_int(value)} does not fit `{t.type_text(to)}`",
        helps=(f"`{t.type_text(to)}` holds {to.lowest} to {to.highest}",),
    )


def short_int(value: int) -> str:
    """A number for messages; very long ones by their size."""
    return str(value) if value.bit_length() <= 256 else f"a number of {value.bit_length()} bits"


def _enum_literal(ctx: FunctionContext, operand: Operand, literal: EnumLiteralType, to: t.Type) -> ir.Expr | Problem:
    if not isinstance(to, t.Enum | t.Union):
        return mismatch(operand, to)
    symbol = ctx.module.analysis.types[to.name]
    resolve_symbol(symbol, operand.span)
    if symbol.is_poisoned:
        return REPORTED
    if literal.name not in symbol.variants:
        return Problem(
            code="unknown-variant",
            message=f"`{to.name.name}` has no variant `{literal.name}`",
            helps=did_you_mean(literal.name, symbol.variants),
        )
    if isinstance(to, t.Enum):
        return ir.Const(type=to, span=operand.span, value=symbol.variants[literal.name])
    if symbol.fields[literal.name].type != t.VOID:
        return Problem(
            code="missing-field",
            message=f"`.{literal.name}` of `{to.name.name}` needs a value",
            helps=(f"write `.{{ .{literal.name} = .. }}`",),
        )
    return ir.Aggregate(type=to, span=operand.span, fields=(literal.name,), parts=())


def _list(
    ctx: FunctionContext, operand: Operand, literal: UntypedList, to: t.Type, convert: Converter
) -> ir.Expr | Problem:
    match to:
        case t.Array():
            named = named_constant(ctx, operand, to)
            if named is not None:
                return ir.Convert(type=to, span=operand.span, kind=ir.ConvertKind.COPY, operand=named)
            return _array(ctx, operand, literal, to, convert)
        case t.Slice(const=False) if literal.is_named and not ctx.options.lenient:
            return Problem(
                code="mutable-view-of-const",
                message=f"`{t.type_text(to)}` could write something constant",
                label="this list has no type of its own, so what is stored in it would be lost",
                helps=(f"declare the list as a `var` of type `[{len(literal.items)}]{t.type_text(to.element)}`",),
            )
        case t.Slice():
            array = t.Array(length=len(literal.items), element=to.element)
            named = named_constant(ctx, operand, array)
            if named is not None and to.const:
                return ir.SliceOf(type=to, span=operand.span, base=named, low=None, high=None)
            return as_view(_array(ctx, operand, literal, array, convert), to, operand.span)
        case t.Pointer(target=t.Array() as array) if literal.is_view:
            made = _array(ctx, operand, literal, array, convert)
            return made if isinstance(made, Problem) else ir.AddressOf(type=to, span=operand.span, place=made)
        case t.Tuple():
            return _tuple(ctx, operand, literal, to, convert)
        case _:
            return mismatch(operand, to)


def as_view(made: ir.Expr | Problem, to: t.Slice, span: Span) -> ir.Expr | Problem:
    """A slice of a literal: static storage if it is known and constant, else a temporary."""
    if isinstance(made, Problem):
        return made
    if isinstance(made, ir.Const) and to.const:
        return ir.Const(type=to, span=span, value=made.value)
    return ir.SliceOf(type=to, span=span, base=made, low=None, high=None)


def _parts(
    ctx: FunctionContext, literal: UntypedList, types: tuple[t.Type, ...], convert: Converter
) -> tuple[ir.Expr, ...] | Problem:
    parts: list[ir.Expr] = []
    for item, type_ in zip(literal.items, types, strict=True):
        part = convert(ctx, item, type_)
        if isinstance(part, Problem):
            return part if part.span or not part.code else _placed(part, item.span)
        parts.append(part)
    return tuple(parts)


def _placed(problem: Problem, span: Span) -> Problem:
    return Problem(code=problem.code, message=problem.message, span=span, label=problem.label, helps=problem.helps)


def wrong_count(found: int, wanted: int, what: str, span: Span) -> Problem:
    """A literal with too many or too few elements."""
    return Problem(
        code="wrong-count",
        message=f"{what} has {wanted} element{'s' * (wanted != 1)}, and {found} {'is' if found == 1 else 'are'} given",
        span=span,
        helps=("give exactly as many",),
    )


def _array(
    ctx: FunctionContext, operand: Operand, literal: UntypedList, to: t.Array, convert: Converter
) -> ir.Expr | Problem:
    if len(literal.items) != to.length:
        return wrong_count(len(literal.items), to.length, f"`{t.type_text(to)}`", operand.span)
    parts = _parts(ctx, literal, (to.element,) * to.length, convert)
    return parts if isinstance(parts, Problem) else aggregate(to, (), parts, operand.span)


def _tuple(
    ctx: FunctionContext, operand: Operand, literal: UntypedList, to: t.Tuple, convert: Converter
) -> ir.Expr | Problem:
    if len(literal.items) != len(to.elements):
        return wrong_count(len(literal.items), len(to.elements), f"`{t.type_text(to)}`", operand.span)
    parts = _parts(ctx, literal, to.elements, convert)
    if isinstance(parts, Problem):
        return parts
    return aggregate(to, tuple(str(i) for i in range(len(parts))), parts, operand.span)


def aggregate(type_: t.Type, fields: tuple[str, ...], parts: tuple[ir.Expr, ...], span: Span) -> ir.Expr:
    """A new array, tuple or struct; one constant if every part is known. `parts` stand in the order of the type."""
    values = tuple(part.value for part in parts if isinstance(part, ir.Const))
    if len(values) == len(parts):
        return ir.Const(type=type_, span=span, value=values)
    return ir.Aggregate(type=type_, span=span, fields=fields, parts=parts)


def _struct(
    ctx: FunctionContext, operand: Operand, literal: UntypedStruct, to: t.Type, convert: Converter
) -> ir.Expr | Problem:
    """`.{..}`, and `&.{..}` where a pointer or slice is wanted, are checked again with the type in hand."""
    if not literal.is_view:
        if not isinstance(to, t.Struct | t.Union | t.Array | t.Tuple | t.Slice):
            return mismatch(operand, to)
        return convert(ctx, check_expr(ctx, literal.node, to), to)
    match to:
        case t.Pointer(target=target):
            made = convert(ctx, check_expr(ctx, literal.node, target), target)
            return made if isinstance(made, Problem) else ir.AddressOf(type=to, span=operand.span, place=made)
        case t.Slice():
            return convert(ctx, check_expr(ctx, literal.node, to), to)
        case _:
            return mismatch(operand, to)
