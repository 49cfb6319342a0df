"""What must hold at run time before a loop may run over whole arrays: indices in range, arrays apart."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from t27c.backends.pycode.code import Code, Prec, call, infix
from t27c.backends.pycode.exprs import expr
from t27c.backends.pycode.frame import Frame
from t27c.ir.nodes import Access, Const, Convert, Expr, ForRange, Lanes, Op, Operation, Var
from t27c.ir.walk import walk_expr
from t27c.passes.vectorise.uniform import is_varying

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
    for base in lanes.shared:
        conditions += [_apart(frame, access.base, base) for access in lanes.accesses if access.stored]
    return list(dict.fromkeys(conditions))


def _counter_guards(frame: Frame, access: Access) -> list[str]:
    """Inner loops must run at least once, so that their ends are real indices."""
    texts = []
    for counter in access.counters:
        low, high = index_code(frame, counter.low, {}), index_code(frame, counter.high, {})
        for bound in (counter.low, counter.high):
            texts += _exact_guards(frame, bound, {}, {})
        if not (isinstance(counter.low, Const) and isinstance(counter.high, Const)):
            texts.append(f"{low.inside(Prec.SUM)} < {high.inside(Prec.SUM)}")
    return texts


def _range_guards(frame: Frame, loop: ForRange, access: Access, low: Code, high: Code) -> list[str]:
    lows = {c.local.name: index_code(frame, c.low, {}) for c in access.counters}
    highs = {c.local.name: _before(index_code(frame, c.high, {})) for c in access.counters}
    least, most = {loop.local.name: low} | lows, {loop.local.name: _before(high)} | highs
    texts = _exact_guards(frame, access.index, least, most)
    base = expr(frame, access.base)
    size = call("len", base)
    if isinstance(access.index, Var) and access.index.name == loop.local.name:
        if size.text not in (high.text, expr(frame, loop.high).text):
            texts.append(f"{high.inside(Prec.SUM)} <= {size.text}")
    else:
        texts.append(f"{index_code(frame, access.index, most).inside(Prec.SUM)} < {size.text}")
    return texts + _step_guards(frame, access, least, most)


def _exact_guards(frame: Frame, index: Expr, least: Mapping[str, Code], most: Mapping[str, Code]) -> list[str]:
    """Index arithmetic stays in its type: differences are not negative, and a part that is taken from or multiplied,
    so that the index itself says nothing about it, is not too large."""
    texts = []
    for part in walk_expr(index):
        match part:
            case Operation(op=Op.SUB, operands=(left, _)):
                texts.append(f"{index_code(frame, part, least).inside(Prec.SUM)} >= 0")
                inner = [left]
            case Operation(op=Op.MUL, operands=operands):
                inner = [operand for operand in operands if not is_varying(operand, set(most))]
            case _:
                continue
        for operand in inner:
            if isinstance(operand, Operation):
                texts.append(f"{index_code(frame, operand, most).inside(Prec.SUM)} in _t27.U64")
    return texts


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
    return [_apart(frame, one.base, other.base, "_t27.apart_or_same" if same_place else "_t27.apart")]


def _apart(frame: Frame, one: Expr, other: Expr, question: str = "_t27.apart") -> str:
    first, second = sorted((expr(frame, one).text, expr(frame, other).text))
    return f"{question}({first}, {second})"
