"""Patterns of `switch` arms: numbers that they cover, or what else a subject is compared with."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import ErrorValue
from t27c.sema.compare import compare
from t27c.sema.conditions import negate, test_of
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce
from t27c.sema.dispatch import check_expr
from t27c.sema.operand import Operand, computed
from t27c.sema.stmt_decl import known_after
from t27c.source import Span
from t27c.syntax import ast

NULL_KEY, SOME_KEY = "null", "some"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A pattern. `numbers` are both ends of what it covers in a switch over numbers, tags or bools; otherwise `key`
    tells it from other patterns and `test` holds if the subject matches.
    """

    span: Span
    numbers: tuple[int, int] | None = None
    key: Hashable = None
    test: ir.Expr | None = None
    some: ast.Name | None = None


def is_discrete(type_: t.Type) -> bool:
    """Whether a switch over the type goes by numbers."""
    return isinstance(type_, t.Int | t.Bool | t.Enum | t.Union)


def pattern_type(ctx: FunctionContext, type_: t.Type) -> t.Type:
    """The type of the patterns: of a union its tag."""
    if isinstance(type_, t.Union):
        tag = ctx.module.analysis.types[type_.name].tag_enum
        return tag or type_
    return type_


def check_item(ctx: FunctionContext, pattern: ast.Pattern, subject: Operand) -> Item | None:
    """Check a pattern against the subject; None if it was reported."""
    if isinstance(pattern, ast.SomePattern):
        return _some(ctx, pattern, subject)
    if is_discrete(subject.ir_type):
        return _numbers(ctx, pattern, pattern_type(ctx, subject.ir_type))
    if isinstance(pattern, ast.RangePattern):
        return _float_range(ctx, pattern, subject)
    return _value(ctx, pattern, subject)


def _some(ctx: FunctionContext, pattern: ast.SomePattern, subject: Operand) -> Item | None:
    if not isinstance(subject.type, t.Optional):
        ctx.report(
            "type-mismatch",
            f"`Some(..)` matches optionals, not `{t.type_text(subject.ir_type)}`",
            pattern.span,
            helps=("write a value, `.variant` or a range",),
        )
        return None
    test = negate(test_of(ir.Op.IS_NULL, subject.value))
    return Item(span=pattern.span, key=SOME_KEY, test=test, some=pattern.name)


def _numbers(ctx: FunctionContext, pattern: ast.ValuePattern | ast.RangePattern, type_: t.Type) -> Item | None:
    if isinstance(pattern, ast.ValuePattern):
        number = _known(ctx, pattern.value, type_)
        return None if number is None else Item(span=pattern.span, numbers=(number, number))
    low, high = _known(ctx, pattern.low, type_), _known(ctx, pattern.high, type_)
    if low is None or high is None:
        return None
    if low > high:
        ctx.report(
            "constant-index",
            f"the range {low} to {high} holds nothing",
            pattern.span,
            helps=(f"write `{high}...{low}`",),
        )
        return None
    return Item(span=pattern.span, numbers=(low, high))


def _known(ctx: FunctionContext, node: ast.Expr, type_: t.Type) -> int | None:
    operand = check_expr(ctx, node, type_)
    value = coerce(ctx, operand, type_)
    if value is None:
        return None
    known = known_after(value, operand)
    if isinstance(known, int):
        return int(known)
    ctx.report(
        "not-comptime",
        "the value of an arm must be known while building",
        node.span,
        label="only known when it runs",
        helps=("compare with `if` instead, or use a constant",),
    )
    return None


def _float_range(ctx: FunctionContext, pattern: ast.RangePattern, subject: Operand) -> Item | None:
    low = compare(ctx, ir.Op.GE, subject, check_expr(ctx, pattern.low, subject.ir_type), pattern.span)
    high = compare(ctx, ir.Op.LE, subject, check_expr(ctx, pattern.high, subject.ir_type), pattern.span)
    if low.is_poison or high.is_poison:
        return None
    return Item(span=pattern.span, test=_both(low.value, high.value))


def _both(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    return ir.Operation(type=t.BOOL, span=left.span, op=ir.Op.AND, operands=(left, right))


def _value(ctx: FunctionContext, pattern: ast.ValuePattern, subject: Operand) -> Item | None:
    value = pattern.value
    operand = check_expr(ctx, value, subject.ir_type)
    tested = compare(ctx, ir.Op.EQ, subject, operand, pattern.span)
    if tested.is_poison:
        return None
    if isinstance(value, ast.WordLit) and value.word is ast.Word.NULL:
        return Item(span=pattern.span, key=NULL_KEY, test=tested.value)
    known = operand.known
    if known is None:
        ctx.report(
            "not-comptime",
            "the value of an arm must be known while building",
            value.span,
            label="only known when it runs",
            helps=("compare with `if` instead, or use a constant",),
        )
        return None
    key = known.name if isinstance(known, ErrorValue) else ("=", known)
    return Item(span=pattern.span, key=key, test=tested.value)


def item_test(item: Item, subject: Operand) -> ir.Expr:
    """Whether the subject matches, for arms that are tried in order."""
    if item.numbers is None:
        assert item.test is not None
        return item.test
    low, high = item.numbers
    if low == high:
        return _number_test(ir.Op.EQ, subject, low, item.span)
    return _both(_number_test(ir.Op.GE, subject, low, item.span), _number_test(ir.Op.LE, subject, high, item.span))


def _number_test(op: ir.Op, subject: Operand, number: int, span: Span) -> ir.Expr:
    type_ = subject.ir_type
    value = bool(number) if isinstance(type_, t.Bool) else number
    wanted = ir.Const(type=type_, span=span, value=value)
    return ir.Operation(type=t.BOOL, span=span, op=op, operands=(subject.value, wanted))


def any_of(tests: list[ir.Expr]) -> ir.Expr:
    """Whether one of several tests holds."""
    result = tests[0]
    for test in tests[1:]:
        result = ir.Operation(type=t.BOOL, span=result.span, op=ir.Op.OR, operands=(result, test))
    return result


def tag_operand(ctx: FunctionContext, subject: Operand) -> Operand:
    """What a switch over a subject goes by: of a union its tag."""
    type_ = pattern_type(ctx, subject.ir_type)
    if type_ == subject.type:
        return subject
    kind = ir.ConvertKind.UNION_TAG
    return computed(ir.Convert(type=type_, span=subject.span, kind=kind, operand=subject.value))
