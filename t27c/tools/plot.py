"""Pictures of functions: values from the interpreter, derivatives from dual numbers, drawn by matplotlib."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from t27c.ir.interp import Interpreter
from t27c.ir.nodes import Function, Program
from t27c.ir.types import Float
from t27c.ir.values import FloatValue, Value
from t27c.options import ConfigError
from t27c.tools.derivatives import Differentiator, value_at
from t27c.tools.samples import argument_sets, name_of, shown_argument, variable_of

FORMATS = (".svg", ".png")
_STEPS = 400
# The same picture is the same file: no date in it, and ids that do not change from run to run.
_SETTINGS = {"svg.hashsalt": "t27c", "svg.fonttype": "path", "axes.grid": True, "grid.alpha": 0.3}
_METADATA: dict[str, dict[str, str | None]] = {".svg": {"Date": None, "Creator": "t27c"}, ".png": {"Software": "t27c"}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A line of a picture: its title, and its points; where there is no value, y is not a number."""

    title: str
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    dashed: bool = False


def curves_of(
    program: Program, function: Function, low: float, high: float, *, with_derivative: bool = False
) -> list[Curve]:
    """The curve of a function of a float from `low` to `high`, and that of its derivative. The other parameters have
    values that the title tells."""
    args, variable = _arguments(program, function)
    interpreter = Interpreter(program)
    xs = [low + (high - low) * n / _STEPS for n in range(_STEPS + 1)]
    title = _title(function, args, variable, interpreter)
    ys = [_number(value_at(interpreter, function.name, args, variable, _point(function, variable, x))) for x in xs]
    curves = [Curve(title=title, xs=tuple(xs), ys=tuple(ys))]
    if with_derivative:
        exact = Differentiator(program)
        tangents = [exact.tangent(function.name, args, variable, x) for x in xs]
        slopes = [tangent.slope if tangent else math.nan for tangent in tangents]
        curves.append(Curve(title=f"derivative of {title}", xs=tuple(xs), ys=tuple(slopes), dashed=True))
    return curves


def _arguments(program: Program, function: Function) -> tuple[tuple[Value, ...], int]:
    name, variable = function.name.name, variable_of(function)
    if variable is None or not isinstance(function.result, Float):
        raise ConfigError(f"`{name}` cannot be drawn", "a picture shows a float function of a float")
    sets = argument_sets(function, variable, Interpreter(program).shapes)
    if isinstance(sets, str):
        raise ConfigError(f"`{name}` cannot be drawn: no value is known for its parameter `{sets}`")
    return sets[0], variable


def _point(function: Function, variable: int, x: float) -> FloatValue:
    type_ = function.params[variable].type
    assert isinstance(type_, Float)
    return FloatValue.of(type_.bits, x)


def _number(value: float | str) -> float:
    return math.nan if isinstance(value, str) else value


def _title(function: Function, args: Sequence[Value], variable: int, interpreter: Interpreter) -> str:
    """The call that a curve shows, as in `elu_at(x, alpha = 1.0)`."""
    shown = [
        name_of(param) if at == variable else shown_argument(param, arg, interpreter.shapes)
        for at, (param, arg) in enumerate(zip(function.params, args, strict=True))
    ]
    return f"{function.name.name}({', '.join(shown)})"


def draw(curves: Sequence[Curve], file: Path) -> None:
    """Write a picture of curves; the ending of `file` says of which kind."""
    if file.suffix not in FORMATS:
        raise ConfigError(f"`{file}` is no picture", f"the name has to end in {' or '.join(FORMATS)}")
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise ConfigError("pictures need matplotlib", "install the extra: pip install 't27c[plot]'") from None
    with matplotlib.rc_context(_SETTINGS):
        figure = Figure(figsize=(7.0, 4.2), layout="constrained")
        axes = figure.subplots()
        for curve in curves:
            axes.plot(curve.xs, curve.ys, "--" if curve.dashed else "-", label=curve.title)
        axes.legend()
        try:
            figure.savefig(file, metadata=_METADATA[file.suffix])
        except OSError as problem:
            raise ConfigError(f"cannot write {file}: {problem.strerror}") from None
