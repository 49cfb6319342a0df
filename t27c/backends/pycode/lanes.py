"""Loops with a whole-array form: questions first, then blocks of lanes through NumPy, else the loop as written.

A block keeps its buffers in the processor's cache; every operation writes into one of them or into its final array.
"""

from __future__ import annotations

from collections.abc import Callable

from t27c.backends.printer import one_line
from t27c.backends.pycode.code import Code, Prec, infix
from t27c.backends.pycode.exprs import expr
from t27c.backends.pycode.frame import Frame
from t27c.backends.pycode.lane_guards import guards
from t27c.backends.pycode.lane_stmts import LanePrinter
from t27c.ir.nodes import Const, ForRange, Lanes


def print_lanes(frame: Frame, loop: ForRange, lanes: Lanes, print_loop: Callable[[], None]) -> None:
    """`loop` in both forms."""
    low, high = _bound(frame, loop, loop.low), _bound(frame, loop, loop.high)
    count = high if low.text == "0" else infix("-", Prec.SUM, high, low)
    conditions = [f"{count.inside(Prec.COMPARE)} >= _t27.FEWEST_LANES", *guards(frame, loop, lanes, low, high)]
    writer, names = frame.writer, dict(frame.names)
    writer.line(f"if {' and '.join(conditions)}:")
    with writer.indented():
        _print_blocks(frame, loop, lanes, low, high, count)
    # Names of lane code are its own: what holds an array here is a number in the loop as written.
    frame.names = names
    writer.line("else:")
    with writer.indented():
        print_loop()


def _bound(frame: Frame, loop: ForRange, node: object) -> Code:
    """A bound of the loop, in a local of its own unless it is one already."""
    assert node is loop.low or node is loop.high
    bound = loop.low if node is loop.low else loop.high
    text = expr(frame, bound)
    if isinstance(bound, Const) or text.text.isidentifier():
        return text
    name = frame.fresh("count" if node is loop.high else "start")
    frame.writer.line(f"{name} = {text.text}")
    return Code(name)


def _print_blocks(frame: Frame, loop: ForRange, lanes: Lanes, low: Code, high: Code, count: Code) -> None:
    writer = frame.writer
    first, last = frame.fresh("first"), frame.fresh("last")
    printer = LanePrinter(frame=frame, loop=loop, lanes=lanes, first=first, last=last)
    at = len(writer.lines)
    with writer.indented():
        printer.body(lanes.body)
        printer.reductions(lanes.reductions)
    block = writer.lines[at:]
    del writer.lines[at:]
    step = "_t27.BLOCK"
    for line in printer.buffers.room_lines(count.text):
        writer.line(line)
    writer.line(f"for {first} in range({low.text}, {high.text}, {step}):")
    with writer.indented():
        writer.line(f"{last} = min({first} + {step}, {high.text})")
        for line in printer.buffers.block_lines(f"{last} - {first}"):
            writer.line(line)
    writer.lines += block


def describe(loop: ForRange) -> str:
    """The loop's first line as written."""
    return one_line(loop.span.source.line_text(loop.span.line))
