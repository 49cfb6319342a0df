"""`xs[i]` and `xs[a..b]` (SEM 9.8, 10.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.nodes import ConvertKind, Op
from t27c.sema.check_unary import dereference
from t27c.sema.comptime import known_integer
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce
from t27c.sema.convert_literals import named_constant
from t27c.sema.dispatch import check_expr, checks_expr
from t27c.sema.fields import tuple_element
from t27c.sema.fold import typed_operation
from t27c.sema.operand import Operand, computed, constant, place, poison
from t27c.sema.peer import default_type
from t27c.sema.semtypes import ComptimeFloat, ComptimeInt, UntypedList, type_name
from t27c.source import Span
from t27c.syntax import ast


@checks_expr(ast.Index)
def check_index(ctx: FunctionContext, node: ast.Index, expected: t.Type | None) -> Operand:
    """An element of an array, slice or tuple; a place if its owner is one."""
    base = _behind_pointer(check_expr(ctx, node.base))
    if isinstance(base.type, t.Tuple):
        return _tuple_index(ctx, node, base, base.type)
    index = check_expr(ctx, node.index, t.USIZE)
    if isinstance(base.type, UntypedList):
        return _list_index(ctx, node, base, base.type, index)
    if base.is_poison or index.is_poison:
        return poison(node.span)
    if not isinstance(base.type, t.Array | t.Slice):
        _report_no_elements(ctx, base, node.span)
        return poison(node.span)
    value = as_index(ctx, index)
    if value is None:
        return poison(node.span)
    length = _known_length(base)
    known_index = value.value if isinstance(value, ir.Const) else index.known
    if isinstance(known_index, int) and length is not None and known_index >= length:
        _report_beyond(ctx, index.span, base, known_index, length)
        return poison(node.span)
    checked = not (isinstance(known_index, int) and isinstance(base.type, t.Array))
    expr = ir.Index(type=base.type.element, span=node.span, base=base.value, index=value, checked=checked)
    return _element(base, expr, known_index)


def _element(base: Operand, expr: ir.Index, index: object) -> Operand:
    known = None
    if isinstance(base.known, bytes | tuple) and isinstance(index, int) and index < len(base.known):
        known = base.known[index]
    if isinstance(base.type, t.Slice):
        return place(expr, mutable=not base.type.const, known=known, declared=base.declared)
    if base.is_place:
        return place(expr, mutable=base.is_mutable, known=known, declared=base.declared)
    return computed(expr, known)


def _behind_pointer(operand: Operand) -> Operand:
    if isinstance(operand.type, t.Pointer):
        return dereference(operand, operand.span)
    return operand


def _known_length(base: Operand) -> int | None:
    if isinstance(base.type, t.Array):
        return base.type.length
    return len(base.known) if isinstance(base.known, bytes | tuple) else None


def _report_no_elements(ctx: FunctionContext, base: Operand, span: Span) -> None:
    helps = ("take the value out first: `.?` or `orelse`",) if isinstance(base.type, t.Optional) else ()
    ctx.report(
        "invalid-operands",
        f"{type_name(base.type)} has no elements",
        span,
        Label(span=base.span, text=f"this is {type_name(base.type)}"),
        helps=helps,
    )


def _report_beyond(ctx: FunctionContext, span: Span, base: Operand, index: int, length: int) -> None:
    related = (Label(span=base.declared, text="declared here"),) if base.declared else ()
    ctx.report(
        "constant-index",
        f"index {index} of {length} element{'s' * (length != 1)}",
        span,
        *related,
        label=f"indices are 0 to {length - 1}" if length else "there is no element",
    )


def as_index(ctx: FunctionContext, operand: Operand) -> ir.Expr | None:
    """An index or bound as an unsigned integer; None if reported."""
    match operand.type:
        case _ if operand.is_poison:
            return None
        case ComptimeInt() if isinstance(operand.known, int) and operand.known < 0:
            ctx.report("constant-index", f"index {operand.known} is negative", operand.span)
            return None
        case ComptimeInt() | ComptimeFloat():
            return coerce(ctx, operand, t.USIZE)
        case t.Int(signed=False, bits=bits):
            if isinstance(operand.known, int):
                return _known_index(ctx, operand, operand.known)
            if bits == 64:
                return operand.value
            kind = ConvertKind.INT_WIDEN if bits < 64 else ConvertKind.INT_CHECKED
            return ir.Convert(type=t.USIZE, span=operand.span, kind=kind, operand=operand.value)
        case t.Int():
            return _signed_index(ctx, operand)
        case _:
            return coerce(ctx, operand, t.USIZE)


def _known_index(ctx: FunctionContext, operand: Operand, known: int) -> ir.Expr | None:
    if operand.type == t.USIZE:
        return operand.value
    return coerce(ctx, constant(operand.ir_type, known, operand.span), t.USIZE)


def _signed_index(ctx: FunctionContext, operand: Operand) -> ir.Expr | None:
    if isinstance(operand.known, int) and operand.known >= 0:
        return ir.Const(type=t.USIZE, span=operand.span, value=operand.known)
    if operand.bounds is not None and operand.bounds[0] >= 0:
        return ir.Convert(type=t.USIZE, span=operand.span, kind=ConvertKind.INT_CHECKED, operand=operand.value)
    related = (Label(span=operand.declared, text="declared here"),) if operand.declared else ()
    ctx.report(
        "signed-index",
        f"an index of the signed type {type_name(operand.type)}",
        operand.span,
        *related,
        helps=("write `@intCast(..)`, which traps below 0, or declare it `usize`",),
    )
    if not ctx.options.lenient:
        return None
    return ir.Convert(type=t.USIZE, span=operand.span, kind=ConvertKind.INT_CHECKED, operand=operand.value)


def _tuple_index(ctx: FunctionContext, node: ast.Index, base: Operand, type_: t.Tuple) -> Operand:
    index = known_integer(ctx, check_expr(ctx, node.index, t.USIZE), "the index of a tuple")
    if index is None:
        return poison(node.span)
    if not 0 <= index < len(type_.elements):
        _report_beyond(ctx, node.index.span, base, index, len(type_.elements))
        return poison(node.span)
    return tuple_element(base, index, node.span)


def _list_index(ctx: FunctionContext, node: ast.Index, base: Operand, type_: UntypedList, index: Operand) -> Operand:
    """An element of a list without a type: a known one stays as it is, else the list gets its default type."""
    if index.is_poison:
        return poison(node.span)
    if isinstance(index.known, int):
        if not 0 <= index.known < len(type_.items):
            _report_beyond(ctx, node.index.span, base, index.known, len(type_.items))
            return poison(node.span)
        return type_.items[index.known].at(node.span)
    ctx.module.extension("a run-time index into a literal without a type", node.span)
    owner = replace(base, type=UntypedList(items=type_.items))
    array = default_type(ctx, owner)
    value = None if array is None else named_constant(ctx, owner, array) or coerce(ctx, owner, array)
    position = as_index(ctx, index)
    if value is None or position is None or not isinstance(array, t.Array):
        return poison(node.span)
    return computed(ir.Index(type=array.element, span=node.span, base=value, index=position))


@dataclass(frozen=True, slots=True)
class _Bound:
    expr: ir.Expr | None
    known: int | None


@checks_expr(ast.Slice)
def check_slice(ctx: FunctionContext, node: ast.Slice, expected: t.Type | None) -> Operand:
    """A view of a part."""
    base = _behind_pointer(check_expr(ctx, node.base))
    if isinstance(base.type, UntypedList):
        array = default_type(ctx, base)
        value = None if array is None else coerce(ctx, base, array)
        base = poison(node.span) if value is None else computed(value)
    low = _bound(ctx, node.start, inclusive=False)
    high = _bound(ctx, node.end, inclusive=node.is_inclusive)
    if base.is_poison or low is None or high is None:
        return poison(node.span)
    if not isinstance(base.type, t.Array | t.Slice):
        _report_no_elements(ctx, base, node.span)
        return poison(node.span)
    if not _bounds_fit(ctx, node, base, low, high):
        return poison(node.span)
    const = base.type.const if isinstance(base.type, t.Slice) else base.is_place and not base.is_mutable
    type_ = t.Slice(element=base.type.element, const=const)
    known = _known_part(base, low, high)
    expr = ir.SliceOf(type=type_, span=node.span, base=base.value, low=low.expr, high=high.expr)
    return replace(computed(expr, known), declared=base.declared)


def _bound(ctx: FunctionContext, node: ast.Expr | None, *, inclusive: bool) -> _Bound | None:
    if node is None:
        return _Bound(None, None)
    operand = check_expr(ctx, node, t.USIZE)
    value = as_index(ctx, operand)
    if value is None:
        return None
    known = value.value if isinstance(value, ir.Const) else operand.known
    number = known if isinstance(known, int) else None
    if not inclusive:
        return _Bound(value, number)
    one = ir.Const(type=t.USIZE, span=node.span, value=1)
    behind = ir.Operation(type=t.USIZE, span=node.span, op=Op.ADD, operands=(value, one))
    total = typed_operation(Op.ADD, t.USIZE, (number, 1))
    if isinstance(total, int):
        return _Bound(ir.Const(type=t.USIZE, span=node.span, value=total), total)
    return _Bound(behind, None)


def _bounds_fit(ctx: FunctionContext, node: ast.Slice, base: Operand, low: _Bound, high: _Bound) -> bool:
    length = _known_length(base)
    first = 0 if low.expr is None else low.known
    last = length if high.expr is None else high.known
    if first is not None and last is not None and first > last:
        ctx.report("constant-index", f"this range begins at {first} and ends at {last}", node.span)
        return False
    beyond = next((n for n in (first, last) if n is not None and length is not None and n > length), None)
    if beyond is not None:
        related = (Label(span=base.declared, text="declared here"),) if base.declared else ()
        ctx.report(
            "constant-index",
            f"a range up to {beyond} of {length} element{'s' * (length != 1)}",
            node.span,
            *related,
        )
        return False
    return True


def _known_part(base: Operand, low: _Bound, high: _Bound) -> bytes | None:
    if not isinstance(base.known, bytes):
        return None
    if (low.expr is not None and low.known is None) or (high.expr is not None and high.known is None):
        return None
    return base.known[low.known or 0 : high.known if high.expr is not None else None]
