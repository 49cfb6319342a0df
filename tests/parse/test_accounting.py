"""Nothing is lost: every name, number and text of a spec starts a node, or its declaration is reported as damaged."""

from __future__ import annotations

from pathlib import Path

import pytest

from t27c.diagnostics.codes import default_policy
from t27c.diagnostics.model import DiagnosticSink
from t27c.source import SourceFile
from t27c.syntax import ast
from t27c.syntax.lexer import lex
from t27c.syntax.parser import parse
from t27c.syntax.problems import Problems
from tests.parse.helpers import walk

ROOT = Path(__file__).parents[2]
SPECS = sorted([*ROOT.glob("specs/**/*.t27"), *ROOT.glob("tests/**/*.t27")])
LEAVES = (
    ast.Name | ast.NameRef | ast.IntLit | ast.FloatLit | ast.StringLit | ast.WordLit | ast.PathType | ast.StringType
    | ast.AnyType | ast.BuiltinCall | ast.Note | ast.Unreachable | ast.ErrorLit | ast.ErrorSetLit | ast.ErrorSet
    | ast.OptionalType
)  # fmt: skip
# Words that give a form its shape and leave no node of their own.
SHAPING = frozenset(
    {
        *("module", "spec", "use", "using", "pub", "inline", "export", "mut", "let", "match", "in", "loop", "defer"),
        *("errdefer", "as", "catch", "orelse", "not", "implies", "try", "test", "invariant", "bench", "given", "when"),
        *("then", "assert", "expect", "impl", "type", "error", "assert_eq", "iter", "Some", "_"),
    }
)


def _accounted(module: ast.Module) -> tuple[set[int], list[tuple[int, int]]]:
    """Where leaves start, and the ranges that need no leaf: damaged declarations and notes."""
    starts: set[int] = set()
    ranges: list[tuple[int, int]] = []
    for node in walk(module):
        if isinstance(node, LEAVES):
            # The place of a node in parentheses is widened by them, and that of `&str` by its sign.
            starts.add(node.span.end - len(node.span.text.lstrip("(& ")))
        if isinstance(node, ast.DamagedDecl | ast.Note):
            ranges.append((node.span.start, node.span.end))
    ranges.append((module.name.span.start, module.name.span.end))
    return starts, ranges


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_token_is_accounted_for(path: Path) -> None:
    data = path.read_bytes().decode("utf-8", errors="replace").replace("\r\n", "\n")
    source = SourceFile(path.name, data)
    sink = DiagnosticSink(default_policy())
    module = parse(source, sink)
    if any(found.code == "not-a-spec" for found in sink):
        return
    starts, ranges = _accounted(module)
    blamed = [(found.span.line, found.severity) for found in sink]
    lines = {line for line, _ in blamed}
    for token in lex(Problems(source, DiagnosticSink(default_policy()))).tokens:
        if token.type not in ("NAME", "INT", "FLOAT", "STRING", "CHAR", "BUILTIN") or token.text in SHAPING:
            continue
        inside = any(start <= token.start < end for start, end in ranges)
        hyphenated = any(
            data[at : token.start].replace("-", "_").isidentifier() for at in starts if 0 < token.start - at < 40
        )
        assert token.start in starts or inside or token.line in lines or hyphenated, (token, token.line)


def test_the_specs_are_found() -> None:
    assert len(SPECS) > 100
