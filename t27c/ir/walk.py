"""Walking and rebuilding trees of nodes without recursion on long chains; unchanged parts keep their identity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from operator import attrgetter, is_
from typing import Any

from t27c.ir.nodes import (
    AddressOf,
    Aggregate,
    Assert,
    Assign,
    Block,
    Break,
    Builtin,
    Call,
    Const,
    Continue,
    Convert,
    Deref,
    Evaluate,
    Expr,
    Field,
    ForRange,
    If,
    Index,
    Labelled,
    Let,
    Operation,
    Payload,
    Return,
    Select,
    SliceOf,
    Stmt,
    Switch,
    Trap,
    Var,
    While,
)
from t27c.ir.types import QName

Body = tuple[Stmt, ...]
ExprMap = Callable[[Expr], Expr]
BodyMap = Callable[[Body], Body]


def _callee_and_args(expr: Call) -> tuple[Expr, ...]:
    return expr.args if isinstance(expr.callee, QName) else (expr.callee, *expr.args)


def _slice_parts(expr: SliceOf) -> tuple[Expr, ...]:
    return tuple([part for part in (expr.base, expr.low, expr.high) if part is not None])


# Tables, since walks look at every node many times and a `match` asks class after class.
_CHILDREN: dict[type, Callable[[Any], tuple[Expr, ...]]] = {
    Const: lambda expr: (),
    Var: lambda expr: (),
    Operation: attrgetter("operands"),
    Convert: lambda expr: (expr.operand,),
    Call: _callee_and_args,
    Builtin: attrgetter("args"),
    Select: lambda expr: (expr.condition, expr.then, expr.otherwise),
    Field: lambda expr: (expr.base,),
    Index: lambda expr: (expr.base, expr.index),
    SliceOf: _slice_parts,
    AddressOf: lambda expr: (expr.place,),
    Deref: lambda expr: (expr.pointer,),
    Payload: lambda expr: (expr.base,),
    Aggregate: attrgetter("parts"),
    Block: lambda expr: (expr.value,),
}


def children(expr: Expr) -> tuple[Expr, ...]:
    """The direct operands in order of evaluation. Of a `Block` only its value: its statements are `block_body`."""
    return _CHILDREN[type(expr)](expr)


def _same(old: tuple[object, ...], new: tuple[object, ...]) -> bool:
    """Whether two tuples hold the same objects."""
    return len(old) == len(new) and all(map(is_, old, new))


def with_children(expr: Expr, parts: tuple[Expr, ...]) -> Expr:
    """`expr` with other direct operands, in the order of `children`; the same object if none changed."""
    if _same(_CHILDREN[type(expr)](expr), parts):
        return expr
    match expr:
        case Const() | Var():
            return expr
        case Operation():
            return replace(expr, operands=parts)
        case Call(callee=QName()) | Builtin():
            return replace(expr, args=parts)
        case Call():
            return replace(expr, callee=parts[0], args=parts[1:])
        case Select():
            return replace(expr, condition=parts[0], then=parts[1], otherwise=parts[2])
        case Aggregate():
            return replace(expr, parts=parts)
        case Block():
            return replace(expr, value=parts[0])
        case _:
            return _place_with_children(expr, parts)


def _place_with_children(
    expr: Convert | Field | Index | SliceOf | AddressOf | Deref | Payload, parts: tuple[Expr, ...]
) -> Expr:
    match expr:
        case Convert():
            return replace(expr, operand=parts[0])
        case Field() | Payload():
            return replace(expr, base=parts[0])
        case Index():
            return replace(expr, base=parts[0], index=parts[1])
        case SliceOf():
            rest = list(parts[1:])
            low = rest.pop(0) if expr.low is not None else None
            high = rest.pop(0) if expr.high is not None else None
            return replace(expr, base=parts[0], low=low, high=high)
        case AddressOf():
            return replace(expr, place=parts[0])
        case Deref():
            return replace(expr, pointer=parts[0])


def map_children(expr: Expr, change: ExprMap) -> Expr:
    """`expr` with `change` applied to every direct operand; the same object if none changed."""
    below = children(expr)
    return with_children(expr, tuple([change(child) for child in below])) if below else expr


_STMT_EXPRS: dict[type, Callable[[Any], tuple[Expr, ...]]] = {
    Let: lambda stmt: (stmt.value,),
    Assign: lambda stmt: (stmt.place, stmt.value),
    Evaluate: lambda stmt: (stmt.value,),
    If: lambda stmt: tuple([condition for condition, _ in stmt.branches]),
    While: lambda stmt: (stmt.condition,),
    ForRange: lambda stmt: (stmt.low, stmt.high),
    Labelled: lambda stmt: (),
    Break: lambda stmt: (),
    Continue: lambda stmt: (),
    Return: lambda stmt: (stmt.value,) if stmt.value is not None else (),
    Switch: lambda stmt: (stmt.subject,),
    Assert: lambda stmt: (stmt.condition,),
    Trap: lambda stmt: (stmt.error,) if stmt.error is not None else (),
}
_STMT_BODIES: dict[type, Callable[[Any], tuple[Body, ...]]] = {
    If: lambda stmt: (*[body for _, body in stmt.branches], stmt.otherwise),
    While: lambda stmt: (stmt.body, stmt.step),
    ForRange: lambda stmt: (stmt.body,),
    Labelled: lambda stmt: (stmt.body,),
    Switch: lambda stmt: (*[arm.body for arm in stmt.arms], stmt.otherwise or ()),
}


def stmt_exprs(stmt: Stmt) -> tuple[Expr, ...]:
    """The expressions that stand directly in `stmt`, in written order; conditions of an `If` chain included."""
    return _STMT_EXPRS[type(stmt)](stmt)


def stmt_bodies(stmt: Stmt) -> tuple[Body, ...]:
    """The bodies that stand directly in `stmt`."""
    find = _STMT_BODIES.get(type(stmt))
    return find(stmt) if find is not None else ()


def map_stmt(stmt: Stmt, change: ExprMap, change_body: BodyMap) -> Stmt:
    """`stmt` with `change` applied to its expressions and `change_body` to its bodies; same object if unchanged."""
    old_exprs, old_bodies = stmt_exprs(stmt), stmt_bodies(stmt)
    exprs = tuple([change(expr) for expr in old_exprs])
    bodies = tuple([change_body(body) for body in old_bodies])
    if _same(old_exprs, exprs) and _same(old_bodies, bodies):
        return stmt
    match stmt:
        case Let() | Evaluate() | Return():
            return replace(stmt, value=exprs[0])
        case Assign():
            return replace(stmt, place=exprs[0], value=exprs[1])
        case Assert():
            return replace(stmt, condition=exprs[0])
        case Trap():
            return replace(stmt, error=exprs[0])
        case _:
            return _compound_with(stmt, exprs, bodies)


def _compound_with(stmt: Stmt, exprs: tuple[Expr, ...], bodies: tuple[Body, ...]) -> Stmt:
    match stmt:
        case If():
            return replace(stmt, branches=tuple(zip(exprs, bodies[:-1], strict=True)), otherwise=bodies[-1])
        case While():
            return replace(stmt, condition=exprs[0], body=bodies[0], step=bodies[1])
        case ForRange():
            return replace(stmt, low=exprs[0], high=exprs[1], body=bodies[0])
        case Labelled():
            return replace(stmt, body=bodies[0])
        case Switch():
            arms = tuple(replace(arm, body=body) for arm, body in zip(stmt.arms, bodies[:-1], strict=True))
            otherwise = bodies[-1] if stmt.otherwise is not None else None
            return replace(stmt, subject=exprs[0], arms=arms, otherwise=otherwise)
        case _:
            return stmt


def map_body(body: Body, change: Callable[[Stmt], Iterable[Stmt]]) -> Body:
    """`body` with every statement replaced by those that `change` gives; the same object if nothing changed."""
    result = tuple([new for stmt in body for new in change(stmt)])
    return body if _same(body, result) else result


def rewrite(expr: Expr, leave: ExprMap, change_body: BodyMap | None = None) -> Expr:
    """`expr` rebuilt from the leaves up: `leave` sees each node with its operands already rewritten. Bodies of `Block`s
    go through `change_body` if given. Operands are visited in order of evaluation; depth costs no Python stack."""
    done: list[Expr] = []
    todo: list[tuple[Expr, bool]] = [(expr, False)]
    while todo:
        node, ready = todo.pop()
        if ready:
            count = len(children(node))
            node = with_children(node, tuple(done[-count:]))
            del done[-count:]
            done.append(leave(node))
            continue
        if isinstance(node, Block) and change_body is not None:
            body = change_body(node.body)
            node = node if body is node.body else replace(node, body=body)
        below = children(node)
        if below:
            todo.append((node, True))
            todo.extend([(child, False) for child in below[::-1]])
        else:
            done.append(leave(node))
    return done[0]


def rewrite_body(body: Body, leave: ExprMap) -> Body:
    """`body` with every expression in it, at any depth, rewritten by `leave` from the leaves up."""

    def inner(part: Body) -> Body:
        return map_body(part, lambda stmt: (map_stmt(stmt, lambda expr: rewrite(expr, leave, inner), inner),))

    return inner(body)


def walk_expr(expr: Expr) -> Iterator[Expr]:
    """`expr` and every expression below it, also in bodies of `Block`s, parents first, in written order."""
    return _exprs([expr])


def walk_body(body: Body) -> Iterator[Stmt]:
    """Every statement of `body` at any depth (also in `Block`s of expressions), parents first, in written order."""
    todo: list[Expr | Stmt] = list(body[::-1])
    while todo:
        node = todo.pop()
        if type(node) in _STMT_EXPRS:
            yield node  # type: ignore[misc]
        todo.extend(_BELOW[type(node)](node)[::-1])


def walk_body_exprs(body: Body) -> Iterator[Expr]:
    """Every expression of `body` at any depth, parents first, in written order."""
    return _exprs(list(body[::-1]))


def walk_nodes(body: Body) -> Iterator[Expr | Stmt]:
    """Every statement and expression of `body` at any depth, parents first, in written order."""
    todo: list[Expr | Stmt] = list(body[::-1])
    while todo:
        node = todo.pop()
        yield node
        todo.extend(_BELOW[type(node)](node)[::-1])


def _exprs(todo: list[Expr | Stmt]) -> Iterator[Expr]:
    while todo:
        node = todo.pop()
        if type(node) in _CHILDREN:
            yield node  # type: ignore[misc]
        todo.extend(_BELOW[type(node)](node)[::-1])


def _below_if(stmt: If) -> tuple[Expr | Stmt, ...]:
    chain: list[Expr | Stmt] = []
    for condition, body in stmt.branches:
        chain += [condition, *body]
    return (*chain, *stmt.otherwise)


def _below_compound(stmt: Stmt) -> tuple[Expr | Stmt, ...]:
    return (*stmt_exprs(stmt), *[inner for body in stmt_bodies(stmt) for inner in body])


# What stands directly below a node, expressions and statements alike.
_BELOW: dict[type, Callable[[Any], tuple[Expr | Stmt, ...]]] = {
    **_CHILDREN,
    **_STMT_EXPRS,
    **dict.fromkeys(_STMT_BODIES, _below_compound),
    If: _below_if,
    Block: lambda expr: (*expr.body, expr.value),
}
