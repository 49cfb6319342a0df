"""How values of each type live in Python: what is changed in place, what arrays are made of, what is boxed."""

from __future__ import annotations

from t27c.ir.types import (
    Array,
    Bool,
    Enum,
    ErrorSet,
    ErrorUnion,
    Float,
    Fn,
    Int,
    Optional,
    Pointer,
    Slice,
    Struct,
    Tuple,
    Type,
    Union,
    Void,
)


def is_direct(type_: Type) -> bool:
    """Whether values are objects that are changed in place, so that the object itself serves as a pointer to it."""
    return isinstance(type_, (Struct, Union, Array))


def is_text(type_: Type) -> bool:
    """Whether the type is a string: const bytes, held as `bytes` or as an array."""
    return isinstance(type_, Slice) and type_.const and type_.element == Int(bits=8, signed=False)


def needs_box(optional: Optional) -> bool:
    """Whether a present value may itself be None, so that it needs a box around it."""
    return isinstance(optional.child, (Optional, Void)) or (
        isinstance(optional.child, ErrorUnion) and isinstance(optional.child.child, (Void, Optional))
    )


def storage_bits(type_: Int) -> int:
    """The width of the NumPy integer that holds `type_`, which has at most 64 bits."""
    return max(8, 1 << (type_.bits - 1).bit_length())


def scalar_dtype(type_: Type) -> str | None:
    """The NumPy type of an element, or None for those that arrays hold as Python objects."""
    match type_:
        case Bool():
            return "np.bool"
        case Int() if type_.bits <= 64:
            return f"np.{'int' if type_.signed else 'uint'}{storage_bits(type_)}"
        case Float():
            return f"np.float{type_.bits}"
        case _:
            return None


def leaf(type_: Type) -> Type:
    """The element of nested arrays: what one cell of the n-dimensional array holds."""
    while isinstance(type_, Array):
        type_ = type_.element
    return type_


def dtype(type_: Type) -> str:
    """The dtype of an array whose elements have `type_`, which may be arrays themselves."""
    return scalar_dtype(leaf(type_)) or "np.object_"


def dimensions(type_: Type) -> tuple[int, ...]:
    """The lengths of nested arrays, outermost first; empty for what is no array."""
    lengths = []
    while isinstance(type_, Array):
        lengths.append(type_.length)
        type_ = type_.element
    return tuple(lengths)


def holds_objects(type_: Type) -> bool:
    """Whether an array or slice is an array of Python objects."""
    return isinstance(type_, (Array, Slice)) and scalar_dtype(leaf(type_.element)) is None


def can_be_undefined_view(type_: Type) -> bool:
    """Whether an undefined value of the type is, or holds, a slice, pointer or function that was never set."""
    match type_:
        case Slice() | Pointer() | Fn():
            return True
        case Array():
            return can_be_undefined_view(leaf(type_))
        case Optional():
            return can_be_undefined_view(type_.child)
        case ErrorUnion():
            return can_be_undefined_view(type_.child)
        case Tuple():
            return any(map(can_be_undefined_view, type_.elements))
        case Struct() | Union():
            return True
        case _:
            return False


def plain_equality(type_: Type) -> bool:
    """Whether Python's own `==` on the values means what the spec means; not so for arrays, slices, pointers."""
    match type_:
        case Bool() | Int() | Float() | Enum() | Struct() | ErrorSet():
            return True
        case Optional():
            return plain_equality(type_.child) and not needs_box(type_)
        case _:
            return _identity_implies_equality(type_)


def _identity_implies_equality(type_: Type) -> bool:
    """Whether an object always equals itself. Tuples compare by identity first, so a NaN inside would equal itself."""
    match type_:
        case Bool() | Int() | Enum() | ErrorSet() | Void():
            return True
        case Tuple():
            return all(map(_identity_implies_equality, type_.elements))
        case Optional():
            return _identity_implies_equality(type_.child) and not needs_box(type_)
        case _:
            return False
