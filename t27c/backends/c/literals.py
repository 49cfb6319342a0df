"""Known values as C: as expressions in code, and as initialisers of static objects, which C wants to be constant."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from t27c.backends.c.code import Code, Prec
from t27c.backends.c.comments import string
from t27c.backends.c.names import global_name, local_name
from t27c.backends.c.types import c_type, int_suffix, storage_bits
from t27c.ir.float_text import shortest
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
from t27c.ir.values import ErrorValue, FloatValue, FnValue, NullValue, SomeValue, UndefinedValue, UnionValue, Value

if TYPE_CHECKING:
    from t27c.backends.c.file import FileContext

_LONG_STRING = 2000
_ZEROS = frozenset({"0", "0u", "0.0", "0.0f", "false"})
UNDEFINED_POINTER = "T27_UNDEFINED_ADDRESS"


def integer(value: int, type_: Int) -> Code:
    """An integer literal of the C type or one that converts to it without a warning."""
    bits = storage_bits(type_)
    if bits == 128:
        return _wide(value, type_)
    if type_.signed:
        if value == -(1 << 63):
            return Code("INT64_MIN")
        text = str(value) if -(1 << 31) < value < 1 << 31 else f"INT64_C({value})"
        return Code("INT32_MIN" if value == -(1 << 31) else text, Prec.UNARY if value < 0 else Prec.ATOM)
    if bits < 32:
        return Code(str(value))
    return Code(f"{value}u" if value < 1 << 32 else f"UINT64_C({value})")


def _wide(value: int, type_: Int) -> Code:
    bits = value & ((1 << 128) - 1)
    if -(1 << 31) < value < 1 << 31:
        return Code(f"({c_type(type_)}){value}", Prec.UNARY)
    return Code(f"({c_type(type_)})T27_U128({bits >> 64}, {bits & ((1 << 64) - 1)})", Prec.UNARY)


def floating(value: FloatValue) -> Code:
    """A float literal: the shortest that gives the same bits; NaN and infinity by the compilers' constants."""
    if value.width == 16:
        return Code(f"(t27_f16){{0x{value.bits:04X}u}}", Prec.UNARY)
    suffix = "f" if value.width == 32 else ""
    number = value.number
    negative = math.copysign(1.0, number) < 0
    if math.isnan(number):
        negative = bool(value.bits >> (value.width - 1))
        fraction = 23 if value.width == 32 else 52
        payload = value.bits & ((1 << (fraction - 1)) - 1)
        quiet = (value.bits >> (fraction - 1)) & 1
        text = f'__builtin_nan{"" if quiet else "s"}{suffix}("{hex(payload) if payload else ""}")'
    elif math.isinf(number):
        text = f"__builtin_inf{suffix}()"
    else:
        text = _shortest(FloatValue.of(value.width, abs(number))) + suffix
    return Code(f"-{text}" if negative else text, Prec.UNARY if negative else Prec.ATOM)


def _shortest(value: FloatValue) -> str:
    text = shortest(value)
    return text if any(char in text for char in ".e") else f"{text}.0"


class Initialisers:
    """Values as initialisers: braces, constants and addresses of static objects only."""

    def __init__(self, file: FileContext) -> None:
        self.file = file

    def text(self, type_: Type, value: Value) -> str:
        """An initialiser of an object of `type_`."""
        if isinstance(value, UndefinedValue):
            return self._undefined(type_)
        match type_:
            case Bool():
                return "true" if value else "false"
            case Int() if isinstance(value, int):
                return integer(value, type_).text
            case Float() if isinstance(value, FloatValue):
                text = floating(value).text
                return text.removeprefix("(t27_f16)")
            case Enum() if isinstance(value, int):
                return self.file.variant(type_, value)
            case ErrorSet() if isinstance(value, ErrorValue):
                return string(value.name.encode())
            case Fn() if isinstance(value, FnValue):
                return global_name(value.name)
            case Slice():
                return self._slice(type_, value)
            case _:
                return self._aggregate(type_, value)

    def _slice(self, type_: Slice, value: Value) -> str:
        if isinstance(value, bytes):
            cast = "const uint8_t *" if type_.const else "uint8_t *"
            if len(value) <= _LONG_STRING:
                return f"{{.ptr = ({cast}){string(value)}, .len = {len(value)}u}}"
        if not isinstance(value, (bytes, tuple)) or not value:
            return "{.ptr = NULL, .len = 0u}"
        data = self.file.static_array(type_.element, value)
        pointer = data if type_.const else f"({c_type(type_.element)} *){data}"
        return f"{{.ptr = {pointer}, .len = {len(value)}u}}"

    def _aggregate(self, type_: Type, value: Value) -> str:
        match type_, value:
            case Array(), bytes() | tuple():
                return f"{{.at = {self.elements(type_.element, value)}}}" if value else "{0}"
            case (Struct() | Tuple()), tuple():
                return self._struct(type_, value)
            case Optional(), NullValue():
                return "{.some = false}"
            case Optional(), SomeValue():
                inner = "" if isinstance(type_.child, Void) else f", .value = {self.text(type_.child, value.value)}"
                return f"{{.some = true{inner}}}"
            case ErrorUnion(), ErrorValue():
                return f"{{.error = {string(value.name.encode())}}}"
            case ErrorUnion(), _:
                inner = "" if isinstance(type_.child, Void) else f", .value = {self.text(type_.child, value)}"
                return f"{{.error = NULL{inner}}}"
            case Union(), UnionValue():
                return self._union(type_, value)
            case _:
                raise TypeError(f"no initialiser for {value!r} of type {type_!r}")

    def _struct(self, type_: Struct | Tuple, values: tuple[Value, ...]) -> str:
        if isinstance(type_, Tuple):
            pairs = [(element, f"f{number}") for number, element in enumerate(type_.elements)]
        else:
            pairs = [(field.type, local_name(field.name)) for field in self.file.decls.struct(type_).fields]
        texts = [
            f".{name} = {self.text(member, part)}"
            for (member, name), part in zip(pairs, values, strict=True)
            if not isinstance(member, Void)
        ]
        return f"{{{', '.join(texts)}}}" if texts else "{0}"

    def _union(self, type_: Union, value: UnionValue) -> str:
        decl = self.file.decls.union(type_)
        tag = self.file.tag(type_, value.field)
        child = next(field.type for field in decl.fields if field.name == value.field)
        if value.value is None or isinstance(child, Void):
            return f"{{.tag = {tag}}}"
        return f"{{.tag = {tag}, .as = {{.{local_name(value.field)} = {self.text(child, value.value)}}}}}"

    def elements(self, type_: Type, values: bytes | tuple[Value, ...]) -> str:
        """The braces of a C array; zeros at the end are what C puts there anyway."""
        texts = [self.text(type_, value) for value in values]
        while len(texts) > 1 and texts[-1] in _ZEROS:
            texts.pop()
        return "{" + ", ".join(texts) + "}"

    def _undefined(self, type_: Type) -> str:
        match type_:
            case Bool():
                return "false"
            case Int():
                pattern = int.from_bytes(b"\xaa" * 16, "little") & ((1 << type_.bits) - 1)
                wrapped = pattern - (1 << type_.bits) if type_.signed and pattern >> (type_.bits - 1) else pattern
                return integer(wrapped, type_).text
            case Float():
                bits = int.from_bytes(b"\xaa" * (type_.bits // 8), "little")
                return floating(FloatValue(type_.bits, bits)).text.removeprefix("(t27_f16)")
            case Enum():
                return f"({c_type(type_)})0x{'AA' * (storage_bits(self.file.decls.enum(type_).tag) // 8)}u"
            case Pointer():
                return f"({c_type(type_)}){UNDEFINED_POINTER}"
            case ErrorSet():
                return f"(t27_error){UNDEFINED_POINTER}"
            case Fn():
                return "NULL"
            case _:
                return self._undefined_aggregate(type_)

    def _undefined_aggregate(self, type_: Type) -> str:
        blank = UndefinedValue()
        match type_:
            case Array():
                return f"{{.at = {self.elements(type_.element, (blank,) * type_.length)}}}" if type_.length else "{0}"
            case Struct():
                return self._struct(type_, (blank,) * len(self.file.decls.struct(type_).fields))
            case Tuple():
                return self._struct(type_, (blank,) * len(type_.elements))
            case Optional():
                return self._aggregate(type_, SomeValue(blank))
            case ErrorUnion():
                return self._aggregate(type_, blank)
            case Slice():
                element = f"{'const ' if type_.const else ''}{c_type(type_.element)} *"
                return f"{{.ptr = ({element}){UNDEFINED_POINTER}, .len = 0u}}"
            case Union():
                width = storage_bits(self.file.decls.enum(self.file.decls.union(type_).tag).tag) // 8
                return f"{{.tag = 0x{'AA' * width}u}}"
            case _:
                return "{0}"


__all__ = ["Initialisers", "floating", "int_suffix", "integer"]
