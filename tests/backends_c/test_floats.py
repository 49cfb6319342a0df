"""Float bits: no contraction, and functions within their bounds on a sample of floats."""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from t27c.driver import compile_text
from tests.backends_c.harness import COMPILERS, build, run, write

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = 100_000
EXACT = """
spec exact;

fn sum(a: f64, b: f64, c: f64) f64 {
    return a * b + c;
}

fn sum32(a: f32, b: f32, c: f32) f32 {
    return a * b + c;
}

// A fused multiply-add gives -2^-60 and -2^-26 here.
test product_is_rounded_before_the_sum
    given a = sum(1.000000000931322574615478515625, 0.999999999068677425384521484375, -1.0)
    then a == 0.0 and sum32(1.0001220703125, 0.9998779296875, -1.0) == 0.0
"""


def ulp_script() -> ModuleType:
    """The script that measures."""
    spec = importlib.util.spec_from_file_location("ulp", ROOT / "benchmarks" / "ulp.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("compiler", COMPILERS)
def test_products_are_never_fused_with_sums(compiler: str, tmp_path: Path) -> None:
    result = compile_text(EXACT, path="exact.t27")
    assert result.program is not None
    native = "-march=x86-64-v3" if "x86" in subprocess.getoutput("uname -m") else "-march=native"
    program = build(write(tmp_path, result.program), compiler, "-O3", native)
    assert run(program) == ["PASS product_is_rounded_before_the_sum"]


@pytest.mark.parametrize("compiler", COMPILERS)
def test_functions_stay_within_their_bounds(compiler: str) -> None:
    rows = ulp_script().sampled(SAMPLES, compiler)
    assert len(rows) == 40
    for name, kind, worst, _, _, wrong in rows:
        assert wrong == "0", (name, kind)
        assert float(worst) <= (2.2 if (name, kind) in {("tan", "f64"), ("sinh", "f64")} else 2.0), (name, kind)
