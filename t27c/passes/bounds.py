"""Takes checks of indices out of counted loops: one question before the loop chooses between it and an unchecked twin.

The twin runs if the loop's end lies within every slice that the counter indexes; then no check in it could fail. Traps
stay where they were, because otherwise the loop itself runs. Only for C: its compilers vectorise loops without checks.
"""

from __future__ import annotations

from dataclasses import replace

from t27c.ir.nodes import (
    Assign,
    Builtin,
    Const,
    Evaluate,
    Expr,
    ForRange,
    Function,
    If,
    Index,
    Let,
    Module,
    Op,
    Operation,
    Program,
    Stmt,
    Var,
)
from t27c.ir.types import BOOL, USIZE, Array, Bool, Enum, Float, Int, Slice, is_aggregate
from t27c.ir.values import UndefinedValue
from t27c.ir.walk import map_body, map_stmt, rewrite_body, walk_body, walk_body_exprs
from t27c.passes.effects import stable_names

_LONGEST = 40  # statements of a loop that is worth a second copy
_SIMPLE = (Let, Assign, Evaluate, If)


def unchecked_twins(program: Program) -> Program:
    """The pass. Programs with undefined slices keep their loops: asking such a slice for its length is a trap."""
    if any(_has_undefined_views(module) for module in program.modules.values()):
        return program
    return replace(program, modules={key: _module(module) for key, module in program.modules.items()})


def _module(module: Module) -> Module:
    return replace(module, functions=tuple(_function(function) for function in module.functions))


def _has_undefined_views(module: Module) -> bool:
    values = [(item.type, item.value) for item in module.constants]
    values += [(item.type, item.value) for item in module.globals]
    for function in module.functions:
        values += [(expr.type, expr.value) for expr in walk_body_exprs(function.body) if isinstance(expr, Const)]
    for type_, value in values:
        inner = type_
        while isinstance(inner, Array):
            inner = inner.element
        if isinstance(value, UndefinedValue) and not isinstance(inner, (Bool, Int, Float, Enum)):
            return True
    return False


def _function(function: Function) -> Function:
    stable, _ = stable_names(function.body, function.params)

    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        if isinstance(stmt, ForRange) and _is_simple(stmt):
            return _twin(stmt, stable)
        return (map_stmt(stmt, lambda expr: expr, lambda body: map_body(body, change)),)

    return replace(function, body=map_body(function.body, change))


def _is_simple(loop: ForRange) -> bool:
    """Whether the loop may be copied: an inner one whose locals are plain values."""
    stmts = list(walk_body(loop.body))
    if len(stmts) > _LONGEST or not all(isinstance(stmt, _SIMPLE) for stmt in stmts):
        return False
    return not any(isinstance(stmt, Let) and is_aggregate(stmt.local.type) for stmt in stmts)


def _twin(loop: ForRange, stable: set[str]) -> tuple[Stmt, ...]:
    """The loop, behind a question if its checks can be answered before it starts."""
    if not _is_stable(loop.high, stable):
        return (loop,)
    bases: dict[str, Var] = {}
    for expr in walk_body_exprs(loop.body):
        if isinstance(expr, Index) and _is_counted(expr, loop, stable):
            assert isinstance(expr.base, Var)
            bases.setdefault(str(expr.base.name), expr.base)
    if not bases:
        return (loop,)
    free = replace(loop, body=rewrite_body(loop.body, lambda expr: _unchecked(expr, loop, stable)))
    questions = [_within(loop, base) for base in bases.values() if not _is_length_of(loop.high, base)]
    if not questions:
        return (free,)
    condition = questions[0]
    for question in questions[1:]:
        condition = Operation(type=BOOL, span=loop.span, op=Op.AND, operands=(condition, question))
    return (If(span=loop.span, branches=((condition, (free,)),), otherwise=(loop,)),)


def _is_stable(expr: Expr, stable: set[str]) -> bool:
    match expr:
        case Const():
            return True
        case Var(name=name):
            return isinstance(name, str) and name in stable
        case Builtin(name="len", args=(Var() as base,)):
            return _is_stable(base, stable)
        case _:
            return False


def _is_counted(expr: Index, loop: ForRange, stable: set[str]) -> bool:
    """Whether `expr` is an element of a slice that stays the same, at the loop's counter."""
    is_counter = isinstance(expr.index, Var) and expr.index.name == loop.local.name
    is_slice = isinstance(expr.base, Var) and isinstance(expr.base.type, Slice)
    return expr.checked and is_counter and is_slice and _is_stable(expr.base, stable)


def _unchecked(expr: Expr, loop: ForRange, stable: set[str]) -> Expr:
    if isinstance(expr, Index) and _is_counted(expr, loop, stable):
        return replace(expr, checked=False)
    return expr


def _length(base: Var) -> Builtin:
    return Builtin(type=USIZE, span=base.span, name="len", args=(base,))


def _is_length_of(high: Expr, base: Var) -> bool:
    return high == _length(base)


def _within(loop: ForRange, base: Var) -> Expr:
    return Operation(type=BOOL, span=loop.span, op=Op.LE, operands=(loop.high, _length(base)))
