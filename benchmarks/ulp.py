"""Measures the functions of `templates/c/t27_math*.h` against libm in a wider type and writes the table `docs/ulp.md`.

`python benchmarks/ulp.py` samples; `--all` walks all 2^32 floats for exp, tanh, log, sin and cos (minutes).
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEADERS = ROOT / "templates" / "c"
UNARY = ["exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "tanh", "sinh", "cosh", "sin", "cos", "tan"]
UNARY += ["asin", "acos", "atan", "erf"]
BINARY = ["atan2", "hypot", "pow"]
EXHAUSTIVE = ["exp", "tanh", "log", "sin", "cos"]
FLAGS = ["-std=gnu11", "-O3", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off"]

PROGRAM = r"""
#include "t27_math32.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { double worst; double at; double second; long wrong; } result;

static uint64_t state = 88172645463325252u;
static uint64_t next(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state; }

/* The distance of `got` from `want` in units of the last place of `digits` bits, or -1 for a wrong special value. */
static double distance(double got, long double want, int digits, int lowest, long double top) {
    if (isnan(want) || isnan(got)) return isnan(want) && isnan(got) ? 0 : -1;
    if (isinf(got)) return fabsl(want) >= top && (want > 0) == (got > 0) ? 0 : -1;
    if (isinf(want)) return -1;
    if (want == 0 || got == 0) { if (want == 0 && got == 0) return !signbit(want) == !signbit(got) ? 0 : -1; }
    int exponent = want == 0 ? lowest : ilogbl(want);
    if (exponent < lowest) exponent = lowest;
    return (double)(fabsl((long double)got - want) / ldexpl(1, exponent - digits + 1));
}
static void note(result *r, double ulp, double at, double second) {
    if (ulp < 0) { r->wrong++; if (r->wrong == 1) fprintf(stderr, "wrong special value at %a %a\n", at, second); }
    if (ulp > r->worst) { r->worst = ulp; r->at = at; r->second = second; }
}
static double near32(double got, long double want) { return distance(got, want, 24, -126, 0x1.ffffffp127L); }
static double near64(double got, long double want) { return distance(got, want, 53, -1022, 0x1.fffffffffffff8p1023L); }

static float pick32(int i) {
    static const float special[] = {0, 1, 0.5f, 2, 88.72284f, 104, INFINITY, NAN, 1e-45f, 1e-38f, 3.4e38f, 710};
    if (i < 24) return i % 2 ? -special[i / 2] : special[i / 2];
    uint32_t bits = (uint32_t)next();
    if (i % 2) { float x = (float)((double)bits / 4294967296.0 * 40 - 20); return i % 4 == 1 ? x : x / 10; }
    float x; memcpy(&x, &bits, 4); return x;
}
static double pick64(int i) {
    static const double special[] = {0, 1, 0.5, 2, 709.78, 745, INFINITY, NAN, 5e-324, 1e-308, 1.7e308, 710};
    if (i < 24) return i % 2 ? -special[i / 2] : special[i / 2];
    uint64_t bits = next();
    double y = (double)bits / 18446744073709551616.0 * 40 - 20;
    if (i % 2) return i % 8 < 3 ? y : i % 8 < 5 ? y / 10 : y * 30;
    double x; memcpy(&x, &bits, 8); return x;
}
#define MEASURE1(name) { result a = {0}, b = {0}; \
    for (int i = 0; i < samples; i++) { float x = pick32(i); \
        note(&a, near32((double)t27_##name##_f32(x), (long double)name((double)x)), (double)x, 0); } \
    for (int i = 0; i < samples; i++) { double x = pick64(i); \
        note(&b, near64(t27_##name##_f64(x), name##l((long double)x)), x, 0); } \
    printf(#name " f32 %.3f %a 0 %ld\n" #name " f64 %.3f %a 0 %ld\n", a.worst, a.at, a.wrong, b.worst, b.at, b.wrong); }
#define MEASURE2(name) { result a = {0}, b = {0}; \
    for (int i = 0; i < samples; i++) { float x = pick32(i), y = pick32(i + (int)(next() % 64)); \
        note(&a, near32((double)t27_##name##_f32(x, y), (long double)name((double)x, (double)y)), x, y); } \
    for (int i = 0; i < samples; i++) { double x = pick64(i), y = pick64(i + (int)(next() % 64)); \
        note(&b, near64(t27_##name##_f64(x, y), name##l((long double)x, (long double)y)), x, y); } \
    printf(#name " f32 %.3f %a %a %ld\n", a.worst, a.at, a.second, a.wrong); \
    printf(#name " f64 %.3f %a %a %ld\n", b.worst, b.at, b.second, b.wrong); }
#define ALL(name) { result a = {0}; \
    for (uint64_t bits = 0; bits < 4294967296u; bits++) { float x = t27_from_bits_f32((uint32_t)bits); \
        note(&a, near32((double)t27_##name##_f32(x), (long double)name((double)x)), (double)x, 0); } \
    printf(#name " all %.3f %a 0 %ld\n", a.worst, a.at, a.wrong); }

int main(int count, char **arguments) {
    int samples = atoi(arguments[count - 1]);
    BODY
    return 0;
}
"""


def measure(body: str, samples: int, compiler: str = "gcc") -> list[list[str]]:
    """Compile and run the program; per function: name, kind, worst distance, where (two numbers), wrong specials."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "ulp.c")
        source.write_text(PROGRAM.replace("BODY", body), encoding="utf-8")
        program = Path(folder, "ulp")
        subprocess.run([compiler, *FLAGS, f"-I{HEADERS}", "-o", program, source, "-lm"], check=True)
        done = subprocess.run([program, str(samples)], check=True, stdout=subprocess.PIPE, text=True)
    return [line.split() for line in done.stdout.splitlines()]


def sampled(samples: int, compiler: str = "gcc") -> list[list[str]]:
    """Measure every function at `samples` places for each width."""
    body = "".join(f"MEASURE1({name})" for name in UNARY) + "".join(f"MEASURE2({name})" for name in BINARY)
    return measure(body, samples, compiler)


def table(rows: list[list[str]], exhaustive: dict[str, str]) -> str:
    """The page of measured bounds."""
    widths = {(name, kind): float(worst) for name, kind, worst, *_ in rows}
    lines = [
        "# Accuracy of the C functions",
        "",
        "Largest distance from the exact value in units of the last place, measured by `benchmarks/ulp.py` against",
        "libm in a wider type. `all` means every one of the 2^32 floats was tried; the others are special values,",
        "random bits, ordinary magnitudes. `+ - * /`, `sqrt`, rounding and comparisons are exact to the bit.",
        "",
        "| function | f32, sampled | f32, all | f64, sampled |",
        "|---|---|---|---|",
    ]
    for name in [*UNARY, *BINARY]:
        lines.append(f"| {name} | {widths[name, 'f32']:.2f} | {exhaustive.get(name, '')} | {widths[name, 'f64']:.2f} |")
    lines += [
        "",
        "`pow`, `hypot` (f64) and `erf` (f64) call libm, and so do `sin`, `cos` and `tan` of f64 beyond 2^20;",
        "the figures of those are the C library's.",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="walk all floats for exp, tanh, log, sin, cos")
    parser.add_argument("--samples", type=int, default=4_000_000)
    arguments = parser.parse_args()
    rows = sampled(arguments.samples)
    wrong = [row for row in rows if row[-1] != "0"]
    exhaustive = {}
    if arguments.all:
        walked = measure("".join(f"ALL({name})" for name in EXHAUSTIVE), 0)
        exhaustive = {name: f"{float(worst):.2f}" for name, _, worst, *_ in walked}
        wrong += [row for row in walked if row[-1] != "0"]
    for row in rows:
        print(*row)
    print("wrong special values:", wrong or "none")
    (ROOT / "docs" / "ulp.md").write_text(table(rows, exhaustive), encoding="utf-8")


if __name__ == "__main__":
    main()
