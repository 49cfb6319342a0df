"""Placeholder text of generated skeletons: functions without a body, and tests that are built on such text (SYN 10)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import FnValue
from t27c.ir.walk import walk_body_exprs
from t27c.sema.context import Analysis, FunctionContext
from t27c.sema.dispatch import resolve_symbol
from t27c.sema.scope import lookup
from t27c.syntax import ast

_HELPER = re.compile(r"(default|valid|any|random|finite|sample|mock)_\w+")


def placeholder_reason(node: ast.Function, result: t.Type | None) -> str:
    """Why a function has nothing to run; empty if it has, or if doing nothing is legal."""
    if node.body is None:
        return "it is declared without a body"
    if result is None or result == t.VOID:
        return ""
    match node.body.stmts:
        case ():
            return "its body is empty"
        case (ast.ExprStmt(value=ast.WordLit(word=ast.Word.UNDEFINED)),):
            return "its body is only `undefined`"
        case _:
            return ""


def report_placeholder(ctx: FunctionContext, node: ast.Function, reason: str) -> None:
    """Warn about a function that cannot run, and emit what its call does."""
    ctx.report(
        "placeholder-function",
        f"`{node.name.text}` is a placeholder: {reason}",
        node.name.span,
        label="raises when it is called",
        helps=("write a body that returns a value",),
    )
    ctx.emit(ir.Trap(span=node.name.span, kind=ir.TrapKind.PLACEHOLDER, message=f"`{node.name.text}`: {reason}"))


def is_helper(name: str) -> bool:
    """Whether an undeclared function of that name is placeholder text."""
    return _HELPER.fullmatch(name) is not None


def placeholder_text(ctx: FunctionContext, items: tuple[ast.Node, ...]) -> str:
    """What in a test is placeholder text; empty if nothing is."""
    for node in _nodes(items):
        match node:
            case ast.StructLit(is_placeholder=True):
                return f"`{_name_of(node)}{{...}}` has no fields"
            case ast.Call(callee=ast.NameRef(name=name)) if is_helper(name):
                if lookup(ctx, name, node.callee.span) is None:
                    return f"{name}() is not declared"
            case ast.Then(condition=condition):
                if any(_compares_undefined(part) for part in _conjuncts(condition)):
                    return "`!= undefined` says nothing"
            case _:
                pass
    return ""


def _name_of(node: ast.StructLit) -> str:
    return "::".join(segment.text for segment in node.type.segments) if node.type is not None else "."


def _conjuncts(node: ast.Expr) -> Iterator[ast.Expr]:
    while isinstance(node, ast.Binary) and node.op is ast.BinaryOp.AND:
        yield node.right
        node = node.left
    yield node


def _compares_undefined(node: ast.Expr) -> bool:
    match node:
        case ast.Binary(op=ast.BinaryOp.NE, right=ast.WordLit(word=ast.Word.UNDEFINED)):
            return True
        case _:
            return False


def _nodes(items: tuple[ast.Node, ...]) -> Iterator[ast.Node]:
    """Every node below, in no particular order."""
    todo = [*reversed(items)]
    while todo:
        node = todo.pop()
        yield node
        todo += ast.parts_of(node)[::-1]


def first_reached(
    analysis: Analysis, bodies: list[tuple[ir.Stmt, ...]], without: set[t.QName], wanted: Callable[[ir.Function], bool]
) -> ir.Function | None:
    """A wanted function that the bodies can call. `without` are functions that reach none; those seen join them."""
    seen: set[t.QName] = set()
    is_complete = True
    todo = list(reversed(bodies))
    while todo:
        for name in _called(todo.pop()):
            symbol = analysis.functions.get(name)
            if name in seen or name in without or symbol is None:
                continue
            seen.add(name)
            resolve_symbol(symbol, symbol.node.name.span)
            if symbol.lowered is None:
                is_complete = False
                continue
            if wanted(symbol.lowered):
                return symbol.lowered
            todo.append(symbol.lowered.body)
    if is_complete:
        without |= seen
    return None


def _called(body: tuple[ir.Stmt, ...]) -> Iterator[t.QName]:
    for expr in walk_body_exprs(body):
        match expr:
            case ir.Call(callee=t.QName() as name):
                yield name
            case ir.Const(value=FnValue(name=name)):
                yield name
            case _:
                pass


def reached_placeholder(analysis: Analysis, bodies: list[tuple[ir.Stmt, ...]]) -> str:
    """The reason why a test cannot run because of a function that it can reach; empty if there is none."""
    function = first_reached(analysis, bodies, analysis.without_placeholder, lambda found: bool(found.placeholder))
    return "" if function is None else f"calls {function.name.name}, which has no body"
