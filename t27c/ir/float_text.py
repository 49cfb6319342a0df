"""Floats as text: the fewest digits that give the value back in its own width."""

from __future__ import annotations

import math

import numpy as np

from t27c.ir.values import FloatValue


def float_text(number: float, bits: int) -> str:
    """`number`, a value of a float of `bits` bits, in shortest decimal digits; `nan`, `inf`, `-inf`."""
    if bits == 64 or not math.isfinite(number):
        return repr(number)
    # repr of a Python float would show the digits of a double.
    return str(np.float32(number) if bits == 32 else np.float16(number))


def shortest(value: FloatValue) -> str:
    """The decimal of the fewest digits that rounds to a finite `value`, the nearest of those, in the form of `%g`."""
    exact = value.number
    shown = float_text(exact, value.width).partition("e")[0]
    digits = len(shown.lstrip("-").replace(".", "").strip("0")) or 1
    # Fewer digits never do; beside a power of two the nearest of so many may lie outside, where floats are denser.
    while True:
        text = f"{exact:.{digits}g}"
        if digits >= 17 or FloatValue.of(value.width, float(text)) == value:
            return text
        digits += 1
