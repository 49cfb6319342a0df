"""What a name means where it stands (SEM 2.2, SYN 9), and messages about names that mean nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeAlias

from t27c.diagnostics.model import Label
from t27c.sema.context import FunctionContext, Import, LocalSymbol, ModuleContext
from t27c.sema.imports import ensure_imports, imported_module, path_of
from t27c.sema.operand import Operand
from t27c.sema.prelude import PRELUDE
from t27c.sema.symbols import DamagedSymbol, FnSymbol, Symbol, VarSymbol
from t27c.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class PreludeName:
    """A name that means something when nothing else of that name exists."""

    name: str


Found: TypeAlias = "LocalSymbol | Symbol | ModuleContext | PreludeName"


def lookup(ctx: FunctionContext, name: str, span: Span) -> Found | None:
    """What `name` means: local, member of the enclosing type, declaration, import, prelude, in this order."""
    local = ctx.find_local(name)
    if ctx.prefers_constants and name in ctx.module.symbols:
        return _constant_before(ctx, name, span, local)
    if local is not None:
        return local
    if ctx.function is not None and name in ctx.function.local_functions:
        return ctx.function.local_functions[name]
    if ctx.owner is not None:
        member = ctx.owner.consts.get(name) or ctx.owner.methods.get(name)
        if member is not None:
            return member
    return lookup_in_module(ctx.module, name, span)


def _constant_before(ctx: FunctionContext, name: str, span: Span, local: LocalSymbol | None) -> Symbol:
    """Array lengths read the module constant even below a local of that name (SEM 2.3)."""
    if local is not None:
        ctx.report(
            "length-reads-module-constant",
            f"this length is the module constant `{name}`, not the local",
            span,
            Label(span=local.span, text="the local"),
            helps=("rename the local",),
        )
    return ctx.module.symbols[name]


def lookup_in_module(module: ModuleContext, name: str, span: Span) -> Found | None:
    """What `name` means at the top level of a spec."""
    if name in module.symbols:
        return module.symbols[name]
    ensure_imports(module)
    found = _imported(module, name, span)
    if found is not None:
        return found
    for use in module.imports:
        if use.alias == name:
            return use.module
    return PreludeName(name=name) if name in PRELUDE else None


def _imported(module: ModuleContext, name: str, span: Span) -> Symbol | None:
    """The declaration of the first `use` that offers `name`."""
    offers = [(use, use.module.symbols[name]) for use in module.imports if name in use.module.symbols]
    if not offers:
        return None
    first_use, first = offers[0]
    if name in PRELUDE:
        _tell_once(
            module,
            "prelude-shadowed",
            name,
            span,
            f"`{name}` is the one of `{first_use.module.id}`, not the built-in function",
            first_use,
        )
    others = [use for use, symbol in offers if symbol is not first]
    if others and any(symbol.node != first.node for _, symbol in offers):
        _tell_once(
            module,
            "ambiguous-import",
            name,
            span,
            f"`{name}` is the one of `{first_use.module.id}`; `{others[0].module.id}` declares another",
            first_use,
        )
    return first


def _tell_once(module: ModuleContext, code: str, name: str, span: Span, message: str, use: Import) -> None:
    if (code, name) in module.told:
        return
    module.told.add((code, name))
    module.report(
        code,
        message,
        span,
        Label(span=use.node.span, text="imported here"),
        helps=(f"write `{use.alias}::{name}` to say which one is meant",),
    )


def module_by_path(module: ModuleContext, segments: tuple[str, ...], span: Span) -> ModuleContext | None:
    """The spec that a full path names: one that is imported, or with a warning one that is not."""
    ensure_imports(module)
    for use in module.imports:
        path = path_of(use.node)
        if segments in (path, path[:-1]) and use.module.id.split("/")[-1] == segments[-1]:
            return use.module
    if len(segments) < 2:
        return None
    found = module.analysis.workspace.resolve(module.spec, segments)
    if found.spec is None or found.member:
        return None
    opened = imported_module(module.analysis, found.spec)
    if opened is not None and ("implicit-import", opened.id) not in module.told:
        module.told.add(("implicit-import", opened.id))
        path_text = "::".join(segments)
        module.report(
            "implicit-import",
            f"`{path_text}` is used without a `use`",
            span,
            helps=(f"write `use {path_text};` at the top",),
        )
    return opened


def visible_names(ctx: FunctionContext) -> set[str]:
    """Every name that could stand here, for suggestions."""
    names: set[str] = set(PRELUDE)
    for scope in ctx.scopes:
        names.update(scope)
    names.update(ctx.module.symbols)
    for use in ctx.module.imports:
        names.update(use.module.symbols)
        names.add(use.alias)
    if ctx.owner is not None:
        names.update(ctx.owner.consts, ctx.owner.methods)
    return names


def did_you_mean(name: str, names: Iterable[str]) -> tuple[str, ...]:
    """A help line with the nearest spelling, if one is near."""
    near = get_close_matches(name, sorted(names), n=1, cutoff=0.76)
    return (f"did you mean `{near[0]}`?",) if near else ()


def report_unknown(ctx: FunctionContext, name: str, span: Span, *, code: str = "unknown-name") -> None:
    """Say that nothing is called `name`, with the nearest spelling and the `use` lines that found no file."""
    word = "type" if code == "unknown-type" else "name"
    absent = [a for a in ctx.module.absent_imports if a.names is None or name in a.names]
    labels = tuple(Label(span=a.node.span, text="this `use` found no file") for a in absent)
    ctx.report(
        code,
        f"unknown {word} `{name}`",
        span,
        *labels,
        label="not declared here, not imported, not built in",
        helps=did_you_mean(name, visible_names(ctx)),
    )


def is_damaged(ctx: FunctionContext, symbol: DamagedSymbol, span: Span) -> None:
    """A name with a syntax error stays silent in its own file; an importer hears that it cannot be used."""
    if symbol.module is not ctx.module and ("damaged", symbol.name) not in ctx.module.told:
        ctx.module.told.add(("damaged", symbol.name))
        ctx.report(
            "unknown-name",
            f"`{symbol.name}` has a syntax error in its own spec",
            span,
            Label(span=symbol.node.span, text="damaged here"),
            label="cannot be used",
        )


def declare_local(
    ctx: FunctionContext, name: str, span: Span, operand: Operand, *, is_param: bool = False
) -> LocalSymbol:
    """Give a local its meaning and warn if it hides another local or a module variable (SEM 2.3)."""
    earlier = ctx.find_local(name)
    if earlier is not None:
        ctx.report(
            "shadowed-local",
            f"`{name}` hides an earlier `{name}`",
            span,
            Label(span=earlier.span, text="the earlier one"),
            label="from here on this one counts",
            helps=("choose another name",),
        )
    hidden = ctx.module.symbols.get(name)
    if isinstance(hidden, VarSymbol):
        ctx.report(
            "shadowed-module-var",
            f"`{name}` hides the module variable `{name}`",
            span,
            Label(span=hidden.node.name.span, text="the module variable stays as it is"),
            helps=("choose another name",),
        )
    return ctx.declare(name, span, operand, is_param=is_param)


def function_names(ctx: FunctionContext) -> Iterable[str]:
    """Names of functions that are visible, for suggestions about calls."""
    yield from PRELUDE
    for name, symbol in ctx.module.symbols.items():
        if isinstance(symbol, FnSymbol):
            yield name
