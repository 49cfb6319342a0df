"""The parser's tables: made from the grammar, kept beside it in `tables.json`, and read from there at every start.

Making them takes longer than reading most specs. They are plain data, good for one grammar and one version of lark.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import lark
from lark.grammar import Rule
from lark.lexer import Lexer, TerminalDef

from t27c.syntax.to_ast import AstBuilder

TABLES = "tables.json"


class _Tokens(Lexer):
    """Hands on tokens that exist already."""

    __future_interface__ = 0

    def __init__(self, lexer_conf: Any) -> None:
        del lexer_conf

    def lex(self, tokens: Any, parser_state: Any = None) -> Iterator[Any]:
        """The tokens themselves."""
        return iter(tokens)


def _text(name: str) -> str:
    return files("t27c.syntax").joinpath(name).read_text(encoding="utf-8")


def origin() -> dict[str, str]:
    """What tables are made from: the grammar, and lark, whose minor versions may change how they look."""
    digest = hashlib.sha256(_text("t27.lark").encode()).hexdigest()
    return {"grammar": digest, "lark": ".".join(lark.__version__.split(".")[:2])}


def made_parser(builder: AstBuilder) -> lark.Lark:
    """A parser from the grammar."""
    return lark.Lark(
        _text("t27.lark"),
        parser="lalr",
        lexer=_Tokens,
        start="declaration",
        transformer=builder,
        keep_all_tokens=True,
        maybe_placeholders=True,
    )


def numbered(table: dict[str, Any]) -> dict[str, Any]:
    """The table with numbers that depend on the grammar only: lark gives them in the order of its sets.

    States are numbered as they are met from the start, words by their names; `states` becomes a list.
    """
    names = sorted(table["tokens"].values())
    word = {old: names.index(name) for old, name in table["tokens"].items()}
    met = list(table["start_states"].values())
    state = {old: new for new, old in enumerate(met)}
    rows = []
    for old in met:
        row = sorted((word[token], action) for token, action in table["states"][old].items())
        for _, (reduces, target) in row:
            if not reduces and target not in state:
                state[target] = len(met)
                met.append(target)
        rows.append({token: (reduces, to if reduces else state[to]) for token, (reduces, to) in row})
    ends = {start: state[old] for start, old in table["end_states"].items()}
    starts = {start: state[old] for start, old in table["start_states"].items()}
    return {"tokens": dict(enumerate(names)), "states": rows, "start_states": starts, "end_states": ends}


def tables_text() -> str:
    """What `tables.json` has to hold: everything of a parser but the two classes that are given to it."""
    data, memo = made_parser(AstBuilder()).memo_serialize([TerminalDef, Rule])
    del data["options"]["lexer"], data["options"]["transformer"], data["parser"]["lexer_conf"]["lexer_type"]
    data["parser"]["parser"] = numbered(data["parser"]["parser"])
    rules = [memo[number] for number in range(len(memo))]
    return json.dumps({"origin": origin(), "rules": rules, "data": data}, separators=(",", ":")) + "\n"


def kept_tables() -> dict[str, Any]:
    """The content of `tables.json`, empty if there is none."""
    there = files("t27c.syntax").joinpath(TABLES).is_file()
    return json.loads(_text(TABLES)) if there else {}


def _kept_parser(tables: dict[str, Any], builder: AstBuilder) -> lark.Lark:
    data = tables["data"]
    data["options"] |= {"lexer": _Tokens, "transformer": builder}
    data["parser"]["lexer_conf"]["lexer_type"] = _Tokens
    table = data["parser"]["parser"]
    table["states"] = dict(enumerate(table["states"]))
    return lark.Lark.load({"data": data, "memo": dict(enumerate(tables["rules"]))})


def parser_for(builder: AstBuilder) -> lark.Lark:
    """A parser that calls `builder`: from the kept tables if they are of this grammar and this lark."""
    tables = kept_tables()
    return _kept_parser(tables, builder) if tables.get("origin") == origin() else made_parser(builder)
