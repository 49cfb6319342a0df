"""What checking an expression yields: its type, the IR that computes it, and what is known about its value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.quad import Quad
from t27c.ir.values import Value
from t27c.sema.semtypes import IR_TYPES, POISON, Poison, SemaType
from t27c.source import Span

# A comptime float is known as a Quad, everything else as the value that the IR would hold.
Known: TypeAlias = "Value | Quad"


@dataclass(frozen=True, slots=True, kw_only=True)
class Operand:
    """A checked expression.

    `expr` is None exactly when `type` is no IR type (comptime numbers, `null`, types, modules, poison, ...): such an
    operand gets its IR from `convert.coerce`. For a place (`is_place`) `expr` is the place itself; `convert.read` makes
    a value of it, with a COPY where SEM 9.1 asks for one. `known` is the value if it is known at compile time, whatever
    `expr` looks like. `origin` is the module constant that the operand names, `bounds` the possible values of an
    integer where they are narrower than its type (`@min(n, 255)`). `declared` is the declaration to point at in
    messages. A NoReturn operand has its statements in `jump`, the last of which does not come back.
    """

    type: SemaType
    span: Span
    expr: ir.Expr | None = None
    known: Known | None = None
    is_place: bool = False
    is_mutable: bool = False
    origin: t.QName | None = None
    bounds: tuple[int, int] | None = None
    declared: Span | None = None
    jump: tuple[ir.Stmt, ...] = ()

    @property
    def is_poison(self) -> bool:
        """Whether an error about this operand was already reported."""
        return isinstance(self.type, Poison)

    @property
    def ir_type(self) -> t.Type:
        """The type of an operand that is known to have a type of the IR."""
        assert isinstance(self.type, IR_TYPES), self.type
        return self.type

    @property
    def value(self) -> ir.Expr:
        """The IR of an operand that is known to have a type of the IR."""
        assert self.expr is not None, self.type
        return self.expr

    def at(self, span: Span) -> Operand:
        """The same operand, reported at another place."""
        return replace(self, span=span)


def poison(span: Span) -> Operand:
    """The operand of an expression with a reported error."""
    return Operand(type=POISON, span=span)


def computed(expr: ir.Expr, known: Known | None = None, *, bounds: tuple[int, int] | None = None) -> Operand:
    """A value (no place) that `expr` computes."""
    return Operand(type=expr.type, span=expr.span, expr=expr, known=known, bounds=bounds)


def constant(type_: t.Type, value: Value, span: Span) -> Operand:
    """A known value of a type."""
    return computed(ir.Const(type=type_, span=span, value=value), value)


def place(expr: ir.Expr, *, mutable: bool, known: Known | None = None, declared: Span | None = None) -> Operand:
    """A place: something that has an address."""
    return Operand(
        type=expr.type, span=expr.span, expr=expr, known=known, is_place=True, is_mutable=mutable, declared=declared
    )
