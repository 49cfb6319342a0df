"""Walking and rebuilding trees of nodes without recursion on long chains; unchanged parts keep their identity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

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


def children(expr: Expr) -> tuple[Expr, ...]:
    """The direct operands in order of evaluation. Of a `Block` only its value: its statements are `block_body`."""
    match expr:
        case Const() | Var():
            return ()
        case Operation():
            return expr.operands
        case Call(callee=QName()) | Builtin():
            return expr.args
        case Call():
            return (expr.callee, *expr.args) if not isinstance(expr.callee, QName) else expr.args
        case Select():
            return (expr.condition, expr.then, expr.otherwise)
        case Aggregate():
            return expr.parts
        case Block():
            return (expr.value,)
        case _:
            return _place_children(expr)


def _place_children(
    expr: Convert | Field | Index | SliceOf | AddressOf | Deref | Payload,
) -> tuple[Expr, ...]:
    match expr:
        case Convert():
            return (expr.operand,)
        case Field() | Payload():
            return (expr.base,)
        case Index():
            return (expr.base, expr.index)
        case SliceOf():
            return tuple(part for part in (expr.base, expr.low, expr.high) if part is not None)
        case AddressOf():
            return (expr.place,)
        case Deref():
            return (expr.pointer,)


def with_children(expr: Expr, parts: tuple[Expr, ...]) -> Expr:
    """`expr` with other direct operands, in the order of `children`; the same object if none changed."""
    old = children(expr)
    if all(a is b for a, b in zip(old, parts, strict=True)):
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
    return with_children(expr, tuple([change(child) for child in children(expr)]))


def stmt_exprs(stmt: Stmt) -> tuple[Expr, ...]:
    """The expressions that stand directly in `stmt`, in written order; conditions of an `If` chain included."""
    match stmt:
        case Let() | Evaluate():
            return (stmt.value,)
        case Assign():
            return (stmt.place, stmt.value)
        case If():
            return tuple(condition for condition, _ in stmt.branches)
        case While() | Assert():
            return (stmt.condition,)
        case ForRange():
            return (stmt.low, stmt.high)
        case Return():
            return (stmt.value,) if stmt.value is not None else ()
        case Switch():
            return (stmt.subject,)
        case Trap():
            return (stmt.error,) if stmt.error is not None else ()
        case Labelled() | Break() | Continue():
            return ()


def stmt_bodies(stmt: Stmt) -> tuple[Body, ...]:
    """The bodies that stand directly in `stmt`."""
    match stmt:
        case If():
            return (*[body for _, body in stmt.branches], stmt.otherwise)
        case While():
            return (stmt.body, stmt.step)
        case ForRange() | Labelled():
            return (stmt.body,)
        case Switch():
            return (*[arm.body for arm in stmt.arms], stmt.otherwise or ())
        case _:
            return ()


def map_stmt(stmt: Stmt, change: ExprMap, change_body: BodyMap) -> Stmt:
    """`stmt` with `change` applied to its expressions and `change_body` to its bodies; same object if unchanged."""
    exprs = tuple([change(expr) for expr in stmt_exprs(stmt)])
    bodies = tuple([change_body(body) for body in stmt_bodies(stmt)])
    same_exprs = all(a is b for a, b in zip(stmt_exprs(stmt), exprs, strict=True))
    if same_exprs and all(a is b for a, b in zip(stmt_bodies(stmt), bodies, strict=True)):
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
    same = len(result) == len(body) and all(a is b for a, b in zip(body, result, strict=True))
    return body if same else result


def rewrite(expr: Expr, leave: ExprMap, change_body: BodyMap | None = None) -> Expr:
    """`expr` rebuilt from the leaves up: `leave` sees each node with its operands already rewritten. Bodies of `Block`s
    go through `change_body` if given. Operands are visited in order of evaluation; depth costs no Python stack."""
    done: list[Expr] = []
    todo: list[tuple[Expr, bool]] = [(expr, False)]
    while todo:
        node, ready = todo.pop()
        below = children(node)
        if not ready:
            if isinstance(node, Block) and change_body is not None:
                body = change_body(node.body)
                node = node if body is node.body else replace(node, body=body)
            todo.append((node, True))
            todo.extend([(child, False) for child in reversed(below)])
            continue
        if below:
            parts = tuple(done[-len(below) :])
            del done[-len(below) :]
            node = with_children(node, parts)
        done.append(leave(node))
    return done[0]


def rewrite_body(body: Body, leave: ExprMap) -> Body:
    """`body` with every expression in it, at any depth, rewritten by `leave` from the leaves up."""

    def inner(part: Body) -> Body:
        return map_body(part, lambda stmt: (map_stmt(stmt, lambda expr: rewrite(expr, leave, inner), inner),))

    return inner(body)


def walk_expr(expr: Expr) -> Iterator[Expr]:
    """`expr` and every expression below it, also in bodies of `Block`s, parents first, in written order."""
    todo: list[Expr | Stmt] = [expr]
    yield from (node for node in _walk(todo) if not isinstance(node, _STATEMENTS))


def walk_body(body: Body) -> Iterator[Stmt]:
    """Every statement of `body` at any depth (also in `Block`s of expressions), parents first, in written order."""
    yield from (node for node in _walk(list(reversed(body))) if isinstance(node, _STATEMENTS))


def walk_body_exprs(body: Body) -> Iterator[Expr]:
    """Every expression of `body` at any depth, parents first, in written order."""
    yield from (node for node in _walk(list(reversed(body))) if not isinstance(node, _STATEMENTS))


def _walk(todo: list[Expr | Stmt]) -> Iterator[Expr | Stmt]:
    while todo:
        node = todo.pop()
        yield node
        todo.extend(reversed(_below(node)))


def _below(node: Expr | Stmt) -> list[Expr | Stmt]:
    if isinstance(node, If):
        chain: list[Expr | Stmt] = []
        for condition, body in node.branches:
            chain += [condition, *body]
        return [*chain, *node.otherwise]
    if isinstance(node, _STATEMENTS):
        return [*stmt_exprs(node), *[stmt for body in stmt_bodies(node) for stmt in body]]
    if isinstance(node, Block):
        return [*node.body, node.value]
    return [*children(node)]


_STATEMENTS = (
    Let, Assign, Evaluate, If, While, ForRange, Labelled, Break, Continue, Return, Switch, Assert, Trap
)  # fmt: skip
