"""What else a number of a spec could have been: one digit less, one more or less, the other sign, zero."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal, localcontext

from t27c.syntax import ast

_NUMBER = re.compile(r"(?:0[xob][0-9a-fA-F_]+|[0-9][0-9_]*(?:\.[0-9_]+)?(?:[eE][+-]?[0-9_]+)?)")
_MANTISSA = re.compile(r"([0-9]+)(?:\.([0-9]+))?(.*)", re.DOTALL)
_DIGITS = 400  # enough to add one to any double exactly, apart from the very large and the very small


def number_variants(node: ast.IntLit | ast.FloatLit, *, signed: bool = True) -> Iterator[str]:
    """Other texts for a number, each with another value. Without `signed` its sign stays: a minus stands before it."""
    suffix = _suffix(node)
    if suffix is None:
        return
    found = _other_integers(node.value) if isinstance(node, ast.IntLit) else _other_floats(node.text)
    for text in dict.fromkeys(found):
        if text.startswith("-"):
            if signed:
                yield f"({text}{suffix})"
        else:
            yield text + suffix


def _suffix(node: ast.IntLit | ast.FloatLit) -> str | None:
    """The type behind a number (`f32` of `1.5f32`); None if the node was not written as a number."""
    if isinstance(node, ast.IntLit) and node.is_char:
        return ""
    match = _NUMBER.match(node.span.text)
    return node.span.text[match.end() :] if match else None


def _other_integers(value: int) -> Iterator[str]:
    others = [value + 1, value - 1, 0, -value]
    if value >= 10:
        others.append(value // 10)
    for other in others:
        if other != value:
            yield str(other)


def _other_floats(text: str) -> Iterator[str]:
    shorter = _without_last_digit(text)
    with localcontext() as context:
        context.prec = _DIGITS
        value = Decimal(text)
        if shorter and Decimal(shorter) != value and Decimal(shorter) != 0:
            yield shorter
        if abs(value.adjusted()) < _DIGITS // 2:
            yield _plain(value + 1)
        if value != 0:
            yield "0.0"
            yield f"-{text}"


def _without_last_digit(text: str) -> str:
    """`0.125` becomes `0.12`, `1.0` nothing: a zero at the end says nothing that could be cut."""
    match = _MANTISSA.fullmatch(text)
    if match is None:
        return ""
    whole, fraction, exponent = match.groups()
    digits = (fraction or "").rstrip("0")
    if not digits:
        return ""
    return f"{whole}.{digits[:-1] or '0'}{exponent}"


def _plain(value: Decimal) -> str:
    text = format(value, "f")
    return text if "." in text else f"{text}.0"
