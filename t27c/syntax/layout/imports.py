"""`use` lines: their path is made of names only, in which a hyphen may stand."""

from __future__ import annotations

from t27c.syntax.problems import Problems
from t27c.syntax.tokens import Token, virtual
from t27c.syntax.words import is_word


def lay_out_use(tokens: list[Token], problems: Problems) -> list[Token]:
    """The tokens of a `use` line: hyphens joined, reserved words as names, an explicit end."""
    out = [tokens[0]]
    tokens[0].type = "USE"
    at = 1
    while at < len(tokens):
        token = tokens[at]
        at += 1
        if is_word(token) and token.text != "as":
            token.type = "NAME"
            while at + 1 < len(tokens) and tokens[at].type == "MINUS" and is_word(tokens[at + 1]):
                token.end = tokens[at + 1].end
                at += 2
            token.text = problems.source.text[token.start : token.end]
        elif token.type == "SEMI":
            token.type = "END"
        elif token.type == "RBRACE" and out[-1].type == "COMMA":
            out.pop()
        out.append(token)
    last = out[-1]
    if last.type != "END":
        span = problems.span(last.end - 1, last.end)
        problems.report("missing-semicolon", "the line ends without `;`", span, helps=("write `;`",))
        out.append(virtual("END", last.end, last.line))
    return out
