"""What the tests of the parser share: parse a text, and walk over all nodes without recursion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from t27c.diagnostics.codes import default_policy
from t27c.diagnostics.model import DiagnosticSink
from t27c.source import SourceFile
from t27c.syntax import ast
from t27c.syntax.parser import parse


def parse_text(text: str, path: str = "sample.t27") -> tuple[ast.Module, DiagnosticSink]:
    """The tree and the findings of a text."""
    sink = DiagnosticSink(default_policy())
    return parse(SourceFile(path, text), sink), sink


def codes_of(text: str) -> list[str]:
    """The codes of all findings, in the order of their places."""
    return [found.code for found in parse_text(text)[1]]


def walk(root: ast.Node) -> Iterator[ast.Node]:
    """All nodes below `root`, and `root`."""
    waiting: list[Any] = [root]
    while waiting:
        value = waiting.pop()
        if isinstance(value, tuple):
            waiting.extend(value)
        elif isinstance(value, ast.Node):
            yield value
            waiting.extend(getattr(value, field.name) for field in fields(value))
