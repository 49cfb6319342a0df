"""Where the interpreter finds what names mean: a finished program, or one that is still being checked."""

from __future__ import annotations

from typing import Protocol

from t27c.ir.nodes import Constant, Function, Global, Program, TypeDecl
from t27c.ir.types import QName


class Declarations(Protocol):
    """Where the interpreter finds what names mean; `ProgramDeclarations` serves a finished program."""

    def function(self, name: QName) -> Function:
        """The function of that name."""

    def type_decl(self, name: QName) -> TypeDecl:
        """The struct, enum or union of that name."""

    def variable(self, name: QName) -> Constant | Global:
        """The module constant or variable of that name."""


class ProgramDeclarations:
    """The declarations of a finished program."""

    def __init__(self, program: Program) -> None:
        modules = program.modules.values()
        self._functions = {f.name: f for module in modules for f in module.functions}
        self._types = {decl.type.name: decl for module in modules for decl in module.types}
        self._variables: dict[QName, Constant | Global] = {}
        for module in modules:
            self._variables.update({constant.name: constant for constant in module.constants})
            self._variables.update({variable.name: variable for variable in module.globals})

    def function(self, name: QName) -> Function:
        """The function of that name."""
        return self._functions[name]

    def type_decl(self, name: QName) -> TypeDecl:
        """The struct, enum or union of that name."""
        return self._types[name]

    def variable(self, name: QName) -> Constant | Global:
        """The module constant or variable of that name."""
        return self._variables[name]
