"""Specs mean the same in C as in the interpreter: every test passes or traps alike, in every kind of build."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from t27c.driver import SpecResult, compile_text
from t27c.ir.interp import Interpreter, Verdict
from tests.backends_c.harness import COMPILERS, SANITIZE, build, run, write

SPECS = sorted((Path(__file__).parent / "specs").glob("*.t27"))
BUILDS = {"plain": ("-O0",), "fast": ("-O3", "-march=native"), "sanitized": SANITIZE}


def checked(path: Path) -> SpecResult:
    """The compiled spec, which has no errors."""
    result = compile_text(path.read_text(encoding="utf-8"), path=path.name)
    assert result.program is not None, [str(found) for found in result.found]
    return result


def expected(result: SpecResult) -> list[str]:
    """What the interpreter says of every test, as the test program prints it, up to the kind of a trap."""
    assert result.program is not None
    module = result.program.modules[result.program.main]
    lines = []
    for test in module.tests:
        outcome = Interpreter(result.program).run_test(module.id, test)
        if outcome.verdict is Verdict.SKIPPED:
            continue
        if outcome.verdict is Verdict.PASSED:
            lines.append(f"PASS {test.title}")
            continue
        assert outcome.trap is not None
        lines.append(f"FAIL {test.title}: {outcome.trap.span}: {outcome.trap.kind.value}")
    return lines


def shortened(line: str) -> str:
    """A line without the message and values of a trap; too deep recursion ends wherever the stack does."""
    if line.endswith(": call-depth") or ": call-depth: " in line:
        return f"{line.split(':')[0]}: call-depth"
    return ":".join(line.split(":")[:5]) if line.startswith("FAIL") else line.removesuffix(" (vacuous)")


@pytest.mark.parametrize("kind", BUILDS)
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("path", SPECS, ids=[path.stem for path in SPECS])
def test_same_as_the_interpreter(path: Path, compiler: str, kind: str, tmp_path: Path) -> None:
    result = checked(path)
    assert result.program is not None
    program = build(write(tmp_path, result.program), compiler, *BUILDS[kind])
    assert [shortened(line) for line in run(program)] == [shortened(line) for line in expected(result)]


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("path", SPECS, ids=[path.stem for path in SPECS])
def test_release_builds_pass_what_does_not_trap(path: Path, compiler: str, tmp_path: Path) -> None:
    result = checked(path)
    assert result.program is not None
    module = result.program.modules[result.program.main]
    kept = tuple(test for test in module.tests if not test.title.startswith("traps_"))
    released = replace(result.program, modules={**result.program.modules, module.id: replace(module, tests=kept)})
    program = build(write(tmp_path, released), compiler, "-O2", "-DT27_RELEASE", *SANITIZE[2:])
    assert all(line.startswith("PASS") for line in run(program))
