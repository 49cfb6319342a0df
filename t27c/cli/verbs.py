"""What each verb does and prints, and the exit status that it ends with."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from t27c.building import BuildReport, build
from t27c.cli.console import Console, complain, count_of, plural
from t27c.diagnostics.codes import CODES, similar_codes
from t27c.diagnostics.explain import explanation
from t27c.driver import Session, compile_paths
from t27c.ir.pretty import module_text
from t27c.loop_report import loop_report
from t27c.options import Options
from t27c.runner import parse_targets, run_tests
from t27c.verdicts import Verdicts

Verb = Callable[[argparse.Namespace, Options], int]


def run_build(arguments: argparse.Namespace, options: Options) -> int:
    """`t27c build`."""
    console = Console(options)
    report = build(arguments.paths, options, check=arguments.check, progress=console.progress)
    status = report_session(console, report.session, arguments)
    if status in (1, 3) and not report.session.results:
        return status
    for difference in report.differences:
        console.line(f"{difference.drift.value}: {options.out / difference.path}")
    if report.written:
        for path in report.written.edited:
            console.line(f"written anew, changes by hand are gone: {options.out / path}")
        for path in report.written.left:
            console.line(f"no longer needed but edited by hand, so left: {options.out / path}")
    _explain_loops(console, report.session, arguments)
    console.line(_build_count(report))
    return status or int(bool(report.differences))


def _build_count(report: BuildReport) -> str:
    failed = sum(result.failed for result in report.session.results)
    parts = [f"{plural(len(report.session.results), 'spec')} ({failed} with errors)", count_of(report.session.found)]
    if report.written:
        written = report.written
        parts.append(
            f"{plural(len(written.changed), 'file')} written, {len(written.unchanged)} unchanged,"
            f" {len(written.removed)} removed"
        )
    else:
        parts.append(f"{plural(len(report.differences), 'file')} out of date")
    return "; ".join(parts)


def run_check(arguments: argparse.Namespace, options: Options) -> int:
    """`t27c check`."""
    console = Console(options)
    session = compile_paths(arguments.paths, options, progress=console.progress)
    status = report_session(console, session, arguments)
    if session.results:
        failed = sum(result.failed for result in session.results)
        console.line(f"{plural(len(session.results), 'spec')} ({failed} with errors); {count_of(session.found)}")
    return status


def run_ir(arguments: argparse.Namespace, options: Options) -> int:
    """`t27c ir`."""
    console = Console(options)
    session = compile_paths(arguments.paths, options)
    status = report_session(console, session, arguments)
    for result in session.results:
        if result.program and not result.failed:
            console.line(module_text(result.program.modules[result.program.main]).rstrip("\n"))
    _explain_loops(console, session, arguments)
    return status


def _explain_loops(console: Console, session: Session, arguments: argparse.Namespace) -> None:
    """What `--explain-vectorise` asks for."""
    if not arguments.explain_vectorise:
        return
    for result in session.results:
        if result.program and not result.failed:
            for line in loop_report(result.program):
                console.line(line)


def run_test(arguments: argparse.Namespace, options: Options) -> int:
    """`t27c test`."""
    console = Console(options)
    targets = parse_targets(arguments.test_targets)
    outcome = run_tests(arguments.paths, options, targets, arguments.pytest_arguments, console.progress)
    status = report_session(console, outcome.session, arguments)
    if not outcome.session.results:
        return status
    if outcome.transcript:
        console.line(outcome.transcript.rstrip())
    width = max((len(spec) for spec, _ in outcome.table), default=0)
    for spec, verdicts in outcome.table:
        console.line(f"{spec:<{width}}  {verdicts}")
    total = sum((verdicts for _, verdicts in outcome.table), Verdicts())
    specs = sum(not result.failed for result in outcome.session.results)
    console.line(f"{plural(specs, 'spec')}, {plural(total.count, 'test')}: {total}")
    if total.count == 0 and status == 0:
        complain("no tests were found in these specs")
        return 1
    failed = total.failed or outcome.broken or (total.vacuous and _vacuous_is_error(options))
    return status or int(bool(failed))


def _vacuous_is_error(options: Options) -> bool:
    return options.strict or options.vacuous == "error"


def report_session(console: Console, session: Session, arguments: argparse.Namespace) -> int:
    """Print what is wrong with specs; the status is 1 for errors and for no specs, 3 after a bug."""
    console.diagnostics(session.found)
    crashes = [result for result in session.results if result.crash]
    for result in crashes:
        reason = result.crash.rstrip().rsplit("\n", 1)[-1]
        trace = result.crash if arguments.debug else "this is a mistake in t27c; `--debug` shows where"
        console.problem(f"bug while compiling {result.spec.shown}: {reason}", trace)
    if crashes:
        return 3
    if not session.results and not session.problems:
        console.problem("no specs were found", "specs are files that end in `.t27`")
        return 1
    return int(session.has_errors)


def explain(code: str | None) -> int:
    """`t27c explain`."""
    if code is None:
        width = max(map(len, CODES))
        print("\n".join(f"{slug:<{width}}  {row.summary}" for slug, row in sorted(CODES.items())))
        print(f"{len(CODES)} codes")
        return 0
    if code not in CODES:
        near = similar_codes(code)
        complain(
            f"there is no diagnostic code `{code}`",
            f"did you mean {_either(near)}?" if near else "`t27c explain` lists all codes",
        )
        return 2
    print(explanation(code), end="")
    return 0


def _either(words: Sequence[str]) -> str:
    return " or ".join(f"`{word}`" for word in words)


VERBS: dict[str, Verb] = {"build": run_build, "check": run_check, "test": run_test, "ir": run_ir}
