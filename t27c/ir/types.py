"""The types of the IR: what a value is, free of any target's spelling. Nominal types are names, declared in modules."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class QName:
    """A declaration of a spec: `module` is the spec's path without its ending (`ml/activation/gelu`), `name` as there.

    Methods and associated constants are `Type.name`; instances of generic functions carry their types: `largest(f32)`.
    """

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}::{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bool:
    """true or false."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Int:
    """An integer of 1 to 128 bits. `is_size` marks usize and isize, which hold the same values as u64 and i64."""

    bits: int
    signed: bool
    is_size: bool = field(default=False, compare=False)

    @property
    def lowest(self) -> int:
        """The smallest value."""
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def highest(self) -> int:
        """The largest value."""
        return (1 << (self.bits - self.signed)) - 1

    def holds(self, value: int) -> bool:
        """Whether `value` is one of the type's values."""
        return self.lowest <= value <= self.highest


@dataclass(frozen=True, slots=True, kw_only=True)
class Float:
    """An IEEE 754 binary float of 16, 32 or 64 bits."""

    bits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Void:
    """The type without a value: results of actions, union fields that are only a tag."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Enum:
    """A declared enum."""

    name: QName


@dataclass(frozen=True, slots=True, kw_only=True)
class Struct:
    """A declared struct, or the anonymous one of a result."""

    name: QName


@dataclass(frozen=True, slots=True, kw_only=True)
class Union:
    """A declared union; it always knows which field is active."""

    name: QName


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuple:
    """A tuple; equal by its element types. `names` are empty, or one per element (named results)."""

    elements: tuple[Type, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Array:
    """`length` elements held by value."""

    length: int
    element: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """A view of elements that live elsewhere: an address and a length. Strings are const slices of u8."""

    element: Type
    const: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointer:
    """The address of one value."""

    target: Type
    const: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Optional:
    """null or a value."""

    child: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorSet:
    """Named errors, sorted; None is `anyerror`."""

    errors: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorUnion:
    """An error of `errors` or a value of `child` (which may be void)."""

    errors: ErrorSet
    child: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Fn:
    """A declared function used as a value."""

    params: tuple[Type, ...]
    result: Type


Type = (
    Bool
    | Int
    | Float
    | Void
    | Enum
    | Struct
    | Union
    | Tuple
    | Array
    | Slice
    | Pointer
    | Optional
    | ErrorSet
    | ErrorUnion
    | Fn
)

BOOL = Bool()
VOID = Void()
U8 = Int(bits=8, signed=False)
U32 = Int(bits=32, signed=False)
U64 = Int(bits=64, signed=False)
I32 = Int(bits=32, signed=True)
I64 = Int(bits=64, signed=True)
USIZE = Int(bits=64, signed=False, is_size=True)
ISIZE = Int(bits=64, signed=True, is_size=True)
F16 = Float(bits=16)
F32 = Float(bits=32)
F64 = Float(bits=64)
STRING = Slice(element=U8, const=True)


def is_aggregate(type_: Type) -> bool:
    """Whether values of the type are copied part by part on binding, assignment, passing and return (SEM 9.1)."""
    match type_:
        case Struct() | Union() | Tuple() | Array():
            return True
        case Optional(child=child) | ErrorUnion(child=child):
            return is_aggregate(child)
        case _:
            return False


def type_text(type_: Type) -> str:
    """The type as a spec would write it; nominal types by their bare name."""
    match type_:
        case Bool():
            return "bool"
        case Int(is_size=True):
            return "isize" if type_.signed else "usize"
        case Int():
            return f"{'i' if type_.signed else 'u'}{type_.bits}"
        case Float():
            return f"f{type_.bits}"
        case Void():
            return "void"
        case Enum() | Struct() | Union():
            return type_.name.name
        case ErrorSet():
            return "anyerror" if type_.errors is None else "error{" + ", ".join(type_.errors) + "}"
        case _:
            return _compound_text(type_)


def _compound_text(type_: Tuple | Array | Slice | Pointer | Optional | ErrorUnion | Fn) -> str:
    match type_:
        case Tuple():
            names = [f"{name}: " for name in type_.names] or [""] * len(type_.elements)
            return "(" + ", ".join(n + type_text(e) for n, e in zip(names, type_.elements, strict=True)) + ")"
        case Array():
            return f"[{type_.length}]{type_text(type_.element)}"
        case Slice():
            return ("[]const " if type_.const else "[]") + type_text(type_.element)
        case Pointer():
            return ("*const " if type_.const else "*") + type_text(type_.target)
        case Optional():
            return "?" + type_text(type_.child)
        case ErrorUnion():
            return f"{type_text(type_.errors)}!{type_text(type_.child)}"
        case Fn():
            return f"fn({', '.join(map(type_text, type_.params))}) {type_text(type_.result)}"
