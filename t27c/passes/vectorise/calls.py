"""Calls inside lane code: the called function stands inline, with its early returns as choices."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from t27c.ir.nodes import (
    Assign,
    Call,
    Const,
    Convert,
    ConvertKind,
    Expr,
    Field,
    If,
    Let,
    Local,
    Return,
    Select,
    Stmt,
    Switch,
    Trap,
    Var,
)
from t27c.ir.types import QName
from t27c.ir.values import UndefinedValue
from t27c.ir.walk import walk_body, walk_expr
from t27c.passes.vectorise.inline import MAX_INLINE_DEPTH, calls_itself, find_function, local_names, renamed
from t27c.passes.vectorise.masks import both
from t27c.passes.vectorise.obstacle import ObstacleError
from t27c.passes.vectorise.recursion import once_recursive
from t27c.passes.vectorise.uniform import assigned_locals, is_varying, varying_locals

if TYPE_CHECKING:
    from t27c.passes.vectorise.lanes import LaneWriter

Body = tuple[Stmt, ...]


def inline_call(writer: LaneWriter, call: Call) -> Expr:
    """The value of `call`, whose function now stands inline."""
    if not isinstance(call.callee, QName):
        raise ObstacleError("calls a function that is only known at run time", call.span)
    function = find_function(writer.program, call.callee, call.span)
    if writer.depth >= MAX_INLINE_DEPTH:
        raise ObstacleError(f"calls `{call.callee.name}` too deep to stand inline", call.span)
    writer.names += 1
    suffix = f"_{writer.names}"
    body = function.body
    if calls_itself(function):
        return _recursive_call(writer, call, suffix)
    _bind_params(writer, call, suffix, body)
    body = renamed(body, suffix, local_names(function))
    writer.assigned |= assigned_locals(body)
    return _inline_body(writer, body, call)


def _recursive_call(writer: LaneWriter, call: Call, suffix: str) -> Expr:
    """A function that calls itself once, on an argument that provably does not recurse again, as two selects."""
    assert isinstance(call.callee, QName)
    function = find_function(writer.program, call.callee, call.span)
    once = once_recursive(function, call.span)
    _bind_params(writer, call, suffix, function.body)
    names = local_names(function)
    (test,) = (writer.expr(part) for part in once.renamed_exprs((once.condition,), suffix, names))
    turned = writer.named("turned", test)
    for param, arg in zip(function.params, once.renamed_exprs(once.args, suffix, names), strict=True):
        own = Var(type=param.type, span=call.span, name=f"{param.name}{suffix}")
        if arg != own:
            with writer.on_some_lanes():
                then = writer.expr(arg)
            chosen = Select(type=own.type, span=call.span, condition=turned, then=then, otherwise=own)
            writer.vary(str(own.name), chosen)
            writer.emit(Assign(span=call.span, place=own, value=chosen))
    plain = writer.named("plain", _inline_body(writer, renamed(once.rest, suffix, names), call))
    flipped = writer.expr(once.around(plain))
    return Select(type=call.type, span=call.span, condition=turned, then=flipped, otherwise=plain)


def _bind_params(writer: LaneWriter, call: Call, suffix: str, body: Body) -> None:
    """The arguments as locals."""
    assert isinstance(call.callee, QName)
    function = find_function(writer.program, call.callee, call.span)
    seeds = set()
    for param, arg in zip(function.params, call.args, strict=True):
        if is_varying(arg, writer.varying):
            seeds.add(param.name)
        name = f"{param.name}{suffix}"
        plain = _uncopied(arg)
        if not param.mutable and plain is not None and not calls_itself(function):
            writer.known[name] = plain
            continue
        local = Local(name=name, type=param.type, mutable=True, source_name=param.source_name)
        writer.vary(name, arg)
        writer.emit(Let(span=call.span, local=local, value=arg))
    writer.varying |= {f"{name}{suffix}" for name in varying_locals(body, seeds)}


def _inline_body(writer: LaneWriter, body: Body, call: Call) -> Expr:
    """The value that `body` returns."""
    writer.depth += 1
    value = _returned(writer, body, None, call)
    writer.depth -= 1
    return value


def _returned(writer: LaneWriter, body: Body, mask: Expr | None, call: Call) -> Expr:
    """The value that `body` returns on the lanes of `mask`."""
    for position, stmt in enumerate(body):
        match stmt:
            case Return() if stmt.value is not None:
                return writer.expr(stmt.value)
            case Switch() if returns_inside(stmt):
                return _returned_by_branch(writer, writer.switch(stmt), body[position + 1 :], mask, call)
            case Trap():
                writer.statement(stmt, mask)
                return Const(type=call.type, span=call.span, value=UndefinedValue())
            case If() if returns_inside(stmt):
                return _returned_by_branch(writer, stmt, body[position + 1 :], mask, call)
            case _:
                writer.statement(stmt, mask)
    raise ObstacleError("calls a function without a result", call.span)


def _kept(writer: LaneWriter, value: Expr, after: Body) -> Expr:
    """`value` in a local if `after` changes something that it may read."""
    if assigned_locals(after) & {part.name for part in walk_expr(value) if isinstance(part, Var)}:
        return writer.named("chosen", value)
    return value


def _returned_by_branch(writer: LaneWriter, stmt: If, rest: Body, mask: Expr | None, call: Call) -> Expr:
    """The value of an `if` that returns: the branch's, or what follows."""
    (condition, then), others = stmt.branches[0], stmt.branches[1:]
    if not ends_in_return(then):
        raise ObstacleError("calls a function that returns from the middle of a branch", stmt.span)
    after = (replace(stmt, branches=others), *rest) if others else stmt.otherwise + rest
    test = writer.expr(condition)
    if not is_varying(test, writer.varying):
        result = writer.slot(call)
        first = writer.nested(lambda: writer.set(result, _returned(writer, then, mask, call)))
        second = writer.nested(lambda: writer.set(result, _returned(writer, after, mask, call)))
        writer.emit(If(span=stmt.span, branches=((test, first),), otherwise=second))
        return result
    taken = writer.named("taken", test)
    with writer.on_some_lanes():
        first_value = _kept(writer, _returned(writer, then, both(mask, taken), call), after)
        other_value = _returned(writer, after, mask, call)
    return Select(type=call.type, span=stmt.span, condition=taken, then=first_value, otherwise=other_value)


def _uncopied(arg: Expr) -> Expr | None:
    """An argument that a parameter nobody changes may stand for: a known value, a variable, or a field of one."""
    if isinstance(arg, Convert) and arg.kind is ConvertKind.COPY:
        arg = arg.operand
    inner = arg
    while isinstance(inner, Field):
        inner = inner.base
    return arg if isinstance(inner, Var | Const) else None


def returns_inside(stmt: Stmt) -> bool:
    """Whether a `return` stands anywhere in `stmt`."""
    return any(isinstance(inner, Return) for inner in walk_body((stmt,)))


def ends_in_return(body: Body) -> bool:
    """Whether every path through `body` returns."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, If):
        return ends_in_return(last.otherwise) and all(ends_in_return(part) for _, part in last.branches)
    return isinstance(last, Return | Trap)
