"""Assignments: plain, compound, to slices, and to names that a test never declared (SEM 8, 12.9)."""

from __future__ import annotations

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.walk import walk_expr
from t27c.sema.check_ops import apply_operator
from t27c.sema.context import FunctionContext
from t27c.sema.convert import Why, coerce
from t27c.sema.dispatch import check_expr, checks_stmt
from t27c.sema.operand import Operand, place
from t27c.sema.scope import PreludeName, lookup
from t27c.sema.semtypes import NoReturn, TypeValue
from t27c.sema.stmt_decl import Declared, declare_value
from t27c.syntax import ast


@checks_stmt(ast.Assign)
def check_assign(ctx: FunctionContext, node: ast.Assign) -> None:
    """`target = e`, `target op= e`."""
    if _is_new_local(ctx, node):
        assert isinstance(node.target, ast.NameRef)
        _implicit_local(ctx, node, node.target)
        return
    if isinstance(node.target, ast.Slice) and node.op is None:
        _assign_slice(ctx, node, node.target)
        return
    target = check_expr(ctx, node.target)
    if not check_target(ctx, node.target, target):
        _just_check(ctx, node)
    elif node.op is None:
        _store(ctx, node, target)
    else:
        _compound(ctx, node, target, node.op)


def _is_new_local(ctx: FunctionContext, node: ast.Assign) -> bool:
    """A test may assign to a fresh name (SEM 8.4); names of prelude functions are fresh too."""
    if not ctx.is_test or node.op is not None or not isinstance(node.target, ast.NameRef):
        return False
    found = lookup(ctx, node.target.name, node.target.span)
    return found is None or isinstance(found, PreludeName)


def _implicit_local(ctx: FunctionContext, node: ast.Assign, target: ast.NameRef) -> None:
    ctx.report(
        "implicit-local",
        f"`{target.name}` was never declared; this makes it a local of the test",
        target.span,
        helps=(f"write `given {target.name} = ..` or `var {target.name} = ..;`",),
    )
    operand = check_expr(ctx, node.value)
    if isinstance(operand.type, NoReturn):
        ctx.bodies[-1].extend(operand.jump)
        return
    name = ast.Name(span=target.span, text=target.name)
    declare_value(ctx, Declared(name=name, is_mutable=True, type=None), operand, None)


def _just_check(ctx: FunctionContext, node: ast.Assign) -> None:
    """The value still deserves its own messages."""
    check_expr(ctx, node.value)


def check_target(ctx: FunctionContext, node: ast.Expr, target: Operand) -> bool:
    """Whether something can be stored into a checked target; False if that was reported."""
    if target.is_poison:
        return False
    is_length = isinstance(node, ast.Member) and node.name.text == "len" and target.type == t.USIZE
    if not target.is_place and (is_length or (target.declared is not None and _is_name(node))):
        _report_const(ctx, node, target)
        return False
    if not target.is_place:
        ctx.report(
            "not-assignable",
            "nothing can be stored here",
            node.span,
            label="this is a value, not a place",
            helps=("assign to a variable, a field, an element or what a pointer refers to",),
        )
        return False
    if not target.is_mutable:
        _report_const(ctx, node, target)
        return False
    return True


def _is_name(node: ast.Expr) -> bool:
    while isinstance(node, ast.Member | ast.Index):
        node = node.base
    return isinstance(node, ast.NameRef)


def _report_const(ctx: FunctionContext, node: ast.Expr, target: Operand) -> None:
    what = "a type" if isinstance(target.type, TypeValue) else "constant"
    related = (Label(span=target.declared, text="declared here"),) if target.declared is not None else ()
    ctx.report(
        "assign-to-const",
        f"`{node.span.text}` is {what} and cannot be assigned" if "\n" not in node.span.text else f"this is {what}",
        node.span,
        *related,
        label="an assignment to it",
        helps=(_const_help(target),),
    )


def _const_help(target: Operand) -> str:
    place = target.expr
    while isinstance(place, ir.Field | ir.Index | ir.Payload):
        if isinstance(place, ir.Index) and isinstance(place.base.type, t.Slice):
            return f"take `[]{t.type_text(place.base.type.element)}`: a `[]const` view is for reading"
        place = place.base
    if isinstance(place, ir.Deref):
        return f"take `*{t.type_text(place.type)}`: a `*const` pointer is for reading"
    if isinstance(place, ir.Var) and isinstance(place.name, str):
        return "captures and constants keep their value: copy it into a `var`"
    return "declare it with `var`"


def _why(target: Operand) -> Why | None:
    return Why(span=target.declared, text="the target is declared here") if target.declared is not None else None


def _store(ctx: FunctionContext, node: ast.Assign, target: Operand) -> None:
    operand = check_expr(ctx, node.value, target.ir_type)
    if isinstance(operand.type, NoReturn):
        ctx.bodies[-1].extend(operand.jump)
        return
    value = coerce(ctx, operand, target.ir_type, _why(target))
    if value is not None:
        ctx.emit(ir.Assign(span=node.span, place=target.value, value=value))


def _compound(ctx: FunctionContext, node: ast.Assign, target: Operand, op: ast.BinaryOp) -> None:
    """Locate the target once, evaluate the right side, read, operate, store."""
    settled = place(settle_place(ctx, target.value), mutable=True, declared=target.declared)
    with ctx.collect() as before:
        right = check_expr(ctx, node.value, target.ir_type)
        if right.expr is not None and _has_effects(right.expr):
            settled = place(_pinned(ctx, settled.value), mutable=True, declared=target.declared)
            right = place(ctx.let_temporary(right.expr), mutable=False)
    ctx.bodies[-1].extend(before)
    result = apply_operator(ctx, op, settled.at(node.target.span), right, node.span)
    if isinstance(result.type, NoReturn):
        ctx.bodies[-1].extend(result.jump)
        return
    value = coerce(ctx, result, target.ir_type, _why(target))
    if value is not None:
        ctx.emit(ir.Assign(span=node.span, place=settled.value, value=value))


def _has_effects(expr: ir.Expr) -> bool:
    return any(isinstance(part, ir.Call | ir.Block) for part in walk_expr(expr))


def _pinned(ctx: FunctionContext, located: ir.Expr) -> ir.Expr:
    """A place whose indices are checked before the right side runs: itself, or what a pointer to it refers to."""
    base = located
    while isinstance(base, ir.Field):
        base = base.base
    if isinstance(base, ir.Var):
        return located
    pointer = t.Pointer(target=located.type, const=False)
    address = ctx.let_temporary(ir.AddressOf(type=pointer, span=located.span, place=located))
    return ir.Deref(type=located.type, span=located.span, pointer=address)


def settle_place(ctx: FunctionContext, expr: ir.Expr) -> ir.Expr:
    """The same place with every part that may only be evaluated once in a temporary."""
    steps: list[ir.Field | ir.Index | ir.Payload] = []
    while isinstance(expr, ir.Field | ir.Index | ir.Payload):
        steps.append(expr)
        expr = expr.base
    match expr:
        case ir.Var():
            located: ir.Expr = expr
        case ir.Deref():
            located = ir.Deref(type=expr.type, span=expr.span, pointer=_once(ctx, expr.pointer))
        case _:
            located = _once(ctx, expr)
    for step in reversed(steps):
        located = _step(ctx, step, located)
    return located


def _step(ctx: FunctionContext, step: ir.Field | ir.Index | ir.Payload, base: ir.Expr) -> ir.Expr:
    match step:
        case ir.Field():
            return ir.Field(type=step.type, span=step.span, base=base, name=step.name)
        case ir.Payload():
            return ir.Payload(type=step.type, span=step.span, base=base, kind=step.kind)
        case ir.Index():
            index = _once(ctx, step.index)
            return ir.Index(type=step.type, span=step.span, base=base, index=index, checked=step.checked)


def _once(ctx: FunctionContext, expr: ir.Expr) -> ir.Expr:
    """An expression that may stand twice: free of calls and statements, or moved into a temporary."""
    return ctx.let_temporary(expr) if _has_effects(expr) else expr


def _assign_slice(ctx: FunctionContext, node: ast.Assign, target: ast.Slice) -> None:
    """`xs[a..b] = ys`: a copy of elements, as if read first (SEM 10.5)."""
    left = check_expr(ctx, target)
    if left.is_poison or not isinstance(left.type, t.Slice):
        _just_check(ctx, node)
        return
    if left.type.const:
        _report_const(ctx, target, left)
        _just_check(ctx, node)
        return
    source = t.Slice(element=left.type.element, const=True)
    right = check_expr(ctx, node.value, source)
    value = coerce(ctx, right, source)
    if value is not None:
        call = ir.Builtin(type=t.VOID, span=node.span, name="mem_copy", args=(left.value, value))
        ctx.emit(ir.Evaluate(span=node.span, value=call))
