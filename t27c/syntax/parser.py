"""Reads a spec: text to tokens, tokens to declarations, each of them to its node. No user mistake raises."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

from t27c.collector import collector_paused
from t27c.diagnostics.model import DiagnosticSink
from t27c.source import SourceFile, Span
from t27c.syntax import ast
from t27c.syntax.brackets import pair_brackets
from t27c.syntax.comments import Docs
from t27c.syntax.friendly import as_error, explain
from t27c.syntax.grammar import UnexpectedError, parse_declaration
from t27c.syntax.layout import lay_out
from t27c.syntax.lexer import MAX_CHARACTERS, MAX_TOKENS, lex
from t27c.syntax.problems import MAX_ERRORS, Problems
from t27c.syntax.recovery import spoiled_unit, take_out, without_head
from t27c.syntax.refuse import refused
from t27c.syntax.sections import Layers, Section, split
from t27c.syntax.tokens import Token
from t27c.syntax.words import TEST_WORDS


def parse(source: SourceFile, sink: DiagnosticSink) -> ast.Module:
    """The syntax tree of a spec; what cannot be read is reported, and its names stand as `DamagedDecl`."""
    with collector_paused():
        return _parse(source, sink)


def _parse(source: SourceFile, sink: DiagnosticSink) -> ast.Module:
    problems = Problems(source, sink)
    if len(source.text) > MAX_CHARACTERS:
        return _too_large(problems, f"the file has more than {MAX_CHARACTERS} characters")
    if source.text.lstrip().startswith("```"):
        return _prose(problems)
    lexed = lex(problems)
    if len(lexed.tokens) > MAX_TOKENS:
        return _too_large(problems, f"the file has more than {MAX_TOKENS} words and signs")
    layers = split(pair_brackets(lexed.tokens, problems), problems)
    if lexed.first_hash >= 0 and not layers.is_prose:
        place = problems.span(lexed.first_hash, lexed.first_hash + 1)
        problems.report("hash-comment", "a comment that begins with `#`", place, helps=("write `//`",))
    docs = Docs(lexed.comments)
    nodes = _read_all(layers, problems)
    problems.finish()
    first_line = lexed.tokens[0].line if lexed.tokens else len(source.line_starts) + 1
    return _module(layers, nodes, docs, docs.header(first_line), problems)


def _prose(problems: Problems) -> ast.Module:
    """A file that begins with a fence of Markdown; its characters are not worth a report each."""
    start = problems.source.text.index("```")
    problems.report("not-a-spec", "this file is text in Markdown, not a spec", problems.span(start, start + 3),
                    helps=("a spec begins with `module NAME;`",))  # fmt: skip
    return _module(Layers(), [], Docs([]), "", problems)


def _too_large(problems: Problems, message: str) -> ast.Module:
    problems.report("too-large", message, problems.span(0, 0), helps=("divide it into several specs",))
    return _module(Layers(), [], Docs([]), "", problems)


def _module(layers: Layers, nodes: list[Any], docs: Docs, header: str, problems: Problems) -> ast.Module:
    source = problems.source
    if layers.name:
        span = problems.at(layers.name[0], layers.name[-1])
        name = ast.Name(text=span.text, span=span)
    else:
        name = ast.Name(text=PurePosixPath(source.path).stem, span=Span(source, 0, 0))
    return ast.Module(
        name=name,
        has_header=layers.has_header,
        uses=tuple(node for node in nodes if isinstance(node, ast.Use)),
        decls=tuple(docs.declaration(node) for node in nodes if not isinstance(node, ast.Use)),
        header=header,
        span=Span(source, 0, len(source.text)),
    )


def _read_all(layers: Layers, problems: Problems) -> list[Any]:
    declared = frozenset(name.text for section in layers.sections if (name := _type_name(section)) is not None)
    nodes: list[Any] = []
    for section in layers.sections:
        node = _read(section, problems, declared)
        if isinstance(node, tuple):
            owner, methods, _ = node
            nodes.extend(_with_owner(method, owner) for method in methods)
        else:
            nodes.append(node)
    return nodes


def _with_owner(method: ast.Function, owner: ast.Name) -> ast.Function:
    return ast.Function(
        name=method.name, owner=owner, params=method.params, result=method.result, body=method.body, head=method.head,
        span=method.span,
    )  # fmt: skip


def _read(section: Section, problems: Problems, declared: frozenset[str]) -> Any:
    """The node of one declaration. Each error takes out the part that it spoils, and the rest is read once more."""
    first, last = section.tokens[0], section.tokens[-1]
    name = _name(section)
    node: Any = None
    if not refused(section, problems):
        tokens = _laid_out(section, problems)
        for _ in range(MAX_ERRORS + 1):
            try:
                node = parse_declaration(tokens, problems, declared)
                break
            except UnexpectedError as found:
                rest = _recover(found, tokens, section, problems)
                if rest is None:
                    break
                tokens = rest
    if node is None or problems.damaged(first.start, last.end):
        named = ast.Name(text=name.text, span=problems.at(name)) if name is not None else None
        return ast.DamagedDecl(name=named, is_test=section.kind in TEST_WORDS, span=problems.at(first, last))
    return node


def _laid_out(section: Section, problems: Problems) -> list[Token]:
    tokens = lay_out(section, problems)
    if section.kind in ("type", "impl") and tokens:
        word = next(token for token in tokens if token.text == section.kind)
        word.type = "TYPE_WORD" if section.kind == "type" else "IMPL"
    return tokens


def _recover(found: UnexpectedError, tokens: list[Token], section: Section, problems: Problems) -> list[Token] | None:
    """Explain an error; the tokens without the part that it spoils, or None if nothing can be saved."""
    if found.token.type == "$END":
        end = tokens[-1]
        found = UnexpectedError(Token("$END", "", end.end, end.end, end.line, 0), found.expected)
        at = len(tokens)
    else:
        at = next(place for place, token in enumerate(tokens) if token is found.token)
    unit = spoiled_unit(tokens, at)
    explain(as_error(found, tokens, at, unit, section), problems)
    problems.damage(section.tokens[0].start)
    return take_out(tokens, unit) if unit is not None else without_head(tokens, at)


def _name(section: Section) -> Token | None:
    """The name that a declaration would have, even if it cannot be read."""
    word = next((at for at, token in enumerate(section.tokens) if token.text == section.kind), None)
    if word is None or word + 1 >= len(section.tokens) or section.kind in ("use", "using", "impl", "stray"):
        return None
    name = section.tokens[word + 1]
    if name.text == "mut" and word + 2 < len(section.tokens):
        name = section.tokens[word + 2]
    return name if name.type in ("NAME", "STRING") else None


def _type_name(section: Section) -> Token | None:
    """The name that a section declares if that could be a type."""
    if section.kind not in ("struct", "enum", "union", "type", "const"):
        return None
    return _name(section)
