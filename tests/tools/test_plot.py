"""Curves and the pictures of them."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest

from t27c.cli.main import run
from t27c.options import ConfigError
from t27c.tools.plot import Curve, curves_of, draw
from tests.tools.specs import function_of, program_of

SPEC = """module shapes;
pub fn bowl(x: f32, depth: f32) -> f32 { return x * x - depth; }
pub fn root(x: f64) -> f64 { if (x < 0.0) { unreachable; } return @sqrt(x); }
pub fn count(n: u8) -> u8 { return n; }
pub fn sum(x: f32, xs: []const f32) -> f32 { return x + xs[0]; }
"""


def test_a_curve_has_the_values_of_the_interpreter() -> None:
    """In the precision of the function; the title tells the other arguments."""
    program = program_of(SPEC)
    curve, slope = curves_of(program, function_of(program, "bowl"), -1.0, 3.0, with_derivative=True)
    assert curve.title == "bowl(x, depth = 1.0)"
    assert (curve.xs[0], curve.ys[0], curve.xs[-1], curve.ys[-1]) == (-1.0, 0.0, 3.0, 8.0)
    assert (slope.title, slope.ys[0], slope.ys[-1], slope.dashed) == ("derivative of bowl(x, depth = 1.0)", -2, 6, True)


def test_a_curve_has_gaps_where_the_function_traps() -> None:
    """Instead of ending the picture."""
    program = program_of(SPEC)
    (curve,) = curves_of(program, function_of(program, "root"), -1.0, 1.0)
    assert math.isnan(curve.ys[0])
    assert curve.ys[-1] == 1.0


@pytest.mark.parametrize(("name", "problem"), [("count", "cannot be drawn"), ("sum", "its parameter `xs`")])
def test_not_every_function_has_a_curve(name: str, problem: str) -> None:
    """One needs a float that varies, and values for the rest."""
    program = program_of(SPEC)
    with pytest.raises(ConfigError, match=problem):
        curves_of(program, function_of(program, name), 0.0, 1.0)


def test_without_matplotlib_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no dependency of everybody."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ConfigError) as caught:
        draw([Curve(title="a", xs=(0.0, 1.0), ys=(0.0, 1.0))], tmp_path / "a.svg")
    assert "t27c[plot]" in caught.value.help


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The same command makes the same bytes."""
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shapes.t27").write_text(SPEC)
    words = ["plot", "shapes.t27::bowl", "--with-derivative", "--compare", "root", "--range", "0", "2", "-o"]
    assert run([*words, "a.svg"]) == 0
    assert capsys.readouterr().out == "a.svg: 4 curves\n"
    assert run([*words, "b.svg"]) == 0
    first, second = (tmp_path / "a.svg").read_bytes(), (tmp_path / "b.svg").read_bytes()
    assert first == second
    assert first.startswith(b"<?xml")
    assert run([*words, "c.png"]) == 0
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["shapes.t27::bowl", "-o", "a.txt"], "is no picture"),
        (["shapes.t27", "-o", "a.svg"], "names no function"),
        (["shapes.t27::bowl", "--range", "2", "1", "-o", "a.svg"], "is empty"),
        (["shapes.t27::bowl", "-o", "missing/a.svg"], "cannot write"),
        (["nothing.t27::bowl", "-o", "a.svg"], "does not exist"),
    ],
)
def test_wrong_commands(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    problem: str,
) -> None:
    """Status 2, and what is wrong."""
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shapes.t27").write_text(SPEC)
    assert run(["plot", *words]) == 2
    assert problem in capsys.readouterr().err
