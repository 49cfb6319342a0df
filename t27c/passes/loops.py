"""Counted loops: `while (i < n) { ..; i = i + 1; }` becomes a `ForRange`, so later passes see how often a loop runs.

Before: `let i = 0; while (i < len(xs)) { xs[i] = 0; i = i + 1; }`. After: `for i in 0..len(xs) { xs[i] = 0; }`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from t27c.ir.nodes import (
    Assign,
    Break,
    Builtin,
    Const,
    Continue,
    Expr,
    ForRange,
    Function,
    Let,
    Local,
    Module,
    Op,
    Operation,
    Stmt,
    Var,
    While,
)
from t27c.ir.types import Int
from t27c.ir.walk import map_stmt, rewrite_body, walk_body, walk_body_exprs
from t27c.passes.stability import changes_of, is_stable

Body = tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Count:
    """A `while` that counts `counter` up by one to below `high`; `body` is its body without the step."""

    loop: While
    counter: Var
    high: Expr
    body: Body


def recognise_loops(module: Module) -> Module:
    """`module` with every counted `while` of its functions turned into a `ForRange`."""
    functions = tuple([_function(function) for function in module.functions])
    return replace(module, functions=functions)


def _function(function: Function) -> Function:
    body = _body(function.body, ())
    return function if body is function.body else replace(function, body=body)


def _body(body: Body, after: Body) -> Body:
    """`body` rewritten; `after` is what may run once it is left, so that a counter read there keeps its last value."""
    result: list[Stmt] = []
    for position, stmt in enumerate(body):
        rest = body[position + 1 :] + after
        inner_after = (*rest, stmt) if isinstance(stmt, While | ForRange) else rest
        stmt = map_stmt(stmt, lambda expr: expr, partial(_body, after=inner_after))
        count = _counted(stmt, result)
        if count is None:
            result.append(stmt)
        else:
            scoped = any(isinstance(let, Let) and let.local.name == count.counter.name for let in result)
            result += _as_range(count, result, body[position + 1 :] if scoped else rest)
    same = len(result) == len(body) and all(a is b for a, b in zip(result, body, strict=True))
    return body if same else tuple(result)


def _counted(stmt: Stmt, before: Sequence[Stmt]) -> _Count | None:
    """Read `stmt` as a counted loop, or None."""
    match stmt:
        case While(condition=Operation(op=Op.LT, operands=(Var(name=str()) as counter, high))):
            pass
        case _:
            return None
    body = _without_step(stmt, counter)
    if body is None or not isinstance(counter.type, Int) or high.type != counter.type:
        return None
    changes = changes_of(body)
    if counter.name in changes.locals or not is_stable(high, changes) or not _is_plain(counter, before, body):
        return None
    return _Count(loop=stmt, counter=counter, high=high, body=body)


def _without_step(loop: While, counter: Var) -> Body | None:
    """The body of `loop` without its last step `counter = counter + 1`; None if it does not step so on every path."""
    if len(loop.step) == 1 and _is_step(loop.step[0], counter):
        return loop.body
    skips = any(isinstance(stmt, Continue) and stmt.label == loop.label for stmt in walk_body(loop.body))
    if loop.step or skips or not loop.body or not _is_step(loop.body[-1], counter):
        return None
    return loop.body[:-1]


def _is_step(stmt: Stmt, counter: Var) -> bool:
    match stmt:
        case Assign(place=Var(name=name), value=Operation(op=Op.ADD, operands=(Var(name=left), Const(value=1)))):
            return name == counter.name and left == counter.name
        case _:
            return False


def _is_plain(counter: Var, before: Sequence[Stmt], body: Body) -> bool:
    """Whether nobody holds the counter's address."""
    return counter.name not in changes_of((*before, *body)).addressed


def _as_range(count: _Count, before: list[Stmt], rest: Body) -> list[Stmt]:
    """The statements for the loop. Drops the counter's `Let` at the end of `before` if only the loop used it."""
    counter, loop = count.counter, count.loop
    name = str(counter.name)
    breaks = any(isinstance(stmt, Break) and stmt.label == loop.label for stmt in walk_body(count.body))
    if _reads(rest, name):
        if breaks:
            return [loop]
        index = Local(name=f"{name}_at", type=counter.type, mutable=False, source_name="")
        last = Assign(span=loop.span, place=counter, value=_at_least(counter, count.high))
        return [_range(count, index, counter, counter), last]
    low: Expr = counter
    if before and isinstance(before[-1], Let) and before[-1].local.name == name:
        low = before[-1].value
        index = replace(before[-1].local, mutable=False)
        before.pop()
        return [_range(count, index, low, counter)]
    index = Local(name=f"{name}_at", type=counter.type, mutable=False, source_name="")
    return [_range(count, index, low, counter)]


def _range(count: _Count, index: Local, low: Expr, counter: Var) -> ForRange:
    at = Var(type=counter.type, span=counter.span, name=index.name)

    def renamed(expr: Expr) -> Expr:
        return at if isinstance(expr, Var) and expr.name == counter.name else expr

    body = count.body if index.name == counter.name else rewrite_body(count.body, renamed)
    high = _at_least(low, count.high)
    loop = count.loop
    return ForRange(span=loop.span, label=loop.label, local=index, low=low, high=high, body=body, checked=False)


def _at_least(low: Expr, high: Expr) -> Expr:
    """`high`, or `low` if that is more: a loop that starts behind its end runs not once."""
    if isinstance(low, Const) and isinstance(high.type, Int) and low.value == high.type.lowest:
        return high
    return Builtin(type=high.type, span=high.span, name="max", args=(low, high))


def _reads(body: Body, name: str) -> bool:
    return any(isinstance(expr, Var) and expr.name == name for expr in walk_body_exprs(body))
