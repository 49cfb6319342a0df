"""Implicit conversions (SEM 6.1): from an operand to the type its place needs, and from a place to its value."""

from __future__ import annotations

from dataclasses import dataclass

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.nodes import ConvertKind
from t27c.ir.values import ErrorValue, FnValue, UndefinedValue
from t27c.sema.context import FunctionContext
from t27c.sema.convert_literals import convert_untyped
from t27c.sema.convert_numbers import convert_float, convert_int
from t27c.sema.operand import Operand
from t27c.sema.problem import REPORTED, Problem, mismatch, report_problem
from t27c.sema.semtypes import (
    IR_TYPES,
    ComptimeFloat,
    ComptimeInt,
    EnumLiteralType,
    FnRef,
    NoReturn,
    NullType,
    Poison,
    UndefinedType,
    UntypedList,
    UntypedStruct,
)
from t27c.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Why a type is needed, for the second label: where the type is declared and what to say there."""

    span: Span
    text: str


def coerce(ctx: FunctionContext, operand: Operand, to: t.Type, why: Why | None = None) -> ir.Expr | None:
    """The operand as a value of type `to` (places are read, aggregates copied); None if reported or poison."""
    result = convert(ctx, operand, to)
    if isinstance(result, Problem):
        related = (Label(span=why.span, text=why.text),) if why is not None else ()
        report_problem(ctx, result, operand, *related)
        return None
    return result


def try_coerce(ctx: FunctionContext, operand: Operand, to: t.Type) -> ir.Expr | None:
    """Like `coerce`, but silent: None if the operand does not convert."""
    result = convert(ctx, operand, to)
    return None if isinstance(result, Problem) else result


def read(ctx: FunctionContext, operand: Operand) -> ir.Expr:
    """The value of an operand of an IR type; an aggregate in a place is copied."""
    expr = operand.value
    if operand.is_place and t.is_aggregate(expr.type):
        return ir.Convert(type=expr.type, span=operand.span, kind=ConvertKind.COPY, operand=expr)
    return expr


def convert(ctx: FunctionContext, operand: Operand, to: t.Type) -> ir.Expr | Problem:
    """The operand as a value of type `to`, or why it cannot be one."""
    match operand.type:
        case Poison():
            return REPORTED
        case UndefinedType():
            return ir.Const(type=to, span=operand.span, value=UndefinedValue())
        case NoReturn():
            undefined = ir.Const(type=to, span=operand.span, value=UndefinedValue())
            return ir.Block(type=to, span=operand.span, body=operand.jump, value=undefined)
        case _:
            pass
    direct = _convert_direct(ctx, operand, to)
    if not isinstance(direct, Problem):
        return direct
    wrapped = _convert_wrapped(ctx, operand, to)
    return direct if wrapped is None else wrapped


def _convert_wrapped(ctx: FunctionContext, operand: Operand, to: t.Type) -> ir.Expr | Problem | None:
    """T to `?T`, T or an error to `E!T`."""
    match to:
        case t.Optional():
            inner = convert(ctx, operand, to.child)
            return inner if isinstance(inner, Problem) else _wrap(inner, to, ConvertKind.WRAP_OPTIONAL, operand.span)
        case t.ErrorUnion() if isinstance(operand.type, t.ErrorSet):
            error = convert(ctx, operand, to.errors)
            return error if isinstance(error, Problem) else _wrap(error, to, ConvertKind.WRAP_ERROR, operand.span)
        case t.ErrorUnion():
            inner = convert(ctx, operand, to.child)
            return inner if isinstance(inner, Problem) else _wrap(inner, to, ConvertKind.WRAP_VALUE, operand.span)
        case _:
            return None


def _wrap(expr: ir.Expr, to: t.Type, kind: ConvertKind, span: Span) -> ir.Expr:
    return ir.Convert(type=to, span=span, kind=kind, operand=expr)


def _convert_direct(ctx: FunctionContext, operand: Operand, to: t.Type) -> ir.Expr | Problem:
    match operand.type:
        case ComptimeInt() | ComptimeFloat() | NullType() | EnumLiteralType() | UntypedList() | UntypedStruct():
            return convert_untyped(ctx, operand, to, convert)
        case FnRef():
            return _function_value(ctx, operand, operand.type, to)
        case _ if isinstance(operand.type, IR_TYPES):
            return _convert_typed(ctx, operand, to)
        case _:
            return mismatch(operand, to)


def _function_value(ctx: FunctionContext, operand: Operand, ref: FnRef, to: t.Type) -> ir.Expr | Problem:
    type_ = fn_type(ref)
    if type_ is None or type_ != to:
        return mismatch(operand, to)
    return ir.Const(type=to, span=operand.span, value=FnValue(ref.function.qname))


def fn_type(ref: FnRef) -> t.Fn | None:
    """The type of a function as a value; None if it is generic or damaged."""
    signature = ref.function.signature
    if signature is None or signature.is_damaged or signature.is_generic or signature.result is None:
        return None
    return t.Fn(params=tuple(p.type for p in signature.params if p.type is not None), result=signature.result)


def _convert_typed(ctx: FunctionContext, operand: Operand, to: t.Type) -> ir.Expr | Problem:
    source = operand.ir_type
    if source == to and not (isinstance(source, t.Tuple) and isinstance(to, t.Tuple) and source.names != to.names):
        return read(ctx, operand)
    match source, to:
        case t.Int(), t.Int() | t.Float():
            return convert_int(ctx, operand, source, to)
        case t.Float(), t.Float() | t.Int():
            return convert_float(operand, source, to)
        case t.Slice(), t.Slice() if source.element == to.element:
            return _view(ctx, operand, operand.value, to, const=source.const)
        case t.Pointer(), _:
            return _convert_pointer(ctx, operand, source, to)
        case t.Array(), t.Slice() if source.element == to.element and to.const:
            ctx.module.extension("an array where a slice is wanted", operand.span)
            return ir.SliceOf(type=to, span=operand.span, base=operand.value, low=None, high=None)
        case t.ErrorSet(), t.ErrorSet():
            return _widen_errors(operand, source, to, to)
        case t.ErrorUnion(), t.ErrorUnion() if source.child == to.child:
            return _widen_errors(operand, source.errors, to.errors, to)
        case t.Tuple(), t.Tuple() if source.elements == to.elements:
            return ir.Convert(type=to, span=operand.span, kind=ConvertKind.COPY, operand=operand.value)
        case t.Union(), t.Enum() if ctx.module.analysis.types[source.name].tag_enum == to:
            return ir.Convert(type=to, span=operand.span, kind=ConvertKind.UNION_TAG, operand=operand.value)
        case _:
            return mismatch(operand, to)


def _view(
    ctx: FunctionContext, operand: Operand, expr: ir.Expr, to: t.Slice | t.Pointer, *, const: bool
) -> ir.Expr | Problem:
    """A slice or pointer with the constness that is wanted; a constant may not become writable (SEM 10.1)."""
    if const and not to.const:
        problem = Problem(
            code="mutable-view-of-const",
            message=f"`{t.type_text(to)}` could write something constant",
            label=f"this is `{t.type_text(expr.type)}`",
            helps=("declare the owner with `var`, or the target as `const`",),
        )
        if not ctx.options.lenient:
            return problem
        report_problem(ctx, problem, operand)
    return ir.Convert(type=to, span=operand.span, kind=ConvertKind.TO_CONST, operand=expr)


def _convert_pointer(ctx: FunctionContext, operand: Operand, source: t.Pointer, to: t.Type) -> ir.Expr | Problem:
    match to:
        case t.Pointer() if source.target == to.target:
            return _view(ctx, operand, operand.value, to, const=source.const)
        case t.Slice() if isinstance(source.target, t.Array) and source.target.element == to.element:
            expr = operand.value
            if source.const and not to.const:
                blocked = _view(ctx, operand, expr, to, const=True)
                if isinstance(blocked, Problem):
                    return blocked
            base = expr.place if isinstance(expr, ir.AddressOf) else _deref(expr, source.target)
            return ir.SliceOf(type=to, span=operand.span, base=base, low=None, high=None)
        case _:
            return mismatch(operand, to)


def _deref(expr: ir.Expr, target: t.Type) -> ir.Expr:
    return ir.Deref(type=target, span=expr.span, pointer=expr)


def _widen_errors(operand: Operand, source: t.ErrorSet, target: t.ErrorSet, to: t.Type) -> ir.Expr | Problem:
    allowed = target.errors
    if allowed is not None:
        extra = ["anyerror"] if source.errors is None else [e for e in source.errors if e not in allowed]
        if extra:
            listed = ", ".join(f"`{'error.' if e != 'anyerror' else ''}{e}`" for e in extra)
            return Problem(
                code="error-not-in-set",
                message=f"`{t.type_text(target)}` has no {listed}",
                helps=("add the error to the set, or handle it here with `catch`",),
            )
    if isinstance(operand.known, ErrorValue):
        return ir.Const(type=to, span=operand.span, value=operand.known)
    return ir.Convert(type=to, span=operand.span, kind=ConvertKind.WIDEN_ERRORS, operand=operand.value)
