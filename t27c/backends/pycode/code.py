"""Pieces of Python text with their precedence, and the ways to join them with as few parentheses as needed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Prec(IntEnum):
    """How tightly the outermost operator of a piece binds; a piece inside one that binds tighter gets parentheses."""

    LAMBDA = 0
    TERNARY = 1
    OR = 2
    AND = 3
    NOT = 4
    COMPARE = 5
    BIT_OR = 6
    BIT_XOR = 7
    BIT_AND = 8
    SHIFT = 9
    SUM = 10
    PRODUCT = 11
    UNARY = 12
    POWER = 13
    ATOM = 14


@dataclass(frozen=True, slots=True)
class Code:
    """A piece of text. `untyped`: mypy sees `Any`, so a place that wants a type must say it.

    `numpy_bool`: a NumPy bool, fine as a condition, to be converted where a value is kept.
    """

    text: str
    prec: Prec = Prec.ATOM
    untyped: bool = False
    numpy_bool: bool = False

    def inside(self, prec: Prec) -> str:
        """The text for a place that wants at least `prec`."""
        return self.text if self.prec >= prec else f"({self.text})"


def infix(operator: str, prec: Prec, left: Code, right: Code, *, numpy_bool: bool = False) -> Code:
    """A left-associative operator; comparisons do not associate, so that they never form a chain."""
    left_prec = Prec(prec + 1) if prec is Prec.COMPARE else prec
    text = f"{left.inside(left_prec)} {operator} {right.inside(Prec(prec + 1))}"
    return Code(text, prec, left.untyped or right.untyped, numpy_bool)


def prefix(operator: str, operand: Code) -> Code:
    """A unary operator."""
    if operator == "not":
        return Code(f"not {operand.inside(Prec.NOT)}", Prec.NOT)
    return Code(f"{operator}{operand.inside(Prec.UNARY)}", Prec.UNARY, operand.untyped)


def call(function: str, *arguments: Code | str, untyped: bool = False) -> Code:
    """A call."""
    texts = [argument if isinstance(argument, str) else argument.text for argument in arguments]
    return Code(f"{function}({', '.join(texts)})", Prec.ATOM, untyped)


def attribute(base: Code, name: str, *, untyped: bool = False) -> Code:
    """A field."""
    return Code(f"{base.inside(Prec.ATOM)}.{name}", Prec.ATOM, untyped)


def subscript(base: Code, index: Code | str, *, untyped: bool = False) -> Code:
    """An element or a slice."""
    text = index if isinstance(index, str) else index.text
    return Code(f"{base.inside(Prec.ATOM)}[{text}]", Prec.ATOM, untyped)


def ternary(condition: Code, then: Code, otherwise: Code) -> Code:
    """`then if condition else otherwise`."""
    text = f"{then.inside(Prec.OR)} if {condition.inside(Prec.OR)} else {otherwise.inside(Prec.TERNARY)}"
    return Code(text, Prec.TERNARY, then.untyped or otherwise.untyped)


def tuple_of(parts: list[str]) -> Code:
    """A tuple display."""
    return Code(f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})")
