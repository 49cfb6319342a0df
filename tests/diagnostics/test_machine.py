"""JSON, GitHub and SARIF forms of diagnostics."""

from __future__ import annotations

import json

import pytest

from t27c.diagnostics.machine import render_github, render_json, render_sarif
from t27c.diagnostics.model import Diagnostic, FileDiagnostic, Label, Severity
from t27c.source import SourceFile, Span

SOURCE = SourceFile("a,b.t27", "module m;\nconst x : u8 = 300;\n")
LOCATED = Diagnostic(
    code="literal-out-of-range",
    message="300 does not fit: u8\n100%",
    severity=Severity.ERROR,
    labels=(Label(span=Span(SOURCE, 25, 28)), Label(span=Span(SOURCE, 20, 22), text="declared u8")),
    notes=("0 to 255",),
    helps=("use u16",),
)
WHOLE = FileDiagnostic(code="unreadable-file", message="no", severity=Severity.WARNING, path="z.t27")


def test_json_has_one_object_per_line() -> None:
    """Places count from 1 and the end lies behind the last character."""
    first, second = (json.loads(line) for line in render_json([LOCATED, WHOLE]).splitlines())
    assert (first["line"], first["column"], first["endLine"], first["endColumn"]) == (2, 16, 2, 19)
    assert first["file"] == "a,b.t27"
    assert [label["text"] for label in first["labels"]] == ["", "declared u8"]
    assert first["notes"] == ["0 to 255"]
    assert first["helps"] == ["use u16"]
    assert second == {
        "code": "unreadable-file", "severity": "warning", "message": "no", "file": "z.t27",
        "labels": [], "notes": [], "helps": [],
    }  # fmt: skip


def test_github_escapes_what_would_end_a_command() -> None:
    """Commas and colons in properties, percent signs and line ends in the text."""
    first, second = render_github([LOCATED, WHOLE]).splitlines()
    assert first == (
        "::error file=a%2Cb.t27,title=t27c literal-out-of-range,line=2,col=16,endLine=2,endColumn=19"
        "::300 does not fit: u8%0A100%25%0Ahelp: use u16"
    )
    assert second == "::warning file=z.t27,title=t27c unreadable-file::no"


def test_github_leaves_out_the_column_of_another_line() -> None:
    """GitHub refuses an end column when the annotation spans lines."""
    spanning = Diagnostic(
        code="unknown-name", message="m", severity=Severity.ERROR, labels=(Label(span=Span(SOURCE, 0, 15)),)
    )
    assert "endColumn" not in render_github([spanning])


def test_sarif_refers_to_rules_and_related_places() -> None:
    """Each result names a listed rule and carries its other labels."""
    log = json.loads(render_sarif([LOCATED, WHOLE], version="9"))
    run = log["runs"][0]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["literal-out-of-range", "unreadable-file"]
    located, whole = run["results"]
    assert located["relatedLocations"][0]["message"]["text"] == "declared u8"
    assert located["locations"][0]["physicalLocation"]["region"]["startColumn"] == 16
    assert "region" not in whole["locations"][0]["physicalLocation"]


@pytest.mark.parametrize("render", [render_json, render_github])
def test_nothing_found_prints_nothing(render: object) -> None:
    """No empty records."""
    assert callable(render)
    assert render([]) == ""
