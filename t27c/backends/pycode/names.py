"""Python names of declarations: public ones, their private twins, fields and variants."""

from __future__ import annotations

import keyword
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from t27c.backends.naming import PYTHON_RESERVED, NameScope, identifier, mangle
from t27c.ir.nodes import (
    Constant,
    EnumDecl,
    Function,
    Global,
    Module,
    Program,
    StructDecl,
    TypeDecl,
    UnionDecl,
)
from t27c.ir.types import Enum as EnumType
from t27c.ir.types import QName, Struct
from t27c.ir.types import Union as UnionType
from t27c.outpaths import module_parts

# `t27` and `t27c` because their private twins would hide the runtimes.
_RUNTIMES = frozenset({"t27", "t27c"})
_IMPORTED = frozenset({"annotations", "dataclass", "field", "IntEnum", "Final", "Callable", "math", "sys"}) | _RUNTIMES
MODULE_RESERVED = PYTHON_RESERVED | _IMPORTED
_FIELD_RESERVED = frozenset({*keyword.kwlist, "int", "bool", "bytes", "float", "tuple", "object", "np", "npt", "mro"})
_VARIANT_RESERVED = frozenset({*keyword.kwlist, *dir(IntEnum), "name", "value", "mro"})


def field_name(name: str) -> str:
    """A field or method of a generated class."""
    return mangle(name, _FIELD_RESERVED)


def variant_name(name: str) -> str:
    """A variant of a generated enum."""
    return mangle(name, _VARIANT_RESERVED)


def _is_plain(name: str) -> bool:
    """Whether a declaration has the name that the author wrote, and stands at the top of its file."""
    return name.isidentifier()


@dataclass(frozen=True)
class ModuleNames:
    """The names of one module at its top level; the same from wherever the module is seen."""

    module: Module

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The dotted path below the package of all generated modules."""
        return module_parts(self.module.id)

    @cached_property
    def _names(self) -> dict[str, str]:
        """Plain names first, so that made-up ones never change them."""
        declared = [decl.type.name.name for decl in self.module.types]
        declared += [constant.name.name for constant in self.module.constants]
        declared += [variable.name.name for variable in self.module.globals]
        declared += [function.name.name for function in self.module.functions]
        scope = NameScope.of(MODULE_RESERVED)
        found: dict[str, str] = {}
        for name in sorted(dict.fromkeys(declared), key=lambda name: not _is_plain(name)):
            wanted = mangle(name, MODULE_RESERVED) if _is_plain(name) else mangle(identifier(name), MODULE_RESERVED)
            found[name] = scope.claim(wanted)
        return found

    def public(self, name: str) -> str:
        """The name under which a declaration of the module is public."""
        return self._names[name]

    def private(self, name: str) -> str:
        """The twin of a function that generated code calls; public names have no leading underscore."""
        return f"_{self._names[name]}"

    @cached_property
    def taken(self) -> frozenset[str]:
        """Every name at the top level."""
        return frozenset(self._names.values())

    @cached_property
    def taken_with_private(self) -> frozenset[str]:
        """Every name at the top level, and the twins of all functions."""
        return self.taken | {self.private(function.name.name) for function in self.module.functions}


class Declarations:
    """Every declaration of a program by its name, and the names of every module."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.names = {module.id: ModuleNames(module) for module in program.modules.values()}
        modules = program.modules.values()
        self._types: dict[QName, TypeDecl] = {decl.type.name: decl for module in modules for decl in module.types}
        self.globals: dict[QName, Global] = {decl.name: decl for module in modules for decl in module.globals}
        self.constants: dict[QName, Constant] = {decl.name: decl for module in modules for decl in module.constants}
        self.functions: dict[QName, Function] = {decl.name: decl for module in modules for decl in module.functions}
        self._variants: dict[QName, dict[int, str]] = {}

    def struct(self, type_: Struct) -> StructDecl:
        """The declaration of a struct."""
        decl = self._types[type_.name]
        assert isinstance(decl, StructDecl)
        return decl

    def enum(self, type_: EnumType) -> EnumDecl:
        """The declaration of an enum."""
        decl = self._types[type_.name]
        assert isinstance(decl, EnumDecl)
        return decl

    def variant(self, type_: EnumType, tag: int) -> str | None:
        """The name of a variant, the first if several have the tag."""
        names = self._variants.get(type_.name)
        if names is None:
            names = {known: name for name, known in reversed(self.enum(type_).variants)}
            self._variants[type_.name] = names
        return names.get(tag)

    def union(self, type_: UnionType) -> UnionDecl:
        """The declaration of a union."""
        decl = self._types[type_.name]
        assert isinstance(decl, UnionDecl)
        return decl
