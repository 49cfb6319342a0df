"""Statements of functions, tests and blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from t27c.syntax.ast.base import Name, Node

if TYPE_CHECKING:
    from t27c.syntax.ast.control import Block, Capture, Control, Jump
    from t27c.syntax.ast.decls import Function
    from t27c.syntax.ast.exprs import BinaryOp, Expr, StringLit, Unary
    from t27c.syntax.ast.types import Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Local(Node):
    """`const x : T = e` (`let`), `var x` (`let mut`); a `var` without `= e` has an `undefined` literal as value."""

    name: Name
    is_mutable: bool
    type: Type | None
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Destructure(Node):
    """`const (a, _) = e`."""

    names: tuple[Name, ...]
    is_mutable: bool
    type: Type | None
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Assign(Node):
    """`target = e`, `target op= e` with the operator in `op`."""

    target: Expr
    op: BinaryOp | None
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Node):
    """`_ = e`."""

    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ExprStmt(Node):
    """An expression as statement; `has_semicolon` tells it from the value of its block."""

    value: Expr
    has_semicolon: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TryStmt(Node):
    """A statement that starts with `try`. `value` is the ordinary reading, whose leftmost leaf is the `Unary` `lead`;
    if the operand of `lead` is no error union, `lead` is to be ignored and the whole is an assertion.
    """

    value: Expr
    lead: Unary
    has_semicolon: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Assert(Node):
    """`assert c`, `assert(c, "text")`, `invariant c`, `expect c`."""

    condition: Expr
    message: StringLit | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Range(Node):
    """`a..b`, `a..`, `a..=b` as operand of a `for`."""

    start: Expr
    end: Expr | None
    is_inclusive: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class While(Node):
    """`while (c) |v| : (step) {..} else {..}`; `loop {..}` is `while (true)`. `step` is an assignment or expression."""

    cond: Expr
    capture: Capture | None
    step: Stmt | None
    body: Block
    else_capture: Capture | None
    else_body: Block | None
    label: Name | None = None
    is_inline: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class For(Node):
    """`for (xs, 0..) |x, i| {..}`, `for x in xs {..}`: as many captures as operands."""

    operands: tuple[Expr | Range, ...]
    captures: tuple[Capture, ...]
    body: Block
    else_body: Block | None
    label: Name | None = None
    is_inline: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Defer(Node):
    """`defer s`, `errdefer s`."""

    body: Stmt
    on_error: bool


Binding: TypeAlias = "Local | Destructure"
Stmt: TypeAlias = (
    "Binding | Assign | Discard | ExprStmt | TryStmt | Assert | While | For | Defer | Jump | Control | Function"
)
