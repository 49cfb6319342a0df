"""Tests, invariants and benches, and their clause lines."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from t27c.syntax.ast.base import Name, Node

if TYPE_CHECKING:
    from t27c.syntax.ast.exprs import Expr, StringLit
    from t27c.syntax.ast.stmts import Assign, Binding, Discard, ExprStmt, Stmt, TryStmt


class Role(Enum):
    """What a clause line does; a line that begins with `and` has the role of the line it continues."""

    GIVEN = "given"
    WHEN = "when"
    THEN = "then"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bind(Node):
    """`given a = e`, `and (a, b) = e`: binds, or binds again, a local. Each binding of a line is one `Bind`."""

    role: Role
    binding: Binding


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Node):
    """`given s.f = e`, `when f(x)`: runs a statement."""

    role: Role
    action: Assign | Discard | ExprStmt | TryStmt


@dataclass(frozen=True, slots=True, kw_only=True)
class Then(Node):
    """`then e`, `assert e`, `expect e`, with the lines `or e` joined; top-level conjuncts are not split."""

    condition: Expr
    message: StringLit | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Node):
    """`measure: text`, `target: text` of a bench."""

    word: str
    text: str


Clause: TypeAlias = "Bind | Act | Then | Note"


class TestKind(Enum):
    """Which word opened a test-like declaration."""

    TEST = "test"
    INVARIANT = "invariant"
    BENCH = "bench"


@dataclass(frozen=True, slots=True, kw_only=True)
class Test(Node):
    """A test, invariant or bench: clauses and statements in any mixture. `invariant n : e` holds one `Then`.
    `is_damaged`: lines were left out because of errors.
    """

    kind: TestKind
    name: Name
    is_string_name: bool
    has_braces: bool
    items: tuple[Clause | Stmt, ...]
    is_damaged: bool = False
    doc: str = ""
