"""What `mutate`, `gradcheck` and `plot` do and print."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path

from t27c.cli.console import Console, plural
from t27c.cli.verbs import report_session
from t27c.driver import compile_paths
from t27c.ir.nodes import Function, Program
from t27c.options import ConfigError, Options
from t27c.tools.gradient import GradientReport, Pair, check_pair, pairs_of
from t27c.tools.mutation import MutationReport, mutate
from t27c.tools.mutation_marks import marks_file, read_marks
from t27c.tools.mutation_trial import BaselineError, Subject
from t27c.tools.plot import curves_of, draw
from t27c.tools.samples import grid

Verb = Callable[[argparse.Namespace, Options], int]


def run_mutate(arguments: argparse.Namespace, options: Options) -> int:
    """`t27c mutate`."""
    console = Console(options)
    session = compile_paths(arguments.paths, options, progress=console.progress)
    status = report_session(console, session, arguments)
    if arguments.equivalents and len(session.results) != 1:
        raise ConfigError("`--equivalents` names the marks of one spec")
    if arguments.equivalents and not arguments.equivalents.is_file():
        raise ConfigError(f"`{arguments.equivalents}` does not exist")
    for result in session.results:
        if result.failed:
            continue
        subject = Subject(spec=result.spec, paths=tuple(arguments.paths), options=options)
        marks = read_marks(arguments.equivalents or marks_file(result.spec.file))
        try:
            report = mutate(subject, marks, options.jobs, console.progress)
        except BaselineError as problem:
            console.problem(f"{result.spec.shown} cannot be mutated: {problem}")
            status = status or 1
            continue
        status = max(status, _show_mutation(console, report, arguments))
    return status


def _show_mutation(console: Console, report: MutationReport, arguments: argparse.Namespace) -> int:
    source = report.source
    for trial in report.survivors:
        before, after = trial.edit.lines(source.text)
        console.line(f"{source.path}:{source.line_of(trial.edit.start)}: no test notices")
        console.line("".join(f"  - {line}\n" for line in before.splitlines()).rstrip("\n"))
        console.line("".join(f"  + {line}\n" for line in after.splitlines()).rstrip("\n"))
    for problem in report.problems:
        console.problem(f"{source.path}: {problem}")
    for trial in report.crashes:
        before, after = trial.edit.lines(source.text)
        reason = trial.cause if arguments.debug else "this is a mistake in t27c; `--debug` shows where"
        console.problem(f"bug while compiling {source.path} with `{after}` for `{before}`", reason)
    count = report.killed + len(report.survivors) + report.equivalent
    console.line(
        f"{source.path}: {plural(count, 'change')}: {report.killed} noticed, {len(report.survivors)} not,"
        f" {report.equivalent} marked as equivalent; score {math.floor(report.score * 10) / 10}"
    )
    too_low = arguments.min_score is not None and report.score < arguments.min_score
    return 3 if report.crashes else int(bool(report.problems) or too_low)


def run_gradcheck(arguments: argparse.Namespace, options: Options) -> int:
    """`t27c gradcheck`."""
    if len(arguments.functions) not in (0, 2):
        raise ConfigError("`gradcheck` wants a function and its derivative function, or neither")
    console = Console(options)
    program, status = _program(console, arguments.spec, arguments, options)
    if program is None:
        return status
    if arguments.functions:
        forward, gradient = (_function(program, name) for name in arguments.functions)
        pairs = [Pair(forward=forward, gradient=gradient)]
    else:
        pairs = pairs_of(program.modules[program.main])
    if not pairs:
        console.problem("no function and its derivative were found", "name them: t27c gradcheck SPEC FN GRAD_FN")
        return 1
    points = grid(*_range(arguments.range)) if arguments.range else grid()
    for pair in pairs:
        report = check_pair(program, pair, points, arguments.tolerance)
        status = max(status, _show_gradient(console, report, named=bool(arguments.functions)))
    return status


def _show_gradient(console: Console, report: GradientReport, *, named: bool) -> int:
    """A pair that was only guessed by its names may turn out to be none; one that the user named must be checked."""
    forward, gradient = report.pair.forward.name.name, report.pair.gradient
    name, place = gradient.name.name, f"{gradient.span.source.path}:{gradient.span.line}"
    if report.obstacle:
        console.line(f"{place}: `{name}` was not compared: {report.obstacle}")
        return int(named)
    if not report.mismatches:
        console.line(f"{place}: `{name}` is the derivative of `{forward}` at {plural(report.points, 'point')}")
        return 0
    worst = max(report.mismatches, key=lambda mismatch: mismatch.error)
    found = worst.found if isinstance(worst.found, float) else f"the trap {worst.found}"
    console.line(f"{place}: `{name}` is not the derivative of `{forward}`")
    console.line(f"  at {worst.point} it gives {found:.9}, and the derivative is {worst.expected:.9}")
    console.line(f"  it is wrong at {len(report.mismatches)} of {plural(report.points, 'point')}")
    return 1


def run_plot(arguments: argparse.Namespace, options: Options) -> int:
    """`t27c plot`."""
    spec, separator, name = arguments.function.rpartition("::")
    if not separator or not spec:
        raise ConfigError(f"`{arguments.function}` names no function", "write SPEC.t27::function")
    console = Console(options)
    program, status = _program(console, Path(spec), arguments, options)
    if program is None:
        return status
    low, high = _range(arguments.range)
    curves = []
    for function in [name, *([arguments.compare] if arguments.compare else [])]:
        curves += curves_of(program, _function(program, function), low, high, with_derivative=arguments.with_derivative)
    draw(curves, arguments.picture)
    console.line(f"{arguments.picture}: {plural(len(curves), 'curve')}")
    return status


def _range(ends: tuple[float, float]) -> tuple[float, float]:
    low, high = ends
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise ConfigError(f"the range from {low} to {high} is empty", "write the lower end first")
    return low, high


def _program(
    console: Console, spec: Path, arguments: argparse.Namespace, options: Options
) -> tuple[Program | None, int]:
    """The program of one spec; without it the status says why."""
    session = compile_paths([spec], options, progress=console.progress)
    status = report_session(console, session, arguments)
    if len(session.results) > 1:
        raise ConfigError(f"`{spec}` is a folder", "name one spec")
    failed = status != 0 or not session.results
    return (None, status or 1) if failed else (session.results[0].program, status)


def _function(program: Program, name: str) -> Function:
    functions = {function.name.name: function for function in program.modules[program.main].functions}
    if name not in functions:
        raise ConfigError(f"there is no function `{name}` in this spec", f"it has {', '.join(sorted(functions))}")
    return functions[name]


VERBS: dict[str, Verb] = {"mutate": run_mutate, "gradcheck": run_gradcheck, "plot": run_plot}
