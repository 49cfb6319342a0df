"""Fits the polynomials of `templates/c/t27_math*.h`: prints the coefficients, lowest power first, and the errors."""

from __future__ import annotations

from collections.abc import Callable

from mpmath import mp, mpf

Function = Callable[[mpf], mpf]
mp.prec = 200


def _series(function: Function, skip: int, step: int) -> Function:
    """`function` minus its first `skip` Taylor terms, over the next power, as a series: near 0 the quotient cancels.

    `step` 2 means a function of one parity whose argument is the square of the variable.
    """
    order = 60 if step == 1 else 90
    terms = mp.taylor(function, 0, order)
    kept = terms[skip::step]
    return lambda z: mp.polyval(kept[::-1], z)


FITS: dict[str, tuple[Function, tuple[float, float], int, int]] = {
    # name: function, interval, degree, digits of the target type
    "exp f32: (e^r - 1 - r) / r^2": (_series(mp.exp, 2, 1), (-0.3480, 0.3480), 4, 32),
    "exp f64: (e^r - 1 - r) / r^2": (_series(mp.exp, 2, 1), (-0.3470, 0.3470), 10, 64),
    "sin f32: (sin r - r) / r^3 in r^2": (_series(mp.sin, 3, 2), (0, 0.6200), 3, 64),
    "cos f32: (cos r - 1 + r^2/2) / r^4 in r^2": (_series(mp.cos, 4, 2), (0, 0.6200), 3, 64),
    "sin f64: (sin r - r) / r^3 in r^2": (_series(mp.sin, 3, 2), (0, 0.6180), 6, 64),
    "cos f64: (cos r - 1 + r^2/2) / r^4 in r^2": (_series(mp.cos, 4, 2), (0, 0.6180), 6, 64),
    "log f64: (2 atanh s - 2 s) / s^3 in s^2": (_series(lambda s: 2 * mp.atanh(s), 3, 2), (0, 0.02950), 7, 64),
    "log f32: (log(1+f) - f + f^2/2) / f^3": (
        lambda f: (mp.log1p(f) - f + f * f / 2) / f**3 if abs(f) > 1e-9 else mpf(1) / 3,
        (-0.2930, 0.4143),
        8,
        32,
    ),
    "tanh f32: (tanh x - x) / x^3 in x^2": (
        lambda z: (mp.tanh(mp.sqrt(z)) / mp.sqrt(z) - 1) / z if z > 1e-12 else -mpf(1) / 3,
        (0, 0.3026),
        4,
        32,
    ),
    "atan f64: (atan t - t) / t^3 in t^2": (
        lambda z: (mp.atan(mp.sqrt(z)) / mp.sqrt(z) - 1) / z if z > 1e-12 else -mpf(1) / 3,
        (0, 0.17160),
        11,
        64,
    ),
    "asin f64: (asin t - t) / t^3 in t^2": (
        lambda z: (mp.asin(mp.sqrt(z)) / mp.sqrt(z) - 1) / z if z > 1e-12 else mpf(1) / 6,
        (0, 0.2501),
        13,
        64,
    ),
    "erf f32: erf(x) / x in x^2": (
        lambda z: mp.erf(mp.sqrt(z)) / mp.sqrt(z) if z > 1e-12 else 2 / mp.sqrt(mp.pi) * (1 - z / 3),
        (0, 1.0),
        9,
        64,
    ),
    "erf f32: -log(erfc(x)) in x - 2.5": (lambda u: -mp.log(mp.erfc(u + mpf("2.5"))), (-1.5, 1.5), 10, 64),
}


def main() -> None:
    """Print every fit."""
    for name, (function, interval, degree, width) in FITS.items():
        coefficients, error = mp.chebyfit(function, list(interval), degree + 1, error=True)
        print(f"{name}  degree {degree}  error {float(error):.2g}")
        for coefficient in reversed(coefficients):
            text = mp.nstr(coefficient, 10 if width == 32 else 18)
            print(f"    {text}")


if __name__ == "__main__":
    main()
