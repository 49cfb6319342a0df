"""The statements of the IR: structured, with unique names of locals and labels."""

from __future__ import annotations

from dataclasses import dataclass, field

from t27c.ir.nodes.exprs import Expr
from t27c.ir.nodes.lanes import Lanes
from t27c.ir.nodes.ops import TrapKind
from t27c.ir.types import Type
from t27c.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Local:
    """A local variable: `name` is unique in its function, `source_name` as written; empty for temporaries."""

    name: str
    type: Type
    mutable: bool
    source_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Let:
    """A fresh variable with its first value (aggregates are already copies), at every run of the statement."""

    span: Span = field(compare=False)
    local: Local
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Assign:
    """Store into a place (Var, Field, Index, Deref, Payload of a place). Storing an aggregate writes into the existing
    object, so that pointers and views of it see the new parts."""

    span: Span = field(compare=False)
    place: Expr
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluate:
    """Run an expression for its effects and drop its value."""

    span: Span = field(compare=False)
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class If:
    """A chain: the first branch whose condition holds, else `otherwise`. Long `else if` chains are one node."""

    span: Span = field(compare=False)
    branches: tuple[tuple[Expr, tuple[Stmt, ...]], ...]
    otherwise: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class While:
    """`step` runs after the body and on `continue`."""

    span: Span = field(compare=False)
    label: str
    condition: Expr
    step: tuple[Stmt, ...]
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForRange:
    """`local` (usize, constant in the body) counts from `low` to below `high`, both evaluated once; traps
    reversed-range unless `checked` is off (then low <= high is known). `lanes` is its whole-array form, if any."""

    span: Span = field(compare=False)
    label: str
    local: Local
    low: Expr
    high: Expr
    body: tuple[Stmt, ...]
    checked: bool = True
    lanes: Lanes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A block that `Break` can leave."""

    span: Span = field(compare=False)
    label: str
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """Leave the loop or block with `label` (labels are unique in the function)."""

    span: Span = field(compare=False)
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Continue:
    """Go on with the next round of the loop with `label`."""

    span: Span = field(compare=False)
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Return:
    """Leave the function; None in void functions."""

    span: Span = field(compare=False)
    value: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """Values of one switch arm: inclusive ranges of integers (enum tags, bools as 0 and 1)."""

    ranges: tuple[tuple[int, int], ...]
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """Run the arm that holds the subject's value (integer, enum or bool; unions go by their tag), else `otherwise`.
    An exhaustive switch over an enum has `otherwise` None: a value without variant traps invalid-enum."""

    span: Span = field(compare=False)
    subject: Expr
    arms: tuple[Arm, ...]
    otherwise: tuple[Stmt, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Assert:
    """Traps assert-failed if the condition is false. `text` is the conjunct as written, `message` the author's.
    `known`: decided at compile time, so it does not count as executed (SEM 14.3, 14.4)."""

    span: Span = field(compare=False)
    condition: Expr
    text: str
    message: str | None = None
    known: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Trap:
    """Stop with `kind`. `error` is set for error-return: the error whose name the trap shows."""

    span: Span = field(compare=False)
    kind: TrapKind
    message: str = ""
    error: Expr | None = None


Stmt = Let | Assign | Evaluate | If | While | ForRange | Labelled | Break | Continue | Return | Switch | Assert | Trap
