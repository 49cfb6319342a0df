"""The kept tables of the parser are those of the grammar, and nothing depends on them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from lark.grammar import Rule
from lark.lexer import TerminalDef

from t27c.syntax import grammar, tables
from t27c.syntax.dump import dump
from t27c.syntax.to_ast import AstBuilder
from tests.parse.helpers import parse_text

SPEC = "module m;\nconst A : u8 = 1 + 2;\nfn f(x: u8) -> u8 { if (x > A) { return x; } }\n"


def serialised(parser: Any) -> Any:
    """A parser as plain data."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    plain = tables.numbered(data["parser"]["parser"]), data["rules"], sorted(memo.items())
    return json.loads(json.dumps(plain))


def test_the_kept_tables_are_current() -> None:
    """`python3 dev.py tables` makes them again."""
    kept, now = tables.kept_tables()["origin"], tables.origin()
    assert kept["grammar"] == now["grammar"]
    if kept["lark"] == now["lark"]:
        assert tables._text(tables.TABLES) == tables.tables_text()


def test_a_parser_from_the_tables_is_the_same() -> None:
    """In every state and rule."""
    kept = tables.parser_for(AstBuilder())
    made = tables.made_parser(AstBuilder())
    if tables.kept_tables()["origin"] == tables.origin():
        assert kept.source_path == "<deserialized>"
    assert serialised(kept) == serialised(made)


def test_without_tables_the_grammar_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing file is no error."""
    with_tables = dump(parse_text(SPEC)[0])
    monkeypatch.setattr(tables, "TABLES", "none.json")
    grammar._machinery.cache_clear()
    module, found = parse_text(SPEC)
    grammar._machinery.cache_clear()
    assert (dump(module), list(found)) == (with_tables, [])


def test_tables_of_another_grammar_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever edits the grammar sees the change at once."""
    monkeypatch.setattr(tables, "origin", lambda: {"grammar": "another", "lark": "1"})
    assert tables.parser_for(AstBuilder()).source_path != "<deserialized>"
