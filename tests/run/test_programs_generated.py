"""The programs of `specs/` under pytest, as generated Python and as C behind its Python twin: the same verdicts and
traps as in the interpreter, at the same places."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from t27c.backends.naming import NameScope, identifier
from t27c.building import build
from t27c.ir import nodes as ir
from t27c.ir.interp import Interpreter
from t27c.options import Options
from tests.run.test_programs import SPECS, program_of

# Told by the process that runs the generated tests: how each one ended.
_RECORDER = '''
import json
import pytest

@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item, call):
    if call.when == "call":
        error = call.excinfo.value if call.excinfo else None
        ended = [getattr(error, "kind", type(error).__name__), getattr(error, "line", 0), getattr(error, "column", 0)]
        key = [item.module.__t27_spec__, item.originalname, item.callspec.params["target"]]
        with open("ended.jsonl", "a") as file:
            file.write(json.dumps([key, ended if error else None, str(error)]) + "\\n")
'''

Ended = tuple[str, int, int] | None
TARGETS = ("python", "c") if shutil.which("cc") else ("python",)


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str, str], Ended]:
    """How every generated test ended: the kind and place of its trap, or None."""
    folder = tmp_path_factory.mktemp("programs")
    for overflow in ("trap", "wrap"):
        chosen = [path for path in SPECS if path.stem.endswith("_wrap") == (overflow == "wrap")]
        options = Options(out=folder / overflow, targets=(*TARGETS, "pytest"), format_code=False, overflow=overflow)
        build(chosen, options)
    (folder / "recorder.py").write_text(_RECORDER)
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\npythonpath = .\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "recorder", "trap/tests", "wrap/tests"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    lines = [json.loads(line) for line in (folder / "ended.jsonl").read_text().splitlines()]
    return {(key[0], key[1], key[2]): _ended(how, text) for key, how, text in lines}


def _ended(how: list[object] | None, text: str) -> Ended:
    """A failed `assert` of the test itself is a trap too; its message names the line."""
    if how is None:
        return None
    if how[0] == "AssertionError":
        place = re.match(r"[^:]+:(\d+): ", text)
        assert place, text
        return ("assert-failed", int(place[1]), 0)
    return (str(how[0]), int(str(how[1])), int(str(how[2])))


def _interpreted(program: ir.Program, test: ir.Test) -> Ended:
    trap = Interpreter(program).run_test(program.main, test).trap
    if trap is None:
        return None
    place = trap.span.position
    return (trap.kind.value, place.line, place.column)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_targets_end_as_the_interpreter_does(
    path: Path, target: str, ended: dict[tuple[str, str, str], Ended]
) -> None:
    program = program_of(path)
    module = program.modules[program.main]
    names = NameScope()
    for test in module.tests:
        name = names.claim(f"test_{identifier(test.name)}")
        actual, expected = ended[path.name, name, target], _interpreted(program, test)
        if actual and expected and actual[2] == 0:
            expected = (*expected[:2], 0)
        assert actual == expected, test.name
