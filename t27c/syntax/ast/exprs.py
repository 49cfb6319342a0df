"""Literals, mentions, operations, and the unions of everything that can be a value."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from t27c.source import Span
from t27c.syntax.ast.base import Name, Node

if TYPE_CHECKING:
    from t27c.syntax.ast.control import Capture, Control, Jump
    from t27c.syntax.ast.types import ArrayType, PathType, SliceType, Type


@dataclass(frozen=True, slots=True, kw_only=True)
class IntLit(Node):
    """An exact integer; `is_char` when written `'a'`. A suffix (`3u32`) is a `BuiltinCall` of `as` around it."""

    value: int
    is_char: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FloatLit(Node):
    """A decimal fraction or exponent form, `_` removed, so that its value stays exact."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StringLit(Node):
    """A string of any spelling as bytes."""

    value: bytes


class Word(Enum):
    """A value that is a word."""

    TRUE = "true"
    FALSE = "false"
    NULL = "null"
    UNDEFINED = "undefined"


@dataclass(frozen=True, slots=True, kw_only=True)
class WordLit(Node):
    """`true`, `false`, `null` (also a bare `None`), `undefined`."""

    word: Word


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRef(Node):
    """A name as a value, a type or a module: what it is, only the scope knows. May read `net-types` before `::`."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumLit(Node):
    """`.variant`, its type from context."""

    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorLit(Node):
    """`error.Name`."""

    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorSetLit(Node):
    """`error{A, B}`."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SomeLit(Node):
    """`Some(e)`."""

    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldInit(Node):
    """`.a = e`, `a = e`, `a: e`, or `a` alone for `a = a`."""

    name: Name
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class StructLit(Node):
    """`T{ .a = e }`; `type` is None for `.{..}` (an empty `.{}` may also mean an array). `base` is that of `..base`;
    `is_placeholder` for `T{...}`.
    """

    type: PathType | None
    inits: tuple[FieldInit, ...]
    base: Expr | None = None
    is_placeholder: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrayLit(Node):
    """`[a, b]`, `.{a, b}` (`type` is None: from context, maybe a tuple), `[N]T{a}`, `[_]T{a}`, `[]T{}`."""

    type: ArrayType | SliceType | None
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TupleLit(Node):
    """`(a, b)`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeExpr(Node):
    """A type that only a type can be (`[]u8`, `?T`, `[4]u8`), where a value could stand: `@sizeOf([4]u8)`."""

    type: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Member(Node):
    """`e.name` and `a::b`, of a value, a type or a module."""

    base: Expr
    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Index(Node):
    """`xs[i]`; a tuple element `t.0` is `t[0]`; `x[i, j]` is `x[i][j]`."""

    base: Expr
    index: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice(Node):
    """`xs[a..b]` with either end left out; `is_inclusive` for `..=`."""

    base: Expr
    start: Expr | None
    end: Expr | None
    is_inclusive: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Node):
    """`f(a)`, `x.m(a)`: `callee` is then a `Member`."""

    callee: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltinCall(Node):
    """`@name(..)`; `name` has no `@`. A literal suffix `1.5_f64` is `@as(f64, 1.5)`."""

    name: Name
    args: tuple[Expr, ...]


class UnaryOp(Enum):
    """Prefix operators, and the postfix `.*` and `.?`."""

    NEG = "-"
    WRAP_NEG = "-%"
    NOT = "!"
    BIT_NOT = "~"
    ADDRESS = "&"
    TRY = "try"
    DEREF = ".*"
    UNWRAP = ".?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unary(Node):
    """`op e` (`not e` is `!e`, `&mut e` is `&e`, `*p` is `p.*`); `op_span` is the operator."""

    op: UnaryOp
    operand: Expr
    op_span: Span = field(compare=False)


class BinaryOp(Enum):
    """Infix operators; `a implies b` is `!a or b`, `&&` is `and`, `||` is `or`."""

    OR = "or"
    AND = "and"
    EQ = "=="
    NE = "!="
    LT = "<"
    GT = ">"
    LE = "<="
    GE = ">="
    BIT_OR = "|"
    ORELSE = "orelse"
    BIT_XOR = "^"
    BIT_AND = "&"
    SHL = "<<"
    SHR = ">>"
    ADD = "+"
    SUB = "-"
    CONCAT = "++"
    WRAP_ADD = "+%"
    WRAP_SUB = "-%"
    SAT_ADD = "+|"
    SAT_SUB = "-|"
    MUL = "*"
    DIV = "/"
    MOD = "%"
    REPEAT = "**"
    WRAP_MUL = "*%"
    SAT_MUL = "*|"


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary(Node):
    """`a op b`, nested to the left however long the chain is: walk `left` in a loop. `[v; n]` is `[v] ** n`."""

    op: BinaryOp
    left: Expr
    right: Expr
    op_span: Span = field(compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast(Node):
    """`e as T`."""

    value: Expr
    type: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Catch(Node):
    """`e catch fallback`, `e catch |err| fallback`."""

    value: Expr
    capture: Capture | None
    fallback: Expr


Literal: TypeAlias = "IntLit | FloatLit | StringLit | WordLit"
Mention: TypeAlias = "NameRef | EnumLit | ErrorLit | ErrorSetLit | TypeExpr"
Aggregate: TypeAlias = "SomeLit | StructLit | ArrayLit | TupleLit"
Postfix: TypeAlias = "Member | Index | Slice | Call | BuiltinCall"
Operation: TypeAlias = "Unary | Binary | Cast | Catch"
Expr: TypeAlias = "Literal | Mention | Aggregate | Postfix | Operation | Jump | Control"
