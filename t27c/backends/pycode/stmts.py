"""Statements as lines of Python: declarations, stores, branches, loops, and the ways to stop."""

from __future__ import annotations

from t27c.backends.pycode.code import Code, call
from t27c.backends.pycode.exprs import expr, value
from t27c.backends.pycode.frame import Frame
from t27c.backends.pycode.hints import hint
from t27c.backends.pycode.literals import string
from t27c.backends.pycode.loops import print_for, print_jump, print_labelled, print_while
from t27c.backends.pycode.ops import as_bool
from t27c.backends.pycode.stores import print_store
from t27c.backends.pycode.switches import print_switch
from t27c.ir.nodes import (
    Assert,
    Assign,
    Break,
    Call,
    Const,
    Continue,
    Evaluate,
    ForRange,
    If,
    Labelled,
    Let,
    Return,
    Stmt,
    Switch,
    Trap,
    Var,
    While,
)
from t27c.ir.types import ErrorUnion, Fn, Optional, Union, Void, is_aggregate
from t27c.ir.values import UndefinedValue

# A longer chain of `elif` nests too deep for CPython's compiler; the cases of a `match` stand side by side.
_LONGEST_CHAIN = 100
_ENDS = (Return, Break, Continue, Trap)


def print_body(frame: Frame, body: tuple[Stmt, ...]) -> None:
    """`body` one step deeper than the line before it."""
    with frame.writer.indented():
        count = len(frame.writer.lines)
        print_stmts(frame, body)
        if len(frame.writer.lines) == count:
            frame.writer.line("pass")


def print_stmts(frame: Frame, body: tuple[Stmt, ...]) -> None:
    """`body` at the current depth, up to the first statement that never ends."""
    for stmt in body:
        print_stmt(frame, stmt)
        if isinstance(stmt, _ENDS):
            return


def print_stmt(frame: Frame, stmt: Stmt) -> None:
    """One statement."""
    match stmt:
        case Let():
            _let(frame, stmt)
        case Assign():
            print_store(frame, stmt)
        case Evaluate():
            _evaluate(frame, stmt)
        case If():
            _if(frame, stmt)
        case Return():
            _return(frame, stmt)
        case Assert():
            frame.writer.extend(frame.ns.assertion(stmt, expr(frame, stmt.condition)))
        case Trap():
            frame.writer.line(f"raise {_trap(frame, stmt).text}")
        case _:
            _print_flow(frame, stmt)


def _print_flow(frame: Frame, stmt: While | ForRange | Labelled | Break | Continue | Switch) -> None:
    match stmt:
        case While():
            print_while(frame, stmt, print_stmts)
        case ForRange():
            print_for(frame, stmt, print_stmts)
        case Labelled():
            print_labelled(frame, stmt, print_stmts)
        case Break():
            print_jump(frame, stmt.label, False, print_stmts)
        case Continue():
            print_jump(frame, stmt.label, True, print_stmts)
        case Switch():
            print_switch(frame, stmt, print_body)


def _let(frame: Frame, stmt: Let) -> None:
    local = stmt.local
    if isinstance(local.type, Void):
        _evaluate(frame, Evaluate(span=stmt.span, value=stmt.value))
        frame.writer.line(f"{frame.declare(local.name, local.source_name)} = None")
        return
    unset = isinstance(stmt.value, Const) and isinstance(stmt.value.value, UndefinedValue) and not local.source_name
    text = value(frame, stmt.value)
    name = frame.declare(local.name, local.source_name)
    first = local.name not in frame.annotated
    frame.annotated.add(local.name)
    if local.name in frame.boxed:
        frame.writer.line(f"{name} = {call('_t27.Cell', text).text}")
    elif unset and not is_aggregate(local.type):
        # Every path stores before it reads: only temporaries of values chosen by statements are declared so.
        if first and frame.ns.has_hints:
            frame.writer.line(f"{name}: {hint(frame.ns, local.type)}")
    else:
        needs_hint = text.untyped or isinstance(local.type, (Optional, ErrorUnion, Fn, Union))
        annotation = f": {hint(frame.ns, local.type)}" if first and needs_hint and frame.ns.has_hints else ""
        frame.writer.line(f"{name}{annotation} = {text.text}")


def _evaluate(frame: Frame, stmt: Evaluate) -> None:
    text = value(frame, stmt.value)
    if isinstance(stmt.value, (Const, Var)):
        return
    is_call = isinstance(stmt.value, Call) or isinstance(stmt.value.type, Void)
    frame.writer.line(text.text if is_call else f"_ = {text.text}")


def _if(frame: Frame, stmt: If) -> None:
    if len(stmt.branches) > _LONGEST_CHAIN:
        _long_chain(frame, stmt)
        return
    for number, (condition, body) in enumerate(stmt.branches):
        frame.writer.line(f"{'elif' if number else 'if'} {expr(frame, condition).text}:")
        print_body(frame, body)
    if stmt.otherwise:
        frame.writer.line("else:")
        print_body(frame, stmt.otherwise)


def _long_chain(frame: Frame, stmt: If) -> None:
    frame.writer.line("match None:")
    with frame.writer.indented():
        for condition, body in stmt.branches:
            frame.writer.line(f"case _ if {expr(frame, condition).text}:")
            print_body(frame, body)
        if stmt.otherwise:
            frame.writer.line("case _:")
            print_body(frame, stmt.otherwise)


def _return(frame: Frame, stmt: Return) -> None:
    if stmt.value is None:
        frame.writer.line("return")
        return
    if isinstance(frame.result, Void):
        _evaluate(frame, Evaluate(span=stmt.span, value=stmt.value))
        frame.writer.line("return")
        return
    text = value(frame, stmt.value)
    frame.returns_any |= text.untyped
    frame.writer.line(f"return {text.text}")


def _trap(frame: Frame, stmt: Trap) -> Code:
    kind, at = string(stmt.kind.value), frame.at(stmt)
    if stmt.error is not None:
        return call("_t27.Trap", kind, at, f"{as_bool(expr(frame, stmt.error)).text}.name")
    return call("_t27.Trap", kind, at, *([string(stmt.message)] if stmt.message else []))
