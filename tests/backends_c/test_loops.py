"""Loops that C compilers vectorise: checks answered once before the loop, recursion by sign as straight code."""

from __future__ import annotations

import subprocess
from functools import reduce
from pathlib import Path

import pytest

from t27c.driver import compile_text
from t27c.ir.nodes import Call, ForRange, Function, If, Index
from t27c.ir.walk import walk_body, walk_body_exprs
from t27c.passes import C
from tests.backends_c.harness import COMPILERS, STRICT, write

SPEC = """
spec wave;

fn odd(x: f32) f32 {
    if (x < 0.0) {
        return -odd(-x);
    }
    return 1.0 - exp(-x);
}

fn one(x: f32, steep: bool) f32 {
    if (steep) {
        return tanh(x);
    }
    return odd(x);
}

fn map(xs: []const f32, ys: []f32, steep: bool) void {
    for (0..xs.len) |i| {
        ys[i] = one(xs[i], steep);
    }
}

fn next(xs: []const f32, ys: []f32) void {
    for (0..xs.len) |i| {
        ys[i] = xs[i + 1];
    }
}
"""


def prepared(name: str) -> Function:
    """A function of the spec after the passes of the target."""
    result = compile_text(SPEC, path="wave.t27")
    assert result.program is not None
    program = reduce(lambda made, step: step(made), C, result.program)
    return next(function for function in program.modules["wave"].functions if function.name.name == name)


def checks(loop: ForRange) -> list[bool]:
    """Whether each index in a loop is checked."""
    return [expr.checked for expr in walk_body_exprs(loop.body) if isinstance(expr, Index)]


def test_recursion_by_sign_is_straight_code() -> None:
    assert not any(isinstance(expr, Call) for expr in walk_body_exprs(prepared("odd").body))


def test_one_question_chooses_between_two_loops() -> None:
    chosen = next(stmt for stmt in prepared("map").body if isinstance(stmt, If))
    (free,) = [stmt for stmt in chosen.branches[0][1] if isinstance(stmt, ForRange)]
    (careful,) = [stmt for stmt in chosen.otherwise if isinstance(stmt, ForRange)]
    assert not any(checks(free))
    assert any(checks(careful))


def test_indices_beside_the_counter_stay_checked() -> None:
    loops = [stmt for stmt in walk_body(prepared("next").body) if isinstance(stmt, ForRange)]
    assert all(any(checks(loop)) for loop in loops)


@pytest.mark.skipif("gcc" not in COMPILERS, reason="asks gcc what it vectorised")
def test_gcc_vectorises_the_loop(tmp_path: Path) -> None:
    if "x86" not in subprocess.getoutput("uname -m"):
        pytest.skip("the flags are those of x86")
    result = compile_text(SPEC, path="wave.t27")
    assert result.program is not None
    source = next(path for path in write(tmp_path, result.program) if path.name == "wave.c")
    flags = ["-O3", "-march=x86-64-v3", "-fno-math-errno", "-fno-trapping-math", "--param", "max-unswitch-insns=1000"]
    command = ["gcc", *STRICT, *flags, "-fopt-info-vec-optimized", "-c", "-o", "/dev/null", str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "loop vectorized using 32 byte vectors" in done.stderr
