"""The LALR parser: made once, on first use, and driven with tokens that the layout filter has prepared."""

from __future__ import annotations

from functools import cache
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedToken

from t27c.syntax.problems import Problems
from t27c.syntax.tables import parser_for
from t27c.syntax.to_ast import AstBuilder
from t27c.syntax.tokens import Token


@cache
def _machinery() -> tuple[Lark, AstBuilder]:
    builder = AstBuilder()
    return parser_for(builder), builder


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
