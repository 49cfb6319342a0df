"""The declarations of specs that are still being checked, lowered when the interpreter first needs them."""

from __future__ import annotations

from dataclasses import dataclass

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.sema.context import Analysis
from t27c.sema.dispatch import resolve_symbol
from t27c.sema.symbols import ConstSymbol, State, VarSymbol
from t27c.source import Span


class UnfinishedError(Exception):
    """A declaration that has errors, or (`is_running`) is only just being lowered, so that nothing can be computed."""

    def __init__(self, name: t.QName, *, is_running: bool = False) -> None:
        super().__init__(str(name))
        self.name = name
        self.is_running = is_running


def find_value(analysis: Analysis, name: t.QName) -> ConstSymbol | VarSymbol | None:
    """The symbol of a module constant, associated constant or module variable."""
    module = analysis.modules[name.module]
    owner_name, _, member = name.name.rpartition(".")
    if owner_name:
        owner = analysis.types.get(t.QName(name.module, owner_name))
        return owner.consts.get(member) if owner is not None else None
    symbol = module.symbols.get(name.name)
    return symbol if isinstance(symbol, ConstSymbol | VarSymbol) else None


@dataclass(frozen=True, slots=True)
class LazyDeclarations:
    """Looks up symbols and lowers them; `span` is the place to blame for cycles."""

    analysis: Analysis
    span: Span

    def function(self, name: t.QName) -> ir.Function:
        """The function of that name."""
        symbol = self.analysis.functions[name]
        resolve_symbol(symbol, self.span)
        if symbol.lowered is None or symbol.has_errors:
            raise UnfinishedError(name, is_running=symbol.state is State.RUNNING)
        return symbol.lowered

    def type_decl(self, name: t.QName) -> ir.TypeDecl:
        """The struct, enum or union of that name."""
        symbol = self.analysis.types[name]
        resolve_symbol(symbol, self.span)
        if symbol.lowered is None:
            raise UnfinishedError(name)
        return symbol.lowered

    def variable(self, name: t.QName) -> ir.Constant | ir.Global:
        """The module constant or variable of that name."""
        symbol = find_value(self.analysis, name)
        if symbol is None:
            raise UnfinishedError(name)
        resolve_symbol(symbol, self.span)
        if symbol.lowered is None:
            raise UnfinishedError(name, is_running=symbol.state is State.RUNNING)
        return symbol.lowered
