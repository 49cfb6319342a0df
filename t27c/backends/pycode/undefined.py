"""Finds out whether a program can use slices or pointers that were never set, so that their uses need a check."""

from __future__ import annotations

from collections.abc import Iterator

from t27c.backends.pycode.shapes import can_be_undefined_view
from t27c.ir.nodes import Const, Function, Program, StructDecl, Test
from t27c.ir.types import Struct, Type, Union
from t27c.ir.values import SomeValue, UndefinedValue, Value
from t27c.ir.walk import walk_body_exprs


def has_undefined_views(program: Program) -> bool:
    """Whether any known value of the program is an undefined slice or pointer, or may hold one."""
    return any(_is_undefined_view(program, type_, value) for type_, value in _known_values(program))


def _is_undefined_view(program: Program, type_: Type, value: Value) -> bool:
    if isinstance(value, SomeValue):
        value = value.value
    if isinstance(value, tuple):
        return any(isinstance(part, UndefinedValue) for part in value) and can_be_undefined_view(type_)
    return isinstance(value, UndefinedValue) and can_be_undefined_view(type_) and _holds_view(program, type_)


def _holds_view(program: Program, type_: Type) -> bool:
    """Structs count only if one of their fields, at any depth, is a view."""
    if not isinstance(type_, (Struct, Union)):
        return True
    decls = {decl.type: decl for decl in program.modules[type_.name.module].types}
    decl = decls.get(type_)
    if not isinstance(decl, StructDecl):
        return True
    return any(can_be_undefined_view(part.type) and _holds_view(program, part.type) for part in decl.fields)


def _known_values(program: Program) -> Iterator[tuple[Type, Value]]:
    for module in program.modules.values():
        yield from ((constant.type, constant.value) for constant in module.constants)
        yield from ((variable.type, variable.value) for variable in module.globals)
        units: list[Function | Test] = [*module.functions, *module.tests]
        for unit in units:
            bodies = [unit.body] if isinstance(unit, Function) else [step.body for step in unit.steps]
            for body in bodies:
                yield from ((e.type, e.value) for e in walk_body_exprs(body) if isinstance(e, Const))
