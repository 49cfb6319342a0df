"""`e.name` and `a::b`: members of values, types and modules."""

from __future__ import annotations

from t27c.diagnostics.model import Label
from t27c.ir import types as t
from t27c.sema.builtin_use import BuiltinUse
from t27c.sema.builtins_float import math_constant
from t27c.sema.check_expr import operand_of
from t27c.sema.context import FunctionContext, ModuleContext
from t27c.sema.dispatch import check_expr, checks_expr
from t27c.sema.fields import value_member
from t27c.sema.operand import Operand, poison
from t27c.sema.prelude import STD, STD_MODULES, TESTING
from t27c.sema.scope import PreludeName, did_you_mean, lookup, module_by_path, report_unknown
from t27c.sema.semtypes import BuiltinRef, ModuleRef, PathRef, TypeValue, type_name
from t27c.sema.symbols import FnSymbol
from t27c.sema.type_members import type_member
from t27c.sema.types import primitive
from t27c.source import Span
from t27c.syntax import ast


@checks_expr(ast.Member)
def check_member(ctx: FunctionContext, node: ast.Member, expected: t.Type | None) -> Operand:
    """`e.name`, `a::b`."""
    operand = find_member(ctx, node)
    if operand is None:
        base = check_expr(ctx, node.base)
        report_no_member(ctx, base, node.name)
        return poison(node.span)
    if isinstance(operand.type, BuiltinRef) and STD.get(operand.type.name) == "constant":
        use = BuiltinUse(name=operand.type.name, row="constant", span=node.span, args=())
        return math_constant(ctx, use, expected)
    return operand


def find_member(ctx: FunctionContext, node: ast.Member) -> Operand | None:
    """The member; None if its base is a value that has no such member (a call may know more)."""
    names: list[ast.Name] = []
    root: ast.Expr = node
    while isinstance(root, ast.Member):
        names.append(root.name)
        root = root.base
    names.reverse()
    operand, rest = _root(ctx, root, names)
    for index, name in enumerate(rest):
        found = member_of(ctx, operand, name, operand.span.to(name.span))
        if found is None and index + 1 < len(rest):
            report_no_member(ctx, operand, name)
            return poison(node.span)
        if found is None:
            return None
        operand = found
    return operand


def _root(ctx: FunctionContext, root: ast.Expr, names: list[ast.Name]) -> tuple[Operand, list[ast.Name]]:
    """What the chain begins with: a value, a type, or as many of its names as make the path of a spec."""
    if not isinstance(root, ast.NameRef):
        return check_expr(ctx, root), names
    found = lookup(ctx, root.name, root.span)
    if isinstance(found, FnSymbol | PreludeName):
        alias = next((use.module for use in ctx.module.imports if use.alias == root.name), None)
        found = alias or found
    if found is not None:
        return operand_of(ctx, found, root.span), names
    if root.name == "std" or root.name == "Self" or primitive(root.name) is not None:
        return check_expr(ctx, root), names
    if root.name == ctx.module.ast.name.text:
        return Operand(type=ModuleRef(module=ctx.module), span=root.span), names
    texts = [root.name, *(name.text for name in names)]
    for count in range(len(texts) - 1, 0, -1):
        module = module_by_path(ctx.module, tuple(texts[:count]), root.span)
        if module is not None:
            return Operand(type=ModuleRef(module=module), span=root.span), names[count - 1 :]
    report_unknown(ctx, root.name, root.span)
    return poison(root.span), names


def member_of(ctx: FunctionContext, base: Operand, name: ast.Name, span: Span) -> Operand | None:
    """The member `name` of anything; None if a value has no such member."""
    match base.type:
        case _ if base.is_poison:
            return poison(span)
        case ModuleRef(module=module):
            return _module_member(ctx, module, name, span)
        case PathRef(segments=segments):
            return _std_member(ctx, (*segments, name.text), span)
        case TypeValue(type=type_):
            return type_member(ctx, type_, name, span)
        case _:
            return value_member(ctx, base, name.text, span)


def _module_member(ctx: FunctionContext, module: ModuleContext, name: ast.Name, span: Span) -> Operand:
    symbol = module.symbols.get(name.text)
    if symbol is None:
        ctx.report(
            "unknown-name",
            f"`{module.id.replace('/', '::')}` declares no `{name.text}`",
            name.span,
            helps=did_you_mean(name.text, module.symbols),
        )
        return poison(span)
    return operand_of(ctx, symbol, span)


def _std_member(ctx: FunctionContext, segments: tuple[str, ...], span: Span) -> Operand:
    path = ".".join(segments)
    if path in STD_MODULES:
        return Operand(type=PathRef(segments=segments), span=span)
    if path in STD or path in TESTING:
        return Operand(type=BuiltinRef(name=path), span=span)
    ctx.report(
        "unsupported-std",
        f"`{path}` does not exist here",
        span,
        helps=did_you_mean(path, [*STD, *TESTING]),
    )
    return poison(span)


def report_no_member(ctx: FunctionContext, base: Operand, name: ast.Name, *, is_call: bool = False) -> None:
    """Say that a value has no such field or method."""
    if base.is_poison:
        return
    type_ = base.type.target if isinstance(base.type, t.Pointer) else base.type
    symbol = ctx.module.analysis.types.get(type_.name) if isinstance(type_, t.Struct | t.Union | t.Enum) else None
    if symbol is not None and symbol.is_poisoned:
        return
    names = [*symbol.fields, *symbol.methods] if symbol is not None else []
    related = (Label(span=symbol.node.name.span, text="declared here"),) if symbol is not None else ()
    word, code = ("method", "unknown-method") if is_call else ("field", "unknown-field")
    helps = did_you_mean(name.text, names)
    if isinstance(type_, t.Optional):
        helps = ("take the value out first: `.?` or `orelse`",)
    elif isinstance(type_, t.ErrorUnion):
        helps = ("take the value out first: `try` or `catch`",)
    ctx.report(code, f"{type_name(base.type)} has no {word} `{name.text}`", name.span, *related, helps=helps)
