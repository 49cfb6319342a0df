"""Floats as text: the fewest digits that give the value back in its own width."""

from __future__ import annotations

import math

import numpy as np


def float_text(number: float, bits: int) -> str:
    """`number`, a value of a float of `bits` bits, in shortest decimal digits; `nan`, `inf`, `-inf`."""
    if bits == 64 or not math.isfinite(number):
        return repr(number)
    # repr of a Python float would show the digits of a double.
    return str(np.float32(number) if bits == 32 else np.float16(number))
