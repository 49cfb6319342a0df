"""Imported specs without output of their own in a build: the parts that the built specs use, as one module each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from t27c.ir.nodes import Module, Program


def needed_modules(programs: Iterable[Program], built: frozenset[str]) -> dict[str, Module]:
    """By id, every module that some program reaches and that is not `built`, with all that any program uses of it."""
    found: dict[str, Module] = {}
    for program in programs:
        for module in _reached(program):
            if module.id not in built:
                known = found.get(module.id)
                found[module.id] = _union(known, module) if known else _without_tests(module)
    return found


def _reached(program: Program) -> Iterator[Module]:
    return (module for id_, module in sorted(program.modules.items()) if id_ != program.main)


def _without_tests(module: Module) -> Module:
    """Tests, invariants and benches of an imported spec belong to its own build."""
    return replace(module, tests=(), invariants=(), benches=())


def _union(one: Module, other: Module) -> Module:
    """Both uses of one spec; declarations of one name are the same in both."""
    return replace(
        one,
        imports=tuple(sorted({*one.imports, *other.imports})),
        types=tuple({decl.type.name: decl for decl in (*one.types, *other.types)}.values()),
        constants=tuple({decl.name: decl for decl in (*one.constants, *other.constants)}.values()),
        globals=tuple({decl.name: decl for decl in (*one.globals, *other.globals)}.values()),
        functions=tuple({decl.name: decl for decl in (*one.functions, *other.functions)}.values()),
    )
