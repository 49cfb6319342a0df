"""What must hold at run time before a loop may run over whole arrays: indices in range, arrays apart."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from t27c.backends.pycode.code import Code, Prec, call, infix
from t27c.backends.pycode.exprs import expr
from t27c.backends.pycode.frame import Frame
from t27c.ir.nodes import Access, Const, Convert, Expr, ForRange, Lanes, Op, Operation, Var
from t27c.ir.walk import walk_expr

_SYMBOLS = {Op.ADD: ("+", Prec.SUM), Op.SUB: ("-", Prec.SUM), Op.MUL: ("*", Prec.PRODUCT)}


def index_code(frame: Frame, index: Expr, counters: Mapping[str, Code]) -> Code:
    """Index arithmetic in Python's exact integers, with given texts for the counters."""
    match index:
        case Var(name=str(name)) if name in counters:
            return counters[name]
        case Convert():
            return index_code(frame, index.operand, counters)
        case Operation(op=Op.ADD | Op.SUB | Op.MUL as op, operands=(left, right)):
            first, second = index_code(frame, left, counters), index_code(frame, right, counters)
            return _joined(op, first, second)
        case _:
            return expr(frame, index)


def _joined(op: Op, left: Code, right: Code) -> Code:
    if op is Op.ADD and "0" in (left.text, right.text):
        return left if right.text == "0" else right
    if op is Op.MUL and "1" in (left.text, right.text):
        return left if right.text == "1" else right
    if op is Op.MUL and "0" in (left.text, right.text):
        return Code("0")
    return infix(*_SYMBOLS[op], left, right)


def guards(frame: Frame, loop: ForRange, lanes: Lanes, low: Code, high: Code) -> list[str]:
    """The conditions, each once, in the order of the accesses."""
    conditions: list[str] = []
    for access in lanes.accesses:
        conditions += _counter_guards(frame, access)
        conditions += _range_guards(frame, loop, access, low, high)
    for one, other in combinations(lanes.accesses, 2):
        conditions += _apart_guards(frame, one, other)
    return list(dict.fromkeys(conditions))


def _counter_guards(frame: Frame, access: Access) -> list[str]:
    """Inner loops must run at least once, so that their ends are real indices."""
    texts = []
    for counter in access.counters:
        low, high = expr(frame, counter.low), expr(frame, counter.high)
        if not (isinstance(counter.low, Const) and isinstance(counter.high, Const)):
            texts.append(f"{low.inside(Prec.SUM)} < {high.inside(Prec.SUM)}")
    return texts


def _range_guards(frame: Frame, loop: ForRange, access: Access, low: Code, high: Code) -> list[str]:
    least = {loop.local.name: low} | {c.local.name: expr(frame, c.low) for c in access.counters}
    most = {loop.local.name: _before(high)} | {c.local.name: _before(expr(frame, c.high)) for c in access.counters}
    texts = [
        f"{index_code(frame, part, least).inside(Prec.SUM)} >= 0"
        for part in walk_expr(access.index)
        if isinstance(part, Operation) and part.op is Op.SUB
    ]
    base = expr(frame, access.base)
    size = call("len", base)
    if isinstance(access.index, Var) and access.index.name == loop.local.name:
        if size.text != high.text:
            texts.append(f"{high.inside(Prec.SUM)} <= {size.text}")
    else:
        texts.append(f"{index_code(frame, access.index, most).inside(Prec.SUM)} < {size.text}")
    return texts + _step_guards(frame, access, least, most)


def _step_guards(frame: Frame, access: Access, least: dict[str, Code], most: dict[str, Code]) -> list[str]:
    """Neighbouring lanes lie apart; what a lane stores in its inner loops must not reach into the next lane."""
    factor = index_code(frame, access.factor, {})
    if not access.counters or not access.stored:
        return [] if factor.text.isdigit() and factor.text != "0" else [f"{factor.inside(Prec.SUM)} > 0"]
    lane = next(iter(least))
    at_first = most | {lane: least[lane]}
    reach = infix("-", Prec.SUM, index_code(frame, access.index, at_first), index_code(frame, access.index, least))
    return [f"{reach.text} < {factor.inside(Prec.SUM)}"]


def _before(high: Code) -> Code:
    return Code(str(int(high.text) - 1)) if high.text.isdigit() else infix("-", Prec.SUM, high, Code("1"))


def _apart_guards(frame: Frame, one: Access, other: Access) -> list[str]:
    if not (one.stored or other.stored) or one.base == other.base:
        return []
    same_place = one.index == other.index and one.counters == other.counters
    name = "_t27.apart_or_same" if same_place else "_t27.apart"
    first, second = sorted((expr(frame, one.base).text, expr(frame, other.base).text))
    return [f"{name}({first}, {second})"]
