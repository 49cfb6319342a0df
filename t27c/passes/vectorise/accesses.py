"""What lane code reads and writes in memory, and the questions that must be answered at run time before it may run."""

from __future__ import annotations

from collections.abc import Iterable

from t27c.ir.nodes import (
    Access,
    Assign,
    Builtin,
    Call,
    Const,
    Convert,
    ConvertKind,
    Counter,
    Deref,
    Expr,
    Field,
    ForRange,
    Index,
    Let,
    Op,
    Operation,
    Reduction,
    Stmt,
    Var,
)
from t27c.ir.types import USIZE, Array, Slice, Struct, Tuple
from t27c.ir.walk import children, stmt_bodies, stmt_exprs, walk_body, walk_body_exprs, walk_expr
from t27c.passes.stability import Changes, is_stable, root_of
from t27c.passes.vectorise.affine import affine_of, is_number
from t27c.passes.vectorise.obstacle import ObstacleError
from t27c.passes.vectorise.rules import is_lane_type
from t27c.passes.vectorise.uniform import is_varying


def accesses_of(
    code: tuple[Stmt, ...], folds: tuple[Reduction, ...], loop: ForRange, varying: frozenset[str], changes: Changes
) -> tuple[Access, ...]:
    """Every access of the lane code that depends on the lane, each once; raises for those that no lane order allows."""
    found: list[Access] = []
    _collect(code, loop, set(varying), (), found)
    for fold in folds:
        _collect_from(fold.value, False, loop, set(varying), (), found)
    declared = {stmt.local.name for stmt in walk_body(code) if isinstance(stmt, Let)}
    for access in found:
        _require_fixed_base(access, changes)
        _require_known_before(access, declared)
    _require_own_elements(found)
    return tuple(found)


def require_indexed(values: Iterable[Expr], accesses: tuple[Access, ...]) -> None:
    """Index arithmetic that was moved to its uses keeps its range, because it ends in an index that is checked."""
    indices = [part for access in accesses for part in walk_expr(access.index)]
    for value in values:
        if any(isinstance(part, Operation) for part in walk_expr(value)) and value not in indices:
            raise ObstacleError("computes with integers that are no index", value.span)


def _collect(
    code: tuple[Stmt, ...], loop: ForRange, varying: set[str], loops: tuple[Counter, ...], found: list[Access]
) -> None:
    for stmt in code:
        for position, expr in enumerate(stmt_exprs(stmt)):
            _collect_from(expr, isinstance(stmt, Assign) and position == 0, loop, varying, loops, found)
        inner = loops
        if isinstance(stmt, ForRange):
            inner = (*loops, Counter(local=stmt.local, low=stmt.low, high=stmt.high))
        for body in stmt_bodies(stmt):
            _collect(body, loop, varying, inner, found)


def _collect_from(
    expr: Expr, stored: bool, loop: ForRange, varying: set[str], loops: tuple[Counter, ...], found: list[Access]
) -> None:
    for node in walk_expr(expr):
        if isinstance(node, Index):
            _add(node, stored and node is expr, loop, varying, loops, found)


def shared_reads(code: tuple[Stmt, ...], folds: tuple[Reduction, ...], varying: frozenset[str]) -> tuple[Expr, ...]:
    """The arrays of which all lanes read one element. A block reads it once, so no lane may store there."""
    stores = [stmt.place for stmt in walk_body(code) if isinstance(stmt, Assign) and isinstance(stmt.place, Index)]
    found: list[Expr] = []
    for node in (*walk_body_exprs(code), *[part for fold in folds for part in walk_expr(fold.value)]):
        if not stores or is_varying(node, set(varying)):
            continue
        if isinstance(node, Deref | Builtin | Call) and not (isinstance(node, Builtin) and _reads_no_memory(node)):
            raise ObstacleError("reads memory that a round might change", node.span)
        if isinstance(node, Index):
            if any(store.base == node.base for store in stores):
                raise ObstacleError("reads an element that another round may store", node.span)
            if not _is_total(node.base):
                raise ObstacleError("indexes something other than a named array", node.base.span)
            if node.base not in found:
                found.append(node.base)
    return tuple(found)


def _reads_no_memory(node: Builtin) -> bool:
    return all(is_lane_type(arg.type) or node.name == "len" for arg in node.args)


def _is_total(expr: Expr) -> bool:
    """Whether `expr` can be asked for ahead of the loop: it has a value, whatever happens."""
    while isinstance(expr, Field) and isinstance(expr.base.type, Struct | Tuple):
        expr = expr.base
    return isinstance(expr, Var)


def _add(
    node: Index, stored: bool, loop: ForRange, varying: set[str], loops: tuple[Counter, ...], found: list[Access]
) -> None:
    if not stored and not is_varying(node, varying):
        return
    if isinstance(node.base, Index) or is_varying(node.base, varying):
        raise ObstacleError("indexes an array of arrays", node.span)
    affine = affine_of(node.index, loop.local.name, varying)
    if affine is None:
        raise ObstacleError("looks up places that are no sum of counters", node.span)
    if stored and is_number(affine.factor, 0):
        raise ObstacleError("stores into one element from every lane", node.span)
    _require_rising(node.index, loop, loops, node)
    access = Access(base=node.base, index=node.index, factor=affine.factor, stored=stored, counters=loops)
    if access not in found:
        found.append(access)


def _require_rising(index: Expr, loop: ForRange, loops: tuple[Counter, ...], node: Index) -> None:
    """Counters may only raise the index, so that its ends are those of the counters."""
    counters = {loop.local.name, *[inner.local.name for inner in loops]}
    for part in walk_expr(index):
        match part:
            case Operation(op=Op.SUB, operands=(_, right)) if is_varying(right, counters):
                raise ObstacleError("runs through an array backwards", node.span)
            case Operation(op=Op.ADD | Op.SUB | Op.MUL) | Var() | Convert(kind=ConvertKind.INT_WIDEN):
                pass
            case _ if is_varying(part, counters):
                raise ObstacleError("has an index that is no sum of counters", node.span)
            case _:
                pass


def _require_known_before(access: Access, declared: set[str]) -> None:
    """The index must be known before the loop, but for its counters."""
    bounds = [bound for counter in access.counters for bound in (counter.low, counter.high)]
    for bound in (*bounds, access.index):
        _require_total(bound)
    for expr in (access.base, access.index, *bounds):
        for part in walk_expr(expr):
            if isinstance(part, Var) and part.name in declared:
                raise ObstacleError("indexes with a value that is computed inside the loop", access.index.span)


def _require_total(index: Expr) -> None:
    """What is asked ahead of the loop must have an answer; sums and products are asked in exact numbers."""
    todo = [index]
    while todo:
        expr = todo.pop()
        match expr:
            case Operation(op=Op.ADD | Op.SUB | Op.MUL) | Convert(kind=ConvertKind.INT_WIDEN):
                if expr.type != USIZE:
                    raise ObstacleError("computes an index in a narrower type", expr.span)
                todo += children(expr)
            case Builtin(name="len", args=(base,)) if _is_total(base):
                pass
            case Const() | Var():
                pass
            case Field() if _is_total(expr):
                pass
            case _:
                raise ObstacleError("has an index that cannot be known ahead of the loop", expr.span)


def _require_fixed_base(access: Access, changes: Changes) -> None:
    """The array must be the same one in every round."""
    if not isinstance(access.base, Var | Field) or not isinstance(access.base.type, Slice | Array):
        raise ObstacleError("indexes something other than a named array", access.base.span)
    root = root_of(access.base)
    own = isinstance(access.base.type, Array)
    fixed = own or is_stable(access.base, Changes(locals=changes.locals))
    if root is None or not fixed or not _is_total(access.base):
        raise ObstacleError("indexes an array that changes from round to round", access.base.span)


def _require_own_elements(found: list[Access]) -> None:
    """A lane may read of a stored array only the element that it stores itself."""
    for store in found:
        if not store.stored:
            continue
        for other in found:
            same_place = other.index == store.index and other.counters == store.counters
            if other.base == store.base and not same_place:
                raise ObstacleError("reads or writes an element that another round stores", other.base.span)
