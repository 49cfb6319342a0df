"""Blocks: plain, labelled, and as values that end in an expression or leave by `break :label value`."""

from __future__ import annotations

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import UndefinedValue
from t27c.ir.walk import map_body, map_stmt, rewrite
from t27c.sema.arms import Arms, block_operand, jump_operand, void_operand
from t27c.sema.blocks import check_list, check_scoped
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce, read
from t27c.sema.defer import run_deferred
from t27c.sema.dispatch import check_expr, checks_expr, checks_stmt
from t27c.sema.flow import BlockValues, Scope, Target
from t27c.sema.flow_if import assign_all
from t27c.sema.operand import Operand, computed, place, poison
from t27c.sema.peer import default_type
from t27c.sema.reach import completes
from t27c.sema.semtypes import IR_TYPES, NoReturn
from t27c.source import Span
from t27c.syntax import ast


@checks_stmt(ast.Block)
def check_block(ctx: FunctionContext, node: ast.Block) -> None:
    """A block as a statement."""
    if node.label is None:
        check_scoped(ctx, node.stmts)
        return
    target, body = _labelled(ctx, node, node.label, None)
    ctx.bodies[-1].extend(wrap_labelled(node.span, target, body))


def wrap_labelled(span: Span, target: Target, body: list[ir.Stmt]) -> list[ir.Stmt]:
    """The statements of a block, labelled if something leaves it."""
    return [ir.Labelled(span=span, label=target.leave, body=tuple(body))] if target.left else body


def _labelled(
    ctx: FunctionContext, node: ast.Block, label: ast.Name, values: BlockValues | None
) -> tuple[Target, list[ir.Stmt]]:
    check_label(ctx, label)
    target = Target(label.text, ctx.unique_label(label.text), place=label.span, values=values)
    with ctx.collect() as body, ctx.flow.inside(target):
        check_scoped(ctx, node.stmts)
    return target, body


def check_label(ctx: FunctionContext, label: ast.Name | None) -> None:
    """A label must differ from those around it."""
    earlier = ctx.flow.labelled(label.text) if label is not None else None
    if label is not None and earlier is not None:
        ctx.report(
            "duplicate-label",
            f"an enclosing block or loop is already labelled `{label.text}`",
            label.span,
            *((Label(span=earlier.place, text="the enclosing one"),) if earlier.place is not None else ()),
            helps=("choose another label",),
        )


@checks_expr(ast.Block)
def check_block_value(ctx: FunctionContext, node: ast.Block, expected: t.Type | None) -> Operand:
    """A block as a value."""
    if node.label is not None:
        return _labelled_value(ctx, node, node.label, expected)
    frame = Scope()
    with ctx.collect() as body, ctx.scope(), ctx.flow.inside(frame):
        last = node.stmts[-1] if node.stmts else None
        if not isinstance(last, ast.ExprStmt | ast.TryStmt) or last.has_semicolon:
            check_list(ctx, node.stmts)
            if frame.deferred and completes(body):
                run_deferred(ctx, (frame,))
            return void_operand(node.span, body) if completes(body) else jump_operand(node.span, body)
        check_list(ctx, node.stmts[:-1])
        operand = check_expr(ctx, last.value, expected)
        return _finish(ctx, node.span, frame, body, operand, expected)


def _finish(
    ctx: FunctionContext, span: Span, frame: Scope, body: list[ir.Stmt], operand: Operand, expected: t.Type | None
) -> Operand:
    """The operand of a block whose statements are in `body` and whose value is `operand`."""
    if not body and not frame.deferred:
        return operand
    if isinstance(operand.type, NoReturn):
        return jump_operand(span, [*body, *operand.jump])
    type_ = operand.type if isinstance(operand.type, IR_TYPES) else expected or default_type(ctx, operand)
    value = None if type_ is None or operand.is_poison else coerce(ctx, operand, type_)
    if value is None:
        return poison(span)
    if value.type == t.VOID:
        body.append(ir.Evaluate(span=operand.span, value=value))
        run_deferred(ctx, (frame,))
        return void_operand(span, body)
    if frame.deferred:
        value = read(ctx, place(ctx.let_temporary(value), mutable=False))
        run_deferred(ctx, (frame,))
    return block_operand(span, body, value)


def _labelled_value(ctx: FunctionContext, node: ast.Block, label: ast.Name, expected: t.Type | None) -> Operand:
    values = BlockValues(expected)
    target, body = _labelled(ctx, node, label, values)
    if not values.found:
        ends = target.left or completes(body)
        return (void_operand if ends else jump_operand)(node.span, wrap_labelled(node.span, target, body))
    if completes(body):
        ctx.report(
            "type-mismatch",
            f"this block can end without `break :{label.text} value`",
            Span(node.span.source, node.span.end - 1, node.span.end),
            Label(span=values.found[0][0].span, text="here it has a value"),
            helps=(f"end it with `break :{label.text} value;`",),
        )
    return _settle(ctx, node.span, target, values, body)


def _settle(ctx: FunctionContext, span: Span, target: Target, values: BlockValues, body: list[ir.Stmt]) -> Operand:
    """Give the block its type and put the stores of its values where they belong."""
    arms = Arms(is_value=True, expected=values.expected)
    arms.values = [(stores, operand) for _, operand, stores in values.found]
    type_ = arms.value_type(ctx, span)
    settled = None if type_ is None else arms.settle(ctx, type_)
    if type_ is None or settled is None:
        return poison(span)
    local = assign_all(ctx, arms, settled, type_, span)
    stores = {id(standing): made for standing, _, made in values.found}
    undefined = ir.Const(type=type_, span=span, value=UndefinedValue())
    filled = _fill(tuple(body), stores)
    statements: list[ir.Stmt] = [ir.Let(span=span, local=local, value=undefined)]
    statements.append(ir.Labelled(span=span, label=target.leave, body=filled))
    value = ir.Var(type=type_, span=span, name=local.name)
    return computed(ir.Block(type=type_, span=span, body=tuple(statements), value=value))


def _fill(body: tuple[ir.Stmt, ...], stores: dict[int, list[ir.Stmt]]) -> tuple[ir.Stmt, ...]:
    def inner(part: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        return _fill(part, stores)

    def change(stmt: ir.Stmt) -> tuple[ir.Stmt, ...]:
        if id(stmt) in stores:
            return tuple(stores[id(stmt)])
        return (map_stmt(stmt, lambda expr: rewrite(expr, lambda leaf: leaf, inner), inner),)

    return map_body(body, change)
