"""The whole-array form of a counted loop: code that runs statement by statement over all rounds at once.

It stands beside the loop it was made from and never instead of it: where a question in `accesses` is answered no at run
time, the loop itself runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from t27c.ir.nodes.exprs import Expr, Var
from t27c.source import Span

if TYPE_CHECKING:
    from t27c.ir.nodes.stmts import Local, Stmt


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """An inner loop around an access: its counter runs from `low` to below `high`, both the same on all lanes."""

    local: Local
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """One indexed read or write that depends on the lane. `factor` elements lie between neighbouring lanes; the index
    only rises with the lane and with the `counters` around it (outermost first)."""

    base: Expr
    index: Expr
    factor: Expr
    stored: bool
    counters: tuple[Counter, ...]


class Fold(Enum):
    """How a lane's value joins what was folded so far."""

    SUM = "sum"
    PRODUCT = "product"
    GREATEST = "greatest"  # `if (e > s) { s = e; }`: NaN never joins, of equals the first stays
    LEAST = "least"
    MAX = "max"  # `s = @max(s, e)`: a NaN in s gives way
    MIN = "min"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reduction:
    """`place` starts with its value before the loop and takes in `value` lane after lane, in order."""

    place: Var
    fold: Fold
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Lanes:
    """`body` holds no calls, no varying branches and nothing that traps on some lanes only: `Let`, `Assign`, uniform
    `If` and uniform `ForRange`. `varying` are the locals with one value per lane, `shared` the arrays of which all
    lanes read one element. The reductions come last."""

    body: tuple[Stmt, ...]
    varying: frozenset[str]
    accesses: tuple[Access, ...]
    shared: tuple[Expr, ...]
    reductions: tuple[Reduction, ...]
