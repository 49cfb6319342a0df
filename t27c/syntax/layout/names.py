"""Names: which words are names, and what a name is at its place: a label, a path, a field, a mention."""

from __future__ import annotations

from t27c.syntax.layout.reserved import RESERVED_WORDS
from t27c.syntax.layout.state import Kind, State
from t27c.syntax.layout.types import open_generic
from t27c.syntax.layout.words import POSITIONAL, statement_start
from t27c.syntax.tokens import Token


def name(s: State, token: Token) -> None:
    """A word that is not reserved."""
    special = POSITIONAL.get(token.text)
    if special is not None and not _is_plain(s, token) and special(s, token):
        return
    plain_name(s, token)


def _is_plain(s: State, token: Token) -> bool:
    previous = s.previous
    if previous is not None and previous.type in ("DOT", "COLONS", "VALUE_DOT", "FIELD_DOT"):
        return True
    following = s.peek()
    return following is not None and following.type in ("EQ", "COLON")


def plain_name(s: State, token: Token) -> None:
    """A name: label, path, or mention. `net-types::Port` has a name with a hyphen."""
    frame = s.frame
    following = s.peek()
    kind = following.type if following is not None else ""
    if kind == "MINUS" and not s.operand:
        join_hyphens(s, token)
    elif kind == "COLON" and _is_label(s, following):
        label(s, token)
        return
    if s.type and not s.operand:
        s.emit(token)
        s.operand = True
        open_generic(s, token)
        return
    if frame.start and frame.kind is Kind.MEMBERS:
        frame.start = False
        frame.declares = True
    elif frame.start and frame.kind is Kind.LITERAL:
        frame.start = False
    s.emit(token)
    s.operand = True


def join_hyphens(s: State, token: Token) -> None:
    """Make one name of `a-b` where `::` follows; elsewhere the sign is minus."""
    at = s.at
    while (
        at + 3 < len(s.tokens)
        and s.tokens[at + 1].type == "MINUS"
        and s.tokens[at + 2].type == "NAME"
        and s.tokens[at].end == s.tokens[at + 1].start
        and s.tokens[at + 1].end == s.tokens[at + 2].start
    ):
        at += 2
    if at > s.at and s.tokens[at + 1].type == "COLONS":
        token.end = s.tokens[at].end
        token.text = s.problems.source.text[token.start : token.end]
        s.at = at


def _is_label(s: State, colon: Token | None) -> bool:
    behind = s.peek(2)
    if behind is None or colon is None or s.frame.declares:
        return False
    loop = behind.type in ("WHILE", "FOR") or (
        behind.text in ("inline", "loop") and s.peek_type(3) in ("FOR", "WHILE", "LBRACE")
    )
    block = behind.type == "LBRACE" and s.frame.kind is not Kind.LITERAL
    return (loop or block) and (not s.operand)


def label(s: State, token: Token) -> None:
    """`name:` before a loop or a block."""
    s.emit(token, "LABEL" if statement_start(s) else "VALUE_LABEL")
    s.at += 1
    s.operand = False


def reserved(s: State, token: Token) -> None:
    """A reserved word: a name behind `.`, before `=` or `:`, and as a variant."""
    if _is_reserved_name(s, token):
        token.type = "NAME"
        plain_name(s, token)
        return
    RESERVED_WORDS[token.type](s, token)


def _is_reserved_name(s: State, token: Token) -> bool:
    previous, following = s.previous, s.peek()
    if previous is not None and previous.type in ("DOT", "COLONS", "VALUE_DOT", "FIELD_DOT"):
        return True
    kind = following.type if following is not None else ""
    if token.type in ("CONST", "VAR") and s.frame.kind not in (Kind.MEMBERS, Kind.LITERAL, Kind.PARAMS):
        return (
            previous is not None and previous.type in ("CONST", "VAR", "BIND", "BIND_SEP") and kind in ("EQ", "COLON")
        )
    if kind == "EQ":
        return True
    if kind == "COLON":
        return token.type not in ("BREAK", "CONTINUE") and s.frame.kind is not Kind.ITEMS
    if s.frame.kind is Kind.MEMBERS and s.frame.start:
        return kind in ("COMMA", "RBRACE", "SEMI") or (following is not None and following.column > 0)
    return False
