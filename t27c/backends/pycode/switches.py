"""Switches as chains of comparisons with a subject that is evaluated once."""

from __future__ import annotations

from collections.abc import Callable

from t27c.backends.pycode.exprs import value
from t27c.backends.pycode.frame import Frame
from t27c.backends.pycode.places import checked_view
from t27c.backends.pycode.values import value_code
from t27c.ir.nodes import Arm, Expr, Stmt, Switch, Var
from t27c.ir.types import Bool, Enum, Type, Union

BodyPrinter = Callable[[Frame, tuple[Stmt, ...]], None]


def print_switch(frame: Frame, stmt: Switch, body: BodyPrinter) -> None:
    """One `case` per arm for long switches, else `if` and `elif`."""
    subject, type_ = _subject(frame, stmt.subject)
    tests = [_test(frame, subject, type_, arm) for arm in stmt.arms]
    otherwise = stmt.otherwise
    if len(tests) > 100:
        _print_cases(frame, stmt, tests, body)
        return
    for number, (arm, test) in enumerate(zip(stmt.arms, tests, strict=True)):
        frame.writer.line(f"{'elif' if number else 'if'} {test}:")
        body(frame, arm.body)
    if not tests:
        frame.writer.line("if True:")
        body(frame, otherwise or ())
    elif otherwise is None and not isinstance(type_, Bool):
        frame.writer.line("else:")
        _no_variant(frame, stmt)
    elif otherwise:
        frame.writer.line("else:")
        body(frame, otherwise)


def _print_cases(frame: Frame, stmt: Switch, tests: list[str], body: BodyPrinter) -> None:
    frame.writer.line("match None:")
    with frame.writer.indented():
        for arm, test in zip(stmt.arms, tests, strict=True):
            frame.writer.line(f"case _ if {test}:")
            body(frame, arm.body)
        frame.writer.line("case _:")
        if stmt.otherwise is None:
            _no_variant(frame, stmt)
        else:
            body(frame, stmt.otherwise)


def _no_variant(frame: Frame, stmt: Switch) -> None:
    with frame.writer.indented():
        frame.writer.line(f'raise _t27.Trap("invalid-enum", {frame.at(stmt.subject)}, "the value has no variant")')


def _subject(frame: Frame, node: Expr) -> tuple[str, Type]:
    """A name that holds the subject, and its type; a union goes by its tag."""
    text = checked_view(frame, node, value).text
    type_ = node.type
    if isinstance(type_, Union):
        text, type_ = f"{text}.tag", frame.ns.decls.union(type_).tag
    elif isinstance(node, Var) and text.isidentifier():
        return text, type_
    name = frame.fresh("subject")
    frame.writer.line(f"{name} = {text}")
    return name, type_


def _test(frame: Frame, subject: str, type_: Type, arm: Arm) -> str:
    singles = [low for low, high in arm.ranges if low == high]
    tests = [f"{low} <= {subject} <= {high}" for low, high in arm.ranges if low != high and not isinstance(type_, Enum)]
    for low, high in arm.ranges:
        if low != high and isinstance(type_, Enum):
            tags = [tag for _, tag in frame.ns.decls.enum(type_).variants if low <= tag <= high]
            singles += tags
    if isinstance(type_, Bool):
        known = {bool(number) for low, high in arm.ranges for number in range(low, high + 1)}
        return "True" if len(known) == 2 else subject if known == {True} else f"not {subject}"
    texts = [value_code(frame.ns, type_, single).text for single in singles]
    if len(texts) == 1:
        tests.insert(0, f"{subject} == {texts[0]}")
    elif texts:
        tests.insert(0, f"{subject} in ({', '.join(texts)})")
    return " or ".join(tests)
