"""The pieces of code of a module: bodies of functions and the steps of tests, with the names that they use up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from t27c.ir.nodes import Bench, ForRange, Function, Invariant, Labelled, Let, Module, Param, Stmt, Test, While
from t27c.ir.walk import walk_body

Body = tuple[Stmt, ...]
_Stepped = TypeVar("_Stepped", Test, Invariant, Bench)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """Code that shares its locals: one body of a function, or the bodies of all steps of a test in order."""

    params: tuple[Param, ...]
    bodies: tuple[Body, ...]


class FreshNames:
    """New names of locals and labels of one unit."""

    def __init__(self, unit: Unit) -> None:
        self._taken = {param.name for param in unit.params}
        for body in unit.bodies:
            for stmt in walk_body(body):
                self._take(stmt)

    def _take(self, stmt: Stmt) -> None:
        match stmt:
            case Let():
                self._taken.add(stmt.local.name)
            case ForRange():
                self._taken |= {stmt.local.name, stmt.label}
            case While() | Labelled():
                self._taken.add(stmt.label)
            case _:
                pass

    def fresh(self, wanted: str) -> str:
        """`wanted` with the first number that makes it new."""
        number = 1
        while f"{wanted}{number}" in self._taken:
            number += 1
        self._taken.add(f"{wanted}{number}")
        return f"{wanted}{number}"


def map_units(module: Module, change: Callable[[Unit], Unit]) -> Module:
    """`module` with every unit changed; unchanged parts keep their identity."""
    functions = tuple([_function(function, change) for function in module.functions])
    tests = tuple([_stepped(test, change) for test in module.tests])
    invariants = tuple([_stepped(invariant, change) for invariant in module.invariants])
    benches = tuple([_stepped(bench, change) for bench in module.benches])
    return replace(module, functions=functions, tests=tests, invariants=invariants, benches=benches)


def _function(function: Function, change: Callable[[Unit], Unit]) -> Function:
    changed = change(Unit(params=function.params, bodies=(function.body,)))
    return function if changed.bodies[0] is function.body else replace(function, body=changed.bodies[0])


def _stepped(node: _Stepped, change: Callable[[Unit], Unit]) -> _Stepped:
    changed = change(Unit(params=(), bodies=tuple([step.body for step in node.steps])))
    steps = [replace(step, body=body) for step, body in zip(node.steps, changed.bodies, strict=True)]
    return replace(node, steps=tuple(steps))
