"""Which loops get a whole-array form, and what is said of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from t27c.cli.main import run
from t27c.driver import compile_text
from t27c.loop_report import loop_report

HEAD = """module judged;
const Kind = enum { one, two };
fn doubled(v: f32, kind: Kind) -> f32 { return switch (kind) { .one => v, .two => 2.0 * v }; }
fn endless(v: f32) -> f32 { if (v > 0.0) { return endless(v - 1.0); } return v; }
fn stored(x: []f32) -> f32 { x[0] = 1.0; return 2.0; }
fn f(x: []f32, y: []f32, w: []i32, a: f32, n: usize, kind: Kind) -> f32 {
var s: f32 = 0.0;
"""


def _report(loop: str) -> list[str]:
    result = compile_text(f"{HEAD}{loop}\nreturn s;\n}}\n", path="judged.t27")
    assert result.program is not None, [d.message for d in result.found]
    return [line.split("`f`: ")[1] for line in loop_report(result.program)]


@pytest.mark.parametrize(
    ("loop", "how"),
    [
        ("for (0..x.len) |i| { y[i] = a * x[i]; }", ""),
        ("for (x, y) |v, *to| { to.* = v; }", None),
        ("for (x) |v| { s += v; }", " (sum in `s`, in order)"),
        ("for (x) |v| { if (v > s) { s = v; } }", " (maximum in `s`, in order)"),
        ("for (0..x.len) |i| { s = @min(s, x[i]); y[i] = s; }", None),
        ("for (0..x.len) |i| { y[i] = doubled(x[i], kind); }", ""),
        ("for (0..n) |i| { for (0..n) |j| { y[i] = y[i] + x[i * n + j]; } }", " (1 loop inside)"),
        ("for (0..n) |i| { for (0..w.len) |j| { w[j] = w[j] +% 1; } }", None),
        ("var i: usize = 0; while (i < x.len) { x[i] = 0.0; i += 1; }", ""),
        ("for (0..x.len) |i| { if (x[i] < 0.0) { x[i] = -x[i]; } }", ""),
    ],
)
def test_loops_with_a_whole_array_form(loop: str, how: str | None) -> None:
    lines = _report(loop)
    if how is None:
        assert "runs over whole arrays" not in lines[0]
    else:
        assert lines == [f"runs over whole arrays{how}"]


@pytest.mark.parametrize(
    ("loop", "reason"),
    [
        ("for (1..x.len) |i| { x[i] = x[i - 1]; }", "reads or writes an element that another round stores"),
        ("for (0..x.len) |i| { x[i] = x[i] + x[0]; }", "reads an element that another round may store"),
        ("for (0..x.len) |i| { x[0] = y[i]; }", "stores into one element from every lane"),
        ("for (0..x.len) |i| { x[i * i] = y[i]; }", "looks up places that are no sum of counters"),
        ("for (0..n) |i| { x[n - i] = a; }", "runs through an array backwards"),
        ("for (0..n) |i| { s = s * a + x[i]; }", "carries `s` from one round to the next"),
        ("for (0..n) |i| { if (x[i] > 0.0) { y[i] = x[n]; } }", "may trap in a branch that some lanes do not take"),
        ("for (0..n) |i| { y[i] = a; w[i] = if (x[n] > 0.0) 1 else 2; }", "may trap after something was stored"),
        ("for (0..n) |i| { w[i] = w[i] + 1; }", "holds `+` on integers, which may trap or has no whole-array form"),
        ("for (0..n) |i| { if (x[i] > 0.0) { break; } y[i] = a; }", "may end early"),
        ("for (0..n) |i| { y[i] = stored(x); }", "calls `stored`, which stores into memory"),
        (
            "for (0..n) |i| { y[i] = endless(x[i]); }",
            "calls `endless`, which calls itself in a way that is not known to end after one step",
        ),
        ("for (0..n) |i| { for (0..i) |j| { y[i] = x[j]; } }", "holds a loop whose length differs from lane to lane"),
    ],
)
def test_what_stands_in_the_way(loop: str, reason: str) -> None:
    assert _report(loop)[0] == f"stays a loop: it {reason} (line {HEAD.count(chr(10)) + 1})"


def test_long_sums_and_deep_branches_stay_loops() -> None:
    long = " + ".join(["x[i]"] * 3000)
    assert "is nested too deep" in _report(f"for (0..n) |i| {{ y[i] = {long}; }}")[0]
    doubling = " ".join(f"const k{i + 1} = k{i} + k{i};" for i in range(60))
    assert _report(f"for (0..n) |i| {{ const k0 = i; {doubling} y[k60] = a; }}")[0].startswith("stays a loop")


def test_the_command_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    text = "module two;\nfn f(x: []f32) -> void {\n    for (0..x.len) |i| { x[i] = 0.0; }\n}\n"
    (tmp_path / "two.t27").write_text(text)
    for words in (("ir", "two.t27"), ("build", "two.t27")):
        assert run((*words, "--explain-vectorise")) == 0
        assert "two.t27:3:5: loop in `f`: runs over whole arrays\n" in capsys.readouterr().out
        assert run(words) == 0
        assert "loop in" not in capsys.readouterr().out
