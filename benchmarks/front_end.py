"""How fast a spec becomes Python: lines a second of every phase, and how the cost grows with the length of the spec.

python benchmarks/front_end.py [LINES ...]      default: 10000 20000 40000; `--profile PHASE` shows where one spends
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import pstats
import sys
from collections.abc import Callable
from functools import reduce
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Any

from t27c.backends.base import EmitContext
from t27c.collector import collector_paused
from t27c.diagnostics.codes import default_policy
from t27c.diagnostics.model import DiagnosticSink
from t27c.modules import memory_workspace
from t27c.options import Options
from t27c.output.formatting import format_python
from t27c.sema.check import check_spec
from t27c.source import SourceFile
from t27c.syntax.brackets import pair_brackets
from t27c.syntax.layout import lay_out
from t27c.syntax.lexer import lex
from t27c.syntax.parser import parse
from t27c.syntax.problems import Problems
from t27c.syntax.sections import split
from t27c.syntax.tables import parser_for
from t27c.syntax.to_ast import AstBuilder
from t27c.targets import backend_named, passes_for

# One unit of a spec as people write them: constants, types, scalar functions, loops over slices, tests.
UNIT = """
/// What a step is weighed with.
const WEIGHT_@ : f32 = 0.125 * 3.0;
const COUNT_@ = 16;

/// What is remembered between steps.
pub const State_@ = struct {
    level: f32 = 0.0,
    steps: u32 = 0,
    history: [COUNT_@]f32,
};

pub const Mode_@ = enum { idle, running, stopped };

/// The next level, held between `low` and `high`.
pub fn step_@(x: f32, low: f32, high: f32) f32 {
    const moved = x * WEIGHT_@ + 0.5 * (high - low);
    if (moved < low) {
        return low;
    } else if (moved > high) {
        return high;
    }
    return moved;
}

/// Where a mode leads to.
pub fn next_@(mode: Mode_@, ready: bool) Mode_@ {
    return switch (mode) {
        .idle => if (ready) .running else .idle,
        .running => .stopped,
        .stopped => .idle,
    };
}

/// Scales every element and counts those that are large.
pub fn scale_@(x: []const f32, y: []f32, limit: f32) u32 {
    var large: u32 = 0;
    for (x, 0..) |value, i| {
        const scaled = value * WEIGHT_@ + 1.0;
        y[i] = scaled;
        if (scaled > limit and i != 3) {
            large += 1;
        }
    }
    return large;
}

/// A mixed sum of squares.
pub fn mix_@(state: State_@, seed: u32) u64 {
    var total: u64 = @as(u64, seed);
    var i: u32 = 0;
    while (i < COUNT_@) : (i += 1) {
        total = total *% 6364136223846793005 +% @as(u64, i * state.steps);
        if (state.history[i] < 0.0) {
            total ^= (total >> 7) & 0xff;
        }
    }
    return total;
}

test unit_@_stays_in_bounds
    given low : f32 = 0.0
    and high : f32 = 1.0
    when y = step_@(0.25, low, high)
    then y >= low
    and y <= high

test unit_@_follows_modes {
    const mode = next_@(.idle, true);
    assert(mode == Mode_@.running);
    assert_eq(next_@(mode, false), Mode_@.stopped);
}
"""


def spec_of(lines: int) -> str:
    """A spec of about so many lines."""
    units = -(-lines // UNIT.count("\n"))
    return "module bench;\n" + "".join(UNIT.replace("_@", f"_{number}") for number in range(units))


class Nothing:
    """Stands for a builder that builds nothing, so that what remains is the work of lark."""

    def __getattr__(self, name: str) -> Callable[[Any], None]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda parts: None


class Clock:
    """Processor seconds by phase; one phase may run under the profiler."""

    def __init__(self, profiled: str = "") -> None:
        self.seconds: dict[str, float] = {}
        self.profiled = profiled

    def run(self, phase: str, work: Callable[[], Any]) -> Any:
        """Do the work and note how long it takes."""
        profile = cProfile.Profile() if phase == self.profiled else None
        start = process_time()
        result = profile.runcall(work) if profile else work()
        self.seconds[phase] = process_time() - start
        if profile:
            stats = pstats.Stats(profile).strip_dirs()
            stats.sort_stats("tottime").print_stats(45)
            stats.sort_stats("cumtime").print_stats(60)
        return result


def syntax(text: str, clock: Clock) -> None:
    """The parts of reading, each on its own."""
    sink = DiagnosticSink(default_policy())
    problems = Problems(SourceFile("bench.t27", text), sink)
    tokens = clock.run("lexer", lambda: lex(problems).tokens)
    layers = clock.run("brackets", lambda: split(pair_brackets(tokens, problems), problems))
    laid = clock.run("layout", lambda: [lay_out(section, problems) for section in layers.sections])
    loop = parser_for(Nothing())  # type: ignore[arg-type]
    clock.run("lark", lambda: [loop.parse(tokens) for tokens in laid])
    builder = AstBuilder()
    builder.begin(problems)
    builder.declared = frozenset()
    full = parser_for(builder)
    clock.run("lark + tree", lambda: [full.parse(tokens) for tokens in laid])
    clock.seconds["tree"] = clock.seconds.pop("lark + tree") - clock.seconds["lark"]


def measure(lines: int, profiled: str, *, with_black: bool) -> dict[str, float]:
    """Seconds of every phase, from text to formatted Python."""
    text = spec_of(lines)
    clock = Clock(profiled)
    workspace = memory_workspace({"bench.t27": text}, default_policy())
    spec = workspace.shelf.at(Path(), "bench")
    assert spec is not None
    parse(SourceFile("warm.t27", spec_of(1)), DiagnosticSink(default_policy()))
    parsed = clock.run("parse, whole", lambda: workspace.parsed(spec))
    syntax(text, clock)
    sink = DiagnosticSink(default_policy())
    program = clock.run("sema", lambda: check_spec(spec, parsed.module, workspace, Options(), sink))
    assert program is not None, [str(found) for found in sink][:5]
    backend, passes = backend_named("python"), passes_for("python")
    ready = clock.run("passes", lambda: reduce(lambda before, step: step(before), passes, program))
    context = EmitContext(sink=sink, digest="")
    (file,) = clock.run("printing", lambda: backend.emit(ready, ready.modules[ready.main], context))
    format_python("x = 1\n")
    if with_black:
        clock.run("black", lambda: format_python(file.text))
    return clock.seconds


def best(lines: int, profiled: str, rounds: int) -> dict[str, float]:
    """The least seconds of every phase; black, which takes longest and is not ours, runs once."""
    found = [measure(lines, profiled, with_black=False) for _ in range(rounds - 1)]
    last = measure(lines, profiled, with_black=True)
    return {phase: min([last[phase], *(one[phase] for one in found if phase in one)]) for phase in last}


def main() -> None:
    """Measure and print one table."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("lines", type=int, nargs="*", default=[10_000, 20_000, 40_000])
    arguments.add_argument("--profile", default="", metavar="PHASE")
    arguments.add_argument("--rounds", type=int, default=3)
    given = arguments.parse_args()
    results: list[tuple[int, dict[str, float]]] = []
    for lines in given.lines:
        count = spec_of(lines).count("\n")
        with collector_paused():
            results.append((count, best(lines, given.profile, given.rounds)))
        gc.collect()
        print(f"{count} lines measured", file=sys.stderr)
    growth = [f" | {after / before:.2f} times the lines" for (before, _), (after, _) in pairwise(results)]
    print("| phase | share of lark | lines/s" + "".join(growth) + " |")
    print("|---|---:|---:" + "|---:" * len(growth) + "|")
    for phase, seconds in results[0][1].items():
        steps = [f" | {b[phase] / a[phase]:.2f}" for (_, a), (_, b) in pairwise(results)]
        share = seconds / results[0][1]["lark"]
        print(f"| {phase} | {share:.2f} | {results[0][0] / seconds:,.0f}" + "".join(steps) + " |")


if __name__ == "__main__":
    main()
