"""The marks of changes that no test can notice speak of lines that the specs still have."""

from __future__ import annotations

from pathlib import Path

import pytest

from t27c.diagnostics.codes import default_policy
from t27c.diagnostics.model import DiagnosticSink
from t27c.source import SourceFile
from t27c.syntax.parser import parse
from t27c.tools.mutation_edits import edits_of
from t27c.tools.mutation_marks import read_marks

SPECS = Path(__file__).parents[2] / "specs"
MARKED = sorted(SPECS.rglob("*.equivalents.toml"))


@pytest.mark.parametrize("file", MARKED, ids=lambda file: file.relative_to(SPECS).as_posix())
def test_every_mark_fits_a_change(file: Path) -> None:
    """Whether that change survives, `t27c mutate` knows."""
    text = file.with_name(file.name.replace(".equivalents.toml", ".t27")).read_text(encoding="utf-8")
    changes = {
        edit.lines(text) for edit in edits_of(parse(SourceFile("spec.t27", text), DiagnosticSink(default_policy())))
    }
    marks = read_marks(file)
    assert marks
    assert [mark for mark in marks if (mark.original, mark.mutant) not in changes] == []
