"""Bodies of functions and the plain statements: expressions, discards, assertions, nested functions."""

from __future__ import annotations

from dataclasses import replace

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import UndefinedValue
from t27c.sema.assertions import assertion_of, emit_assertion, emit_condition, message_text
from t27c.sema.blocks import check_scoped
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce
from t27c.sema.dispatch import check_expr, checks_bodies, checks_stmt, resolve_symbol
from t27c.sema.escape import check_escapes
from t27c.sema.flow import Scope
from t27c.sema.functions import fn_ref
from t27c.sema.operand import Operand, constant
from t27c.sema.peer import default_type
from t27c.sema.placeholders import placeholder_reason, report_placeholder
from t27c.sema.reach import check_missing_return, completes
from t27c.sema.results import with_returns
from t27c.sema.semtypes import IR_TYPES, FnRef, NoReturn, UntypedList
from t27c.sema.skip import muted
from t27c.sema.symbols import FnSymbol
from t27c.source import Span
from t27c.syntax import ast


@checks_bodies
def check_function_body(ctx: FunctionContext, node: ast.Function) -> None:
    """Emit the body of a function; its last expression may be its result."""
    reason = placeholder_reason(node, ctx.result)
    if reason or node.body is None:
        report_placeholder(ctx, node, reason)
        return
    if not node.body.stmts and ctx.result == t.VOID:
        ctx.report(
            "does-nothing",
            f"`{node.name.text}` does nothing",
            node.name.span,
            label="its body is empty",
            helps=("write what it should do, or remove it",),
        )
    returns = ctx.result is not None and ctx.result != t.VOID
    stmts = with_returns(node.body.stmts) if returns else node.body.stmts
    with ctx.flow.inside(Scope()):
        check_scoped(ctx, stmts)
    if ctx.result is None:
        return
    brace = Span(node.body.span.source, max(node.body.span.end - 1, node.body.span.start), node.body.span.end)
    _end(ctx, node, brace)
    _look_for_escapes(ctx, node)


def _end(ctx: FunctionContext, node: ast.Function, brace: Span) -> None:
    """`!void` functions end without an error when they fall off their end."""
    result, body = ctx.result, ctx.bodies[-1]
    assert result is not None
    if isinstance(result, t.ErrorUnion) and result.child == t.VOID:
        value = coerce(ctx, constant(t.VOID, UndefinedValue(), brace), result)
        if completes(body):
            ctx.emit(ir.Return(span=brace, value=value))
        return
    check_missing_return(ctx.module.sink, body, result, node.result.span if node.result else node.name.span, brace)


def _look_for_escapes(ctx: FunctionContext, node: ast.Function) -> None:
    if ctx.function is None or ctx.result is None:
        return
    params = []
    for param in node.params:
        local = ctx.find_local(param.name.text)
        place = local.operand.expr if local is not None else None
        if isinstance(place, ir.Var) and isinstance(place.name, str):
            params.append(ir.Param(name=place.name, type=place.type, source_name=param.name.text))
    name, body = ctx.function.qname, tuple(ctx.bodies[-1])
    function = ir.Function(span=node.name.span, name=name, params=tuple(params), result=ctx.result, body=body)
    check_escapes(ctx.module.sink, function)


@checks_stmt(ast.ExprStmt)
def check_expression(ctx: FunctionContext, node: ast.ExprStmt) -> None:
    """A call whose result nobody needs, or an assertion."""
    run_expression(ctx, node.value)


def run_expression(ctx: FunctionContext, node: ast.Expr, *, may_drop: bool = False) -> None:
    """Evaluate an expression for its effects; a value may only be dropped where the spec allows it."""
    if isinstance(node, ast.Unary) and node.op is ast.UnaryOp.TRY:
        found = assertion_of(ctx, node.operand)
    else:
        found = assertion_of(ctx, node)
    if found is not None:
        emit_assertion(ctx, found)
        return
    operand = check_expr(ctx, node)
    if isinstance(operand.type, NoReturn):
        ctx.bodies[-1].extend(operand.jump)
    elif operand.is_poison:
        return
    elif operand.type == t.VOID or may_drop or _report_dropped(ctx, node, operand):
        emit_effects(ctx, operand)


def emit_effects(ctx: FunctionContext, operand: Operand) -> None:
    """Evaluate a checked operand and drop its value."""
    if isinstance(operand.type, UntypedList):
        type_ = default_type(ctx, operand, report=False)
        value = None if type_ is None else coerce(ctx, operand, type_)
    elif isinstance(operand.type, IR_TYPES):
        value = operand.value
    else:
        value = None
    if value is not None and not isinstance(value, ir.Const):
        ctx.emit(ir.Evaluate(span=operand.span, value=value))


def _report_dropped(ctx: FunctionContext, node: ast.Expr, operand: Operand) -> bool:
    """Report a value that nobody takes; True if the options let it pass with a warning."""
    assertion = ("write `assert ..` to check it",) if ctx.is_test and operand.type == t.BOOL else ()
    while isinstance(node, ast.Unary) and node.op is ast.UnaryOp.TRY:
        node = node.operand
    if isinstance(node, ast.Call | ast.BuiltinCall):
        ctx.report(
            "unused-result",
            "the result of this call is dropped",
            operand.span,
            label=f"this is {_type_text(operand)}",
            helps=(*assertion, "write `_ = ..;` to drop it on purpose"),
        )
        return ctx.options.lenient
    ctx.report(
        "unused-value",
        "this value is computed and not used",
        operand.span,
        label="does nothing",
        helps=assertion or ("assign it, return it, or remove it",),
    )
    return False


def _type_text(operand: Operand) -> str:
    return f"`{t.type_text(operand.type)}`" if isinstance(operand.type, IR_TYPES) else "a value"


@checks_stmt(ast.TryStmt)
def check_try_statement(ctx: FunctionContext, node: ast.TryStmt) -> None:
    """`try f();` passes an error on; `try a < b;` asserts (SYN 8.1)."""
    run_try(ctx, node, may_drop=False)


def run_try(ctx: FunctionContext, node: ast.TryStmt, *, may_drop: bool) -> None:
    """Run a statement that begins with `try`, or assert what stands behind it."""
    if assertion_of(ctx, node.lead.operand) is not None and node.value is node.lead:
        run_expression(ctx, node.lead.operand)
        return
    with muted(ctx):
        lead = check_expr(ctx, node.lead.operand)
    if isinstance(lead.type, t.ErrorUnion) or lead.is_poison:
        run_expression(ctx, node.value, may_drop=may_drop)
    else:
        emit_condition(ctx, _without_lead(node.value, node.lead), None)


def _without_lead(value: ast.Expr, lead: ast.Unary) -> ast.Expr:
    """The expression with the `try` at its very beginning taken away."""
    spine: list[ast.Expr] = []
    node = value
    while node is not lead:
        spine.append(node)
        match node:
            case ast.Binary():
                node = node.left
            case ast.Cast() | ast.Catch():
                node = node.value
            case ast.Member() | ast.Index() | ast.Slice():
                node = node.base
            case ast.Call():
                node = node.callee
            case ast.Unary():
                node = node.operand
            case _:
                return value
    result = lead.operand
    for outer in reversed(spine):
        match outer:
            case ast.Binary():
                result = replace(outer, left=result, span=result.span.to(outer.span))
            case ast.Cast() | ast.Catch():
                result = replace(outer, value=result, span=result.span.to(outer.span))
            case ast.Member() | ast.Index() | ast.Slice():
                result = replace(outer, base=result, span=result.span.to(outer.span))
            case ast.Call():
                result = replace(outer, callee=result, span=result.span.to(outer.span))
            case ast.Unary():
                result = replace(outer, operand=result, span=result.span.to(outer.span))
            case _:
                pass
    return result


@checks_stmt(ast.Discard)
def check_discard(ctx: FunctionContext, node: ast.Discard) -> None:
    """`_ = e;` evaluates e with its effects and traps."""
    operand = check_expr(ctx, node.value)
    if isinstance(operand.type, NoReturn):
        ctx.bodies[-1].extend(operand.jump)
    else:
        emit_effects(ctx, operand)


@checks_stmt(ast.Assert)
def check_assert(ctx: FunctionContext, node: ast.Assert) -> None:
    """`assert c`."""
    emit_condition(ctx, node.condition, message_text(node.message))


@checks_stmt(ast.Function)
def check_nested_function(ctx: FunctionContext, node: ast.Function) -> None:
    """A function inside a function sees module names, not its host's locals."""
    earlier = ctx.scopes[-1].get(node.name.text)
    if earlier is not None:
        ctx.report(
            "duplicate-declaration",
            f"`{node.name.text}` is declared twice",
            node.name.span,
            Label(span=earlier.span, text="first declared here"),
            helps=("rename one of them",),
        )
        return
    symbol = FnSymbol(module=ctx.module, name=_nested_name(ctx, node), node=node, owner=ctx.owner)
    for name, local in [(name, local) for scope in ctx.scopes for name, local in scope.items()]:
        if isinstance(local.operand.type, FnRef):
            symbol.local_functions[name] = local.operand.type.function
        else:
            symbol.host_locals[name] = local.span
    symbol.local_functions[node.name.text] = symbol
    ctx.module.instances[symbol.qname] = symbol
    ctx.module.analysis.functions[symbol.qname] = symbol
    ctx.declare(node.name.text, node.name.span, fn_ref(ctx, symbol, node.name.span))
    resolve_symbol(symbol, node.name.span)


def _nested_name(ctx: FunctionContext, node: ast.Function) -> str:
    host = ctx.function.name if ctx.function is not None else "test"
    name, number = f"{host}_{node.name.text}", 1
    while name in ctx.module.symbols or t.QName(ctx.module.id, name) in ctx.module.instances:
        number += 1
        name = f"{host}_{node.name.text}_{number}"
    return name
