"""Folds over the lanes: `s = s + e`, `s = s * e`, and the running maximum or minimum, kept in the spec's order."""

from __future__ import annotations

from dataclasses import replace

from t27c.ir.nodes import Assign, Builtin, Expr, Fold, ForRange, If, Let, Local, Op, Operation, Reduction, Stmt, Var
from t27c.ir.types import Float
from t27c.ir.walk import walk_body, walk_body_exprs, walk_expr
from t27c.passes.vectorise.obstacle import ObstacleError
from t27c.source import Span

Body = tuple[Stmt, ...]


_OPERATORS = {Op.ADD: Fold.SUM, Op.MUL: Fold.PRODUCT}
_COMPARISONS = {Op.GT: Fold.GREATEST, Op.LT: Fold.LEAST}
_MIRRORED = {Op.LT: Fold.GREATEST, Op.GT: Fold.LEAST}
_BUILTINS = {"max": Fold.MAX, "min": Fold.MIN}


def split_reductions(loop: ForRange) -> tuple[Body, tuple[Reduction, ...]]:
    """The body of `loop` without its folds, and the folds. The value of a fold is kept where later statements could
    change it."""
    own = {stmt.local.name for stmt in walk_body(loop.body) if isinstance(stmt, Let | ForRange)}
    rest: list[Stmt] = []
    folds: list[Reduction] = []
    found_at = [_reduction(stmt, own) for stmt in loop.body]
    for position, (stmt, found) in enumerate(zip(loop.body, found_at, strict=True)):
        if found is None:
            rest.append(stmt)
        elif all(found_at[position:]):
            folds.append(found)
        else:
            local = Local(name=f"joining_{position + 1}", type=found.value.type, mutable=False)
            rest.append(Let(span=stmt.span, local=local, value=found.value))
            folds.append(replace(found, value=Var(type=local.type, span=stmt.span, name=local.name)))
    for found in folds:
        _require_unread(found, folds, tuple(rest))
    return tuple(rest), tuple(folds)


def _require_unread(found: Reduction, folds: list[Reduction], rest: Body) -> None:
    """What is folded may not be looked at, or set otherwise, within the loop."""
    name = found.place.name
    values = [fold.value for fold in folds]
    reads = any(isinstance(e, Var) and e.name == name for e in walk_body_exprs(rest))
    from_values = any(isinstance(e, Var) and e.name == name for value in values for e in walk_expr(value))
    if reads or from_values or sum(fold.place.name == name for fold in folds) > 1:
        raise ObstacleError(f"uses `{name}` in each round while it grows", found.span)


def _reduction(stmt: Stmt, own: set[str]) -> Reduction | None:
    match stmt:
        case Assign(place=Var(name=str(name), type=Float()) as place, value=value) if name not in own:
            return _joined(place, value, stmt.span)
        case If(branches=((condition, (Assign(place=Var(name=str(name), type=Float()) as place, value=value),)),)):
            if name in own or stmt.otherwise:
                return None
            return _extreme(place, condition, value, stmt.span)
        case _:
            return None


def _joined(place: Var, value: Expr, span: Span) -> Reduction | None:
    match value:
        case Operation(op=Op.ADD | Op.MUL as op, operands=(Var(name=left), right)) if left == place.name:
            return Reduction(place=place, fold=_OPERATORS[op], value=right, span=span)
        case Operation(op=Op.ADD | Op.MUL as op, operands=(other, Var(name=last))) if last == place.name:
            return Reduction(place=place, fold=_OPERATORS[op], value=other, span=span)
        case Builtin(name="max" | "min" as name, args=(Var(name=left), right)) if left == place.name:
            return Reduction(place=place, fold=_BUILTINS[name], value=right, span=span)
        case _:
            return None


def _extreme(place: Var, condition: Expr, value: Expr, span: Span) -> Reduction | None:
    match condition:
        case Operation(op=Op.GT | Op.LT as op, operands=(first, second)):
            if first == value and second == place:
                return Reduction(place=place, fold=_COMPARISONS[op], value=value, span=span)
            if second == value and first == place:
                return Reduction(place=place, fold=_MIRRORED[op], value=value, span=span)
        case _:
            pass
    return None
