"""Reserved words where they are keywords: declarations, types with members, jumps, literals."""

from __future__ import annotations

from collections.abc import Callable

from t27c.syntax.layout.heads import keyword_else, keyword_head
from t27c.syntax.layout.state import Kind, State
from t27c.syntax.layout.types import begin_type
from t27c.syntax.tokens import Token
from t27c.syntax.words import is_word


def declaration_word(s: State, token: Token) -> None:
    """`const`, `var` of a statement, a member or the declaration itself; `const` in a type."""
    if s.type and not s.operand:
        s.emit(token)
        return
    s.frame.start = False
    s.frame.declares = True
    s.emit(token)
    s.operand = s.type = False


def fn_word(s: State, token: Token) -> None:
    """`fn` of a function or of a type."""
    if s.type and not s.operand:
        s.emit(token, "FN_TYPE")
        return
    following = s.peek()
    declares = s.frame.start or not s.out
    if not declares and following is not None and following.type == "LPAR":
        if s.frame.kind is not Kind.TOP:
            s.refuse("unsupported-form", "closures do not exist here", token, None, "declare a `fn` and pass its name")
        s.add("TYPE")
        begin_type(s)
        s.emit(token, "FN_TYPE")
        return
    s.frame.start = False
    s.emit(token)
    at = s.at + 1
    while is_word(s.tokens[at] if at < len(s.tokens) else None):
        dotted = at + 2 < len(s.tokens) and s.tokens[at + 1].type == "DOT"
        s.emit(s.tokens[at], "NAME" if dotted else "FN_NAME")
        if not dotted:
            s.at = at
            return
        s.emit(s.tokens[at + 1])
        at += 2


def members_word(s: State, token: Token) -> None:
    """`struct`, `enum`, `union`: a `{` opens members."""
    if s.type and not s.operand:
        s.members = True
    elif s.peek_type() in ("LBRACE", "LPAR") or is_word(s.peek()):
        s.members = True
        s.frame.start = False
    s.emit(token)
    s.operand = False


def jump_word(s: State, token: Token) -> None:
    """`return`, `break`, `continue`; the latter two may name a label."""
    s.frame.start = False
    s.deepen(token, lasting=True)
    s.emit(token)
    s.operand = s.type = False
    if token.type != "RETURN":
        s.operand = token.type == "CONTINUE"
        if s.peek_type() == "COLON" and is_word(s.peek(2)) and not s.tokens[s.at + 2].column:
            s.emit(s.tokens[s.at + 1], "TO_LABEL")
            s.emit(s.tokens[s.at + 2], "LABEL")
            s.at += 2
            s.operand = token.type == "CONTINUE" or _break_ends(s)


def _break_ends(s: State) -> bool:
    following = s.peek()
    return following is None or following.column > 0


def literal_word(s: State, token: Token) -> None:
    """`true`, `false`, `null`, `undefined`."""
    s.emit(token)
    s.operand = True


RESERVED_WORDS: dict[str, Callable[[State, Token], None]] = {
    "CONST": declaration_word, "VAR": declaration_word, "FN": fn_word, "STRUCT": members_word, "ENUM": members_word,
    "UNION": members_word, "IF": keyword_head, "WHILE": keyword_head, "FOR": keyword_head, "SWITCH": keyword_head,
    "ELSE": keyword_else, "RETURN": jump_word, "BREAK": jump_word, "CONTINUE": jump_word,
    "TRUE": literal_word, "FALSE": literal_word, "NULL": literal_word, "UNDEFINED": literal_word,
}  # fmt: skip
