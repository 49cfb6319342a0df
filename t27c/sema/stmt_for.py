"""`for` in all its forms: one hidden index runs from 0 (or over a lone range), captures are read from it (SEM 12.5)."""

from __future__ import annotations

from dataclasses import dataclass

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.sema.blocks import check_list
from t27c.sema.conditions import bind_capture, bind_value, is_steady
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce, read
from t27c.sema.dispatch import check_expr, checks_stmt
from t27c.sema.loop_operands import keeps_still
from t27c.sema.operand import Operand, place, poison
from t27c.sema.peer import default_type
from t27c.sema.scope import declare_local
from t27c.sema.semtypes import IR_TYPES, NoReturn, type_name
from t27c.sema.stmt_loops import Loop, close_loop, loop_body, open_loop
from t27c.source import Span
from t27c.syntax import ast


@dataclass(frozen=True, slots=True, kw_only=True)
class _Items:
    """Elements of an array or slice: `base` is evaluated, `length` is usize."""

    base: Operand
    length: ir.Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class _Count:
    """Numbers from `low` on; `length` is None for `a..`."""

    low: ir.Expr
    length: ir.Expr | None


_Source = _Items | _Count | None


@checks_stmt(ast.For)
def check_for(ctx: FunctionContext, node: ast.For) -> None:
    """`for (xs, 0..) |x, i| {..} else {..}`."""
    loop = open_loop(ctx, node.label, node.span, node.else_body)
    if len(node.operands) == 1 and isinstance(node.operands[0], ast.Range):
        _over_range(ctx, node, loop, node.operands[0])
    else:
        _over_items(ctx, node, loop)


def _over_range(ctx: FunctionContext, node: ast.For, loop: Loop, operand: ast.Range) -> None:
    """A lone range: its numbers are the index itself."""
    if operand.end is None:
        ctx.report(
            "wrong-count",
            "this range has no end",
            operand.span,
            label="nothing tells how many rounds there are",
            helps=("write an end, or put an array or slice beside it",),
        )
    low, high = _range_ends(ctx, operand)
    capture = node.captures[0] if node.captures else None
    local = _index_local(ctx, capture)
    with loop_body(ctx, loop) as body:
        _declare_index(ctx, capture, local)
        check_list(ctx, node.body.stmts)
    if low is None or high is None:
        close_loop(ctx, loop, [])
        return
    checked = not _is_zero(low) and not operand.is_inclusive
    if isinstance(low, ir.Const) and isinstance(high, ir.Const):
        assert isinstance(low.value, int)
        assert isinstance(high.value, int)
        checked = low.value > high.value
    made = ir.ForRange(
        span=node.span, label=loop.label, local=local, low=low, high=high, body=tuple(body), checked=checked
    )
    close_loop(ctx, loop, [made])


def _range_ends(ctx: FunctionContext, operand: ast.Range) -> tuple[ir.Expr | None, ir.Expr | None]:
    """Both ends as usize; the last number of `a..=b` belongs to it."""
    low = _usize(ctx, operand.start)
    high = _usize(ctx, operand.end) if operand.end is not None else None
    if not operand.is_inclusive or low is None or high is None:
        return low, high
    one = ir.Const(type=t.USIZE, span=high.span, value=1)
    if isinstance(high, ir.Const) and isinstance(high.value, int) and t.USIZE.holds(high.value + 1):
        after: ir.Expr = ir.Const(type=t.USIZE, span=high.span, value=high.value + 1)
        if isinstance(low, ir.Const):
            return low, after
    if not _is_zero(low):
        low, high = _check_order(ctx, operand, low, high)
    after = ir.Operation(type=t.USIZE, span=high.span, op=ir.Op.ADD, operands=(high, one))
    return low, after


def _is_zero(low: ir.Expr) -> bool:
    return isinstance(low, ir.Const) and low.value == 0


def _check_order(ctx: FunctionContext, operand: ast.Range, low: ir.Expr, high: ir.Expr) -> tuple[ir.Expr, ir.Expr]:
    """Both ends, evaluated once and in order."""
    low, high = _once(ctx, low), _once(ctx, high)
    reversed_ = ir.Operation(type=t.BOOL, span=operand.span, op=ir.Op.LT, operands=(high, low))
    trap = ir.Trap(span=operand.span, kind=ir.TrapKind.REVERSED_RANGE)
    ctx.emit(ir.If(span=operand.span, branches=((reversed_, (trap,)),), otherwise=()))
    return low, high


def _once(ctx: FunctionContext, expr: ir.Expr) -> ir.Expr:
    return expr if isinstance(expr, ir.Const) else ctx.let_temporary(expr)


def _usize(ctx: FunctionContext, node: ast.Expr) -> ir.Expr | None:
    operand = check_expr(ctx, node, t.USIZE)
    if isinstance(operand.type, t.Int) and operand.type.signed and operand.known is None:
        if not ctx.options.lenient:
            ctx.report(
                "type-mismatch",
                f"the end of a range is a `usize`, not {type_name(operand.type)}",
                operand.span,
                label="this may be negative",
                helps=("write `@intCast(..)`, which traps on negative values",),
            )
            return None
        kind = ir.ConvertKind.INT_CHECKED
        return ir.Convert(type=t.USIZE, span=operand.span, kind=kind, operand=operand.value)
    return coerce(ctx, operand, t.USIZE)


def _index_local(ctx: FunctionContext, capture: ast.Capture | None) -> ir.Local:
    if capture is None or capture.name.text == "_":
        return ctx.new_temporary(t.USIZE)
    return ctx.new_local(capture.name.text, t.USIZE, mutable=False)


def _declare_index(ctx: FunctionContext, capture: ast.Capture | None, local: ir.Local) -> None:
    if capture is None or capture.name.text == "_":
        return
    if capture.by_reference:
        ctx.report(
            "type-mismatch",
            "a range has no elements that could be referred to",
            capture.span,
            helps=(f"write `|{capture.name.text}|`",),
        )
    span = capture.name.span
    var = ir.Var(type=t.USIZE, span=span, name=local.name)
    declare_local(ctx, capture.name.text, span, place(var, mutable=False, declared=span))


def _over_items(ctx: FunctionContext, node: ast.For, loop: Loop) -> None:
    """Arrays and slices in step, with numbers beside them."""
    captures: list[ast.Capture | None] = [*node.captures]
    start = len(ctx.bodies[-1])
    sources = [_source(ctx, node, operand, c) for operand, c in zip(node.operands, captures, strict=True)]
    lengths = [source.length for source in sources if source is not None and source.length is not None]
    if not lengths and None not in sources:
        ctx.report("wrong-count", "no operand tells how many rounds there are", node.operands[0].span)
    length = _common_length(ctx, node, lengths)
    counter = _counter(sources, captures)
    local = _index_local(ctx, counter)
    with loop_body(ctx, loop) as body:
        _declare_index(ctx, counter, local)
        for source, capture in zip(sources, captures, strict=True):
            if capture is not counter or counter is None:
                _bind(ctx, source, capture, ir.Var(type=t.USIZE, span=node.span, name=local.name))
        check_list(ctx, node.body.stmts)
    if length is None or None in sources:
        del ctx.bodies[-1][start:]
        close_loop(ctx, loop, [])
        return
    zero = ir.Const(type=t.USIZE, span=node.span, value=0)
    made = ir.ForRange(
        span=node.span, label=loop.label, local=local, low=zero, high=length, body=tuple(body), checked=False
    )
    close_loop(ctx, loop, [made])


def _counter(sources: list[_Source], captures: list[ast.Capture | None]) -> ast.Capture | None:
    """The capture that counts from 0, so that the hidden index can carry its name."""
    for source, capture in zip(sources, captures, strict=True):
        is_zero = isinstance(source, _Count) and _is_zero(source.low)
        if is_zero and capture is not None and capture.name.text != "_" and not capture.by_reference:
            return capture
    return None


def _source(ctx: FunctionContext, node: ast.For, operand: ast.Expr | ast.Range, capture: ast.Capture | None) -> _Source:
    if isinstance(operand, ast.Range):
        return _count(ctx, operand)
    checked = check_expr(ctx, _without_iter(ctx, operand))
    if isinstance(checked.type, t.Pointer) and isinstance(checked.type.target, t.Array):
        target = ir.Deref(type=checked.type.target, span=checked.span, pointer=_once(ctx, checked.value))
        checked = place(target, mutable=not checked.type.const)
    by_reference = capture is not None and capture.by_reference
    return _items(ctx, node, operand, checked, by_reference=by_reference)


def _without_iter(ctx: FunctionContext, node: ast.Expr) -> ast.Expr:
    """`for x in xs.iter()` is `for x in xs`."""
    match node:
        case ast.Call(callee=ast.Member(name=ast.Name(text="iter"), base=base), args=()):
            return base
        case _:
            return node


def _count(ctx: FunctionContext, operand: ast.Range) -> _Count | None:
    low, high = _range_ends(ctx, operand)
    if low is None or (high is None and operand.end is not None):
        return None
    if high is None:
        return _Count(low=_once(ctx, low), length=None)
    if not _is_zero(low):
        low, high = _check_order(ctx, operand, low, high)
        high = ir.Operation(type=t.USIZE, span=operand.span, op=ir.Op.SUB, operands=(high, low))
    return _Count(low=low, length=_once(ctx, high))


def _items(
    ctx: FunctionContext, node: ast.For, written: ast.Expr, operand: Operand, *, by_reference: bool
) -> _Items | None:
    if not isinstance(operand.type, IR_TYPES):
        operand = _typed(ctx, operand)
    span = operand.span
    match operand.type:
        case t.Array(length=length):
            if by_reference and not operand.is_mutable and operand.is_place and not _may_refer(ctx, operand):
                return None
            if not by_reference and not keeps_still(operand, written, node.body, ctx.flow.assigned):
                operand = place(ctx.let_temporary(read(ctx, operand)), mutable=False)
            return _Items(base=operand, length=ir.Const(type=t.USIZE, span=span, value=length))
        case t.Slice(const=const):
            if by_reference and const and not _may_refer(ctx, operand):
                return None
            view = operand.value if is_steady(ctx, operand) else ctx.let_temporary(operand.value)
            base = place(view, mutable=not const)
            return _Items(base=base, length=ir.Builtin(type=t.USIZE, span=span, name="len", args=(view,)))
        case _ if operand.is_poison:
            return None
        case _:
            ctx.report(
                "type-mismatch",
                f"`for` goes over arrays, slices and ranges, not {type_name(operand.type)}",
                span,
                helps=(f"write `for (0..{span.text}) |i|`",) if isinstance(operand.type, t.Int) else (),
            )
            return None


def _typed(ctx: FunctionContext, operand: Operand) -> Operand:
    """A list without a type as a value of its default type."""
    if isinstance(operand.type, NoReturn):
        ctx.bodies[-1].extend(operand.jump)
        return poison(operand.span)
    type_ = default_type(ctx, operand)
    value = None if type_ is None else coerce(ctx, operand, type_)
    return poison(operand.span) if value is None else place(ctx.let_temporary(value), mutable=False)


def _may_refer(ctx: FunctionContext, operand: Operand) -> bool:
    """Report elements that `|*x|` could write although they are constant; some options let that pass."""
    related = (Label(span=operand.declared, text="declared here"),) if operand.declared is not None else ()
    ctx.report(
        "mutable-view-of-const",
        "`|*x|` needs elements that can be written",
        operand.span,
        *related,
        label="these are constant",
        helps=("declare the owner with `var`, or write `|x|`",),
    )
    return ctx.options.lenient


def _common_length(ctx: FunctionContext, node: ast.For, lengths: list[ir.Expr]) -> ir.Expr | None:
    """The number of rounds; other lengths must be the same."""
    if not lengths:
        return None
    first = lengths[0] if len(lengths) == 1 else _once(ctx, lengths[0])
    for other in lengths[1:]:
        if isinstance(first, ir.Const) and isinstance(other, ir.Const) and first.value == other.value:
            continue
        differ = ir.Operation(type=t.BOOL, span=node.span, op=ir.Op.NE, operands=(first, other))
        trap = ir.Trap(span=_heads(node), kind=ir.TrapKind.LENGTH_MISMATCH)
        ctx.emit(ir.If(span=_heads(node), branches=((differ, (trap,)),), otherwise=()))
    return first


def _heads(node: ast.For) -> Span:
    return node.operands[0].span.to(node.operands[-1].span)


def _bind(ctx: FunctionContext, source: _Source, capture: ast.Capture | None, index: ir.Var) -> None:
    if capture is None or capture.name.text == "_":
        return
    span = capture.name.span
    match source:
        case None:
            declare_local(ctx, capture.name.text, span, poison(span))
        case _Count(low=low):
            number = ir.Operation(type=t.USIZE, span=span, op=ir.Op.ADD, operands=(low, index))
            bind_value(ctx, capture.name, number)
        case _Items(base=base):
            assert isinstance(base.type, t.Array | t.Slice)
            element = base.type.element
            at = ir.Index(type=element, span=span, base=base.value, index=index, checked=False)
            bind_capture(ctx, capture, place(at, mutable=base.is_mutable or not base.is_place))
