"""Every pass of every target leaves a program that the verifier accepts."""

from __future__ import annotations

from pathlib import Path

import pytest

from t27c.ir.verify import Stage, verify
from t27c.passes import NUMPY, C, Pass
from t27c.passes.bounds import unchecked_twins
from tests.run.test_programs import SPECS, program_of

# Behind `unchecked_twins` a loop stands twice, in two branches, with one set of names: C has scopes for that.
TARGETS = {"python": NUMPY, "c": C[: C.index(unchecked_twins)]}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_every_pass_keeps_the_rules(path: Path, target: str) -> None:
    program = program_of(path)
    for number, change in enumerate(TARGETS[target]):
        program = change(program)
        found = verify(program.modules[program.main], Stage.PASSED, program)
        assert not found, (number, [f"{problem.span}: {problem.message}" for problem in found])


def test_there_are_passes() -> None:
    passes: list[Pass] = [*NUMPY, *C]
    assert len(passes) > 4
