"""Gives every loop that can have one its whole-array form, the outermost loop of a nest that runs well first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from t27c.ir.nodes import ForRange, Function, Lanes, Module, Program, Stmt
from t27c.ir.walk import map_stmt, stmt_bodies, walk_body
from t27c.passes.vectorise.affine import is_number
from t27c.passes.vectorise.obstacle import Blocked
from t27c.passes.vectorise.plan import plan_loop

Body = tuple[Stmt, ...]


def vectorise(program: Program) -> Program:
    """`program` with whole-array forms beside its loops."""
    modules = {name: _module(program, module) for name, module in program.modules.items()}
    return replace(program, modules=modules)


def _module(program: Program, module: Module) -> Module:
    functions = tuple([replace(function, body=_body(program, function.body)) for function in module.functions])
    return replace(module, functions=functions)


def _body(program: Program, body: Body) -> Body:
    return tuple([_stmt(program, stmt) for stmt in body])


def _stmt(program: Program, stmt: Stmt) -> Stmt:
    if isinstance(stmt, ForRange):
        lanes = plan_loop(program, stmt)
        if isinstance(lanes, Lanes) and not _inner_is_better(program, stmt, lanes):
            return replace(stmt, lanes=lanes)
    return map_stmt(stmt, lambda expr: expr, lambda part: _body(program, part))


def _inner_is_better(program: Program, loop: ForRange, lanes: Lanes) -> bool:
    """Whether a loop inside stores to neighbouring elements where this one strides."""
    if _stores_neighbours(lanes):
        return False
    inner = [stmt for stmt in walk_body(loop.body) if isinstance(stmt, ForRange)]
    plans = [plan_loop(program, stmt) for stmt in inner]
    return any(isinstance(plan, Lanes) and _stores_neighbours(plan) for plan in plans)


def _stores_neighbours(lanes: Lanes) -> bool:
    return all(is_number(access.factor, 1) for access in lanes.accesses if access.stored)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopReport:
    """What became of one loop: its whole-array form, or why it has none."""

    function: Function
    loop: ForRange
    outcome: Lanes | Blocked


def explain(program: Program, module: Module) -> Iterator[LoopReport]:
    """A report on every loop of `module`, in the order of its text; loops inside a vectorised one are part of it."""
    for function in module.functions:
        yield from _explain_body(program, function, function.body)


def _why_not(program: Program, loop: ForRange) -> Blocked:
    plan = plan_loop(program, loop)
    if isinstance(plan, Blocked):
        return plan
    inner = next(stmt for stmt in walk_body(loop.body) if isinstance(stmt, ForRange))
    return Blocked(reason="leaves the lanes to a loop inside, which stores neighbouring elements", span=inner.span)


def _explain_body(program: Program, function: Function, body: Body) -> Iterator[LoopReport]:
    todo = list(reversed(body))
    while todo:
        stmt = todo.pop()
        if isinstance(stmt, ForRange):
            outcome = stmt.lanes if stmt.lanes is not None else _why_not(program, stmt)
            yield LoopReport(function=function, loop=stmt, outcome=outcome)
            if stmt.lanes is not None:
                continue
        todo.extend(reversed([inner for part in stmt_bodies(stmt) for inner in part]))
