"""The judgement on one loop: how it becomes whole-array code, or what stands in the way."""

from __future__ import annotations

from t27c.ir.nodes import Assign, Block, Expr, ForRange, Lanes, Let, Program, Stmt, Var
from t27c.ir.walk import children, stmt_bodies, stmt_exprs, walk_body
from t27c.passes.stability import changes_of, root_of
from t27c.passes.vectorise.accesses import accesses_of, require_indexed, shared_reads
from t27c.passes.vectorise.lanes import LaneWriter
from t27c.passes.vectorise.obstacle import Blocked, ObstacleError
from t27c.passes.vectorise.reductions import split_reductions
from t27c.passes.vectorise.rules import check_lane_code, is_lane_type
from t27c.passes.vectorise.uniform import assigned_locals, varying_locals

MAX_DEPTH = 60


def plan_loop(program: Program, loop: ForRange) -> Lanes | Blocked:
    """Judge `loop` of a function of `program`."""
    try:
        return _plan(program, loop)
    except ObstacleError as obstacle:
        return obstacle.blocked


def _plan(program: Program, loop: ForRange) -> Lanes:
    _require_shallow(loop)
    body, reductions = split_reductions(loop)
    own = {stmt.local.name for stmt in walk_body(body) if isinstance(stmt, Let | ForRange)}
    for stmt in walk_body(body):
        if isinstance(stmt, Assign):
            _require_own(stmt, own)
        elif isinstance(stmt, Let) and not is_lane_type(stmt.local.type):
            raise ObstacleError("keeps a value per element that is not a number", stmt.span)
    varying = varying_locals(body, {loop.local.name})
    writer = LaneWriter(program=program, varying=varying, assigned=assigned_locals(body))
    writer.body(body, None)
    folded = tuple([writer.reduction(reduction) for reduction in reductions])
    lane_code = tuple(writer.out)
    accesses = accesses_of(lane_code, folded, loop, frozenset(writer.varying), changes_of(lane_code))
    require_indexed(writer.known.values(), accesses)
    check_lane_code(lane_code, folded, frozenset(writer.varying))
    if not folded and not any(access.stored for access in accesses):
        raise ObstacleError("has no effect that whole-array code could have", loop.span)
    return Lanes(
        body=lane_code,
        varying=frozenset(writer.varying),
        accesses=accesses,
        shared=shared_reads(lane_code, folded, frozenset(writer.varying)),
        reductions=folded,
    )


def _require_shallow(loop: ForRange) -> None:
    """The planner follows expressions and branches by recursion, so they may not be too deep for it."""
    todo: list[tuple[Expr | Stmt, int]] = [(loop, 0)]
    while todo:
        node, depth = todo.pop()
        if depth > MAX_DEPTH:
            raise ObstacleError("is nested too deep", node.span)
        if isinstance(node, Stmt):
            below: list[Expr | Stmt] = [*stmt_exprs(node), *[stmt for body in stmt_bodies(node) for stmt in body]]
        else:
            below = [*children(node), *(node.body if isinstance(node, Block) else ())]
        todo += [(part, depth + 1) for part in below]


def _require_own(stmt: Assign, own: set[str]) -> None:
    """An assignment must go to a local of the loop or into memory."""
    root = root_of(stmt.place)
    if isinstance(stmt.place, Var) and stmt.place.name not in own:
        raise ObstacleError(f"carries `{stmt.place.name}` from one round to the next", stmt.span)
    if root is not None and not isinstance(stmt.place, Var) and root.name in own:
        raise ObstacleError("keeps an array or struct per element", stmt.span)
