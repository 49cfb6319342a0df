"""Implicit conversions (SEM 6.1): from an operand to the type its place needs, and from a place to its value."""

from __future__ import annotations

from dataclasses import dataclass

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.sema.context import FunctionContext
from t27c.sema.operand import Operand
from t27c.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Why a type is needed, for the second label: where the type is declared and what to say there."""

    span: Span
    text: str


def coerce(ctx: FunctionContext, operand: Operand, to: t.Type, why: Why | None = None) -> ir.Expr | None:
    """The operand as a value of type `to` (places are read, aggregates copied); None if reported or poison."""
    raise NotImplementedError


def try_coerce(ctx: FunctionContext, operand: Operand, to: t.Type) -> ir.Expr | None:
    """Like `coerce`, but silent: None if the operand does not convert."""
    raise NotImplementedError


def read(ctx: FunctionContext, operand: Operand) -> ir.Expr:
    """The value of an operand of an IR type; an aggregate in a place is copied."""
    raise NotImplementedError


def default_type(ctx: FunctionContext, operand: Operand, *, report: bool = True) -> t.Type | None:
    """The type of an operand where nothing else gives one (SEM 3.8, 9.7); None if there is none."""
    raise NotImplementedError


def peer_type(ctx: FunctionContext, operands: list[Operand], span: Span) -> t.Type | None:
    """The common type of several operands (arms, elements; SEM 4.2, 5.2, 12.2); None if reported."""
    raise NotImplementedError
