"""What specs are lowered to: `<construct>.t27` and the printed IR of its module beside it in `.ir`."""

from __future__ import annotations

from pathlib import Path

import pytest

from t27c.diagnostics.model import Severity
from t27c.diagnostics.render import render_text
from t27c.driver import compile_text
from t27c.ir.pretty import module_text
from t27c.ir.verify import verify
from tests.golden import Golden

SPECS = sorted(Path(__file__).parent.glob("*.t27"))


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_lowered(path: Path, golden: Golden) -> None:
    result = compile_text(path.read_bytes(), path=path.name)
    errors = [found for found in result.found if found.severity is Severity.ERROR]
    assert not errors, render_text(errors)
    assert result.program is not None, result.crash
    module = result.program.modules[result.program.main]
    assert [f"{p.span}: {p.message}" for p in verify(module, program=result.program)] == []
    golden.check(module_text(module), path.with_suffix(".ir"))
