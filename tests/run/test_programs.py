"""Small programs whose own tests state the right values, run in the reference interpreter.

A test whose comment says `traps: KIND` must end with that trap; every other one must pass and check something.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from t27c.driver import compile_text
from t27c.ir import nodes as ir
from t27c.ir.interp import Interpreter, Verdict
from t27c.ir.verify import verify
from t27c.options import Options

SPECS = sorted((Path(__file__).parent / "specs").glob("*.t27"))
_TRAPS = re.compile(r"traps: ([a-z-]+)")


def program_of(path: Path) -> ir.Program:
    """The program of a spec that has no errors; `NAME_wrap` is compiled with wrapping arithmetic."""
    options = Options(overflow="wrap" if path.stem.endswith("_wrap") else "trap")
    result = compile_text(path.read_bytes(), path=path.name, options=options)
    assert not result.crash, result.crash
    assert result.program is not None, [f"{d.code}: {d.message}" for d in result.found]
    return result.program


def expected_trap(test: ir.Test) -> str:
    """The kind of trap that a test must end with; empty if it must pass."""
    found = _TRAPS.search(test.doc)
    return found[1] if found else ""


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_program(path: Path) -> None:
    program = program_of(path)
    module = program.modules[program.main]
    assert verify(module, program=program) == []
    assert module.tests
    interpreter = Interpreter(program)
    for test in module.tests:
        outcome = interpreter.run_test(program.main, test)
        kind = outcome.trap.kind.value if outcome.trap is not None else ""
        assert kind == expected_trap(test), f"{test.name}: {outcome.trap}"
        assert outcome.verdict is (Verdict.FAILED if kind else Verdict.PASSED), test.name
        assert kind or outcome.executed_assertions, f"{test.name} checks nothing"
