"""Pieces of C text with their precedence. Mixed operators get parentheses, because compilers warn without them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Prec(IntEnum):
    """How tightly the outermost operator binds."""

    COMMA = 0
    TERNARY = 1
    BINARY = 2
    SUM = 3
    PRODUCT = 4
    UNARY = 5
    ATOM = 6


@dataclass(frozen=True, slots=True)
class Code:
    """A piece of text."""

    text: str
    prec: Prec = Prec.ATOM

    def inside(self, prec: Prec) -> str:
        """The text for a place that wants at least `prec`."""
        return self.text if self.prec >= prec else f"({self.text})"


def binary(operator: str, left: Code, right: Code, *, prec: Prec = Prec.BINARY) -> Code:
    """An operator of two operands; sums and products associate to the left."""
    tighter = Prec(prec + 1) if prec is not Prec.BINARY else Prec.SUM
    first = prec if prec is not Prec.BINARY else tighter
    return Code(f"{left.inside(first)} {operator} {right.inside(tighter)}", prec)


def cast(type_text: str, operand: Code) -> Code:
    """A conversion to a C type."""
    return Code(f"({type_text}){operand.inside(Prec.UNARY)}", Prec.UNARY)


def call(function: str, *arguments: Code | str) -> Code:
    """A call."""
    texts = [argument if isinstance(argument, str) else argument.inside(Prec.TERNARY) for argument in arguments]
    return Code(f"{function}({', '.join(texts)})")


def member(base: Code, name: str) -> Code:
    """A member of a struct."""
    if base.text.startswith("(*") and base.text.endswith(")") and base.text[2:-1].isidentifier():
        return Code(f"{base.text[2:-1]}->{name}")
    return Code(f"{base.inside(Prec.ATOM)}.{name}")
