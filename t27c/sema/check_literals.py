"""Literals with parts: structs, unions, arrays, slices, tuples, `Some(e)` (SEM 9.2, 9.6, 9.10, 11.3)."""

from __future__ import annotations

from collections.abc import Sequence

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce
from t27c.sema.convert_literals import aggregate, as_view, wrong_count
from t27c.sema.dispatch import check_expr, checks_expr
from t27c.sema.operand import Operand, computed, poison
from t27c.sema.peer import default_type, peer_type
from t27c.sema.problem import Problem, report_problem
from t27c.sema.scope import did_you_mean
from t27c.sema.semtypes import IR_TYPES, UntypedList, UntypedStruct
from t27c.sema.struct_literals import check_struct, check_union
from t27c.sema.types import resolve_type
from t27c.source import Span
from t27c.syntax import ast


@checks_expr(ast.SomeLit)
def check_some(ctx: FunctionContext, node: ast.SomeLit, expected: t.Type | None) -> Operand:
    """`Some(e)`: an optional with a value."""
    child = expected.child if isinstance(expected, t.Optional) else None
    operand = check_expr(ctx, node.value, child)
    if child is None and not operand.is_poison:
        child = default_type(ctx, operand)
    if child is None:
        return poison(node.span)
    value = coerce(ctx, operand, t.Optional(child=child))
    return poison(node.span) if value is None else made(value)


def made(value: ir.Expr) -> Operand:
    """A fresh value, known if it is a constant."""
    return computed(value, value.value if isinstance(value, ir.Const) else None)


@checks_expr(ast.TupleLit)
def check_tuple(ctx: FunctionContext, node: ast.TupleLit, expected: t.Type | None) -> Operand:
    """`(a, b)`; elements without a type take it from the place, else their default."""
    wanted: Sequence[t.Type | None] = (None,) * len(node.items)
    if isinstance(expected, t.Tuple) and len(expected.elements) == len(node.items):
        wanted = expected.elements
    parts: list[ir.Expr] = []
    for item, type_ in zip(node.items, wanted, strict=True):
        operand = check_expr(ctx, item, type_)
        target = type_ if type_ is not None else default_type(ctx, operand)
        part = None if target is None else coerce(ctx, operand, target)
        if part is not None:
            parts.append(part)
    if len(parts) < len(node.items):
        return poison(node.span)
    type_ = expected if wanted[0] is not None else t.Tuple(elements=tuple(part.type for part in parts))
    assert type_ is not None
    return made(aggregate(type_, tuple(str(i) for i in range(len(parts))), tuple(parts), node.span))


@checks_expr(ast.ArrayLit)
def check_array(ctx: FunctionContext, node: ast.ArrayLit, expected: t.Type | None) -> Operand:
    """`[a, b]`, `.{a, b}`, `[N]T{a, b}`, `[_]T{a, b}`, `[]T{a}`."""
    if node.type is not None:
        return _typed_list(ctx, node, node.type)
    match expected:
        case t.Array():
            return _expected_array(ctx, node, expected)
        case t.Slice():
            array = t.Array(length=len(node.items), element=expected.element)
            operand = _expected_array(ctx, node, array)
            return operand if operand.is_poison else _viewed(ctx, operand, expected, node.span)
        case t.Tuple():
            return check_tuple(ctx, ast.TupleLit(span=node.span, items=node.items), expected)
        case t.Optional() | t.ErrorUnion():
            return check_array(ctx, node, expected.child)
        case _:
            return _untyped_list(ctx, node)


def _viewed(ctx: FunctionContext, operand: Operand, to: t.Slice, span: Span) -> Operand:
    view = as_view(operand.value, to, span)
    assert not isinstance(view, Problem)
    return computed(view, operand.known)


def _expected_array(ctx: FunctionContext, node: ast.ArrayLit, to: t.Array) -> Operand:
    if len(node.items) != to.length:
        what = f"`{t.type_text(to)}`"
        problem = wrong_count(len(node.items), to.length, what, node.span)
        report_problem(ctx, problem, poison(node.span))
        return poison(node.span)
    parts = [coerce(ctx, check_expr(ctx, item, to.element), to.element) for item in node.items]
    known = tuple(part for part in parts if part is not None)
    if len(known) < len(parts):
        return poison(node.span)
    return made(aggregate(to, (), known, node.span))


def _untyped_list(ctx: FunctionContext, node: ast.ArrayLit) -> Operand:
    """Typed elements make an array of their peer type; otherwise the list waits for a type (SEM 9.7)."""
    items = tuple(check_expr(ctx, item) for item in node.items)
    if any(item.is_poison for item in items):
        return poison(node.span)
    if not any(isinstance(item.type, IR_TYPES) for item in items):
        return Operand(type=UntypedList(items=items), span=node.span)
    element = peer_type(ctx, items, node.span)
    if element is None:
        return poison(node.span)
    parts = [coerce(ctx, item, element) for item in items]
    known = tuple(part for part in parts if part is not None)
    if len(known) < len(parts):
        return poison(node.span)
    return made(aggregate(t.Array(length=len(known), element=element), (), known, node.span))


def _typed_list(ctx: FunctionContext, node: ast.ArrayLit, written: ast.ArrayType | ast.SliceType) -> Operand:
    element = resolve_type(ctx, written.element)
    if element is None:
        return poison(node.span)
    if isinstance(written, ast.SliceType):
        view = t.Slice(element=element, const=written.is_const is not False or not node.items)
        operand = _expected_array(ctx, node, t.Array(length=len(node.items), element=element))
        return operand if operand.is_poison else _viewed(ctx, operand, view, node.span)
    length = len(node.items)
    if written.length is not None and node.items:
        resolved = resolve_type(ctx, written)
        if not isinstance(resolved, t.Array):
            return poison(node.span)
        length = resolved.length
    return _expected_array(ctx, node, t.Array(length=length, element=element))


@checks_expr(ast.StructLit)
def check_struct_literal(ctx: FunctionContext, node: ast.StructLit, expected: t.Type | None) -> Operand:
    """`T{ .a = e }`, `.{ .a = e }`."""
    type_: t.Type | None = expected
    if node.type is not None:
        type_ = resolve_type(ctx, node.type)
        if type_ is None:
            return _poisoned_inits(ctx, node)
    match type_:
        case t.Struct():
            return check_struct(ctx, node, type_)
        case t.Union():
            return check_union(ctx, node, type_)
        case t.Optional() | t.ErrorUnion():
            return check_struct_literal(ctx, node, type_.child)
        case t.Array() | t.Slice() | t.Tuple() if not node.inits and node.type is None:
            return check_array(ctx, ast.ArrayLit(span=node.span, type=None, items=()), type_)
        case t.Tuple() if node.type is None:
            return _named_tuple(ctx, node, type_)
        case None:
            return Operand(type=UntypedStruct(node=node), span=node.span)
        case _:
            ctx.report(
                "type-mismatch",
                f"`{t.type_text(type_)}` is no struct, so it has no fields to fill",
                node.span,
                helps=("write a value of that type",),
            )
            return _poisoned_inits(ctx, node)


def _poisoned_inits(ctx: FunctionContext, node: ast.StructLit) -> Operand:
    for init in node.inits:
        check_expr(ctx, init.value)
    return poison(node.span)


def _named_tuple(ctx: FunctionContext, node: ast.StructLit, type_: t.Tuple) -> Operand:
    """`.{ .lo = a, .hi = b }` for a tuple with named elements."""
    parts: dict[str, ir.Expr] = {}
    for init in node.inits:
        if init.name.text not in type_.names or init.name.text in parts:
            ctx.report(
                "unknown-field",
                f"`{t.type_text(type_)}` has no element `{init.name.text}` to fill",
                init.name.span,
                helps=did_you_mean(init.name.text, type_.names),
            )
            return poison(node.span)
        element = type_.elements[type_.names.index(init.name.text)]
        part = coerce(ctx, check_expr(ctx, init.value, element), element)
        if part is None:
            return poison(node.span)
        parts[init.name.text] = part
    if len(parts) < len(type_.names):
        missing = ", ".join(f"`{name}`" for name in type_.names if name not in parts)
        ctx.report("missing-field", f"this leaves out {missing}", node.span)
        return poison(node.span)
    order = tuple(str(type_.names.index(name)) for name in parts)
    if order == tuple(sorted(order)):
        return made(aggregate(type_, order, tuple(parts.values()), node.span))
    return computed(ir.Aggregate(type=type_, span=node.span, fields=order, parts=tuple(parts.values())))
