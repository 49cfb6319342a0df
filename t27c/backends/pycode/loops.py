"""Loops, labelled blocks and jumps. Python leaves only the innermost loop, so longer jumps set a flag."""

from __future__ import annotations

from collections.abc import Callable

from t27c.backends.pycode.exprs import expr, value
from t27c.backends.pycode.flow import breaks_to, never_falls_through
from t27c.backends.pycode.frame import Frame, Loop
from t27c.backends.pycode.lanes import print_lanes
from t27c.ir.nodes import Const, ForRange, Labelled, Stmt, While

StmtsPrinter = Callable[[Frame, tuple[Stmt, ...]], None]


def print_while(frame: Frame, stmt: While, stmts: StmtsPrinter) -> None:
    """A `while`; its step runs at the end of the body and before every `continue`."""

    def content() -> None:
        stmts(frame, stmt.body)
        if not never_falls_through(stmt.body):
            stmts(frame, stmt.step)

    _loop(frame, Loop(stmt.label, stmt.step), f"while {expr(frame, stmt.condition).text}:", content, stmts)


def print_for(frame: Frame, stmt: ForRange, stmts: StmtsPrinter) -> None:
    """A counted loop, in its whole-array form too if it has one."""
    if stmt.lanes is None:
        _print_counted(frame, stmt, stmts)
    else:
        print_lanes(frame, stmt, stmt.lanes, lambda: _print_counted(frame, stmt, stmts))


def _print_counted(frame: Frame, stmt: ForRange, stmts: StmtsPrinter) -> None:
    numbers = _numbers(frame, stmt)
    name = frame.declare(stmt.local.name, stmt.local.source_name)
    counter = frame.fresh(f"{name}_at") if stmt.local.name in frame.boxed else name

    def content() -> None:
        if counter != name:
            frame.writer.line(f"{name} = _t27.Cell({counter})")
        stmts(frame, stmt.body)

    _loop(frame, Loop(stmt.label), f"for {counter} in {numbers}:", content, stmts)


def _numbers(frame: Frame, stmt: ForRange) -> str:
    low, high = value(frame, stmt.low), value(frame, stmt.high)
    if isinstance(stmt.low, Const) and stmt.low.value == 0:
        return f"range({high.text})"
    if stmt.checked:
        return f"_t27.span({low.text}, {high.text}, {frame.at(stmt)})"
    return f"range({low.text}, {high.text})"


def print_labelled(frame: Frame, stmt: Labelled, stmts: StmtsPrinter) -> None:
    """A block that can be left: a loop that runs once; a plain block if nobody leaves it."""
    if not breaks_to(stmt.body, stmt.label):
        stmts(frame, stmt.body)
        return

    def content() -> None:
        stmts(frame, stmt.body)
        if not never_falls_through(stmt.body):
            frame.writer.line("break")

    _loop(frame, Loop(stmt.label), "while True:", content, stmts)


def _loop(frame: Frame, loop: Loop, header: str, content: Callable[[], None], stmts: StmtsPrinter) -> None:
    at = len(frame.writer.lines)
    frame.writer.line(header)
    frame.loops.append(loop)
    with frame.writer.indented():
        count = len(frame.writer.lines)
        content()
        if len(frame.writer.lines) == count:
            frame.writer.line("pass")
    frame.loops.pop()
    for (label, is_continue), flag in loop.exits.items():
        frame.writer.lines.insert(at, f"{frame.writer.unit * frame.writer.depth}{flag} = False")
        frame.writer.line(f"if {flag}:")
        with frame.writer.indented():
            print_jump(frame, label, is_continue, stmts)


def print_jump(frame: Frame, label: str, is_continue: bool, stmts: StmtsPrinter) -> None:
    """`break` or `continue` of the loop or block `label`."""
    loop = frame.loops[-1]
    if loop.label != label:
        wanted = "go_on" if is_continue else "leave"
        flag = loop.exits.get((label, is_continue)) or frame.fresh(wanted)
        loop.exits[label, is_continue] = flag
        frame.writer.extend([f"{flag} = True", "break"])
        return
    if is_continue:
        stmts(frame, loop.step)
    frame.writer.line("continue" if is_continue else "break")
