"""What all builders share: places, names, and the reports of one declaration.

The methods of a builder are called by the parser when it has read a rule, innermost first: no tree is walked,
and depth costs nothing. Each gets the parts of its rule in order, None for an absent option.
"""

from __future__ import annotations

from typing import Any

from t27c.source import Span
from t27c.syntax import ast
from t27c.syntax.problems import Problems
from t27c.syntax.tokens import Token

Parts = list[Any]


def start_of(part: Any) -> int:
    """Where a token or node starts."""
    return part.start if type(part) is Token else part.span.start


def end_of(part: Any) -> int:
    """Where a token or node ends."""
    return part.end if type(part) is Token else part.span.end


def nodes(parts: Parts) -> list[Any]:
    """The parts that are neither tokens nor absent."""
    return [part for part in parts if part is not None and type(part) is not Token]


def tokens(parts: Parts, kind: str) -> list[Token]:
    """The tokens of one type."""
    return [part for part in parts if type(part) is Token and part.type == kind]


class Base:
    """The declaration being built."""

    problems: Problems
    grouped: dict[int, ast.Node]  # nodes that stood in parentheses, by identity

    def begin(self, problems: Problems) -> None:
        """Start on another declaration."""
        self.problems = problems
        self.grouped = {}

    def span(self, first: Any, last: Any) -> Span:
        """From the start of one part to the end of another."""
        return Span(self.problems.source, start_of(first), end_of(last))

    def place(self, part: Any) -> Span:
        """The place of a token or node."""
        return self.span(part, part)

    def whole(self, parts: Parts) -> Span:
        """From the first part that is there to the last."""
        there = [part for part in parts if part is not None]
        return self.span(there[0], there[-1])

    def name(self, token: Token) -> ast.Name:
        """A name of its own place."""
        return ast.Name(text=token.text, span=Span(self.problems.source, token.start, token.end))

    def refuse(self, code: str, message: str, part: Any, *helps: str) -> None:
        """Report a form that is read and not supported."""
        self.problems.report(code, message, self.place(part), helps=helps)
