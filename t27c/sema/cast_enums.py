"""Casts between enums and integers: tags, and integers that must be one (SEM 6.5, 6.6)."""

from __future__ import annotations

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.nodes import ConvertKind
from t27c.sema.builtin_use import BuiltinUse, arguments, report_operand
from t27c.sema.context import FunctionContext
from t27c.sema.convert_literals import short_int
from t27c.sema.operand import Operand, computed, constant, poison
from t27c.sema.typeinfo import symbol_of
from t27c.source import Span


def enum_tag(ctx: FunctionContext, operand: Operand, type_: t.Enum, span: Span) -> Operand:
    """The tag of an enum value."""
    symbol = symbol_of(ctx.module.analysis, type_, span)
    if symbol.tag_type is None:
        return poison(span)
    known = operand.known if isinstance(operand.known, int) else None
    kind = ConvertKind.ENUM_TO_INT
    return computed(ir.Convert(type=symbol.tag_type, span=span, kind=kind, operand=operand.value), known)


def to_enum(ctx: FunctionContext, operand: Operand, to: t.Enum, span: Span) -> Operand:
    """An integer as an enum: a known one must be a tag, any other traps `invalid-enum`."""
    symbol = symbol_of(ctx.module.analysis, to, span)
    if symbol.is_poisoned or symbol.tag_type is None:
        return poison(span)
    known = operand.known
    if isinstance(known, int):
        if known in symbol.variants.values():
            return constant(to, known, span)
        ctx.report(
            "invalid-cast",
            f"`{symbol.name}` has no variant with the tag {short_int(known)}",
            span,
            Label(span=symbol.node.name.span, text="declared here"),
        )
        return poison(span)
    return computed(ir.Convert(type=to, span=span, kind=ConvertKind.INT_TO_ENUM, operand=operand.value))


def int_from_enum(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`@intFromEnum(e)`, also of a tagged union."""
    operands = arguments(ctx, use, 1)
    if operands is None:
        return poison(use.span)
    operand = operands[0]
    match operand.type:
        case t.Enum():
            return enum_tag(ctx, operand, operand.type, use.span)
        case t.Union():
            symbol = symbol_of(ctx.module.analysis, operand.type, use.span)
            if symbol.tag_enum is None:
                return poison(use.span)
            kind = ConvertKind.UNION_TAG
            tag = ir.Convert(type=symbol.tag_enum, span=use.span, kind=kind, operand=operand.value)
            return enum_tag(ctx, computed(tag), symbol.tag_enum, use.span)
        case _:
            report_operand(ctx, use, operand, "an enum with a type")
            return poison(use.span)
