"""Clause lines of tests: where a line ends, what its first word makes of it, and which bindings it holds."""

from __future__ import annotations

from t27c.syntax.layout.state import Kind, State
from t27c.syntax.layout.statements import end_statement, statement_ended
from t27c.syntax.tokens import INFIX, INFIX_ONLY, INFIX_WORDS, OPENERS, Token
from t27c.syntax.words import is_clause_start, is_word

_CANNOT_BEGIN = INFIX_ONLY - {"AND"} | {"PIPE"}
_ASSERTING = frozenset({"then", "assert", "expect"})
_STATEMENT_STARTS = frozenset({"FOR", "WHILE", "IF", "SWITCH", "LBRACE"})
_NO_VALUE = INFIX - {"MINUS", "AMP", "STAR"} | {"EQ", "DOT", "COLON", "COMMA", "RPAR", "SEMI"}
_LINE_STARTS = frozenset(
    {
        "CONST",
        "VAR",
        "FOR",
        "WHILE",
        "IF",
        "SWITCH",
        "NAME",
        "BUILTIN",
        "RETURN",
        "BREAK",
        "CONTINUE",
        "FN",
        "LBRACE",
        "BAD",
    }
)


def clause_line_start(s: State, token: Token) -> None:
    """The first token of a line of a clause body: the end of the line above, unless this goes on with it."""
    frame = s.frame
    if not frame.start:
        begins_clause = token.type == "NAME" and is_clause_start(s.tokens, s.at)
        if not s.operand and not _is_complete(s) and not begins_clause:
            return
        if token.type in _CANNOT_BEGIN or (token.type == "NAME" and token.text in INFIX_WORDS) or _is_member(s, token):
            return
        if token.type in ("RBRACE", "ELSE", "SEMI"):
            return
        end_statement(s, "line")
    frame.ended = None


def _is_complete(s: State) -> bool:
    previous = s.previous
    return previous is not None and previous.type in ("RETURN", "BREAK", "CONTINUE", "RAWTEXT")


def _is_member(s: State, token: Token) -> bool:
    return token.type == "DOT" and is_word(s.peek())


def begin_clause(s: State, token: Token) -> bool:
    """Read the clause word at the start of a statement; False if the statement is none."""
    frame = s.frame
    if frame.ended is not None:
        s.problems.report(
            "text-after-clause",
            "text behind the `;` that ends this clause",
            s.problems.at(token),
            helps=("write it on a line of its own, or as a comment: `//`",),
        )
        frame.ended = None
    begins_line = token.column > 0 or (s.previous is not None and s.previous.type == "LBRACE")
    if not begins_line or not is_clause_start(s.tokens, s.at):
        if frame.kind is Kind.CLAUSES and token.column:
            check_line_start(s, token)
        return False
    word = token.text
    if word in ("measure", "target"):
        note(s, token)
        return True
    if word == "and" and s.peek_type() == "NAME" and s.tokens[s.at + 1].text in _ASSERTING and _starts_value(s.peek(2)):
        s.at += 1
        word = s.tokens[s.at].text
    frame.start = False
    frame.clause_line = True
    if word != "and":
        frame.role = "then" if word in _ASSERTING else word
    open_clause(s, token, word)
    return True


def _starts_value(token: Token | None) -> bool:
    return token is not None and not token.column and token.type not in _NO_VALUE


def open_clause(s: State, token: Token, word: str) -> None:
    """Choose between binding, action, assertion and statement by what follows the clause word."""
    frame = s.frame
    if word not in _ASSERTING and binds(s, s.at + 1):
        frame.clause = "bind"
        s.emit(token, "BIND")
        pass_mut(s)
        frame.declares = True
        return
    if word in _ASSERTING and s.peek_type() in _STATEMENT_STARTS:
        statement_ended(s)
        return
    asserting = word in _ASSERTING or (word == "and" and frame.role == "then" and not assigns(s))
    frame.clause = "then" if asserting else "act"
    s.emit(token, "THEN" if asserting else "ACT")
    s.operand = False


def check_line_start(s: State, token: Token) -> None:
    """A line that begins neither with a clause word nor as a statement."""
    if token.type in _LINE_STARTS or token.type == "RBRACE":
        return
    s.problems.report(
        "unreadable-clause",
        f"a line of a test cannot begin with `{token.text}`",
        s.problems.at(token),
        helps=("begin it with `given`, `when`, `then`, `and`, or write a statement",),
    )


def pass_mut(s: State) -> None:
    """`mut` in a binding makes it a variable."""
    following = s.peek()
    if following is not None and following.text == "mut" and is_word(s.peek(2)):
        s.at += 1
        s.emit(following, "MUT")


def binds(s: State, at: int) -> bool:
    """Whether `name =`, `name : T =` or `(a, b) =` stands at `at`."""
    tokens = s.tokens
    if at + 1 < len(tokens) and tokens[at].text == "mut" and is_word(tokens[at + 1]):
        at += 1
    if at + 1 >= len(tokens) or tokens[at].column:
        return False
    mate = tokens[at].mate
    if tokens[at].type == "LPAR" and mate is not None:
        behind = at + mate.index - tokens[at].index + 1
        return behind < len(tokens) and tokens[behind].type == "EQ"
    return is_word(tokens[at]) and tokens[at + 1].type in ("EQ", "COLON") and not tokens[at + 1].column


def assigns(s: State) -> bool:
    """Whether a line holds an assignment outside brackets."""
    at = s.at + 1
    while at < len(s.tokens) and not s.tokens[at].column:
        token = s.tokens[at]
        if token.type == "EQ" or token.type.endswith("_ASSIGN"):
            return True
        at += token.mate.index - token.index + 1 if token.type in OPENERS and token.mate is not None else 1
    return False


def parts_bindings(s: State) -> bool:
    """Whether the `and` or `,` in hand stands between two bindings of a line."""
    return s.frame.clause == "bind" and binds(s, s.at + 1)


def bind_next(s: State, token: Token) -> None:
    """Part two bindings of a line."""
    s.emit(token, "BIND_SEP")
    s.operand = s.type = False
    pass_mut(s)
    s.frame.declares = True


def refuse_assignment(s: State, token: Token) -> None:
    """`then x = e`: an assertion compares."""
    s.problems.report(
        "assign-in-then",
        "an assertion cannot assign",
        s.problems.at(token),
        label="`=` assigns",
        helps=("write `==` to compare, or begin the line with `given` to bind a name",),
    )


def note(s: State, token: Token) -> None:
    """A `measure` or `target` line."""
    following = s.peek()
    if s.in_test != "bench" or following is None or following.type != "RAWTEXT":
        s.problems.report(
            "unreadable-clause",
            f"`{token.text}` lines belong to a `bench`",
            s.problems.at(token),
            helps=("delete the line, or make it a comment: `//`",),
        )
        s.frame.start = False
        s.emit(token)
        s.operand = True
        return
    s.at += 1
    s.emit(token, "NOTE")
    s.emit(following)
    s.frame.start = False
    end_statement(s, "line")
