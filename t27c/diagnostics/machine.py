"""Diagnostics for programs: JSON lines, GitHub workflow commands and SARIF 2.1.0, over the one model."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from t27c.diagnostics.codes import CODES
from t27c.diagnostics.model import AnyDiagnostic, Diagnostic, Label
from t27c.source import Span

_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def _place(span: Span) -> dict[str, int]:
    start, end = span.position, span.source.position(span.end)
    return {"line": start.line, "column": start.column, "endLine": end.line, "endColumn": end.column}


def _label(label: Label) -> dict[str, Any]:
    return {"file": label.span.source.path, **_place(label.span), "text": label.text}


def as_dict(diagnostic: AnyDiagnostic) -> dict[str, Any]:
    """The JSON form of one diagnostic; places count lines and columns from 1, the end is behind the last character."""
    head: dict[str, Any] = {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
    }
    if isinstance(diagnostic, Diagnostic):
        head |= {"file": diagnostic.span.source.path, **_place(diagnostic.span)}
        head |= {"labels": [_label(label) for label in diagnostic.labels], "notes": list(diagnostic.notes)}
    else:
        head |= {"file": diagnostic.path, "labels": [], "notes": []}
    return head | {"helps": list(diagnostic.helps)}


def render_json(diagnostics: Iterable[AnyDiagnostic]) -> str:
    """One JSON object per line."""
    return "".join(json.dumps(as_dict(d), ensure_ascii=True) + "\n" for d in diagnostics)


def _escape_github(text: str, *, in_property: bool = False) -> str:
    """Percent-escape what would end a workflow command or one of its properties."""
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if in_property else text


def _github_line(diagnostic: AnyDiagnostic) -> str:
    found = as_dict(diagnostic)
    properties = {"file": found["file"], "title": f"t27c {found['code']}"}
    if "line" in found:
        properties |= {"line": found["line"], "col": found["column"], "endLine": found["endLine"]}
        if found["line"] == found["endLine"]:
            properties["endColumn"] = found["endColumn"]
    listed = ",".join(f"{key}={_escape_github(str(value), in_property=True)}" for key, value in properties.items())
    text = "\n".join((found["message"], *(f"help: {text}" for text in found["helps"])))
    return f"::{found['severity']} {listed}::{_escape_github(text)}\n"


def render_github(diagnostics: Iterable[AnyDiagnostic]) -> str:
    """One GitHub workflow command per diagnostic, which annotates the lines of a pull request."""
    return "".join(_github_line(d) for d in diagnostics)


def _sarif_location(found: dict[str, Any]) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": found["file"]}}
    if "line" in found:
        physical["region"] = {
            "startLine": found["line"],
            "startColumn": found["column"],
            "endLine": found["endLine"],
            "endColumn": found["endColumn"],
        }
    location: dict[str, Any] = {"physicalLocation": physical}
    if found.get("text"):
        location["message"] = {"text": found["text"]}
    return location


def _sarif_result(diagnostic: AnyDiagnostic) -> dict[str, Any]:
    found = as_dict(diagnostic)
    related = [_sarif_location(label) for label in found["labels"][1:]]
    result: dict[str, Any] = {
        "ruleId": found["code"],
        "level": found["severity"],
        "message": {"text": "\n".join((found["message"], *found["notes"], *(f"help: {h}" for h in found["helps"])))},
        "locations": [_sarif_location(found)],
    }
    return result | ({"relatedLocations": related} if related else {})


def render_sarif(diagnostics: Iterable[AnyDiagnostic], *, version: str) -> str:
    """A SARIF log with one run; it lists the codes that were used as rules."""
    found = list(diagnostics)
    rules = [
        {"id": slug, "shortDescription": {"text": CODES[slug].summary}} for slug in sorted({d.code for d in found})
    ]
    driver = {"name": "t27c", "version": version, "rules": rules}
    log = {
        "$schema": _SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_sarif_result(d) for d in found],
            }
        ],
    }
    return json.dumps(log, indent=2, ensure_ascii=True) + "\n"
