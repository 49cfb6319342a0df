"""The `use` lines of a spec: contexts of the specs they name, and warnings about those that are not found (SYN 9)."""

from __future__ import annotations

from difflib import get_close_matches

from t27c.diagnostics.model import DiagnosticSink, Label
from t27c.discovery import SpecFile
from t27c.ir import types as t
from t27c.modules import Resolution
from t27c.sema.context import AbsentImport, Analysis, Import, ModuleContext
from t27c.sema.symbols import ConstSymbol, DamagedSymbol, FnSymbol, Symbol, TypeSymbol, VarSymbol
from t27c.source import Span
from t27c.syntax import ast

_ONE_PATH = "rename one of the files, or run t27c for each root by itself"


def open_module(
    analysis: Analysis, spec: SpecFile, module: ast.Module, sink: DiagnosticSink, *, is_main: bool = False
) -> ModuleContext:
    """The context of a spec with its declarations; imports of imports are followed when somebody needs them."""
    context = ModuleContext(id=spec.id, spec=spec, ast=module, sink=sink, analysis=analysis)
    analysis.modules[spec.id] = context
    declare_all(context)
    if is_main:
        ensure_imports(context)
    return context


def imported_module(analysis: Analysis, spec: SpecFile) -> ModuleContext | None:
    """The context of an imported spec, opened once; None if it could not be read as text."""
    known = analysis.modules.get(spec.id)
    if known is not None:
        return known
    module = analysis.workspace.parsed(spec).module
    if module is None:
        return None
    return open_module(analysis, spec, module, DiagnosticSink(analysis.workspace.policy))


def ensure_imports(context: ModuleContext) -> None:
    """Follow the `use` lines of a spec, once."""
    if context.imports_done:
        return
    context.imports_done = True
    for node in context.ast.uses:
        _follow(context, node)


def path_of(node: ast.Use) -> tuple[str, ...]:
    """The segments of a `use` path."""
    return tuple(name.text for name in node.path)


def _follow(context: ModuleContext, node: ast.Use) -> None:
    segments = path_of(node)
    if segments[0] == "std":
        return
    found = context.analysis.workspace.resolve(context.spec, segments)
    names = tuple(name.text for name in node.names) if node.names is not None else None
    module = imported_module(context.analysis, found.spec) if found.spec else None
    if found.spec is None or module is None:
        context.absent_imports.append(AbsentImport(node=node, names=names))
        _report_absent(context, node, found)
        return
    if module is context:
        context.report("self-import", "this spec imports itself", node.span, helps=("remove the line",))
        return
    _warn_about(context, node, found, module)
    alias = segments[-2] if found.member and len(segments) > 1 else segments[-1]
    context.imports.append(Import(node=node, module=module, alias=alias))
    promised = node.names or ((node.path[-1],) if found.member and segments[-1] != module.ast.name.text else ())
    for name in promised:
        if name.text not in module.symbols:
            context.report(
                "import-name-missing",
                f"`{'::'.join(segments)}` declares no `{name.text}`",
                name.span,
                label="not declared there",
                helps=_similar(name.text, module),
            )


def _similar(name: str, module: ModuleContext) -> tuple[str, ...]:
    near = get_close_matches(name, module.symbols, n=1)
    return (f"did you mean `{near[0]}`?",) if near else ()


def _report_absent(context: ModuleContext, node: ast.Use, found: Resolution) -> None:
    path = "::".join(path_of(node))
    if found.candidates:
        is_one_path = len({spec.id for spec in found.candidates}) == 1
        listed = ", ".join(f"`{spec.shown if is_one_path else spec.id}`" for spec in found.candidates)
        context.report(
            "ambiguous-module",
            f"several specs could be `{path}`: {listed}",
            node.span,
            helps=(_ONE_PATH if is_one_path else "write the whole path from the spec root",),
        )
        return
    context.report(
        "missing-module",
        f"no spec belongs to `{path}`",
        node.span,
        notes=tuple(f"tried {place}" for place in found.tried),
        label="nothing in this spec can use its names",
    )


def _warn_about(context: ModuleContext, node: ast.Use, found: Resolution, module: ModuleContext) -> None:
    path = "::".join(path_of(node))
    if found.inexact and found.spec:
        exact = "::".join(found.spec.id.split("/"))
        context.report(
            "inexact-import",
            f"`{path}` is taken to be `{exact}`",
            node.span,
            helps=(f"write `use {exact};`",),
        )
    parsed = context.analysis.workspace.parsed(module.spec)
    if parsed.is_damaged:
        context.report("damaged-import", f"`{path}` has syntax errors", node.span, notes=(f"see {module.spec.shown}",))


def declare_all(context: ModuleContext) -> None:
    """Make a symbol for every declaration of a spec; the first of two wins (SEM 2.1)."""
    methods: list[ast.Function] = []
    for decl in context.ast.decls:
        match decl:
            case ast.Test():
                continue
            case ast.Function(owner=ast.Name()):
                methods.append(decl)
            case ast.DamagedDecl():
                if decl.name is not None and not decl.is_test:
                    context.symbols.setdefault(
                        decl.name.text, DamagedSymbol(module=context, name=decl.name.text, node=decl)
                    )
            case _:
                declare(context, decl.name, symbol_for(context, decl))
    for method in methods:
        _attach_method(context, method)


def symbol_for(
    context: ModuleContext, decl: ast.Const | ast.Var | ast.TypeDecl | ast.Function
) -> ConstSymbol | VarSymbol | FnSymbol | TypeSymbol:
    """A fresh symbol for a declaration."""
    name = decl.name.text
    match decl:
        case ast.Const() | ast.Alias():
            return ConstSymbol(module=context, name=name, node=decl)
        case ast.Var():
            return VarSymbol(module=context, name=name, node=decl)
        case ast.Function():
            return FnSymbol(module=context, name=name, node=decl)
        case ast.StructDecl() | ast.EnumDecl() | ast.UnionDecl() | ast.ErrorSet():
            return type_symbol(context, name, decl)


def type_symbol(
    context: ModuleContext, name: str, node: ast.StructDecl | ast.EnumDecl | ast.UnionDecl | ast.ErrorSet
) -> TypeSymbol:
    """A symbol of a nominal type (or error set) with its members, known to the analysis by its QName."""
    qname = t.QName(context.id, name)
    match node:
        case ast.StructDecl():
            type_: t.Type = t.Struct(name=qname)
        case ast.EnumDecl():
            type_ = t.Enum(name=qname)
        case ast.UnionDecl():
            type_ = t.Union(name=qname)
        case ast.ErrorSet():
            type_ = t.ErrorSet(errors=tuple(sorted({n.text for n in node.names})))
    symbol = TypeSymbol(module=context, name=name, node=node, type=type_)
    if not isinstance(node, ast.ErrorSet):
        context.analysis.types.setdefault(qname, symbol)
        for const in node.consts:
            const_symbol = ConstSymbol(module=context, name=f"{name}.{const.name.text}", node=const, owner=symbol)
            _add_member(context, symbol, const.name, const_symbol)
        for method in node.methods:
            _add_member(context, symbol, method.name, _method_symbol(context, symbol, method))
    return symbol


def _method_symbol(context: ModuleContext, owner: TypeSymbol, node: ast.Function) -> FnSymbol:
    return FnSymbol(module=context, name=f"{owner.name}.{node.name.text}", node=node, owner=owner)


def _add_member(context: ModuleContext, owner: TypeSymbol, name: ast.Name, symbol: ConstSymbol | FnSymbol) -> None:
    earlier = owner.methods.get(name.text) or owner.consts.get(name.text)
    parts: tuple[ast.Field | ast.Variant, ...] = ()
    if isinstance(owner.node, ast.StructDecl | ast.UnionDecl):
        parts = owner.node.fields
    elif isinstance(owner.node, ast.EnumDecl):
        parts = owner.node.variants
    clash = earlier.node.name if earlier else next((p.name for p in parts if p.name.text == name.text), None)
    if clash is not None:
        _report_duplicate(context, name, clash.span)
        return
    if isinstance(symbol, FnSymbol):
        owner.methods[name.text] = symbol
    else:
        owner.consts[name.text] = symbol


def _attach_method(context: ModuleContext, node: ast.Function) -> None:
    """`impl T { fn m }`, `fn T.m(..)`: a method of a type of this file."""
    assert node.owner is not None
    owner = context.symbols.get(node.owner.text)
    if isinstance(owner, DamagedSymbol):
        return
    if not isinstance(owner, TypeSymbol):
        context.report(
            "unknown-type",
            f"`{node.owner.text}` is no type of this spec, so it cannot get the method `{node.name.text}`",
            node.owner.span,
            helps=("methods belong to a struct, enum or union that the same spec declares",),
        )
        return
    _add_member(context, owner, node.name, _method_symbol(context, owner, node))


def declare(context: ModuleContext, name: ast.Name, symbol: Symbol) -> None:
    """Give a top-level name its meaning, unless it has one already."""
    earlier = context.symbols.get(name.text)
    if earlier is None:
        context.symbols[name.text] = symbol
        return
    if isinstance(earlier, DamagedSymbol):
        return
    _report_duplicate(context, name, earlier.node.name.span)


def _report_duplicate(context: ModuleContext, name: ast.Name, earlier: Span) -> None:
    context.report(
        "duplicate-declaration",
        f"`{name.text}` is declared twice",
        name.span,
        Label(span=earlier, text="first declared here"),
        label="declared again",
        helps=("rename one of them; only the first counts",),
    )
