"""Declarations and the file they stand in. `doc` is the comment block directly above, empty if there is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from t27c.source import Span
from t27c.syntax.ast.base import Name, Node

if TYPE_CHECKING:
    from t27c.syntax.ast.control import Block
    from t27c.syntax.ast.exprs import Expr
    from t27c.syntax.ast.testing import Test
    from t27c.syntax.ast.types import Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Const(Node):
    """`const N : T = e`, `let N = e`: a constant, or an alias if `value` turns out to be a type."""

    name: Name
    type: Type | None
    value: Expr
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Var(Node):
    """`var n : T = e`: module state; without `= e` its value is an `undefined` literal."""

    name: Name
    type: Type | None
    value: Expr
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias(Node):
    """`type W = T`, or `const W = [4]u8` where only a type can be meant."""

    name: Name
    type: Type
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(Node):
    """`a : T = e` of a struct or union; `type` is None for a void union field."""

    name: Name
    type: Type | None
    default: Expr | None
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StructDecl(Node):
    """A struct type; `consts` and `methods` are those written inside it."""

    name: Name
    fields: tuple[Field, ...]
    consts: tuple[Const, ...]
    methods: tuple[Function, ...]
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnionDecl(Node):
    """A union type; `is_tagged` for `union(enum)`, `tag` for `union(T)`."""

    name: Name
    is_tagged: bool
    tag: Type | None
    fields: tuple[Field, ...]
    consts: tuple[Const, ...]
    methods: tuple[Function, ...]
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant(Node):
    """`a`, `a = 3`."""

    name: Name
    value: Expr | None
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumDecl(Node):
    """An enum type; `tag` is that of `enum(u8)`."""

    name: Name
    tag: Type | None
    variants: tuple[Variant, ...]
    consts: tuple[Const, ...]
    methods: tuple[Function, ...]
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorSet(Node):
    """`const E = error{A, B}`."""

    name: Name
    names: tuple[Name, ...]
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Param(Node):
    """`a: T`; `self` alone has type `Self`, `&self` and `&mut self` a pointer to it."""

    name: Name
    type: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Function(Node):
    """A function, method or local function. `result` is None for no result type; `body` is None for `fn f() T;`.
    `owner` is T of `fn T.f` and `impl T { fn f }`, None inside a struct. `head` ends before the body.
    """

    name: Name
    owner: Name | None
    params: tuple[Param, ...]
    result: Type | None
    body: Block | None
    head: Span = field(compare=False)
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DamagedDecl(Node):
    """A declaration with a reported error: its name is poisoned (None: not even a name was found)."""

    name: Name | None
    is_test: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Use(Node):
    """`use a::b;` with `names` None, or `use a::b::{X, Y};`."""

    path: tuple[Name, ...]
    names: tuple[Name, ...] | None


TypeDecl: TypeAlias = "Alias | StructDecl | UnionDecl | EnumDecl | ErrorSet"
Decl: TypeAlias = "Const | Var | TypeDecl | Function | Test | DamagedDecl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Module(Node):
    """One spec. Without a header `name` is the file stem with an empty span; `header` is the first comment block of
    the file.
    """

    name: Name
    has_header: bool
    uses: tuple[Use, ...]
    decls: tuple[Decl, ...]
    header: str = ""
