"""Types as written become types of the IR."""

from __future__ import annotations

import re
from collections.abc import Callable

from t27c.diagnostics.model import Label
from t27c.ir import types as t
from t27c.sema.comptime import known_length
from t27c.sema.context import FunctionContext, LocalSymbol, ModuleContext
from t27c.sema.dispatch import constant_operand
from t27c.sema.imports import type_symbol
from t27c.sema.operand import Operand
from t27c.sema.scope import (
    Found,
    PreludeName,
    did_you_mean,
    is_damaged,
    lookup,
    lookup_in_module,
    module_by_path,
    report_unknown,
)
from t27c.sema.semtypes import TypeValue
from t27c.sema.symbols import ConstSymbol, DamagedSymbol, TypeSymbol
from t27c.source import Span
from t27c.syntax import ast

MAX_BITS = 128
_INT = re.compile(r"([ui])([1-9][0-9]*)")
_NAMED: dict[str, t.Type] = {
    "bool": t.BOOL,
    "void": t.VOID,
    "usize": t.USIZE,
    "isize": t.ISIZE,
    "f16": t.F16,
    "f32": t.F32,
    "f64": t.F64,
    "anyerror": t.ErrorSet(errors=None),
}
_FOREIGN = {
    "int": "i32",
    "Int": "i32",
    "uint": "u32",
    "float": "f32",
    "Float": "f32",
    "double": "f64",
    "F32": "f32",
    "F64": "f64",
    "Usize": "usize",
    "boolean": "bool",
    "Bool": "bool",
    "byte": "u8",
    "Const": "",
    "f80": "f64",
    "f128": "f64",
    "comptime_int": "",
    "comptime_float": "",
    "noreturn": "void",
    "u0": "void",
    "i0": "void",
}


def primitive(name: str) -> t.Type | None:
    """The primitive type of that name."""
    known = _NAMED.get(name)
    if known is not None:
        return known
    found = _INT.fullmatch(name)
    if found is None or len(found.group(2)) > 3 or int(found.group(2)) > MAX_BITS:
        return None
    return t.Int(bits=int(found.group(2)), signed=found.group(1) == "i")


def resolve_type(ctx: FunctionContext, node: ast.Type, *, hint: str = "") -> t.Type | None:
    """The type of the IR that `node` means; None if that was reported. `hint` names an anonymous struct."""
    match node:
        case ast.PathType():
            return _path(ctx, node)
        case ast.StringType():
            own = lookup(ctx, node.spelling, node.span)
            return t.STRING if own is None else type_of_found(ctx, own, node.spelling, node.span)
        case ast.AnyType():
            ctx.report(
                "unsupported-type",
                "`anytype` stands here",
                node.span,
                label="only parameters may have it",
                helps=("write the type",),
            )
            return None
        case ast.FnType():
            return _function(ctx, node)
        case ast.TupleType():
            return _tuple(ctx, node, hint)
        case ast.StructType():
            return _anonymous(ctx, node, hint)
        case _:
            return _wrapping(ctx, node, hint)


def _wrapping(
    ctx: FunctionContext,
    node: ast.OptionalType | ast.ErrorUnionType | ast.PointerType | ast.SliceType | ast.ArrayType,
    hint: str,
) -> t.Type | None:
    match node:
        case ast.OptionalType():
            return _around(ctx, node.inner, hint, lambda inner: t.Optional(child=inner))
        case ast.PointerType():
            return _around(ctx, node.target, hint, lambda inner: t.Pointer(target=inner, const=node.is_const))
        case ast.SliceType():
            const = node.is_const is not False
            return _around(ctx, node.element, hint, lambda inner: t.Slice(element=inner, const=const))
        case ast.ErrorUnionType():
            return _error_union(ctx, node, hint)
        case ast.ArrayType():
            return _array(ctx, node, hint)


def _around(ctx: FunctionContext, node: ast.Type, hint: str, wrap: Callable[[t.Type], t.Type]) -> t.Type | None:
    inner = resolve_type(ctx, node, hint=hint)
    return None if inner is None else wrap(inner)


def _array(ctx: FunctionContext, node: ast.ArrayType, hint: str) -> t.Type | None:
    element = resolve_type(ctx, node.element, hint=hint)
    if node.length is None:
        ctx.report(
            "untyped-literal",
            "`[_]` counts the elements of a literal and there is none",
            node.span,
            helps=("write the length",),
        )
        return None
    length = known_length(ctx, node.length)
    return None if element is None or length is None else t.Array(length=length, element=element)


def _error_union(ctx: FunctionContext, node: ast.ErrorUnionType, hint: str) -> t.Type | None:
    child = resolve_type(ctx, node.value, hint=hint)
    errors: t.Type | None = t.ErrorSet(errors=None)
    if node.error is not None:
        errors = resolve_type(ctx, node.error)
    if child is None or errors is None:
        return None
    if not isinstance(errors, t.ErrorSet):
        ctx.report(
            "type-mismatch",
            f"`{t.type_text(errors)}` stands before `!` and is no error set",
            node.span,
            helps=("declare one: `const E = error{A, B};`",),
        )
        return None
    return t.ErrorUnion(errors=errors, child=child)


def _function(ctx: FunctionContext, node: ast.FnType) -> t.Type | None:
    params = [resolve_type(ctx, param) for param in node.params]
    result = t.VOID if node.result is None else resolve_type(ctx, node.result)
    known = tuple(param for param in params if param is not None)
    return None if result is None or len(known) < len(params) else t.Fn(params=known, result=result)


def _tuple(ctx: FunctionContext, node: ast.TupleType, hint: str) -> t.Type | None:
    types = [resolve_type(ctx, item.type, hint=hint) for item in node.items]
    known = tuple(type_ for type_ in types if type_ is not None)
    if len(known) < len(types):
        return None
    names = tuple(item.name.text for item in node.items if item.name is not None)
    for index, item in enumerate(node.items):
        if item.name is not None and item.name.text in names[:index]:
            ctx.report("duplicate-field", f"two elements are called `{item.name.text}`", item.name.span)
            return None
    return t.Tuple(elements=known, names=names if len(names) == len(known) else ())


def _anonymous(ctx: FunctionContext, node: ast.StructType, hint: str) -> t.Type:
    """A struct without a name gets one from where it stands, the same at every visit of the node."""
    module = ctx.module
    known = module.anonymous.get(node.span.start)
    if known is None:
        base = "".join(part.capitalize() for part in re.split(r"[_.]", hint or "anonymous")) + "Result"
        name, number = base, 1
        while name in module.symbols or t.QName(module.id, name) in module.analysis.types:
            number += 1
            name = f"{base}{number}"
        decl = ast.StructDecl(
            span=node.span, name=ast.Name(span=node.span, text=name), fields=node.fields, consts=(), methods=()
        )
        known = module.anonymous[node.span.start] = type_symbol(module, name, decl)
        module.extra_types.append(known)
    return known.type


def _path(ctx: FunctionContext, node: ast.PathType) -> t.Type | None:
    names = [segment.text for segment in node.segments]
    if len(names) == 1:
        return _single(ctx, names[0], node.span)
    module = _module_of(ctx, tuple(names[:-1]), node.span)
    last = node.segments[-1]
    if module is None:
        ctx.report(
            "unknown-type",
            f"unknown type `{'::'.join(names)}`",
            node.span,
            *(Label(span=a.node.span, text="this `use` found no file") for a in ctx.module.absent_imports),
            label=f"no imported spec is called `{'::'.join(names[:-1])}`",
        )
        return None
    symbol = module.symbols.get(last.text)
    if symbol is None:
        ctx.report(
            "unknown-type",
            f"`{module.id}` declares no type `{last.text}`",
            last.span,
            helps=did_you_mean(last.text, module.symbols),
        )
        return None
    return type_of_found(ctx, symbol, last.text, last.span)


def _module_of(ctx: FunctionContext, segments: tuple[str, ...], span: Span) -> ModuleContext | None:
    if len(segments) == 1:
        for use in ctx.module.imports:
            if use.alias == segments[0]:
                return use.module
        found = lookup_in_module(ctx.module, segments[0], span)
        if isinstance(found, ModuleContext):
            return found
        if ctx.module.ast.name.text == segments[0]:
            return ctx.module
    return module_by_path(ctx.module, segments, span)


def _single(ctx: FunctionContext, name: str, span: Span) -> t.Type | None:
    if name == "Self" and ctx.owner is not None:
        return ctx.owner.type
    known = primitive(name)
    if known is not None:
        return known
    found = lookup(ctx, name, span)
    if found is not None:
        return type_of_found(ctx, found, name, span)
    if name in _FOREIGN:
        real = _FOREIGN[name]
        ctx.report(
            "unsupported-type",
            f"there is no type `{name}`",
            span,
            helps=(f"write `{real}`",) if real else ("write the real type, such as `u32` or `f32`",),
        )
    elif _INT.fullmatch(name):
        ctx.report(
            "unsupported-type",
            f"`{name}` is wider than {MAX_BITS} bits",
            span,
            helps=(f"the widest integers of a running program are `u{MAX_BITS}` and `i{MAX_BITS}`",),
        )
    else:
        report_unknown(ctx, name, span, code="unknown-type")
    return None


def type_of_found(ctx: FunctionContext, found: Found, name: str, span: Span) -> t.Type | None:
    """The type that a resolved name means; anything else is reported."""
    match found:
        case TypeSymbol():
            return found.type
        case DamagedSymbol():
            is_damaged(ctx, found, span)
            return None
        case ConstSymbol():
            return type_of_operand(ctx, constant_operand(found, span), name, span)
        case LocalSymbol():
            return type_of_operand(ctx, found.operand, name, span)
        case PreludeName():
            report_unknown(ctx, name, span, code="unknown-type")
            return None
        case _:
            what = "a module" if isinstance(found, ModuleContext) else "no type"
            ctx.report("unknown-type", f"`{name}` is {what}", span, helps=("a type is needed here",))
            return None


def type_of_operand(ctx: FunctionContext, operand: Operand, name: str, span: Span) -> t.Type | None:
    """The type that an operand stands for; a value is reported."""
    if operand.is_poison:
        return None
    if isinstance(operand.type, TypeValue):
        return operand.type.type
    related = (Label(span=operand.declared, text="declared here"),) if operand.declared else ()
    ctx.report("unknown-type", f"`{name}` is a value, not a type", span, *related, helps=("a type is needed here",))
    return None
