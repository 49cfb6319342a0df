"""Where statements and members begin and end: `;`, line ends, and closing braces become explicit end tokens."""

from __future__ import annotations

from t27c.syntax.layout.state import STATEMENTS, Kind, State
from t27c.syntax.tokens import ASSIGN_OPS, INFIX, INFIX_WORDS, Token

_CONTINUES = (
    INFIX
    | ASSIGN_OPS
    | {"DOT", "COMMA", "RPAR", "RSQB", "RBRACE", "SEMI", "COLON", "FATARROW", "ARROW", "ELSE", "DEREF", "UNWRAP",
       "COLONS", "DOTDOT", "RANGE_EQ", "ELLIPSIS", "RAWTEXT"}
)  # fmt: skip
_JUMPS = frozenset({"RETURN", "BREAK", "CONTINUE"})
_STARTS = frozenset({"CONST", "VAR", "WHILE", "FOR", "FN", "RETURN", "BREAK", "CONTINUE"})
NO_WARNING = frozenset({"}", "else", "line"})


def end_statement(s: State, how: str = "") -> None:
    """Add the end of a statement that has no `;`; `how` is what ended it."""
    last = s.previous
    s.add("END", how)
    if how not in NO_WARNING and last is not None and last.type != "BAD":
        span = s.problems.span(last.end - 1, last.end)
        s.problems.report("missing-semicolon", "the statement ends without `;`", span, helps=("write `;`",))
    statement_ended(s)


def statement_ended(s: State) -> None:
    """The next token begins a statement."""
    frame = s.frame
    frame.start = True
    frame.declares = frame.clause_line = False
    frame.clause = ""
    frame.extra = frame.nest = 0
    frame.heads.clear()
    s.operand = s.type = s.result = False
    s.typed_literal = 0


def after_block(s: State) -> None:
    """Behind the `}` that ends a statement; an `else` goes on with it."""
    if s.peek_type() == "ELSE":
        s.frame.start = True
        s.operand = s.type = False
        return
    s.frame.ifs.clear()
    statement_ended(s)


def continues(token: Token) -> bool:
    """Whether a token at the start of a line goes on with the expression above it."""
    return token.type in _CONTINUES or (token.type == "NAME" and token.text in INFIX_WORDS)


def line_start(s: State, token: Token) -> None:
    """A new line ends a statement, a member, or an arm behind a block, unless it goes on with it."""
    frame = s.frame
    if frame.kind is Kind.BLOCK or frame.kind is Kind.TEST:
        if frame.start or continues(token) or (s.result and token.type == "LBRACE"):
            return
        jump = s.previous is not None and s.previous.type in _JUMPS and token.type in _STARTS
        if s.operand or jump:
            end_statement(s, "line" if frame.clause_line else "")
    elif frame.kind is Kind.MEMBERS:
        if not frame.start and s.operand and not continues(token) and not (s.result and token.type == "LBRACE"):
            s.add("END")
            member_ended(s)
    elif frame.kind is Kind.ARMS and frame.in_body and s.previous is not None and s.previous.type == "RBRACE":
        arm_line(s, token)


def arm_line(s: State, token: Token) -> None:
    """A line behind an arm whose body ends in a brace: the comma may be missing."""
    if not continues(token) or (token.type == "ELSE" and s.peek_type() == "FATARROW"):
        s.add("ARM_END")
        arm_ended(s)


def arm_ended(s: State) -> None:
    """The next token begins an arm."""
    frame = s.frame
    frame.in_body = False
    frame.extra = frame.nest = 0
    frame.ifs.clear()
    s.operand = s.type = False


def member_ended(s: State) -> None:
    """The next token begins a field, a variant or a method."""
    s.frame.start = True
    s.frame.declares = False
    s.operand = s.type = s.result = False


def semicolon(s: State, token: Token) -> None:
    """`;` ends a statement or a member, or parts `[v; n]`."""
    frame = s.frame
    if frame.kind in STATEMENTS:
        semicolon_of_statement(s, token)
    elif frame.kind is Kind.MEMBERS:
        if frame.start:
            stray(s, token)
            return
        s.emit(token, "END")
        member_ended(s)
    elif frame.kind is Kind.REPEAT:
        s.emit(token, "REPEAT_SEMI")
        s.operand = s.type = False
    else:
        s.emit(token, "END")
        s.operand = s.type = s.result = False


def semicolon_of_statement(s: State, token: Token) -> None:
    """A `;` behind a statement, or behind nothing."""
    frame = s.frame
    if frame.start:
        stray(s, token)
        return
    is_clause = frame.clause != "" or frame.kind is Kind.CLAUSES
    if frame.ifs and s.peek_type() != "ELSE":
        frame.ifs.clear()
    s.emit(token, "END")
    statement_ended(s)
    if is_clause and frame.kind is Kind.CLAUSES:
        frame.ended = token


def stray(s: State, token: Token) -> None:
    """A `;` behind nothing that could end."""
    s.problems.report("stray-semicolon", "this `;` ends nothing", s.problems.at(token), helps=("delete it",))


def comma(s: State, token: Token) -> None:
    """`,`"""
    frame = s.frame
    if frame.kind is Kind.MEMBERS:
        if not frame.start:
            s.emit(token, "END")
            member_ended(s)
            return
    elif frame.kind is Kind.ARMS and frame.in_body:
        s.emit(token, "ARM_END")
        arm_ended(s)
        return
    s.emit(token)
    s.operand = False
    s.type = frame.kind is Kind.TYPES
    frame.extra = frame.nest = 0
    if frame.kind is Kind.LITERAL:
        frame.start = True
    if frame.kind is Kind.PARAMS:
        frame.declares = False
