"""The expressions of the IR: typed, resolved, every conversion and copy explicit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from t27c.ir.nodes.ops import ConvertKind, Op, PayloadKind
from t27c.ir.types import QName, Type
from t27c.ir.values import Value
from t27c.source import Span

if TYPE_CHECKING:
    from t27c.ir.nodes.stmts import Stmt


@dataclass(frozen=True, slots=True, kw_only=True)
class Const:
    """A known value of `type`. A slice type means a view of static read-only storage."""

    type: Type
    span: Span = field(compare=False)
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Var:
    """A place: a local or parameter by its name (unique in the function), or a module declaration by its QName."""

    type: Type
    span: Span = field(compare=False)
    name: str | QName


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """An operator on one or two operands. The result type of arithmetic is the operands' (shifts: the left one's)."""

    type: Type
    span: Span = field(compare=False)
    op: Op
    operands: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Convert:
    """`operand` turned into `type`."""

    type: Type
    span: Span = field(compare=False)
    kind: ConvertKind
    operand: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call of a declared function (`QName`) or of a function value. Aggregate arguments are already copies."""

    type: Type
    span: Span = field(compare=False)
    callee: QName | Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Builtin:
    """A built-in operation by its row in `builtins.py` (`exp`, `abs`, `min`, `clz`, `len`, `mem_copy`, `splat`, ..)."""

    type: Type
    span: Span = field(compare=False)
    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Select:
    """`if` as a value: only the taken side runs."""

    type: Type
    span: Span = field(compare=False)
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a struct, a tuple ("0", "1", ..) or a union (traps inactive-field). A place if its base is one."""

    type: Type
    span: Span = field(compare=False)
    base: Expr
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """An element of an array or slice; `index` is an unsigned integer. `checked` off: proven below the length."""

    type: Type
    span: Span = field(compare=False)
    base: Expr
    index: Expr
    checked: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceOf:
    """A view of `base[low..high]`, base a slice value or the place of an array; None is the end. Traps slice-bounds."""

    type: Type
    span: Span = field(compare=False)
    base: Expr
    low: Expr | None
    high: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressOf:
    """A pointer to `place` (Var, Field, Index, Deref, Payload), or to a fresh temporary when it is no place."""

    type: Type
    span: Span = field(compare=False)
    place: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Deref:
    """The place that `pointer` holds the address of."""

    type: Type
    span: Span = field(compare=False)
    pointer: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload:
    """The inside of an optional or error union. A place if its base is one."""

    type: Type
    span: Span = field(compare=False)
    base: Expr
    kind: PayloadKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregate:
    """A new struct, tuple or array from its parts in order of evaluation; `fields` names the parts of structs, tuples
    and unions (exactly one; a void field has no part) and is empty for arrays. Every field of a struct is given."""

    type: Type
    span: Span = field(compare=False)
    fields: tuple[str, ...]
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Statements, then a value. Gone after the pass `hoist`."""

    type: Type
    span: Span = field(compare=False)
    body: tuple[Stmt, ...]
    value: Expr


Expr = (
    Const
    | Var
    | Operation
    | Convert
    | Call
    | Builtin
    | Select
    | Field
    | Index
    | SliceOf
    | AddressOf
    | Deref
    | Payload
    | Aggregate
    | Block
)
