"""Parts of nominal types: fields and their defaults, variants and their tags, resolved when somebody needs them."""

from __future__ import annotations

from collections.abc import Iterable

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import Value
from t27c.sema.comptime import evaluate, known_integer
from t27c.sema.context import Analysis, FunctionContext
from t27c.sema.convert import Why, coerce
from t27c.sema.dispatch import check_expr, resolve_symbol, resolves
from t27c.sema.imports import type_symbol
from t27c.sema.symbols import FieldInfo, State, TypeSymbol
from t27c.sema.types import resolve_type
from t27c.source import Span
from t27c.syntax import ast


def symbol_of(analysis: Analysis, type_: t.Struct | t.Enum | t.Union, span: Span) -> TypeSymbol:
    """The symbol of a nominal type with its parts resolved."""
    symbol = analysis.types[type_.name]
    resolve_symbol(symbol, span)
    return symbol


def type_context(symbol: TypeSymbol) -> FunctionContext:
    """A context for what stands inside a type: types of fields, defaults, tags."""
    return FunctionContext(module=symbol.module, owner=symbol, is_comptime=True)


@resolves(TypeSymbol)
def resolve_parts(symbol: TypeSymbol, span: Span) -> None:
    """Resolve the types of fields, or the tags of variants."""
    if symbol.parts_state is State.RUNNING:
        return
    symbol.parts_state = State.RUNNING
    match symbol.node:
        case ast.StructDecl():
            _struct(symbol, symbol.node)
        case ast.UnionDecl():
            _union(symbol, symbol.node)
        case ast.EnumDecl():
            _enum(symbol, symbol.node)
        case ast.ErrorSet():
            _error_set(symbol, symbol.node)
    symbol.parts_state = State.DONE


def _fields(symbol: TypeSymbol, nodes: tuple[ast.Field, ...]) -> None:
    ctx = type_context(symbol)
    for node in nodes:
        name = node.name.text
        earlier = symbol.fields.get(name)
        if earlier is not None:
            message = f"`{symbol.name}` has two fields called `{name}`"
            _report_twice(ctx, "duplicate-field", message, node.name, earlier.span)
            continue
        type_: t.Type | None = t.VOID
        if node.type is not None:
            type_ = resolve_type(ctx, node.type, hint=f"{symbol.name}_{name}")
        symbol.is_poisoned |= type_ is None
        symbol.fields[name] = FieldInfo(name=name, span=node.name.span, type=type_, default=node.default, doc=node.doc)


def _report_twice(
    ctx: FunctionContext,
    code: str,
    message: str,
    name: ast.Name,
    earlier: Span,
    help_: str = "rename one of them",
) -> None:
    ctx.report(code, message, name.span, Label(span=earlier, text="first declared here"), helps=(help_,))


def _struct(symbol: TypeSymbol, node: ast.StructDecl) -> None:
    _fields(symbol, node.fields)
    _check_size(symbol)
    if symbol.is_poisoned:
        return
    assert isinstance(symbol.type, t.Struct)
    symbol.lowered = ir.StructDecl(span=node.name.span, type=symbol.type, fields=_field_decls(symbol), doc=node.doc)


def _field_decls(symbol: TypeSymbol) -> tuple[ir.FieldDecl, ...]:
    return tuple(
        ir.FieldDecl(name=info.name, type=info.type, doc=info.doc)
        for info in symbol.fields.values()
        if info.type is not None
    )


def with_defaults(symbol: TypeSymbol) -> ir.TypeDecl | None:
    """The declaration of a type for output: fields with the values of their defaults."""
    decl = symbol.lowered
    if not isinstance(decl, ir.StructDecl):
        return decl
    fields = tuple(
        ir.FieldDecl(name=f.name, type=f.type, default=field_default(symbol, f.name), doc=f.doc) for f in decl.fields
    )
    return ir.StructDecl(span=decl.span, type=decl.type, fields=fields, doc=decl.doc)


def field_default(symbol: TypeSymbol, name: str) -> Value | None:
    """The value of a field's default; None if it has none or it was reported."""
    info = symbol.fields[name]
    if info.default is None or info.type is None:
        return None
    if name not in symbol.defaults:
        symbol.defaults[name] = None
        ctx = type_context(symbol)
        operand = check_expr(ctx, info.default, info.type)
        value = coerce(ctx, operand, info.type, Why(span=info.span, text="the field is declared here"))
        if value is not None:
            symbol.defaults[name] = evaluate(ctx, value)
    return symbol.defaults[name]


def _contained(type_: t.Type) -> t.Struct | t.Union | None:
    """The struct or union that values of the type hold inside themselves."""
    while True:
        match type_:
            case t.Struct() | t.Union():
                return type_
            case t.Array(element=inner) | t.Optional(child=inner) | t.ErrorUnion(child=inner):
                type_ = inner
            case _:
                return None


def _inner_types(type_: t.Type) -> list[t.Struct | t.Union]:
    elements = type_.elements if isinstance(type_, t.Tuple) else (type_,)
    return [inner for element in elements if (inner := _contained(element)) is not None]


def _check_size(symbol: TypeSymbol) -> None:
    """Report a struct or union that contains itself by value (SEM 9.5)."""
    for info in symbol.fields.values():
        if info.type is None:
            continue
        todo, seen = _inner_types(info.type), set[t.QName]()
        while todo:
            inner = todo.pop()
            if inner.name in seen:
                continue
            seen.add(inner.name)
            if inner == symbol.type:
                symbol.module.report(
                    "infinite-size",
                    f"`{symbol.name}` contains itself",
                    info.span,
                    Label(span=symbol.node.name.span, text="so it would have no end"),
                    label="this field holds it by value",
                    helps=(f"hold a pointer: `*{symbol.name}`",),
                )
                symbol.is_poisoned = True
                break
            other = symbol.module.analysis.types[inner.name]
            if other.parts_state is State.FRESH:
                resolve_symbol(other, info.span)
            todo += [i for f in other.fields.values() if f.type is not None for i in _inner_types(f.type)]


def _enum(symbol: TypeSymbol, node: ast.EnumDecl) -> None:
    ctx = type_context(symbol)
    places: dict[str, Span] = {}
    by_tag: dict[int, str] = {}
    tag = 0
    for variant in node.variants:
        name = variant.name.text
        if name in symbol.variants:
            message = f"`{symbol.name}` has two variants called `{name}`"
            _report_twice(ctx, "duplicate-variant", message, variant.name, places[name])
            continue
        if variant.value is not None:
            known = known_integer(ctx, check_expr(ctx, variant.value), "the tag of a variant")
            tag = tag if known is None else known
        if tag in by_tag:
            message = f"`{name}` and `{by_tag[tag]}` have the same tag {tag}"
            _report_twice(ctx, "duplicate-tag", message, variant.name, places[by_tag[tag]], "give one another tag")
        by_tag.setdefault(tag, name)
        symbol.variants[name] = tag
        places[name] = variant.name.span
        tag += 1
    symbol.tag_type = _tag_type(ctx, symbol, node, places)
    if symbol.tag_type is None:
        symbol.is_poisoned = True
        return
    assert isinstance(symbol.type, t.Enum)
    symbol.lowered = ir.EnumDecl(
        span=node.name.span,
        type=symbol.type,
        tag=symbol.tag_type,
        variants=tuple(symbol.variants.items()),
        doc=node.doc,
    )


def _tag_type(ctx: FunctionContext, symbol: TypeSymbol, node: ast.EnumDecl, places: dict[str, Span]) -> t.Int | None:
    if node.tag is None:
        return smallest_int(symbol.variants.values())
    tag = resolve_type(ctx, node.tag)
    if tag is None:
        return None
    if not isinstance(tag, t.Int):
        ctx.report(
            "type-mismatch",
            f"the tag of an enum is an integer, not `{t.type_text(tag)}`",
            node.tag.span,
            helps=("write an integer type such as `u8`",),
        )
        return None
    for name, value in symbol.variants.items():
        if not tag.holds(value):
            ctx.report(
                "literal-out-of-range",
                f"the tag {value} of `{name}` does not fit `{t.type_text(tag)}`",
                places[name],
                Label(span=node.tag.span, text="the type of the tags"),
                helps=(f"write `enum({t.type_text(smallest_int(symbol.variants.values()))})`",),
            )
    return tag


def smallest_int(values: Iterable[int]) -> t.Int:
    """The narrowest integer type that holds all values."""
    numbers = list(values)
    low, high = min(numbers, default=0), max(numbers, default=0)
    if low >= 0:
        return t.Int(bits=max(high.bit_length(), 1), signed=False)
    return t.Int(bits=max((-low - 1).bit_length(), max(high, 0).bit_length()) + 1, signed=True)


def _union(symbol: TypeSymbol, node: ast.UnionDecl) -> None:
    _fields(symbol, node.fields)
    _check_size(symbol)
    ctx = type_context(symbol)
    symbol.tag_enum = _named_tag(ctx, symbol, node) if node.tag is not None else _generated_tag(symbol, node)
    if symbol.tag_enum is None or symbol.is_poisoned:
        symbol.is_poisoned = True
        return
    tags = symbol_of(symbol.module.analysis, symbol.tag_enum, node.span)
    symbol.variants = {name: tags.variants.get(name, 0) for name in symbol.fields}
    assert isinstance(symbol.type, t.Union)
    symbol.lowered = ir.UnionDecl(
        span=node.name.span, type=symbol.type, tag=symbol.tag_enum, fields=_field_decls(symbol), doc=node.doc
    )


def _named_tag(ctx: FunctionContext, symbol: TypeSymbol, node: ast.UnionDecl) -> t.Enum | None:
    assert node.tag is not None
    tag = resolve_type(ctx, node.tag)
    if tag is None:
        return None
    if not isinstance(tag, t.Enum):
        ctx.report(
            "type-mismatch",
            f"the tag of a union is an enum, not `{t.type_text(tag)}`",
            node.tag.span,
            helps=("write `union(enum)`, or name an enum with one variant per field",),
        )
        return None
    variants = symbol_of(symbol.module.analysis, tag, node.tag.span).variants
    for info in symbol.fields.values():
        if info.name not in variants:
            ctx.report("unknown-variant", f"`{tag.name.name}` has no variant `{info.name}`", info.span)
    missing = [name for name in variants if name not in symbol.fields]
    if missing:
        ctx.report(
            "missing-field",
            f"`{symbol.name}` has no field for " + ", ".join(f"`{name}`" for name in missing),
            node.name.span,
            Label(span=node.tag.span, text="its tag has these variants"),
        )
    return tag


def _generated_tag(symbol: TypeSymbol, node: ast.UnionDecl) -> t.Enum:
    name = ast.Name(span=node.name.span, text=f"{symbol.name}Tag")
    number = 1
    while name.text in symbol.module.symbols:
        number += 1
        name = ast.Name(span=node.name.span, text=f"{symbol.name}Tag{number}")
    variants = tuple(
        ast.Variant(span=info.span, name=ast.Name(span=info.span, text=n), value=None)
        for n, info in symbol.fields.items()
    )
    enum = ast.EnumDecl(span=node.name.span, name=name, tag=None, variants=variants, consts=(), methods=())
    tag = type_symbol(symbol.module, name.text, enum)
    symbol.module.extra_types.append(tag)
    assert isinstance(tag.type, t.Enum)
    return tag.type


def _error_set(symbol: TypeSymbol, node: ast.ErrorSet) -> None:
    seen: dict[str, Span] = {}
    for name in node.names:
        if name.text in seen:
            message = f"`{symbol.name}` names the error `{name.text}` twice"
            _report_twice(type_context(symbol), "duplicate-variant", message, name, seen[name.text])
        seen.setdefault(name.text, name.span)
