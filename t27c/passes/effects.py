"""What running a node by itself can do that others notice: read what may change, trap, write."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Flag, auto

from t27c.ir.builtins import BUILTINS
from t27c.ir.nodes import (
    Builtin,
    Call,
    Const,
    Convert,
    ConvertKind,
    Expr,
    Field,
    ForRange,
    Index,
    Let,
    Op,
    Operation,
    Param,
    Payload,
    PayloadKind,
    SliceOf,
    Stmt,
)
from t27c.ir.types import Array, Int, Slice, Union
from t27c.ir.walk import walk_body


class Effect(Flag):
    """Kinds of effects; a trap of an undefined pointer counts as a read, so that ordinary loops stay expressions."""

    NONE = 0
    READ = auto()
    TRAP = auto()
    WRITE = auto()


_ALL = Effect.READ | Effect.TRAP | Effect.WRITE
_TRAPPING_INT_OPS = frozenset(
    {Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.REM, Op.DIV_FLOOR, Op.MOD, Op.DIV_EXACT, Op.DIV_TRUNC, Op.NEG}
)
_TRAPPING_CONVERSIONS = frozenset({ConvertKind.INT_CHECKED, ConvertKind.FLOAT_TO_INT, ConvertKind.INT_TO_ENUM})


def own_effects(expr: Expr) -> Effect:
    """The effects of `expr` itself, without those of its operands."""
    match expr:
        case Operation():
            return _operation_effects(expr)
        case Call():
            return _ALL
        case Builtin():
            return _builtin_effects(expr)
        case Convert(kind=kind) if kind in _TRAPPING_CONVERSIONS:
            return Effect.TRAP
        case Field() if isinstance(expr.base.type, Union):
            return Effect.TRAP
        case Payload(kind=PayloadKind.OPTIONAL):
            return Effect.TRAP
        case Index():
            return _index_effects(expr)
        case SliceOf():
            return Effect.NONE if expr.low is None and expr.high is None else Effect.TRAP
        case _:
            return Effect.NONE


def _operation_effects(expr: Operation) -> Effect:
    left = expr.operands[0].type
    if expr.op in _TRAPPING_INT_OPS:
        return Effect.TRAP if isinstance(left, Int) else Effect.NONE
    if expr.op in (Op.SHL, Op.SHR):
        return Effect.NONE if isinstance(expr.operands[1], Const) else Effect.TRAP
    return Effect.READ if isinstance(left, Slice) else Effect.NONE


def _builtin_effects(expr: Builtin) -> Effect:
    if expr.name in ("mem_copy", "mem_set"):
        return _ALL
    if expr.name == "len":
        return Effect.NONE
    if expr.name == "pow":
        return Effect.TRAP if isinstance(expr.type, Int) else Effect.NONE
    traps = Effect.TRAP if BUILTINS[expr.name].traps else Effect.NONE
    reads = any(isinstance(arg.type, Slice) for arg in expr.args)
    return Effect.READ if reads else traps


def _index_effects(expr: Index) -> Effect:
    base, index = expr.base.type, expr.index
    if not expr.checked:
        return Effect.NONE
    inside = isinstance(base, Array) and isinstance(index, Const) and isinstance(index.value, int)
    if inside and isinstance(base, Array) and isinstance(index, Const) and isinstance(index.value, int):
        return Effect.NONE if index.value < base.length else Effect.TRAP
    return Effect.TRAP


def stable_names(body: tuple[Stmt, ...], params: Iterable[Param]) -> tuple[set[str], set[str]]:
    """The locals and parameters that never change once set, and all names in use."""
    stable: set[str] = set()
    taken: set[str] = set()
    for param in params:
        taken.add(param.name)
        if not param.mutable:
            stable.add(param.name)
    for stmt in walk_body(body):
        if isinstance(stmt, (Let, ForRange)):
            taken.add(stmt.local.name)
            if not stmt.local.mutable:
                stable.add(stmt.local.name)
    return stable, taken
