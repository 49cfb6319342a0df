"""Words that are keywords only where they start a form: which tokens start a declaration, a clause, a statement."""

from __future__ import annotations

from t27c.syntax.tokens import RESERVED, Token

TEST_WORDS = frozenset({"test", "invariant", "bench"})
CLAUSE_WORDS = frozenset({"given", "when", "then", "assert", "expect", "and"})
_TYPE_KINDS = frozenset({"STRUCT", "ENUM", "UNION"})
_REFUSED_STARTS = frozenset({"trait", "import", "property", "documentation", "rule", "algorithm", "extern", "packed"})
_PREFIX_WORDS = frozenset({"inline", "export", "pub", "extern", "comptime", "packed"})
_WORDS = frozenset(word.upper() for word in RESERVED) | {"NAME"}


def is_word(token: Token | None) -> bool:
    """Whether a token is made of letters, reserved or not."""
    return token is not None and token.type in _WORDS


def is_declaration_start(tokens: list[Token], at: int) -> bool:
    """Whether a declaration can start at `at`; refused forms count, so that they are named and not called stray."""
    token = tokens[at]
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if token.type in ("CONST", "VAR", "FN"):
        return True
    if token.type in _TYPE_KINDS:
        return is_word(following)
    if token.type != "NAME" or following is None:
        return False
    return _word_starts(token.text, following, tokens, at)


def _word_starts(word: str, following: Token, tokens: list[Token], at: int) -> bool:
    if word in TEST_WORDS:
        return following.type in ("NAME", "STRING", "LBRACE", "BAD") or (is_word(following) and not following.column)
    if word in ("use", "using", "let", "impl", "module", "spec"):
        return is_word(following) and following.line == tokens[at].line
    if word == "type":
        return following.type == "NAME" and at + 2 < len(tokens) and tokens[at + 2].type in ("EQ", "LESS")
    if word in _PREFIX_WORDS:
        return is_declaration_start(tokens, at + 1) if following.type != "NAME" or word != following.text else False
    return word in _REFUSED_STARTS and (
        following.type in ("NAME", "LBRACE", "STRING") and following.line == tokens[at].line
    )


def is_clause_start(tokens: list[Token], at: int) -> bool:
    """Whether the first token of a line is a clause word: not when `=`, `.` or `:` follows."""
    token = tokens[at]
    if token.type == "AND":
        return True
    if token.type != "NAME":
        return False
    following = tokens[at + 1].type if at + 1 < len(tokens) else ""
    if token.text in ("measure", "target"):
        return following in ("COLON", "RAWTEXT")
    return token.text in CLAUSE_WORDS and following not in ("EQ", "DOT", "COLON")
