"""Option `analysis = "lazy"`: errors in functions that no test, invariant or constant reaches are warnings (SEM 15)."""

from __future__ import annotations

from collections.abc import Sequence

from t27c.diagnostics.catalogue import Phase
from t27c.diagnostics.codes import CODES
from t27c.diagnostics.model import Diagnostic, DiagnosticSink, Severity
from t27c.ir import nodes as ir
from t27c.sema.assemble import reach_from_tests
from t27c.sema.context import ModuleContext
from t27c.sema.dispatch import resolve_symbol
from t27c.sema.functions import signature_of
from t27c.sema.symbols import FnSymbol, State


def lower_unreached(context: ModuleContext, tests: Sequence[ir.Test | ir.Invariant | ir.Bench]) -> None:
    """Lower what tests reach as usual; the rest with errors as warnings."""
    reach_from_tests(context, tests)
    for symbol in context.own_functions():
        if symbol.state is State.FRESH:
            _lower_in_quarantine(context, symbol)


def _lower_in_quarantine(context: ModuleContext, symbol: FnSymbol) -> None:
    sink = context.sink
    context.sink = DiagnosticSink(sink.policy)
    try:
        resolve_symbol(symbol, symbol.node.name.span)
    finally:
        found, context.sink = context.sink.found, sink
    errors = [d for d in found if d.severity is Severity.ERROR]
    always = [d for d in errors if CODES[d.code].phase is Phase.NAMES]
    sink.found += always or [d for d in found if d.severity is not Severity.ERROR]
    if errors and not always:
        _replace_by_trap(context, symbol, errors[0])


def _replace_by_trap(context: ModuleContext, symbol: FnSymbol, error: Diagnostic) -> None:
    sink = context.sink
    sink.found.append(
        Diagnostic(
            code="unreached-error",
            message=f"`{symbol.name}` has an error, and nothing in use reaches it: {error.message}",
            severity=Severity.WARNING,
            labels=error.labels,
            notes=error.notes,
            helps=error.helps,
        )
    )
    signature = signature_of(symbol)
    if signature.is_damaged or signature.result is None:
        return
    span = error.span
    text = f"{error.code}: {error.message}"
    trap = ir.Trap(span=span, kind=ir.TrapKind.NOT_ANALYSED, message=text)
    params = tuple(
        ir.Param(name=p.name, type=p.type, source_name=p.name) for p in signature.params if p.type is not None
    )
    symbol.lowered = ir.Function(
        span=symbol.node.name.span,
        name=symbol.qname,
        params=params,
        result=signature.result,
        body=(trap,),
        doc=symbol.node.doc,
    )
