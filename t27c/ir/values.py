"""Known values: what a `Const`, a module constant or an initialiser holds. Immutable, hashable, exact to the bit."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from t27c.ir.types import QName

_FORMATS = {16: ("<e", "<H"), 32: ("<f", "<I"), 64: ("<d", "<Q")}


_FRACTION_BITS = {16: 10, 32: 23, 64: 52}


def _narrow_nan(width: int, bits: int) -> int:
    """The bits of a double NaN as a NaN of `width` bits. Processors would set the quiet bit, which a move must not."""
    fraction_bits = _FRACTION_BITS[width]
    fraction = (bits & ((1 << 52) - 1)) >> (52 - fraction_bits) or 1 << (fraction_bits - 1)
    exponent = (1 << (width - 1 - fraction_bits)) - 1
    return (bits >> 63) << (width - 1) | exponent << fraction_bits | fraction


def _wide_nan(width: int, bits: int) -> float:
    fraction_bits = _FRACTION_BITS[width]
    fraction = (bits & ((1 << fraction_bits) - 1)) << (52 - fraction_bits)
    number: float = struct.unpack("<d", struct.pack("<Q", (bits >> (width - 1)) << 63 | 0x7FF << 52 | fraction))[0]
    return number


@dataclass(frozen=True, slots=True)
class FloatValue:
    """An IEEE float by its bits, so that NaN payloads and the sign of zero count in comparisons of nodes."""

    width: int
    bits: int

    @classmethod
    def of(cls, width: int, number: float) -> FloatValue:
        """`number` rounded to nearest even; too large becomes an infinity. A NaN keeps its upper payload."""
        if number != number:
            return cls(width, _narrow_nan(width, struct.unpack("<Q", struct.pack("<d", number))[0]))
        float_format, int_format = _FORMATS[width]
        try:
            packed = struct.pack(float_format, number)
        except OverflowError:
            packed = struct.pack(float_format, float("inf") if number > 0 else float("-inf"))
        return cls(width, struct.unpack(int_format, packed)[0])

    @property
    def is_nan(self) -> bool:
        """Whether it is not a number."""
        fraction_bits = _FRACTION_BITS[self.width]
        exponent = (1 << (self.width - 1 - fraction_bits)) - 1
        return (self.bits & ((1 << (self.width - 1)) - 1)) > exponent << fraction_bits

    @property
    def number(self) -> float:
        """The value as a Python float, exactly, payload of NaN included."""
        if self.is_nan:
            return _wide_nan(self.width, self.bits)
        float_format, int_format = _FORMATS[self.width]
        value: float = struct.unpack(float_format, struct.pack(int_format, self.bits))[0]
        return value


@dataclass(frozen=True, slots=True)
class NullValue:
    """`null`."""


@dataclass(frozen=True, slots=True)
class SomeValue:
    """A present optional."""

    value: Value


@dataclass(frozen=True, slots=True)
class UndefinedValue:
    """`undefined`: every byte 0xAA (SEM 8.5)."""


@dataclass(frozen=True, slots=True)
class ErrorValue:
    """An error by its name; as a value of an error union it is the error case."""

    name: str


@dataclass(frozen=True, slots=True)
class UnionValue:
    """A union with its active field; `value` is None for a void field."""

    field: str
    value: Value | None


@dataclass(frozen=True, slots=True)
class FnValue:
    """A declared function as a value."""

    name: QName


# An int is also an enum's tag; bytes is a known string or any known run of u8; a tuple holds the parts of an array,
# tuple, struct (in the order of its declaration) or of the static storage behind a slice.
Value = (
    bool
    | int
    | FloatValue
    | bytes
    | tuple["Value", ...]
    | NullValue
    | SomeValue
    | UndefinedValue
    | ErrorValue
    | UnionValue
    | FnValue
)
