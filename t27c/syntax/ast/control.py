"""Blocks, branches, switches and jumps: statements that may also be values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from t27c.syntax.ast.base import Name, Node

if TYPE_CHECKING:
    from t27c.syntax.ast.exprs import Expr
    from t27c.syntax.ast.stmts import Stmt


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture(Node):
    """`|x|`, `|*x|`; the name may be `_`."""

    name: Name
    by_reference: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Block(Node):
    """`{..}`, `label: {..}`. A last `ExprStmt` without `;` may be the value."""

    stmts: tuple[Stmt, ...]
    label: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch(Node):
    """One condition of an `If` and what it guards."""

    cond: Expr
    capture: Capture | None
    body: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Node):
    """`if .. else if .. else ..`, the chain flattened. As a statement every body is a `Block`; as a value a block
    stands for its last expression.
    """

    branches: tuple[Branch, ...]
    else_capture: Capture | None
    else_body: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuePattern(Node):
    """A number, character, string, `.variant`, path or `null`."""

    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class RangePattern(Node):
    """`low...high`, `low..=high`: both ends belong to it."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class SomePattern(Node):
    """`Some(x)`."""

    name: Name


Pattern: TypeAlias = "ValuePattern | RangePattern | SomePattern"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm(Node):
    """`p, q => body`; no patterns mean `else`. An assignment as body stands in a `Block`."""

    patterns: tuple[Pattern, ...]
    guard: Expr | None
    capture: Capture | None
    body: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch(Node):
    """`switch (e) {..}`, `match e {..}`."""

    subject: Expr
    arms: tuple[Arm, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Return(Node):
    """`return`, `return e`."""

    value: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Break(Node):
    """`break`, `break :label value`."""

    label: Name | None
    value: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Continue(Node):
    """`continue`, `continue :label`."""

    label: Name | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreachable(Node):
    """`unreachable`."""


Jump: TypeAlias = "Return | Break | Continue | Unreachable"
Control: TypeAlias = "Block | If | Switch"
