"""Operators as Python text: plain where Python agrees with the spec, helpers of the runtime where it does not."""

from __future__ import annotations

from t27c.backends.pycode.code import Code, Prec, call, infix, prefix
from t27c.backends.pycode.copies import equal_code
from t27c.backends.pycode.literals import number
from t27c.backends.pycode.values import integer
from t27c.ir.nodes import Const, Expr, Op
from t27c.ir.types import Float, Int, Type
from t27c.ir.values import FloatValue

_EXACT = {
    Op.ADD: ("+", Prec.SUM),
    Op.SUB: ("-", Prec.SUM),
    Op.MUL: ("*", Prec.PRODUCT),
    Op.DIV: ("/", Prec.PRODUCT),
}
_WRAPPING = {Op.ADD_WRAP: Op.ADD, Op.SUB_WRAP: Op.SUB, Op.MUL_WRAP: Op.MUL}
_SATURATING = {Op.ADD_SAT: Op.ADD, Op.SUB_SAT: Op.SUB, Op.MUL_SAT: Op.MUL}
_BITS = {
    Op.BIT_AND: ("&", Prec.BIT_AND),
    Op.BIT_OR: ("|", Prec.BIT_OR),
    Op.BIT_XOR: ("^", Prec.BIT_XOR),
}
_COMPARISONS = {Op.LT: "<", Op.LE: "<=", Op.GT: ">", Op.GE: ">=", Op.EQ: "==", Op.NE: "!="}
_DIVISIONS = {
    Op.DIV: "_t27.div",
    Op.DIV_TRUNC: "_t27.div",
    Op.DIV_FLOOR: "_t27.div_floor",
    Op.DIV_EXACT: "_t27.div_exact",
}
# Without a sign and with a divisor that is known, nothing can go wrong and Python rounds the same way.
_PLAIN_UNSIGNED = {Op.DIV: "//", Op.DIV_TRUNC: "//", Op.DIV_FLOOR: "//", Op.REM: "%", Op.MOD: "%"}
_REMAINDERS = {Op.REM: "_t27.rem", Op.MOD: "_t27.mod"}


def range_text(type_: Int) -> str:
    """An integer type as the runtime knows it."""
    if type_.bits in {8, 16, 32, 64, 128}:
        return f"_t27.{'I' if type_.signed else 'U'}{type_.bits}"
    return f"range({type_.lowest}, {type_.highest + 1})" if type_.signed else f"range({type_.highest + 1})"


def wrapped(type_: Int, exact: Code) -> Code:
    """The low bits of an exact result."""
    if type_.signed:
        return call("_t27.wrap", exact, range_text(type_))
    return infix("&", Prec.BIT_AND, exact, Code(f"0x{type_.highest:X}"))


def beside(node: Expr, text: Code, other: Expr) -> Code:
    """A known float beside a typed operand may be a bare literal: NumPy gives it the operand's type."""
    value = node.value if isinstance(node, Const) else None
    if not isinstance(value, FloatValue) or isinstance(other, Const) or value.number != value.number:
        return text
    literal = number(value)
    return Code(literal, Prec.UNARY if literal.startswith("-") else Prec.ATOM)


def operation(op: Op, type_: Type, nodes: tuple[Expr, ...], texts: list[Code], at: str) -> Code:
    """The operator `op` on operands whose texts are given; `type_` is the type of the result."""
    if len(nodes) == 1:
        return _unary(op, type_, texts[0], at)
    operand = nodes[0].type
    left, right = beside(nodes[0], texts[0], nodes[1]), beside(nodes[1], texts[1], nodes[0])
    if op in _COMPARISONS:
        return _comparison(op, nodes, left, right)
    if op in (Op.AND, Op.OR):
        name, prec = ("and", Prec.AND) if op is Op.AND else ("or", Prec.OR)
        return infix(name, prec, left, right, numpy_bool=left.numpy_bool or right.numpy_bool)
    if isinstance(operand, Float):
        return _float(op, left, right)
    if isinstance(operand, Int):
        return _int(op, operand, nodes, left, right, at)
    symbol, prec = _BITS[op]
    return infix(symbol, prec, as_bool(left), as_bool(right))


def as_bool(text: Code) -> Code:
    """A real bool, where NumPy's would show."""
    return call("bool", text) if text.numpy_bool else text


def _unary(op: Op, type_: Type, operand: Code, at: str) -> Code:
    match op:
        case Op.NOT if operand.prec is Prec.COMPARE and operand.text.endswith(" is None"):
            return Code(f"{operand.text.removesuffix(' is None')} is not None", Prec.COMPARE)
        case Op.NOT:
            return prefix("not", operand)
        case Op.IS_NULL:
            return infix("is", Prec.COMPARE, operand, Code("None"))
        case Op.IS_ERROR:
            return call("isinstance", operand, "_t27.Error")
        case Op.NEG if isinstance(type_, Int):
            return call("_t27.fit", prefix("-", operand), range_text(type_), at)
        case Op.NEG_WRAP if isinstance(type_, Int):
            return wrapped(type_, prefix("-", operand))
        case Op.BIT_NOT if isinstance(type_, Int) and not type_.signed:
            return infix("^", Prec.BIT_XOR, operand, Code(f"0x{type_.highest:X}"))
        case Op.BIT_NOT:
            return prefix("~", operand)
        case _:
            return prefix("-", operand)


def _comparison(op: Op, nodes: tuple[Expr, ...], left: Code, right: Code) -> Code:
    type_ = nodes[0].type
    if op in (Op.EQ, Op.NE) and not isinstance(type_, (Int, Float)):
        equal = equal_code(type_, as_bool(left), as_bool(right))
        if op is Op.EQ:
            return equal
        if " == " in equal.text and equal.prec is Prec.COMPARE:
            return infix("!=", Prec.COMPARE, as_bool(left), as_bool(right))
        return prefix("not", equal)
    return infix(_COMPARISONS[op], Prec.COMPARE, left, right, numpy_bool=isinstance(type_, Float))


def _float(op: Op, left: Code, right: Code) -> Code:
    if op in _EXACT:
        return infix(*_EXACT[op], left, right)
    match op:
        case Op.REM:
            return call("np.fmod", left, right, untyped=True)
        case Op.MOD:
            return call("_t27.mod_float", left, right)
        case Op.DIV_FLOOR:
            return call("np.floor", infix("/", Prec.PRODUCT, left, right), untyped=True)
        case _:
            return call("np.trunc", infix("/", Prec.PRODUCT, left, right), untyped=True)


def _int(op: Op, type_: Int, nodes: tuple[Expr, ...], left: Code, right: Code, at: str) -> Code:
    within = range_text(type_)
    if op in _PLAIN_UNSIGNED and not type_.signed and isinstance(nodes[1], Const) and nodes[1].value:
        return infix(_PLAIN_UNSIGNED[op], Prec.PRODUCT, left, right)
    if op in _BITS:
        return infix(*_BITS[op], left, right)
    if op in _DIVISIONS:
        return call(_DIVISIONS[op], left, right, within, at)
    if op in _REMAINDERS:
        return call(_REMAINDERS[op], left, right, at)
    if op in (Op.SHL, Op.SHR):
        return _shift(op, type_, nodes[1], left, right, at)
    if op in _WRAPPING:
        return wrapped(type_, infix(*_EXACT[_WRAPPING[op]], left, right))
    if op in _SATURATING:
        return call("_t27.saturate", infix(*_EXACT[_SATURATING[op]], left, right), within)
    return call("_t27.fit", infix(*_EXACT[op], left, right), within, at)


def _shift(op: Op, type_: Int, count: Expr, left: Code, right: Code, at: str) -> Code:
    known = count.value if isinstance(count, Const) else None
    if not isinstance(known, int) or not 0 <= known < type_.bits:
        right = call("_t27.amount", right, integer(type_.bits), at)
    if op is Op.SHR:
        return infix(">>", Prec.SHIFT, left, right)
    return wrapped(type_, infix("<<", Prec.SHIFT, left, right))
