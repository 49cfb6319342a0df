"""Calls: of declared functions, methods, function values and builtins."""

from __future__ import annotations

from dataclasses import replace

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.sema.builtin_table import call_builtin
from t27c.sema.builtin_use import BuiltinUse
from t27c.sema.check_access import find_member, report_no_member
from t27c.sema.check_expr import operand_of
from t27c.sema.check_unary import address_of, dereference
from t27c.sema.context import FunctionContext
from t27c.sema.convert import Why, coerce, read
from t27c.sema.dispatch import check_expr, checks_expr
from t27c.sema.functions import signature_of
from t27c.sema.generics import instance_for
from t27c.sema.operand import Operand, computed, poison
from t27c.sema.scope import did_you_mean, function_names, lookup
from t27c.sema.semtypes import BoundMethod, BuiltinRef, ComptimeInt, FnRef, TypeValue, type_name
from t27c.sema.symbols import FnSymbol, ParamInfo
from t27c.sema.types import primitive
from t27c.sema.wide_methods import wide_method
from t27c.source import Span
from t27c.syntax import ast

_OUTSIDE = frozenset({"print", "println", "printf", "eprintln", "puts", "open", "read_file", "malloc", "free", "asm"})


@checks_expr(ast.Call)
def check_call(ctx: FunctionContext, node: ast.Call, expected: t.Type | None) -> Operand:
    """`f(a)`, `x.m(a)`."""
    callee = _callee(ctx, node, expected)
    match callee.type:
        case _ if callee.is_poison:
            _check_args(ctx, node.args)
            return poison(node.span)
        case FnRef(function=function):
            return call_function(ctx, node, function, None)
        case BoundMethod(function=function, receiver=receiver):
            return call_function(ctx, node, function, receiver)
        case BuiltinRef(name=name, receiver=receiver):
            use = BuiltinUse(name=name, row=name, span=node.span, args=node.args, receiver=receiver)
            return call_builtin(ctx, use, expected)
        case t.Fn():
            return _call_value(ctx, node, callee, callee.type)
        case t.Pointer(target=t.Fn() as target):
            return _call_value(ctx, node, dereference(callee, callee.span), target)
        case _ if callee.span == node.span:
            return callee  # a method that the callee already carried out
        case _:
            _report_not_callable(ctx, node, callee)
            _check_args(ctx, node.args)
            return poison(node.span)


def _check_args(ctx: FunctionContext, args: tuple[ast.Expr, ...]) -> None:
    for arg in args:
        check_expr(ctx, arg)


def _callee(ctx: FunctionContext, node: ast.Call, expected: t.Type | None) -> Operand:
    callee = node.callee
    if isinstance(callee, ast.NameRef):
        found = lookup(ctx, callee.name, callee.span)
        if found is None and primitive(callee.name) is None:
            _report_unknown_function(ctx, callee)
            return poison(callee.span)
        return check_expr(ctx, callee) if found is None else operand_of(ctx, found, callee.span)
    if not isinstance(callee, ast.Member):
        return check_expr(ctx, callee)
    found_member = find_member(ctx, callee)
    if found_member is not None:
        return found_member.at(node.span) if _is_length_call(node, callee, found_member) else found_member
    base = check_expr(ctx, callee.base)
    wide = wide_method(ctx, node, callee, base, expected)
    if wide is not None:
        return wide.at(node.span)
    report_no_member(ctx, base, callee.name, is_call=True)
    return poison(callee.span)


def _is_length_call(node: ast.Call, callee: ast.Member, found: Operand) -> bool:
    """`xs.len()` is `xs.len`, unless `len` is a field of a struct."""
    is_length = isinstance(found.type, t.Int | ComptimeInt) and not isinstance(found.expr, ir.Field)
    return callee.name.text == "len" and not node.args and is_length


def _report_unknown_function(ctx: FunctionContext, callee: ast.NameRef) -> None:
    if callee.name in _OUTSIDE:
        ctx.report(
            "unsupported-form",
            f"`{callee.name}` reaches outside of the spec",
            callee.span,
            helps=("a spec computes values; return what should be shown",),
        )
        return
    check_expr(ctx, callee)


def _report_not_callable(ctx: FunctionContext, node: ast.Call, callee: Operand) -> None:
    if isinstance(callee.type, TypeValue):
        name = t.type_text(callee.type.type)
        args = ", ".join(f"({a.span.text})" if isinstance(a, ast.Binary) else a.span.text for a in node.args)
        ctx.report(
            "unsupported-form",
            f"`{name}(..)` is no cast here",
            node.span,
            label="a type is no function",
            helps=(f"write `{args} as {name}`",),
        )
        return
    related = (Label(span=callee.declared, text="declared here"),) if callee.declared else ()
    helps: tuple[str, ...] = ()
    if isinstance(node.callee, ast.NameRef):
        others = [name for name in function_names(ctx) if name != node.callee.name]
        helps = did_you_mean(node.callee.name, others)
    ctx.report(
        "not-callable",
        f"{type_name(callee.type)} is no function",
        node.callee.span,
        *related,
        label="called here",
        helps=helps,
    )


def call_function(ctx: FunctionContext, node: ast.Call, function: FnSymbol, receiver: Operand | None) -> Operand:
    """A call of a declared function; `receiver` is x of `x.m()`."""
    signature = signature_of(function)
    params = signature.params
    if receiver is not None and not params:
        ctx.report(
            "wrong-argument-count",
            f"`{function.name}` takes no receiver",
            node.span,
            Label(span=function.node.name.span, text="declared without `self`"),
            helps=(f"write `{function.name}(..)`",),
        )
        return poison(node.span)
    own = params if receiver is None else params[1:]
    if len(node.args) != len(own):
        _check_args(ctx, node.args)
        _report_count(ctx, node, function.name, len(own), function.node.head)
        return poison(node.span)
    operands = [] if receiver is None else [_as_receiver(receiver, params[0])]
    operands += [check_expr(ctx, arg, param.type) for arg, param in zip(node.args, own, strict=True)]
    if signature.is_generic:
        instance = instance_for(ctx, function, operands, node.span)
        if instance is None:
            return poison(node.span)
        function, signature = instance, signature_of(instance)
        params = signature.params
    if signature.is_damaged or signature.result is None:
        return poison(node.span)
    args = _arguments(ctx, function, params, operands)
    if args is None:
        return poison(node.span)
    return computed(ir.Call(type=signature.result, span=node.span, callee=function.qname, args=args))


def _arguments(
    ctx: FunctionContext, function: FnSymbol, params: tuple[ParamInfo, ...], operands: list[Operand]
) -> tuple[ir.Expr, ...] | None:
    args: list[ir.Expr] = []
    is_broken = False
    for param, operand in zip(params, operands, strict=True):
        bound = function.bound.get(param.name)
        if bound is not None and bound.expr is None:
            continue  # known while building, so it is part of the instance
        if param.type is None:
            is_broken = True
            continue
        why = Why(span=param.span, text=f"parameter `{param.name}` of `{function.name}`")
        value = coerce(ctx, operand, param.type, why)
        if value is None:
            is_broken = True
        else:
            args.append(value)
    return None if is_broken else tuple(args)


def _as_receiver(receiver: Operand, param: ParamInfo) -> Operand:
    """`self: *S` takes the address of x; `self: S` reads through a pointer."""
    match param.type, receiver.type:
        case t.Pointer(target=target), _ if target == receiver.type:
            return address_of(receiver, receiver.span)
        case _, t.Pointer(target=target) if param.type == target:
            return dereference(receiver, receiver.span)
        case _:
            return receiver


def _report_count(ctx: FunctionContext, node: ast.Call, name: str, wanted: int, declared: Span | None) -> None:
    given = len(node.args)
    related = (Label(span=declared, text="declared here"),) if declared is not None else ()
    ctx.report(
        "wrong-argument-count",
        f"`{name}` takes {wanted} argument{'s' * (wanted != 1)}, not {given}",
        node.span,
        *related,
        helps=("there are no default values",) if given < wanted else (),
    )


def _call_value(ctx: FunctionContext, node: ast.Call, callee: Operand, type_: t.Fn) -> Operand:
    if len(node.args) != len(type_.params):
        _check_args(ctx, node.args)
        _report_count(ctx, node, t.type_text(type_), len(type_.params), callee.declared)
        return poison(node.span)
    pairs = list(zip(node.args, type_.params, strict=True))
    values = [coerce(ctx, check_expr(ctx, arg, param), param) for arg, param in pairs]
    args = tuple(value for value in values if value is not None)
    if len(args) < len(values):
        return poison(node.span)
    return computed(ir.Call(type=type_.result, span=node.span, callee=read(ctx, callee), args=args))


@checks_expr(ast.BuiltinCall)
def check_builtin(ctx: FunctionContext, node: ast.BuiltinCall, expected: t.Type | None) -> Operand:
    """`@name(..)`."""
    use = BuiltinUse(name=f"@{node.name.text}", row=node.name.text, span=node.span, args=node.args, receiver=None)
    return call_builtin(ctx, replace(use, name_span=node.name.span), expected)
