"""Integer arithmetic of every width: each operator and builtin as a maker of plain functions for one type."""

from __future__ import annotations

from collections.abc import Callable

from t27c.ir.nodes import Op, TrapKind
from t27c.ir.types import Int, type_text

IntBinary = Callable[[int, int], int]
IntUnary = Callable[[int], int]


class ArithmeticTrap(Exception):  # noqa: N818 - a trap is no error of this program
    """An operation on values that has no result: the kind of SEM 16 and the sentence to show."""

    def __init__(self, kind: TrapKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message


def wrap(type_: Int, value: int) -> int:
    """The low bits of `value`, read in the signedness of `type_`."""
    value &= (1 << type_.bits) - 1
    return value - (1 << type_.bits) if type_.signed and value > type_.highest else value


def saturate(type_: Int, value: int) -> int:
    """The nearest value of `type_`."""
    return min(max(value, type_.lowest), type_.highest)


def truncated_quotient(left: int, right: int) -> int:
    """The quotient rounded toward zero; the divisor is not 0."""
    quotient = abs(left) // abs(right)
    return -quotient if (left < 0) != (right < 0) else quotient


def truncated_remainder(left: int, right: int) -> int:
    """The remainder with the sign of the dividend; the divisor is not 0."""
    rest = abs(left) % abs(right)
    return -rest if left < 0 else rest


def _checked(symbol: str, exact: IntBinary) -> Callable[[Int], IntBinary]:
    def make(type_: Int) -> IntBinary:
        lowest, highest = type_.lowest, type_.highest

        def run(left: int, right: int) -> int:
            result = exact(left, right)
            if lowest <= result <= highest:
                return result
            raise overflow(f"{left} {symbol} {right}", type_)

        return run

    return make


def overflow(text: str, type_: Int) -> ArithmeticTrap:
    """The trap of a result that its type cannot hold."""
    return ArithmeticTrap(TrapKind.OVERFLOW, f"{text} does not fit {type_text(type_)}")


def _wrapping(exact: IntBinary) -> Callable[[Int], IntBinary]:
    def make(type_: Int) -> IntBinary:
        if not type_.signed:
            mask = type_.highest
            return lambda left, right: exact(left, right) & mask
        return lambda left, right: wrap(type_, exact(left, right))

    return make


def _saturating(exact: IntBinary) -> Callable[[Int], IntBinary]:
    def make(type_: Int) -> IntBinary:
        return lambda left, right: saturate(type_, exact(left, right))

    return make


def _dividing(symbol: str, exact: IntBinary) -> Callable[[Int], IntBinary]:
    """Division-like operators: a zero divisor traps, and so does a quotient that does not fit (minimum / -1)."""
    checked = _checked(symbol, exact)

    def make(type_: Int) -> IntBinary:
        inner = checked(type_)

        def run(left: int, right: int) -> int:
            if right == 0:
                raise ArithmeticTrap(TrapKind.DIVISION_BY_ZERO, f"{left} {symbol} 0")
            return inner(left, right)

        return run

    return make


def _exact_quotient(left: int, right: int) -> int:
    quotient, rest = divmod(left, right)
    if rest:
        raise ArithmeticTrap(TrapKind.INEXACT_DIVISION, f"{left} / {right} leaves a remainder")
    return quotient


def _shifting(symbol: str, exact: Callable[[Int, int, int], int]) -> Callable[[Int], IntBinary]:
    def make(type_: Int) -> IntBinary:
        bits = type_.bits

        def run(left: int, amount: int) -> int:
            if 0 <= amount < bits:
                return exact(type_, left, amount)
            raise ArithmeticTrap(TrapKind.SHIFT_RANGE, f"{left} {symbol} {amount} with a {bits}-bit value")

        return run

    return make


def _add(left: int, right: int) -> int:
    return left + right


def _subtract(left: int, right: int) -> int:
    return left - right


def _multiply(left: int, right: int) -> int:
    return left * right


INT_BINARY: dict[Op, Callable[[Int], IntBinary]] = {
    Op.ADD: _checked("+", _add),
    Op.SUB: _checked("-", _subtract),
    Op.MUL: _checked("*", _multiply),
    Op.DIV: _dividing("/", truncated_quotient),
    Op.DIV_TRUNC: _dividing("/", truncated_quotient),
    Op.REM: _dividing("@rem", truncated_remainder),
    Op.DIV_FLOOR: _dividing("@divFloor", lambda left, right: left // right),
    Op.MOD: _dividing("@mod", lambda left, right: left % right),
    Op.DIV_EXACT: _dividing("@divExact", _exact_quotient),
    Op.ADD_WRAP: _wrapping(_add),
    Op.SUB_WRAP: _wrapping(_subtract),
    Op.MUL_WRAP: _wrapping(_multiply),
    Op.ADD_SAT: _saturating(_add),
    Op.SUB_SAT: _saturating(_subtract),
    Op.MUL_SAT: _saturating(_multiply),
    Op.SHL: _shifting("<<", lambda type_, left, amount: wrap(type_, left << amount)),
    Op.SHR: _shifting(">>", lambda type_, left, amount: left >> amount),
    Op.BIT_AND: lambda type_: lambda left, right: left & right,
    Op.BIT_OR: lambda type_: lambda left, right: left | right,
    Op.BIT_XOR: lambda type_: lambda left, right: left ^ right,
}


def _negate(type_: Int) -> IntUnary:
    def run(value: int) -> int:
        if type_.holds(-value):
            return -value
        raise overflow(f"-({value})", type_)

    return run


INT_UNARY: dict[Op, Callable[[Int], IntUnary]] = {
    Op.NEG: _negate,
    Op.NEG_WRAP: lambda type_: lambda value: wrap(type_, -value),
    Op.BIT_NOT: lambda type_: lambda value: wrap(type_, ~value),
}


def power(type_: Int) -> IntBinary:
    """Integer `pow`: exact, traps overflow, also on a negative exponent (SEM 7, 16)."""

    def run(base: int, exponent: int) -> int:
        text = f"pow({base}, {exponent})"
        if exponent < 0:
            raise ArithmeticTrap(TrapKind.OVERFLOW, f"{text} has a negative exponent")
        if abs(base) > 1 and exponent > type_.bits:
            raise overflow(text, type_)
        result: int = base ** (exponent if abs(base) > 1 else min(exponent, 2 + exponent % 2))
        if type_.holds(result):
            return result
        raise overflow(text, type_)

    return run


def _unsigned(type_: Int, value: int) -> int:
    return value & ((1 << type_.bits) - 1)


def _count_trailing_zeros(type_: Int) -> IntUnary:
    def run(value: int) -> int:
        return (value & -value).bit_length() - 1 if value else type_.bits

    return run


def _swap_bytes(type_: Int) -> IntUnary:
    def run(value: int) -> int:
        pattern = _unsigned(type_, value).to_bytes(type_.bits // 8, "little")
        return wrap(type_, int.from_bytes(pattern, "big"))

    return run


def _reverse_bits(type_: Int) -> IntUnary:
    def run(value: int) -> int:
        return wrap(type_, int(f"{_unsigned(type_, value):0{type_.bits}b}"[::-1], 2))

    return run


INT_UNARY_BUILTINS: dict[str, Callable[[Int], IntUnary]] = {
    "abs": lambda type_: abs,
    "clz": lambda type_: lambda value: type_.bits - _unsigned(type_, value).bit_length(),
    "ctz": _count_trailing_zeros,
    "pop_count": lambda type_: lambda value: _unsigned(type_, value).bit_count(),
    "byte_swap": _swap_bytes,
    "bit_reverse": _reverse_bits,
}

INT_BINARY_BUILTINS: dict[str, Callable[[Int], IntBinary]] = {
    "min": lambda type_: lambda left, right: left if left <= right else right,
    "max": lambda type_: lambda left, right: left if left >= right else right,
    "pow": power,
}


def _pair(exact: IntBinary) -> Callable[[Int], Callable[[int, int], tuple[int, int]]]:
    def make(type_: Int) -> Callable[[int, int], tuple[int, int]]:
        def run(left: int, right: int) -> tuple[int, int]:
            result = exact(left, right)
            return wrap(type_, result), 0 if type_.holds(result) else 1

        return run

    return make


OVERFLOW_PAIRS: dict[str, Callable[[Int], Callable[[int, int], tuple[int, int]]]] = {
    "add_overflow": _pair(_add),
    "sub_overflow": _pair(_subtract),
    "mul_overflow": _pair(_multiply),
}
