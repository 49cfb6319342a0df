"""Reading a changed spec again: only the declaration that changed, since reading all would take most of the time."""

from __future__ import annotations

import re
from dataclasses import replace

from t27c.diagnostics.model import DiagnosticSink, Severity
from t27c.modules import ParsedSpec
from t27c.source import SourceFile
from t27c.syntax import ast
from t27c.syntax.parser import parse
from t27c.tools.mutation_edits import Edit

_VISIBLE = re.compile(r"[^\n]")


def reparsed(parsed: ParsedSpec, edit: Edit, policy: dict[str, Severity | None]) -> ParsedSpec:
    """The spec with an edit in one of its declarations; it is damaged if that is no declaration any more."""
    assert parsed.module is not None
    assert parsed.source is not None
    decls = list(parsed.module.decls)
    at = next(n for n, decl in enumerate(decls) if decl.span.start <= edit.start and edit.end <= decl.span.end)
    sink = DiagnosticSink(policy)
    source = _only(parsed.source, decls[at], edit)
    read = parse(source, sink).decls
    if sink.has_errors or len(read) != 1:
        return replace(parsed, found=tuple(sink))
    decls[at] = _with_doc(read[0], decls[at])
    return replace(parsed, module=replace(parsed.module, decls=tuple(decls)))


def _only(source: SourceFile, decl: ast.Decl, edit: Edit) -> SourceFile:
    """The changed declaration at its place in a text of blanks."""
    before = _VISIBLE.sub(" ", source.text[: decl.span.start])
    changed = source.text[decl.span.start : edit.start] + edit.text + source.text[edit.end : decl.span.end]
    return replace(source, text=f"{before}{changed}{source.text[decl.span.end :].split(chr(10), 1)[0]}\n")


def _with_doc(decl: ast.Decl, original: ast.Decl) -> ast.Decl:
    """The comment above stands outside a declaration, so it was not read again."""
    if isinstance(decl, ast.DamagedDecl) or isinstance(original, ast.DamagedDecl):
        return decl
    return replace(decl, doc=original.doc)
