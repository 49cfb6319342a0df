"""Where types stand: brackets of array types, generic arguments, and types at the place of a value."""

from __future__ import annotations

from t27c.syntax.brackets import MAX_DEPTH, pair_inner
from t27c.syntax.layout.state import Frame, Kind, State
from t27c.syntax.lexer import lex_part
from t27c.syntax.tokens import INFIX_WORDS, Token

GENERIC_AFTER_AS = frozenset({"Option", "Vec", "Result", "List"})
_TYPE_START = frozenset({"NAME", "LSQB", "QUESTION", "STAR", "AMP", "CONST", "LPAR", "FN", "STRUCT", "BANG", "BUILTIN"})
_GENERIC_PART = frozenset(
    {
        "NAME",
        "COMMA",
        "LESS",
        "MORE",
        "SHR",
        "LSQB",
        "RSQB",
        "AMP",
        "QUESTION",
        "COLONS",
        "DOT",
        "INT",
        "LPAR",
        "RPAR",
        "STAR",
        "SEMI",
    }
)


def begin_type(s: State) -> None:
    """A type follows."""
    s.type = True
    s.operand = False


def starts_type(token: Token | None) -> bool:
    """Whether a token behind `]` can go on with the element type."""
    if token is None or token.column:
        return False
    return token.type in _TYPE_START and token.text not in INFIX_WORDS


def open_type_bracket(s: State, token: Token) -> None:
    """A `[` of a type: `[]T`, `[N]T`, `[T]` or `[T; N]`."""
    s.deepen(token)
    mate = token.mate
    inner = s.peek()
    if mate is None or inner is None:
        s.emit(token)
        return
    if inner.type in ("STAR", "COLON") and s.peek(2) is not None and inner is not mate:
        refuse_pointer_bracket(s, token, mate, inner)
    elif s.peek_type(2) == "COLON":
        s.refuse("unsupported-type", "`[K: V]` is not a type here", token, mate, "write an array of pairs")
    behind = s.tokens[s.at + mate.index - token.index + 1 : s.at + mate.index - token.index + 2]
    if inner is mate or starts_type(behind[0] if behind else None):
        s.emit(token, "ARRAY_OPEN")
        s.push(Frame(Kind.LENGTH, is_type=True))
    elif has_semicolon(s, token, mate):
        s.emit(token, "REPEAT_OPEN")
        s.push(Frame(Kind.REPEAT, is_type=True))
        s.type = True
    else:
        s.emit(token, "LIST_OPEN")
        s.push(Frame(Kind.TYPES, is_type=True))


def refuse_pointer_bracket(s: State, token: Token, mate: Token, inner: Token) -> None:
    """`[*]T` and `[:0]T`, which only Zig has."""
    form = "[*]T" if inner.type == "STAR" and s.peek(2) is mate else "[:0]T" if inner.type == "COLON" else ""
    if form:
        s.refuse("unsupported-type", f"`{form}` is not a type here", token, mate, "write `[]T`")


def has_semicolon(s: State, token: Token, mate: Token) -> bool:
    """Whether a `;` stands between two brackets, outside inner ones."""
    at, end = s.at + 1, s.at + mate.index - token.index
    while at < end:
        inner = s.tokens[at]
        if inner.type == "SEMI":
            return True
        at += inner.mate.index - inner.index + 1 if inner.mate is not None and inner.mate.index > inner.index else 1
    return False


def is_type_at_value(s: State, token: Token) -> bool:
    """Whether a `[` at the place of a value begins a type: groups of brackets, then on the same line a type."""
    at = s.at
    empty = False
    while at < len(s.tokens) and s.tokens[at].type == "LSQB" and s.tokens[at].mate is not None:
        mate = s.tokens[at].mate
        assert mate is not None
        empty = mate.index == s.tokens[at].index + 1
        at += mate.index - s.tokens[at].index + 1
    behind = s.tokens[at] if at < len(s.tokens) else None
    if behind is None or behind.column:
        return False
    if behind.type in ("QUESTION", "STAR", "LPAR", "AMP"):
        return empty and not (behind.type in ("STAR", "AMP") and _is_value_end(s, at + 1))
    return behind.type in ("NAME", "CONST", "FN", "STRUCT") and behind.text not in INFIX_WORDS


def _is_value_end(s: State, at: int) -> bool:
    return at >= len(s.tokens) or s.tokens[at].type in ("INT", "FLOAT")


def begin_type_at_value(s: State) -> None:
    """Mark that a type stands where a value is expected."""
    s.add("TYPE")
    s.typed_literal += 1
    begin_type(s)


def open_generic(s: State, name: Token) -> bool:
    """`Option<T>` and the like: retag both angles. False if `<` compares."""
    following = s.peek()
    if following is None or following.type != "LESS":
        return False
    behind_as = len(s.out) > 1 and s.out[-2].type == "AS"
    if behind_as and name.text not in GENERIC_AFTER_AS:
        return False
    return _match_angle(s, s.at + 1)


def _match_angle(s: State, at: int) -> bool:
    depth, opener = 0, at
    while at < len(s.tokens) and s.tokens[at].type in _GENERIC_PART:
        token = s.tokens[at]
        if token.type == "SHR":
            second = Token("MORE", ">", token.start + 1, token.end, token.line, 0)
            second.index = token.index
            token.type, token.text, token.end = "MORE", ">", token.start + 1
            s.tokens.insert(at + 1, second)
        if token.type == "LESS":
            depth += 1
            if depth > MAX_DEPTH:
                s.too_deep(token)
                return False
        elif token.type == "MORE":
            depth -= 1
            if depth == 0:
                s.tokens[opener].type, token.type = "GENERIC_OPEN", "GENERIC_CLOSE"
                return True
        at += 1
    return False


def unquote_type(s: State) -> None:
    """`a : "u32"`: read the text of the string as a type."""
    quoted = s.tokens[s.at + 1]
    inner = lex_part(s.problems, quoted)
    if not inner or not pair_inner(inner):
        s.problems.report(
            "damaged-type",
            "the type of this field cannot be read",
            s.problems.at(quoted),
            helps=("write the type again",),
        )
        return
    s.problems.report(
        "quoted-type", "the type is written as a string", s.problems.at(quoted), helps=("delete the quotes",)
    )
    s.tokens[s.at + 1 : s.at + 2] = inner


def generic_open(s: State, token: Token) -> None:
    """The `<` of type arguments."""
    s.emit(token)
    s.push(Frame(Kind.TYPES, is_type=True))


def generic_close(s: State, token: Token) -> None:
    """The `>` of type arguments."""
    s.emit(token)
    s.pop()
    s.type = s.operand = True
