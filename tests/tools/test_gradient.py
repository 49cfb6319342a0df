"""Which derivative functions are found, and which of them are found wrong."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from t27c.cli.main import run
from t27c.tools.gradient import GradientReport, Pair, check_pair, pairs_of
from t27c.tools.samples import grid
from tests.tools.specs import function_of, program_of

GELU = """module bell;

const HALF_TURN = 3.141592653589793;

/// The chance below x of a standard normal number, by a logistic curve that was fitted to it.
fn below(x: f32) -> f32 {
    return 1.0 / (1.0 + exp(-(1.5957691 * x + 0.07135481 * x * x * x)));
}

fn below_slope(x: f32) -> f32 {
    return below(x) * (1.0 - below(x)) * (1.5957691 + 0.21406443 * x * x);
}

/// The fitted curve is followed to its own slope, or the bell curve itself is taken.
pub fn smooth(x: f32) -> f32 {
    return x * below(x);
}

pub fn smooth_grad(x: f32) -> f32 {
    return below(x) + x * below_slope(x);
}

/// The bell curve divides by the root of two pi.
pub fn smooth_bell_derivative(x: f32) -> f32 {
    return below(x) + x * exp(-0.5 * x * x) / @sqrt(2.0 * (HALF_TURN as f32));
}

/// Here pi got lost.
pub fn smooth_lost_derivative(x: f32) -> f32 {
    return below(x) + x * exp(-0.5 * x * x) / 1.4142135;
}

test at_zero
    then smooth_lost_derivative(0.0) == 0.5
    and  smooth_grad(0.0) == 0.5
"""


def report(text: str, forward: str, gradient: str, tolerance: float | None = None) -> GradientReport:
    """The check of two functions of a spec."""
    program = program_of(text)
    pair = Pair(forward=function_of(program, forward), gradient=function_of(program, gradient))
    return check_pair(program, pair, grid(), tolerance)


def test_a_right_derivative_is_right_everywhere() -> None:
    """In single precision, from -100 to 100."""
    found = report(GELU, "smooth", "smooth_grad")
    assert found.mismatches == ()
    assert found.points > 120


def test_the_slip_that_a_test_at_zero_cannot_see() -> None:
    """Root of 2 for root of 2 pi: right at zero, wrong around it, right again far away."""
    found = report(GELU, "smooth", "smooth_lost_derivative")
    assert len(found.mismatches) > 40
    worst = max(found.mismatches, key=lambda mismatch: mismatch.error)
    x = float(worst.point.removeprefix("x = "))
    assert 0.5 < abs(x) < 1.5
    assert isinstance(worst.found, float)
    lost = x * math.exp(-x * x / 2) * (1 / math.sqrt(2) - 1 / math.sqrt(2 * math.pi))
    assert worst.found - worst.expected == pytest.approx(lost, abs=0.001)


def test_the_tolerance_decides_what_is_near_enough() -> None:
    """The bell curve itself is not the slope of the fitted curve, but close to it."""
    assert report(GELU, "smooth", "smooth_bell_derivative").mismatches
    assert not report(GELU, "smooth", "smooth_bell_derivative", 0.005).mismatches


@pytest.mark.parametrize(("at_zero", "wrong"), [("0.0", 0), ("0.5", 0), ("1.0", 0), ("1.5", 1)])
def test_at_a_kink_any_slope_between_the_two_sides_will_do(at_zero: str, wrong: int) -> None:
    """But none beyond them."""
    text = f"""module m;
pub fn ramp(x: f32) -> f32 {{ if (x > 0.0) {{ return x; }} return 0.0; }}
pub fn ramp_grad(x: f32) -> f32 {{
    if (x == 0.0) {{ return {at_zero}; }}
    if (x > 0.0) {{ return 1.0; }}
    return 0.0;
}}
"""
    assert len(report(text, "ramp", "ramp_grad").mismatches) == wrong


def test_only_the_domain_counts() -> None:
    """A logarithm has no slope left of zero; a derivative that is no number right of it is wrong."""
    text = """module m;
pub fn f(x: f64) -> f64 { return log(x); }
pub fn f_grad(x: f64) -> f64 { return 1.0 / x; }
pub fn f_deriv(x: f64) -> f64 { return (x - 1.0) / (x * (x - 1.0)); }
"""
    right, wrong = report(text, "f", "f_grad"), report(text, "f", "f_deriv")
    assert (right.points, right.mismatches) == (wrong.points, ())
    assert [mismatch.point for mismatch in wrong.mismatches] == ["x = 1.0"]


def test_a_trap_of_the_derivative_is_a_mismatch() -> None:
    """Where the function itself has a value."""
    text = """module m;
pub fn f(x: f64) -> f64 { return 2.0 * x; }
pub fn f_grad(x: f64) -> f64 { if (x > 99.0) { unreachable; } return 2.0; }
"""
    (mismatch,) = report(text, "f", "f_grad").mismatches
    assert (mismatch.point, mismatch.found) == ("x = 100.0", "unreachable")


def test_other_parameters_get_values() -> None:
    """Every variant of an enum, and structs by their defaults."""
    text = """module m;
pub const Form = enum { plain, double };
pub const Config = struct { scale: f32 = 3.0 };
pub fn f_at(x: f32, form: Form, config: Config) -> f32 {
    return switch (form) { .plain => config.scale * x, .double => 2.0 * config.scale * x };
}
pub fn f_slope(x: f32, form: Form, config: Config) -> f32 { return config.scale; }
"""
    found = report(text, "f_at", "f_slope")
    assert found.points == 2 * len(grid())
    assert len(found.mismatches) == len(grid())
    assert ", form = .double, config = .{ .scale = 3.0 }" in found.mismatches[0].point


@pytest.mark.parametrize(
    ("gradient", "obstacle"),
    [
        ("fn g(x: f32, xs: []f32) -> f32 { return x; }", "no values are known for the parameter `xs` of `f`"),
        ("fn g(x: f32) -> f32 { return x; }", "`f` and `g` have different parameters"),
        ("fn g(x: f32, xs: []f32) -> u8 { return 1; }", "`g` gives no float"),
    ],
)
def test_what_cannot_be_compared(gradient: str, obstacle: str) -> None:
    """And why."""
    text = f"module m;\npub fn f(x: f32, xs: []f32) -> f32 {{ return x * xs[0]; }}\npub {gradient}\n"
    assert report(text, "f", "g").obstacle == obstacle


def test_pairs_go_by_their_names() -> None:
    """And by their parameters."""
    heads = (
        "f(x: f32)", "f_grad(x: f32)", "g_at(x: f32)", "g_slope(x: f32)", "h_one(x: f32)", "h_grad_one(x: f32)",
        "k(x: f32)", "k_derivative(x: f64)", "lonely_grad(x: f32)",
    )  # fmt: skip
    program = program_of("module m;\n" + "".join(f"pub fn {head} -> f32 {{ return 1.0; }}\n" for head in heads))
    pairs = [(pair.forward.name.name, pair.gradient.name.name) for pair in pairs_of(program.modules[program.main])]
    assert pairs == [("f", "f_grad"), ("g_at", "g_slope"), ("h_one", "h_grad_one")]


def test_the_grid_looks_where_tests_do_not() -> None:
    """Not at zero only, not at whole numbers only, and far outside; a range is kept to."""
    points = grid()
    assert {0.0, 1.0, -1.0, 100.0, -100.0} < set(points)
    assert sum(x != round(x, 1) for x in points) > 80
    assert (min(grid(1.0, 2.0)), max(grid(1.0, 2.0))) == (1.0, 2.0)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It names the place of the derivative function, the point, and both values."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bell.t27").write_text(GELU)
    assert run(["gradcheck", "bell.t27"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "bell.t27:10: `below_slope` is the derivative of `below` at 125 points",
        "bell.t27:19: `smooth_grad` is the derivative of `smooth` at 125 points",
    ]
    assert run(["gradcheck", "bell.t27", "smooth", "smooth_lost_derivative"]) == 1
    first, second, third = capsys.readouterr().out.splitlines()
    assert first == "bell.t27:29: `smooth_lost_derivative` is not the derivative of `smooth`"
    assert second.startswith("  at x = ")
    assert " it gives " in second
    assert third.endswith(" of 125 points")
    assert run(["gradcheck", "bell.t27", "smooth", "smooth_lost_derivative", "--range", "20", "30"]) == 0
    assert run(["gradcheck", "bell.t27", "smooth"]) == 2
    assert run(["gradcheck", "bell.t27", "smooth", "nothing"]) == 2
    assert "there is no function `nothing`" in capsys.readouterr().err
