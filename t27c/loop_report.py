"""What becomes of the loops of a spec on the Python target: one line for each, as `--explain-vectorise` prints them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from t27c.ir.nodes import Fold, ForRange, Lanes, Program
from t27c.ir.walk import walk_body
from t27c.passes import COMMON
from t27c.passes.vectorise.apply import LoopReport, explain, vectorise
from t27c.passes.vectorise.obstacle import Blocked

_FOLDS = {
    Fold.SUM: "sum",
    Fold.PRODUCT: "product",
    Fold.GREATEST: "maximum",
    Fold.LEAST: "minimum",
    Fold.MAX: "maximum",
    Fold.MIN: "minimum",
}


def loop_report(program: Program) -> Iterator[str]:
    """A line per loop of the main spec, in the order of its text within each function."""
    planned = reduce(lambda before, step: step(before), (*COMMON, vectorise), program)
    for found in explain(planned, planned.modules[planned.main]):
        yield f"{_place(found)}: {_outcome(found)}"


def _place(found: LoopReport) -> str:
    span = found.loop.span
    return f"{span.source.path}:{span.position.line}:{span.position.column}: loop in `{found.function.name.name}`"


def _outcome(found: LoopReport) -> str:
    match found.outcome:
        case Blocked(reason=reason, span=span):
            return f"stays a loop: it {reason} (line {span.position.line})"
        case Lanes() as lanes:
            return f"runs over whole arrays{_details(lanes)}"


def _details(lanes: Lanes) -> str:
    inner = sum(isinstance(stmt, ForRange) for stmt in walk_body(lanes.body))
    parts = [f"{_FOLDS[fold.fold]} in `{fold.place.name}`, in order" for fold in lanes.reductions]
    if inner:
        parts.append("1 loop inside" if inner == 1 else f"{inner} loops inside")
    return f" ({'; '.join(parts)})" if parts else ""
