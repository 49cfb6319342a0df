"""How values lie in the interpreter's storage, and what can be done with them, by type.

Every container is a Python list of cells, so that an address is a pair `(cells, key)` and a slice a `View` of cells:
structs, tuples and arrays hold their parts; an optional is None or a list of one; an error union is the error's name or
a list of one; a union is `[field, payload]`. Numbers, bools, enum tags and error names are themselves. An undefined
pointer, slice or function is None.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from t27c.ir.arith import undefined_scalar
from t27c.ir.interp.declarations import Declarations
from t27c.ir.nodes import EnumDecl, StructDecl, UnionDecl
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

UNDEFINED_TAG = -(1 << 200)  # the tag of an undefined enum: like none of any declaration
UNDEFINED_ERROR = ""


@dataclass(slots=True, eq=False)
class View:
    """A slice: `length` cells from `start` on."""

    cells: list[Any]
    start: int
    length: int

    def parts(self) -> list[Any]:
        """The cells as a list of their own."""
        return self.cells[self.start : self.start + self.length]


def has_cells(type_: Type) -> bool:
    """Whether values of the type are lists that two holders must not share."""
    return isinstance(type_, (Struct, Tuple, Array, Union, Optional, ErrorUnion))


class Shapes:
    """Operations on stored values by type; made once per type and kept."""

    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations
        self._fields: dict[Type, tuple[tuple[str, Type], ...]] = {}
        self._copiers: dict[Type, Callable[[Any], Any]] = {}
        self._storers: dict[Type, Callable[[list[Any], int, Any], None]] = {}
        self._counts: dict[Type, int] = {}

    def struct(self, type_: Struct) -> StructDecl:
        """The declaration of a struct."""
        decl = self.declarations.type_decl(type_.name)
        assert isinstance(decl, StructDecl)
        return decl

    def enum(self, type_: Enum) -> EnumDecl:
        """The declaration of an enum."""
        decl = self.declarations.type_decl(type_.name)
        assert isinstance(decl, EnumDecl)
        return decl

    def union(self, type_: Union) -> UnionDecl:
        """The declaration of a union."""
        decl = self.declarations.type_decl(type_.name)
        assert isinstance(decl, UnionDecl)
        return decl

    def fields(self, type_: Struct | Tuple | Union) -> tuple[tuple[str, Type], ...]:
        """Names and types of the parts in their order; a tuple's parts are "0", "1", .."""
        known = self._fields.get(type_)
        if known is None:
            match type_:
                case Tuple():
                    known = tuple((str(at), element) for at, element in enumerate(type_.elements))
                case Struct():
                    known = tuple((field.name, field.type) for field in self.struct(type_).fields)
                case Union():
                    known = tuple((field.name, field.type) for field in self.union(type_).fields)
            self._fields[type_] = known
        return known

    def field_at(self, type_: Struct | Tuple, name: str) -> int:
        """The position of a field."""
        names = [field for field, _ in self.fields(type_)]
        if name in names:
            return names.index(name)
        assert isinstance(type_, Tuple)
        return type_.names.index(name)

    def count(self, type_: Type) -> int:
        """How many cells a value of the type takes, roughly."""
        known = self._counts.get(type_)
        if known is None:
            match type_:
                case Array():
                    known = 1 + type_.length * self.count(type_.element)
                case Struct() | Tuple():
                    known = 1 + sum(self.count(part) for _, part in self.fields(type_))
                case Union():
                    known = 2 + max((self.count(part) for _, part in self.fields(type_)), default=0)
                case Optional() | ErrorUnion():
                    known = 1 + self.count(type_.child)
                case _:
                    known = 1
            self._counts[type_] = known
        return known

    def copier(self, type_: Type) -> Callable[[Any], Any]:
        """A function that copies a value, so that no cell is shared; views and pointers lead where they led."""
        known = self._copiers.get(type_)
        if known is None:
            known = self._copiers[type_] = self._make_copier(type_)
        return known

    def _make_copier(self, type_: Type) -> Callable[[Any], Any]:
        match type_:
            case Array() if has_cells(type_.element):
                copy = self.copier(type_.element)
                return lambda cells: [copy(cell) for cell in cells]
            case Struct() | Tuple() if any(has_cells(part) for _, part in self.fields(type_)):
                copiers = [self.copier(part) for _, part in self.fields(type_)]
                return lambda cells: [copy(cell) for copy, cell in zip(copiers, cells, strict=True)]
            case Array() | Struct() | Tuple():
                return lambda cells: cells[:]
            case Union():
                return self._union_copier(type_)
            case Optional() | ErrorUnion():
                copy = self.copier(type_.child)
                return lambda value: [copy(value[0])] if type(value) is list else value
            case _:
                return lambda value: value

    def _union_copier(self, type_: Union) -> Callable[[Any], Any]:
        copiers = {name: self.copier(part) for name, part in self.fields(type_)}

        def copy(cells: list[Any]) -> list[Any]:
            field, payload = cells
            return [field, copiers[field](payload) if field is not None else None]

        return copy

    def storer(self, type_: Type) -> Callable[[list[Any], int, Any], None]:
        """A function that stores a value (whose cells nobody else holds) at an address. Aggregates are written into the
        cells that are there, since views and pointers may lead to them."""
        known = self._storers.get(type_)
        if known is None:
            known = self._storers[type_] = self._make_storer(type_)
        return known

    def _make_storer(self, type_: Type) -> Callable[[list[Any], int, Any], None]:
        match type_:
            case Array() if has_cells(type_.element):
                return _parts_storer([self.storer(type_.element)] * type_.length)
            case Struct() | Tuple() if any(has_cells(part) for _, part in self.fields(type_)):
                return _parts_storer([self.storer(part) for _, part in self.fields(type_)])
            case Array() | Struct() | Tuple():
                return _store_parts
            case Union():
                return self._union_storer(type_)
            case Optional() | ErrorUnion():
                return _payload_storer(self.storer(type_.child))
            case _:
                return _store_cell

    def _union_storer(self, type_: Union) -> Callable[[list[Any], int, Any], None]:
        storers = {name: self.storer(part) for name, part in self.fields(type_)}

        def store(cells: list[Any], key: int, value: Any) -> None:
            target = cells[key]
            if target[0] == value[0] and value[0] is not None:
                storers[value[0]](target, 1, value[1])
            else:
                target[:] = value

        return store

    def undefined(self, type_: Type) -> Any:
        """What `undefined` is: memory of 0xAA bytes (SEM 8.5)."""
        match type_:
            case Bool() | Int() | Float():
                return undefined_scalar(type_)
            case Enum():
                return UNDEFINED_TAG
            case Array():
                return [self.undefined(type_.element) for _ in range(type_.length)]
            case Struct() | Tuple():
                return [self.undefined(part) for _, part in self.fields(type_)]
            case Union():
                return [None, None]
            case Optional():
                return [self.undefined(type_.child)]
            case ErrorSet() | ErrorUnion():
                return UNDEFINED_ERROR
            case Void() | Slice() | Pointer() | Fn():
                return None


def _store_cell(cells: list[Any], key: int, value: Any) -> None:
    cells[key] = value


def _store_parts(cells: list[Any], key: int, value: Any) -> None:
    cells[key][:] = value


def _parts_storer(storers: list[Callable[[list[Any], int, Any], None]]) -> Callable[[list[Any], int, Any], None]:
    def store(cells: list[Any], key: int, value: Any) -> None:
        target = cells[key]
        for at, store_part in enumerate(storers):
            store_part(target, at, value[at])

    return store


def _payload_storer(store_child: Callable[[list[Any], int, Any], None]) -> Callable[[list[Any], int, Any], None]:
    def store(cells: list[Any], key: int, value: Any) -> None:
        old = cells[key]
        if type(old) is list and type(value) is list:
            store_child(old, 0, value[0])
        else:
            cells[key] = value

    return store
