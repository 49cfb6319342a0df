"""What a piece of code may change, and whether an expression keeps its value while it runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from t27c.ir.nodes import (
    AddressOf,
    Assign,
    Block,
    Builtin,
    Call,
    Deref,
    Expr,
    Field,
    Index,
    Let,
    Payload,
    SliceOf,
    Stmt,
    Var,
)
from t27c.ir.types import Array, QName, Slice
from t27c.ir.walk import walk_body, walk_body_exprs, walk_expr


@dataclass(slots=True)
class Changes:
    """Locals that are assigned whole or in part, locals whose address or view is taken, whether memory behind views and
    pointers or module state may change (a store through one, or a call)."""

    locals: set[str] = field(default_factory=set)
    addressed: set[str] = field(default_factory=set)
    memory: bool = False


def root_of(place: Expr) -> Var | None:
    """The variable that `place` is a part of; None if it lies behind a view or pointer."""
    while True:
        match place:
            case Var():
                return place
            case Field() | Payload():
                place = place.base
            case Index() if isinstance(place.base.type, Array):
                place = place.base
            case _:
                return None


def changes_of(body: Iterable[Stmt]) -> Changes:
    """Everything that running `body` may change."""
    changes = Changes()
    statements = tuple(body)
    for stmt in walk_body(statements):
        if isinstance(stmt, Assign):
            _add_store(changes, stmt.place)
        elif isinstance(stmt, Let):
            changes.locals.add(stmt.local.name)
    for expr in walk_body_exprs(statements):
        _add_effects(changes, expr)
    return changes


def _add_store(changes: Changes, place: Expr) -> None:
    root = root_of(place)
    if root is not None and isinstance(root.name, str):
        changes.locals.add(root.name)
    else:
        changes.memory = True


def _add_effects(changes: Changes, expr: Expr) -> None:
    match expr:
        case Call() | Builtin(name="mem_copy" | "mem_set"):
            changes.memory = True
        case AddressOf(place=base) | SliceOf(base=base):
            root = root_of(base)
            if root is not None and isinstance(root.name, str) and not isinstance(base.type, Slice):
                changes.addressed.add(root.name)
        case _:
            pass


def is_stable(expr: Expr, changes: Changes) -> bool:
    """Whether every evaluation of `expr` gives the same value, or the same trap, while code with `changes` runs."""
    return all(_is_stable_node(node, changes) for node in walk_expr(expr))


def _is_stable_node(expr: Expr, changes: Changes) -> bool:
    match expr:
        case Var(name=QName()):
            return not changes.memory
        case Var(name=name):
            return name not in changes.locals and not (changes.memory and name in changes.addressed)
        case Index() | Deref():
            return not changes.memory
        case Builtin(name="mem_copy" | "mem_set") | Call() | Block():
            return False
        case _:
            return True
