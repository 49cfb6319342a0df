"""The way in: one spec with its imports becomes a program of the IR, or its findings say why not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from t27c.diagnostics.model import DiagnosticSink, Severity
from t27c.discovery import SpecFile
from t27c.ir import nodes as ir
from t27c.modules import Workspace
from t27c.options import Options
from t27c.sema import checkers as _registered  # noqa: F401 - fills the tables of `dispatch`
from t27c.sema.assemble import program_of
from t27c.sema.benches import lower_bench
from t27c.sema.context import Analysis, ModuleContext
from t27c.sema.dispatch import resolve_symbol
from t27c.sema.functions import lower_unused_generic
from t27c.sema.imports import open_module
from t27c.sema.invariants import lower_invariant
from t27c.sema.lazy import lower_unreached
from t27c.sema.symbols import ConstSymbol, DamagedSymbol, FnSymbol, TypeSymbol, VarSymbol
from t27c.sema.test_clauses import lower_test
from t27c.sema.test_names import unique_names
from t27c.sema.typeinfo import field_default
from t27c.syntax import ast

# Nested expressions take several Python calls per level; the parser bounds how deep a spec can nest.
_RECURSION_LIMIT = 40_000


@contextmanager
def _deep_recursion() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _RECURSION_LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def check_spec(
    spec: SpecFile, module: ast.Module, workspace: Workspace, options: Options, sink: DiagnosticSink
) -> ir.Program | None:
    """Check a spec and lower it, with the parts of its imports that it needs; None if there are errors."""
    analysis = Analysis(workspace=workspace, options=options)
    with _deep_recursion():
        context = open_module(analysis, spec, module, sink, is_main=True)
        _resolve_values(context)
        if options.analysis == "full":
            _lower_functions(context)
        tests = _lower_tests(context)
        if options.analysis == "lazy":
            lower_unreached(context, tests)
        _lower_instances(context)
        _check_generics(context)
        _take_errors_of_imports(context)
        if sink.has_errors:
            return None
        program = program_of(context, tests)
        if options.analysis == "full":
            # What only the functions of this spec need of others was looked at just now.
            _take_errors_of_imports(context)
        return None if sink.has_errors else program


def _resolve_values(context: ModuleContext) -> None:
    """Types with all defaults, constants and variables of the spec."""
    for symbol in list(context.symbols.values()):
        match symbol:
            case TypeSymbol():
                resolve_symbol(symbol, symbol.node.name.span)
                for name in symbol.fields:
                    field_default(symbol, name)
                for const in symbol.consts.values():
                    resolve_symbol(const, const.node.name.span)
            case ConstSymbol() | VarSymbol():
                resolve_symbol(symbol, symbol.node.name.span)
            case FnSymbol() | DamagedSymbol():
                continue


def _lower_functions(context: ModuleContext) -> None:
    for symbol in context.own_functions():
        resolve_symbol(symbol, symbol.node.name.span)


def _lower_tests(context: ModuleContext) -> list[ir.Test | ir.Invariant | ir.Bench]:
    """Tests, invariants and benches in the order of the file."""
    lowered: list[ir.Test | ir.Invariant | ir.Bench] = []
    nodes = [decl for decl in context.ast.decls if isinstance(decl, ast.Test)]
    for node, name in zip(nodes, unique_names(context, nodes), strict=True):
        made: ir.Test | ir.Invariant | ir.Bench | None
        match node.kind:
            case ast.TestKind.TEST:
                made = lower_test(context, node, name)
            case ast.TestKind.INVARIANT:
                made = lower_invariant(context, node, name)
            case ast.TestKind.BENCH:
                made = lower_bench(context, node, name)
        if made is not None:
            lowered.append(made)
    return lowered


def _lower_instances(context: ModuleContext) -> None:
    """Instances may ask for further instances while they are lowered."""
    done: set[int] = set()
    while True:
        fresh = [symbol for symbol in context.instances.values() if id(symbol) not in done]
        if not fresh:
            return
        for symbol in fresh:
            done.add(id(symbol))
            resolve_symbol(symbol, symbol.node.name.span)


def _check_generics(context: ModuleContext) -> None:
    """A generic function that nobody calls: only its names are checked (SEM 15)."""
    used = {id(symbol.node) for symbol in context.instances.values()}
    for symbol in context.own_functions():
        if symbol.signature is not None and symbol.signature.is_generic and id(symbol.node) not in used:
            lower_unused_generic(symbol)


def _take_errors_of_imports(context: ModuleContext) -> None:
    """Errors in what this spec needs of others are errors of this spec; their warnings belong to their own builds."""
    for module in context.analysis.modules.values():
        if module is not context:
            context.sink.found += [d for d in module.sink.found if d.severity is Severity.ERROR]
