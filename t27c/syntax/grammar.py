"""The LALR parser: made once, on first use, and driven with tokens that the layout filter has prepared."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedToken
from lark.lexer import Lexer

from t27c.syntax.problems import Problems
from t27c.syntax.to_ast import AstBuilder
from t27c.syntax.tokens import Token


class _Tokens(Lexer):
    """Hands on tokens that exist already."""

    __future_interface__ = 0

    def __init__(self, lexer_conf: Any) -> None:
        del lexer_conf

    def lex(self, tokens: Any, parser_state: Any = None) -> Iterator[Any]:
        """The tokens themselves."""
        return iter(tokens)


@cache
def _machinery() -> tuple[Lark, AstBuilder]:
    builder = AstBuilder()
    text = files("t27c.syntax").joinpath("t27.lark").read_text(encoding="utf-8")
    lark = Lark(
        text,
        parser="lalr",
        lexer=_Tokens,
        start="declaration",
        transformer=builder,
        keep_all_tokens=True,
        maybe_placeholders=True,
    )
    return lark, builder


class UnexpectedError(Exception):
    """A token that the grammar does not allow at its place. `expected` are the types of those that it does."""

    def __init__(self, token: Token, expected: frozenset[str]) -> None:
        super().__init__(token)
        self.token = token
        self.expected = expected


def parse_declaration(tokens: list[Token], problems: Problems, declared: frozenset[str]) -> Any:
    """The syntax node of one declaration. Raises `UnexpectedError`; problems of meaning go to `problems`."""
    lark, builder = _machinery()
    builder.begin(problems)
    builder.declared = declared
    try:
        return lark.parse(tokens)
    except UnexpectedToken as error:
        raise UnexpectedError(error.token, frozenset(error.expected)) from None
