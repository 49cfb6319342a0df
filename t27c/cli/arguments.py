"""The verbs and flags of the command line. Imports little, since `-h` must answer at once."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from t27c import __version__

_ABOUT = "Turn .t27 specs into Python/NumPy modules, C modules and pytest files."
_EXIT = "exit status: 0 fine, 1 errors, drift or failing tests, 2 bad option or path, 3 a bug in t27c, 130 interrupted"


def _options_of_meaning(parser: argparse.ArgumentParser) -> None:
    """Flags that every verb on specs knows; each overrides `[tool.t27c]` and the environment."""
    group = parser.add_argument_group("meaning")
    group.add_argument("--strict", action="store_true", default=None, help="warnings about doubtful text are errors")
    group.add_argument("--lenient", action="store_true", default=None, help="some errors become warnings")
    group.add_argument("--analysis", metavar="full|lazy", help="check every function, or only those in use")
    group.add_argument("--overflow", metavar="trap|wrap", help="what integer overflow does at run time")
    group.add_argument("--float-mode", metavar="strict|relaxed", help="whether float sums may be reordered")
    group.add_argument("--vacuous", metavar="warn|error", help="how tests without effect are reported")
    group.add_argument("--comptime-steps", metavar="N", help="budget for one constant or invariant")
    group.add_argument("-I", "--search-path", metavar="DIR", action="append", help="also look for `use` files here")
    group.add_argument("--format", metavar="FORM", help="diagnostics as text, json, github or sarif")
    group.add_argument("--debug", action="store_true", help="show the traceback of a bug in t27c")


def _verb(
    verbs: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str, *, paths: str = "SPEC_OR_DIR"
) -> argparse.ArgumentParser:
    parser = verbs.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.", epilog=_EXIT)
    parser.add_argument("paths", metavar=paths, nargs="+", type=Path)
    _options_of_meaning(parser)
    return parser


def _loop_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--explain-vectorise", action="store_true", help="tell which loops run over whole arrays, and why others do not"
    )


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(prog="t27c", description=_ABOUT, epilog=_EXIT)
    parser.add_argument("--version", action="version", version=f"t27c {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)

    build = _verb(verbs, "build", "write modules and tests")
    build.add_argument("-o", "--out", metavar="OUT", help="the output folder (generated)")
    build.add_argument("--target", metavar="LIST", dest="targets", help="of python, c, ctest, pytest (python,pytest)")
    build.add_argument("--check", action="store_true", help="write nothing; fail if the output is not up to date")
    build.add_argument("--no-format", action="store_false", default=None, dest="format_code", help="leave out black")
    build.add_argument("--jobs", metavar="N", help="processes at work (0: one per processor)")
    _loop_report(build)

    _verb(verbs, "check", "find errors; write nothing")

    test = _verb(verbs, "test", "build into a temporary folder and run the tests of specs")
    test.add_argument(
        "--target", metavar="LIST", dest="test_targets", default="python", help="of interp, python and c (python)"
    )
    test.usage = "t27c test [options] SPEC_OR_DIR [SPEC_OR_DIR ...] [-- PYTEST_ARGUMENT ...]"

    explain = verbs.add_parser("explain", help="explain a diagnostic code", epilog=_EXIT)
    explain.add_argument("code", metavar="CODE", nargs="?", help="as in `error[CODE]`; without one all are listed")

    _loop_report(_verb(verbs, "ir", "print the intermediate form of specs", paths="FILE"))
    _tools(verbs)
    return parser


def _tools(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    mutate = _verb(verbs, "mutate", "change specs one slip at a time and tell which slips their tests do not notice")
    mutate.add_argument("--jobs", metavar="N", help="processes at work (0: one per processor)")
    mutate.add_argument("--min-score", metavar="S", type=float, help="fail if fewer than S of 100 slips are noticed")
    mutate.add_argument("--equivalents", metavar="FILE", type=Path, help="marks (SPEC.equivalents.toml beside it)")

    gradcheck = verbs.add_parser("gradcheck", help="compare derivative functions with exact derivatives", epilog=_EXIT)
    gradcheck.add_argument("spec", metavar="SPEC", type=Path)
    gradcheck.add_argument("functions", metavar="FN GRAD_FN", nargs="*", help="without them, pairs go by their names")
    gradcheck.add_argument("--range", metavar=("A", "B"), nargs=2, type=float, help="where to look (-8 8 and beyond)")
    gradcheck.add_argument("--tolerance", metavar="T", type=float, help="the difference that is rounding")
    _options_of_meaning(gradcheck)

    plot = verbs.add_parser("plot", help="draw a function", epilog=_EXIT)
    plot.add_argument("function", metavar="SPEC::FN")
    plot.add_argument("-o", dest="picture", metavar="FILE", type=Path, required=True, help="an .svg or .png file")
    plot.add_argument("--range", metavar=("A", "B"), nargs=2, type=float, default=(-5.0, 5.0), help="(-5 5)")
    plot.add_argument("--with-derivative", action="store_true", help="draw the exact derivative too")
    plot.add_argument("--compare", metavar="FN2", help="draw another function of the spec too")
    _options_of_meaning(plot)


def parse_arguments(argv: Sequence[str]) -> argparse.Namespace:
    """Parse a command line; exits like argparse on `-h`, `--version` and mistakes. What follows `--` is for pytest."""
    own, pytest_arguments = list(argv), []
    if "--" in own:
        at = own.index("--")
        own, pytest_arguments = own[:at], own[at + 1 :]
    parser = make_parser()
    arguments = parser.parse_args(own)
    arguments.pytest_arguments = pytest_arguments
    if pytest_arguments and arguments.verb != "test":
        parser.error("arguments behind `--` are for `t27c test`")
    return arguments


_FLAGS = (
    "strict", "lenient", "analysis", "overflow", "float-mode", "vacuous", "comptime-steps", "search-path", "format",
    "out", "targets", "format-code", "jobs",
)  # fmt: skip


def flags_of(arguments: argparse.Namespace) -> dict[str, object]:
    """The options that the command line sets, under their names in `[tool.t27c]`."""
    found = {flag: getattr(arguments, flag.replace("-", "_"), None) for flag in _FLAGS}
    return {flag: value for flag, value in found.items() if value is not None}
