"""Instances of functions with `anytype` parameters: one per set of argument types and known numbers (SEM 13.2)."""

from __future__ import annotations

from dataclasses import replace

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.quad import Quad
from t27c.ir.values import UndefinedValue
from t27c.sema.context import FunctionContext, ModuleContext
from t27c.sema.functions import signature_of
from t27c.sema.operand import Operand
from t27c.sema.peer import default_type
from t27c.sema.semtypes import IR_TYPES, ComptimeFloat, ComptimeInt
from t27c.sema.symbols import FnSymbol
from t27c.source import Span


def instance_for(ctx: FunctionContext, function: FnSymbol, operands: list[Operand], span: Span) -> FnSymbol | None:
    """The instance of a generic function for these arguments; None if one of them was reported.

    It belongs to the spec that asks, so that what a spec's output holds depends on that spec and its imports alone.
    """
    bound: dict[str, Operand] = {}
    for param, operand in zip(signature_of(function).params, operands, strict=True):
        if param.is_anytype:
            value = _bound(ctx, operand)
            if value is None:
                return None
            bound[param.name] = value
    name = f"{function.name}({', '.join(_text(operand) for operand in bound.values())})"
    home = ctx.module if ctx.function is None or ctx.function.home is None else ctx.function.home
    known = home.instances.get(t.QName(home.id, name))
    return _make(home, function, name, bound, span) if known is None else known


def _bound(ctx: FunctionContext, operand: Operand) -> Operand | None:
    """What an instance knows of an argument: its type, or the number if it has none."""
    if operand.is_poison:
        return None
    if isinstance(operand.type, ComptimeInt | ComptimeFloat):
        return replace(operand, origin=None)
    type_ = default_type(ctx, operand)
    if type_ is None:
        return None
    return Operand(type=type_, span=operand.span, expr=operand.expr or _no_expr(type_, operand))


def _no_expr(type_: t.Type, operand: Operand) -> ir.Expr:
    """A list or function without IR of its own: only its type counts for the instance."""
    return ir.Const(type=type_, span=operand.span, value=UndefinedValue())


def _text(operand: Operand) -> str:
    if isinstance(operand.known, int | Quad) and not isinstance(operand.type, IR_TYPES):
        return str(operand.known)
    return t.type_text(operand.ir_type)


def _make(home: ModuleContext, function: FnSymbol, name: str, bound: dict[str, Operand], span: Span) -> FnSymbol:
    instance = FnSymbol(
        module=function.module, name=name, node=function.node, owner=function.owner, bound=bound, home=home, asked=span
    )
    home.instances[instance.qname] = instance
    home.analysis.functions[instance.qname] = instance
    return instance
