"""Words that are not reserved and are keywords where they start a form: `as`, `try`, `let`, `match`, `defer`, ..."""

from __future__ import annotations

from collections.abc import Callable

from t27c.syntax.layout.heads import in_word, keyword_head, start_body
from t27c.syntax.layout.reserved import declaration_word
from t27c.syntax.layout.state import STATEMENTS, Frame, Head, Kind, State
from t27c.syntax.layout.types import begin_type
from t27c.syntax.tokens import INFIX, LITERALS, Token
from t27c.syntax.words import is_word

_VALUE_START = LITERALS | frozenset(
    {"NAME", "BUILTIN", "LPAR", "BANG", "TILDE", "IF", "SWITCH", "VALUE_DOT"}
)  # what can follow `try`, `not`, `assert` and cannot go on with a name
_NOT_A_NAME_BEHIND = INFIX | {"DOT", "COLON", "EQ", "COMMA", "SEMI", "RPAR", "RSQB", "RBRACE", "COLONS", "DEREF"}


def statement_start(s: State) -> bool:
    """Whether the next token begins a statement."""
    return s.frame.kind in STATEMENTS and s.frame.start


def _starts_value(token: Token | None) -> bool:
    return token is not None and not token.column and token.type in _VALUE_START


def infix_word(s: State, token: Token) -> bool:
    """`as`, `catch`, `orelse`, `implies` behind a value."""
    if not s.operand:
        return False
    s.type = False
    if token.text == "as":
        s.emit(token, "AS")
        s.deepen(token)
        begin_type(s)
        return True
    s.operand = False
    s.frame.extra = 0
    s.emit(token, "CATCH" if token.text == "catch" else "BIN")
    if token.text in ("catch", "implies"):
        s.deepen(token, lasting=True)
    if token.text == "catch":
        from_capture(s)
    return True


def from_capture(s: State) -> None:
    """The capture of a `catch`."""
    if s.peek_type() == "PIPE" and s.peek_type(2) == "NAME" and s.peek_type(3) == "PIPE":
        for offset in (1, 2, 3):
            token = s.tokens[s.at + offset]
            s.emit(token, "BAR" if token.type == "PIPE" else "")
        s.at += 3


def not_word(s: State, token: Token) -> bool:
    """Prefix `not`."""
    following = s.peek()
    if (
        s.operand
        or s.type
        or not (_starts_value(following) or (following is not None and following.type in ("MINUS", "DOT")))
    ):
        return False
    s.deepen(token, lasting=True)
    s.emit(token, "NOT")
    return True


def try_word(s: State, token: Token) -> bool:
    """Prefix `try`."""
    if s.operand or s.type or not _starts_value(s.peek()):
        return False
    s.deepen(token)
    s.emit(token, "PRE")
    return True


def let_word(s: State, token: Token) -> bool:
    """`let` is `const`, `let mut` is `var`."""
    following = s.peek()
    if s.operand or following is None or not (is_word(following) or following.type == "LPAR"):
        return False
    if not (statement_start(s) or s.frame.kind is Kind.TOP):
        return False
    token.type = "CONST"
    if following.text == "mut" and (is_word(s.peek(2)) or s.peek_type(2) == "LPAR"):
        token.type = "VAR"
        s.at += 1
    declaration_word(s, token)
    return True


def mut_word(s: State, token: Token) -> bool:
    """`mut` before a parameter has no effect; behind `&` in a type it does."""
    if s.type and not s.operand:
        s.emit(token, "MUT")
        return True
    if s.frame.kind is Kind.PARAMS and not s.operand and is_word(s.peek()):
        if s.previous is not None and s.previous.type == "PRE":
            s.emit(token, "MUT")
        return True
    return False


def match_word(s: State, token: Token) -> bool:
    """`match e {` is `switch`."""
    following = s.peek()
    if s.operand or s.type or following is None or following.column:
        return False
    if following.type == "LPAR" and following.mate is not None:
        at = s.at + 1 + following.mate.index - following.index + 1
        brace = s.tokens[at] if at < len(s.tokens) else None
        if brace is None or brace.type != "LBRACE" or brace.column:
            return False
    elif following.type not in _VALUE_START or following.type in ("BANG", "TILDE"):
        return False
    token.type = "SWITCH"
    keyword_head(s, token)
    return True


def loop_word(s: State, token: Token) -> bool:
    """`loop {`."""
    if not (statement_start(s) or (s.previous is not None and s.previous.type == "LABEL")) or s.peek_type() != "LBRACE":
        return False
    s.frame.start = False
    s.emit(token, "LOOP")
    start_body(s, Head("LOOP", False, True))
    return True


def inline_word(s: State, token: Token) -> bool:
    """`inline` before a loop."""
    if s.peek_type() == "FN":
        return True
    if s.peek_type() not in ("FOR", "WHILE"):
        return False
    s.emit(token, "INLINE")
    return True


def visibility_word(s: State, token: Token) -> bool:
    """`pub` and `export` before a declaration or member have no effect."""
    first = not s.out if s.frame.kind is Kind.TOP else s.frame.kind is Kind.MEMBERS and s.frame.start
    return first and is_word(s.peek())


def defer_word(s: State, token: Token) -> bool:
    """`defer`, `errdefer`."""
    following = s.peek()
    if (
        not statement_start(s)
        or following is None
        or following.type in _NOT_A_NAME_BEHIND - {"STAR"}
        or following.type == "LPAR"
    ):
        return False
    s.deepen(token, lasting=True)
    s.emit(token, "DEFER")
    return True


def assert_word(s: State, token: Token) -> bool:
    """`assert c`, `invariant c`, `assert_eq a, b` as statements."""
    following = s.peek()
    if not statement_start(s) or following is None:
        return False
    value = _starts_value(following) or following.type in ("MINUS", "AMP", "DOT", "LSQB")
    if not value or (token.text != "assert" and following.type in ("LPAR", "LSQB", "DOT", "MINUS", "AMP")):
        return False
    s.frame.start = False
    s.emit(token, "ASSERT_EQ" if token.text == "assert_eq" else "ASSERT")
    s.operand = False
    return True


def error_word(s: State, token: Token) -> bool:
    """`error.Name`, `error{A, B}`."""
    following, behind = s.peek(), s.peek(2)
    if s.operand or following is None or behind is None:
        return False
    if following.type == "LBRACE" and not following.column:
        s.emit(token, "ERROR")
        s.emit(following, "LITERAL_OPEN")
        s.at += 1
        s.push(Frame(Kind.ITEMS))
        return True
    if following.type == "DOT" and behind.text[:1].isupper():
        s.emit(token, "ERROR")
        s.operand = True
        return True
    return False


def unreachable_word(s: State, token: Token) -> bool:
    """`unreachable`."""
    if s.operand or s.type or s.peek_type() in ("LPAR", "DOT"):
        return False
    s.emit(token, "UNREACHABLE")
    s.operand = True
    return True


def in_keyword(s: State, token: Token) -> bool:
    """`in` of a `for` head."""
    frame = s.frame
    head = frame.heads[-1] if frame.heads else None
    outer = s.frames[-2].heads if len(s.frames) > 1 and frame.kind is Kind.HEAD else None
    in_for = (head is not None and head.keyword == "FOR") or bool(outer and outer[-1].keyword == "FOR")
    if not s.operand or not in_for:
        return False
    in_word(s, token)
    return True


def packed_word(s: State, token: Token) -> bool:
    """`packed struct`, `extern struct`, which only Zig has."""
    if s.operand or s.peek_type() not in ("STRUCT", "UNION"):
        return False
    s.refuse("unsupported-form", f"`{token.text}` structs do not exist here", token, None, "write `struct`")
    return True


def comptime_word(s: State, token: Token) -> bool:
    """`comptime`, which only Zig has."""
    following = s.peek()
    if following is None or following.column or not (is_word(following) or following.type == "LBRACE"):
        return False
    s.refuse("unsupported-form", "`comptime` does not exist here", token, None,
             "delete it: constants are computed while building")  # fmt: skip
    return True


POSITIONAL: dict[str, Callable[[State, Token], bool]] = {
    "as": infix_word, "catch": infix_word, "orelse": infix_word, "implies": infix_word, "not": not_word,
    "try": try_word, "let": let_word, "mut": mut_word, "match": match_word, "loop": loop_word, "inline": inline_word,
    "pub": visibility_word, "export": visibility_word, "defer": defer_word, "errdefer": defer_word,
    "assert": assert_word, "invariant": assert_word, "assert_eq": assert_word, "error": error_word,
    "unreachable": unreachable_word, "in": in_keyword, "comptime": comptime_word,
    "packed": packed_word, "extern": packed_word,
}  # fmt: skip
