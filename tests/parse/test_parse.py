"""Every construct as syntax tree: `<construct>.t27` and beside it the text of its nodes in `.ast`."""

from __future__ import annotations

from pathlib import Path

import pytest

from t27c.diagnostics.codes import default_policy
from t27c.diagnostics.model import DiagnosticSink
from t27c.source import SourceFile
from t27c.syntax.dump import dump
from t27c.syntax.parser import parse
from tests.golden import Golden

SPECS = sorted(Path(__file__).parent.glob("*.t27"))


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_construct(path: Path, golden: Golden) -> None:
    sink = DiagnosticSink(default_policy())
    module = parse(SourceFile(path.name, path.read_text(encoding="utf-8")), sink)
    assert not sink.has_errors, [(str(found.span), found.message) for found in sink]
    golden.check(dump(module), path.with_suffix(".ast"))
