"""Operands on their way through the pass `order`: what is left of an expression, and the statements before it."""

from __future__ import annotations

from dataclasses import dataclass, field

from t27c.ir.nodes import Expr, Stmt
from t27c.passes.effects import Effect


def conflict(first: Effect, later: Effect) -> bool:
    """Whether running `first` after what comes later would show."""
    if Effect.WRITE in first and later:
        return True
    if Effect.WRITE in later and first:
        return True
    return Effect.TRAP in first and Effect.TRAP in later


@dataclass(frozen=True, slots=True)
class Part:
    """An operand whose statements have been written: what is left of it, what running that does, how deep it is.

    `is_place`: it stands for the place itself and not for the value in it.
    """

    expr: Expr
    effects: Effect = Effect.NONE
    depth: int = 1
    is_place: bool = False


@dataclass(slots=True)
class Prefix:
    """Statements that run before the expression they come from, and what they do."""

    stmts: list[Stmt] = field(default_factory=list)
    effects: Effect = Effect.NONE

    def add(self, stmt: Stmt, effects: Effect) -> None:
        """Append a statement."""
        self.stmts.append(stmt)
        self.effects |= effects

    def join(self, other: Prefix) -> None:
        """Append all of another prefix."""
        self.stmts.extend(other.stmts)
        self.effects |= other.effects
