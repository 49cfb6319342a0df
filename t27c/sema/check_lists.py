"""`++` and `**` on arrays, lists and known strings (SEM 9.6, 9.9)."""

from __future__ import annotations

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import Value
from t27c.sema.comptime import compile_time, known_integer
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce, read
from t27c.sema.convert_literals import aggregate
from t27c.sema.dispatch import check_expr
from t27c.sema.operand import Operand, computed, constant, poison
from t27c.sema.peer import common_type
from t27c.sema.semtypes import UntypedList, type_name
from t27c.source import Span
from t27c.syntax import ast

# Longer lists are filled when they run, not written out.
_MAX_WRITTEN_OUT = 64


def check_concat(ctx: FunctionContext, node: ast.Binary, left: Operand, right: Operand, span: Span) -> Operand:
    """`a ++ b`."""
    if left.is_poison or right.is_poison:
        return poison(span)
    if isinstance(left.type, UntypedList) and isinstance(right.type, UntypedList):
        return Operand(type=UntypedList(items=left.type.items + right.type.items), span=span)
    if isinstance(left.type, t.Slice) and isinstance(right.type, t.Slice):
        joined = _joined_known(left, right)
        if joined is not None and left.type.element == right.type.element:
            return constant(t.Slice(element=left.type.element, const=True), joined, span)
    element = _element(left) or _element(right)
    if element is None or not _both_lists(left, right):
        _report_not_lists(ctx, "++", left, right, span)
        return poison(span)
    a, b = _as_array(ctx, left, element), _as_array(ctx, right, element)
    if a is None or b is None:
        return poison(span)
    assert isinstance(a.type, t.Array)
    assert isinstance(b.type, t.Array)
    type_ = t.Array(length=a.type.length + b.type.length, element=element)
    return computed(ir.Builtin(type=type_, span=span, name="concat", args=(a, b)), _joined(a, b))


def _joined_known(left: Operand, right: Operand) -> Value | None:
    a, b = left.known, right.known
    if isinstance(a, bytes) and isinstance(b, bytes):
        return a + b
    return a + b if isinstance(a, tuple) and isinstance(b, tuple) else None


def _joined(a: ir.Expr, b: ir.Expr) -> Value | None:
    if isinstance(a, ir.Const) and isinstance(b, ir.Const):
        first, second = a.value, b.value
        if isinstance(first, tuple) and isinstance(second, tuple):
            return first + second
    return None


def _element(operand: Operand) -> t.Type | None:
    return operand.type.element if isinstance(operand.type, t.Array | t.Slice) else None


def _both_lists(left: Operand, right: Operand) -> bool:
    return all(isinstance(o.type, t.Array | t.Slice | UntypedList) for o in (left, right))


def _as_array(ctx: FunctionContext, operand: Operand, element: t.Type) -> ir.Expr | None:
    """A list as an array value; a slice must be known."""
    match operand.type:
        case UntypedList(items=items):
            return coerce(ctx, operand, t.Array(length=len(items), element=element))
        case t.Array():
            return coerce(ctx, operand, t.Array(length=operand.type.length, element=element))
        case t.Slice():
            known = operand.known
            if isinstance(known, bytes | tuple):
                type_ = t.Array(length=len(known), element=element)
                return ir.Const(type=type_, span=operand.span, value=tuple(known))
            report_runtime(ctx, operand)
        case _:
            pass
    return None


def report_runtime(ctx: FunctionContext, operand: Operand) -> None:
    """Say that a slice of unknown length cannot be joined or repeated."""
    ctx.report(
        "runtime-concat",
        "the length of this slice is not known while building",
        operand.span,
        label=f"this is {type_name(operand.type)}",
        helps=("copy into an array of known length with `@memcpy`",),
    )


def _report_not_lists(ctx: FunctionContext, symbol: str, left: Operand, right: Operand, span: Span) -> None:
    ctx.report(
        "invalid-operands",
        f"`{symbol}` is not defined for {type_name(left.type)} and {type_name(right.type)}",
        span,
        Label(span=left.span, text=f"this is {type_name(left.type)}"),
        Label(span=right.span, text=f"this is {type_name(right.type)}"),
        helps=("`++` joins arrays and strings of known length",),
    )


def check_repeat(ctx: FunctionContext, node: ast.Binary, expected: t.Type | None) -> Operand:
    """`a ** n`: the elements are evaluated once; `n` is known."""
    with compile_time(ctx):
        count_operand = check_expr(ctx, node.right, t.USIZE)
        count = known_integer(ctx, count_operand, "the number of repeats")
    operand = _repeated_list(ctx, node.left, expected)
    if count is None or operand.is_poison:
        return poison(node.span)
    if not t.USIZE.holds(count):
        ctx.report("bad-array-length", f"a list cannot be repeated {count} times", node.right.span)
        return poison(node.span)
    match operand.type:
        case UntypedList(items=items):
            return _repeat_items(ctx, node, items, count, expected)
        case t.Array():
            type_ = t.Array(length=operand.type.length * count, element=operand.type.element)
            return _repeated(type_, read(ctx, operand), operand.known, count, node.span)
        case t.Slice() if isinstance(operand.known, bytes | tuple):
            return constant(operand.type, operand.known * count, node.span)
        case t.Slice():
            report_runtime(ctx, operand)
        case _:
            _report_not_lists(ctx, "**", operand, count_operand, node.span)
    return poison(node.span)


def _repeated_list(ctx: FunctionContext, node: ast.Expr, expected: t.Type | None) -> Operand:
    """The list to repeat. Its elements have the type of the expected array's; its own length is no other's business."""
    element = expected.element if isinstance(expected, t.Array | t.Slice) else None
    if isinstance(node, ast.ArrayLit) and node.type is None and element is not None and node.items:
        wanted = t.Array(length=len(node.items), element=element)
        made = coerce(ctx, check_expr(ctx, node, wanted), wanted)
        return poison(node.span) if made is None else computed(made, made.value if isinstance(made, ir.Const) else None)
    return check_expr(ctx, node, None)


def _repeat_items(
    ctx: FunctionContext, node: ast.Binary, items: tuple[Operand, ...], count: int, expected: t.Type | None
) -> Operand:
    if len(items) * count <= _MAX_WRITTEN_OUT:
        return Operand(type=UntypedList(items=items * count), span=node.span)
    element = expected.element if isinstance(expected, t.Array | t.Slice) else common_type(ctx, items)
    if element is None:
        ctx.report("untyped-literal", "the type of this list is not known here", node.span, helps=("write a type",))
        return poison(node.span)
    parts = [coerce(ctx, item, element) for item in items]
    known = tuple(part for part in parts if part is not None)
    if len(known) < len(parts):
        return poison(node.span)
    made = aggregate(t.Array(length=len(known), element=element), (), known, node.span)
    type_ = t.Array(length=len(known) * count, element=element)
    return _repeated(type_, made, made.value if isinstance(made, ir.Const) else None, count, node.span)


def _repeated(type_: t.Array, array: ir.Expr, known: object, count: int, span: Span) -> Operand:
    """An array repeated: written out if short, one element spread, or repeated as a whole."""
    if isinstance(known, tuple) and type_.length <= _MAX_WRITTEN_OUT:
        return constant(type_, known * count, span)
    assert isinstance(array.type, t.Array)
    if array.type.length == 1 and isinstance(known, tuple):
        element = ir.Const(type=type_.element, span=array.span, value=known[0])
        return computed(ir.Builtin(type=type_, span=span, name="splat", args=(element,)))
    if isinstance(array, ir.Aggregate) and len(array.parts) == 1:
        return computed(ir.Builtin(type=type_, span=span, name="splat", args=array.parts))
    return computed(ir.Builtin(type=type_, span=span, name="repeat", args=(array,)))
