"""No digit of the GELU spec is idle: cutting the end of any of its numbers turns one of its own tests red."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from t27c.diagnostics.codes import policy_for
from t27c.driver import compile_spec
from t27c.ir.interp import Interpreter, Verdict
from t27c.modules import memory_workspace
from t27c.options import Options

SPECS = Path(__file__).parents[2] / "specs"
GELU = "ml/activation/gelu"
TEXTS = {f"{path}.t27": (SPECS / f"{path}.t27").read_text("utf-8") for path in (GELU, "base/types", "math/constants")}
NUMBER = re.compile(r"(?<!\w)(?<!\d\.)\d+(\.\d+)?(?!\w)")


@dataclass(frozen=True)
class Cut:
    """A number of the spec, by its place in the text, and what is left of it."""

    start: int
    written: str
    left: str

    def __str__(self) -> str:
        line = TEXTS[f"{GELU}.t27"].count("\n", 0, self.start) + 1
        return f"line {line}: {self.written} to {self.left}"


def _cuts() -> list[Cut]:
    """One and two digits off the end of every number outside comments and tests, where that changes the number."""
    code = TEXTS[f"{GELU}.t27"].split("\ntest ", 1)[0]
    code = re.sub("//.*", lambda comment: " " * len(comment[0]), code)
    cuts = []
    for number in NUMBER.finditer(code):
        written = number[0]
        for count in (1, 2):
            left = written[:-count] + ("0" if written[-count - 1 : -count] == "." else "")
            if left and ("." in left) == ("." in written) and float(left) != float(written):
                cuts.append(Cut(number.start(), written, left))
    return cuts


def _failures(text: str) -> list[str]:
    """The tests of a version of the GELU spec that fail in the interpreter, up to the first."""
    options = Options()
    workspace = memory_workspace({**TEXTS, f"{GELU}.t27": text}, policy_for(options))
    spec = workspace.shelf.at(Path(), GELU)
    assert spec is not None
    result = compile_spec(workspace, spec, options, ())
    assert result.program is not None, [found.message for found in result.found]
    interpreter = Interpreter(result.program)
    for test in result.program.modules[GELU].tests:
        if interpreter.run_test(GELU, test).verdict is not Verdict.PASSED:
            return [test.name]
    return []


def test_the_spec_as_written_passes() -> None:
    assert _failures(TEXTS[f"{GELU}.t27"]) == []


def test_every_constant_of_the_formulas_is_cut() -> None:
    written = {cut.written for cut in _cuts()}
    assert written >= {"0.3275911", "0.254829592", "0.284496736", "1.421413741", "1.453152027", "1.061405429"}
    assert written >= {"0.044715", "1.702", "0.5"}


@pytest.mark.parametrize("cut", _cuts(), ids=str)
def test_a_cut_number_turns_a_test_red(cut: Cut) -> None:
    text = TEXTS[f"{GELU}.t27"]
    assert _failures(text[: cut.start] + cut.left + text[cut.start + len(cut.written) :])
