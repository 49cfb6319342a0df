"""Types as written; nothing is resolved, so a path may name anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from t27c.syntax.ast.base import Name, Node

if TYPE_CHECKING:
    from t27c.syntax.ast.decls import Field
    from t27c.syntax.ast.exprs import Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class PathType(Node):
    """`u32`, `m::T`, `Self` (also written `@This()`), `anyerror`; `char` reads `u8`."""

    segments: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StringType(Node):
    """`str`, `string`, `String`, `&str`: `[]const u8`, unless the spec declares a type of that name."""

    spelling: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyType(Node):
    """`anytype`, of a parameter only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionalType(Node):
    """`?T`, `T?`, `Option<T>`."""

    inner: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorUnionType(Node):
    """`E!T`; `error` is None for `!T`."""

    error: Type | None
    value: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class PointerType(Node):
    """`*T`, `*const T`, `&T` (const), `&mut T`."""

    is_const: bool
    target: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceType(Node):
    """`[]T`, `[]const T`, `&[T]` (const), `&mut [T]`; `is_const` is None for `[T]`: const unless stored through."""

    is_const: bool | None
    element: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrayType(Node):
    """`[N]T`, `[T; N]`; `length` is None for `[_]T`."""

    length: Expr | None
    element: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class TupleItem(Node):
    """One element of a tuple type, named in `-> (lo: A, hi: B)`."""

    name: Name | None
    type: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class TupleType(Node):
    """`(A, B)`."""

    items: tuple[TupleItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FnType(Node):
    """`fn(A) R`, `*const fn(A) R`; `result` is None for void."""

    params: tuple[Type, ...]
    result: Type | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StructType(Node):
    """`struct {..}` without a name, in a result or a field."""

    fields: tuple[Field, ...]


NamedType: TypeAlias = "PathType | StringType | AnyType"
PointingType: TypeAlias = "PointerType | SliceType | FnType"
CompoundType: TypeAlias = "OptionalType | ErrorUnionType | ArrayType | TupleType | StructType"
Type: TypeAlias = "NamedType | PointingType | CompoundType"
