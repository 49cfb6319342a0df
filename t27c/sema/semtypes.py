"""Types that exist only while a spec is checked, beside the types of the IR.

They are numbers without a type, `null`, lists whose element type is still open, and what a name can mean without being
a value (types, modules, functions).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from t27c.ir import types as t
from t27c.syntax import ast

if TYPE_CHECKING:
    from t27c.sema.context import ModuleContext
    from t27c.sema.operand import Operand
    from t27c.sema.symbols import FnSymbol


@dataclass(frozen=True, slots=True, kw_only=True)
class ComptimeInt:
    """A known whole number without a type; `is_char` if it was written as a character (SEM 3.1), `wide` if it keeps to
    a type that is too wide to exist at run time (SEM 3.7).
    """

    is_char: bool = field(default=False, compare=False)
    wide: t.Int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComptimeFloat:
    """A known binary128 number without a type (SEM 3.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NullType:
    """The type of `null` before it meets an optional."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UndefinedType:
    """The type of `undefined` before it meets a type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumLiteralType:
    """`.name` before it meets an enum or a union."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UntypedList:
    """`[1, 2]` whose elements have no types yet; `is_view` for `&[1, 2]`, `is_named` for `&xs` with xs such a list."""

    items: tuple[Operand, ...]
    is_view: bool = False
    is_named: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class UntypedStruct:
    """`.{ .a = 1 }` before it meets a type; it is checked when it does."""

    node: ast.StructLit | ast.ArrayLit
    is_view: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeValue:
    """A type mentioned where a value could stand."""

    type: t.Type


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleRef:
    """An imported spec mentioned by its alias or path."""

    module: ModuleContext


@dataclass(frozen=True, slots=True, kw_only=True)
class PathRef:
    """The beginning of a dotted path that is no module yet: `std`, `std.math`, or `a` of an absent `a::b`."""

    segments: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FnRef:
    """A declared function mentioned by name; becomes a `Fn` value where one is wanted."""

    function: FnSymbol


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundMethod:
    """`x.m` before its call."""

    function: FnSymbol
    receiver: Operand


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltinRef:
    """A function of the prelude or of `std`, by its row in `sema/prelude.py`; `receiver` when written as a method."""

    name: str
    receiver: Operand | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoReturn:
    """The type of jumps, `unreachable` and `@panic`: control does not come back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Poison:
    """The type of whatever was already reported; nothing about it is reported again."""


Untyped: TypeAlias = (
    "ComptimeInt | ComptimeFloat | NullType | UndefinedType | EnumLiteralType | UntypedList | UntypedStruct"
)
Mention: TypeAlias = "TypeValue | ModuleRef | PathRef | FnRef | BoundMethod | BuiltinRef"
SemaType: TypeAlias = "t.Type | Untyped | Mention | NoReturn | Poison"

COMPTIME_INT = ComptimeInt()
COMPTIME_CHAR = ComptimeInt(is_char=True)
COMPTIME_FLOAT = ComptimeFloat()
NULL = NullType()
UNDEFINED = UndefinedType()
NORETURN = NoReturn()
POISON = Poison()
IR_TYPES = (
    t.Bool,
    t.Int,
    t.Float,
    t.Void,
    t.Enum,
    t.Struct,
    t.Union,
    t.Tuple,
    t.Array,
    t.Slice,
    t.Pointer,
    t.Optional,
    t.ErrorSet,
    t.ErrorUnion,
    t.Fn,
)


def type_name(type_: SemaType) -> str:
    """The type in words for messages: as a spec would write it, or what it is."""
    match type_:
        case ComptimeInt():
            return "an integer literal"
        case ComptimeFloat():
            return "a float literal"
        case NullType():
            return "null"
        case UndefinedType():
            return "undefined"
        case EnumLiteralType():
            return f"the enum literal `.{type_.name}`"
        case UntypedList() | UntypedStruct():
            return "a literal without a type"
        case NoReturn():
            return "noreturn"
        case Poison():
            return "?"
        case TypeValue() | ModuleRef() | PathRef() | FnRef() | BoundMethod() | BuiltinRef():
            return _mention_name(type_)
        case _:
            return f"`{t.type_text(type_)}`"


def _mention_name(type_: Mention) -> str:
    match type_:
        case TypeValue():
            return f"the type `{t.type_text(type_.type)}`"
        case ModuleRef():
            return "a module"
        case PathRef():
            return f"the path `{'::'.join(type_.segments)}`"
        case FnRef() | BoundMethod():
            return f"the function `{type_.function.name}`"
        case BuiltinRef():
            return f"the function `{type_.name}`"
