"""Random programs mean the same in the interpreter and in generated Python: equal bits, equal traps."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.run.generator import STRUCT_FIELDS, Chooser, GeneratedProgram, generate
from tests.run.outcomes import Trapped, compiled, interpret, python_module, run_python

PROGRAMS = 2000


@st.composite
def programs(draw: st.DrawFn) -> GeneratedProgram:
    """Programs whose every choice Hypothesis can shrink."""
    return generate(Chooser(lambda options: draw(st.integers(0, options - 1))))


@pytest.fixture(autouse=True)
def _forget_modules() -> Iterator[None]:
    yield
    for name in [name for name in sys.modules if name.startswith("random_program_")]:
        del sys.modules[name]


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_interpreter_and_python_agree(tmp_path: Path) -> None:
    numbers = count()
    seen: Counter[str] = Counter()

    @settings(
        max_examples=PROGRAMS,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(program=programs())
    def agree(program: GeneratedProgram) -> None:
        result = compiled(program.text, "generated_program.t27", ("python",))
        module = python_module(result, tmp_path, f"random_program_{next(numbers)}")
        for name, type_ in program.entries:
            fields = tuple(field for field, _ in STRUCT_FIELDS) if type_ == "Item" else ()
            expected = interpret(result, name)
            assert run_python(module, name, fields) == expected, f"{name} of\n{program.text}"
            seen["trap" if isinstance(expected, Trapped) else "value"] += 1

    agree()
    # Both ways to end are tried often, or the comparison would say little.
    assert min(seen["trap"], seen["value"]) > PROGRAMS // 4, seen
