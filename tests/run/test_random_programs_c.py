"""Random programs mean the same in the interpreter and in C: equal bits, equal traps, no undefined behaviour.

Many programs make one spec, so that a compiler starts three times per batch and not per program. Functions whose last
bits may differ between targets (`exp`, `sin`, ..) are left out; `tests/backends_c/test_floats.py` measures those.
"""

from __future__ import annotations

import platform
import random
from collections import Counter
from pathlib import Path

import pytest

from tests.backends_c.harness import COMPILERS, SANITIZE
from tests.run.c_programs import run_c, write_program
from tests.run.generator import Chooser, generate_batch
from tests.run.outcomes import Trapped, compiled, interpret

BATCHES, IN_BATCH = 20, 100
# Every batch at every setting; compilers take turns, so that all see each setting.
SETTINGS = (("-O0",), ("-O3", "-march=native"), SANITIZE)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not COMPILERS, reason="needs gcc or clang"),
    pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64", "aarch64", "arm64"), reason="reads little endian"),
]


@pytest.mark.parametrize("batch", range(BATCHES))
def test_interpreter_and_c_agree(batch: int, tmp_path: Path) -> None:
    choosers = [Chooser(random.Random(batch * IN_BATCH + number).randrange) for number in range(IN_BATCH)]
    program = generate_batch(choosers)
    result = compiled(program.text, "generated.t27", ())
    expected = {name: interpret(result, name) for name, _ in program.entries}
    sources = write_program(result, program.entries, tmp_path)
    for number, flags in enumerate(SETTINGS):
        compiler = COMPILERS[(batch + number) % len(COMPILERS)]
        found = run_c(sources, program.entries, compiler, *flags)
        wrong = {name: (found.get(name), value) for name, value in expected.items() if found.get(name) != value}
        assert not wrong, f"{compiler} {' '.join(flags)}: {wrong} of\n{program.text}"
    # Both ways to end are tried often, or the comparison would say little.
    seen = Counter(isinstance(outcome, Trapped) for outcome in expected.values())
    assert min(seen[True], seen[False]) > IN_BATCH // 2, seen
