"""The filter between lexer and parser: after it every token says what it means at its place, so that LALR suffices.

It retags tokens (`(` of a call or of a group, `-` as operator or sign, `match` as keyword or name), drops words without
effect, and adds tokens of no width where a line or a brace ends a statement, a clause or a member.
"""

from __future__ import annotations

from collections.abc import Callable

from t27c.syntax.layout import brackets, operators
from t27c.syntax.layout.clauses import begin_clause, bind_next, clause_line_start, parts_bindings, pass_mut
from t27c.syntax.layout.imports import lay_out_use
from t27c.syntax.layout.names import name, reserved
from t27c.syntax.layout.state import STATEMENTS, Frame, Kind, State
from t27c.syntax.layout.statements import comma, end_statement, line_start, semicolon
from t27c.syntax.layout.types import generic_close, generic_open, starts_type
from t27c.syntax.problems import Problems
from t27c.syntax.sections import Section
from t27c.syntax.tokens import ASSIGN_OPS, INFIX, LITERALS, RESERVED, Token
from t27c.syntax.words import TEST_WORDS

# Behind these a statement still begins.
_KEEPS_START = frozenset({"END", "LABEL", "DEFER", "INLINE", "ELSE", "LOOP"})
Handler = Callable[[State, Token], None]


def _operand(s: State, token: Token) -> None:
    if s.result and not s.operand and token.type == "INT" and starts_type(s.peek()):
        s.refuse("damaged-arrow", f"`{token.text}` stands where `->` should stand", token, None, "write `->`")
        s.emit(token, "ARROW")
        return
    s.emit(token)
    s.operand = True


def _comma(s: State, token: Token) -> None:
    if parts_bindings(s):
        bind_next(s, token)
        return
    comma(s, token)


def _pass(s: State, token: Token) -> None:
    s.emit(token)


_HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(INFIX | {"BANG", "TILDE"}, operators.infix_or_prefix),
    **dict.fromkeys(ASSIGN_OPS - {"EQ"}, operators.assign),
    **dict.fromkeys(LITERALS | {"RAWTEXT", "BAD"}, _operand),
    **dict.fromkeys(RESERVED.values(), reserved),
    **dict.fromkeys(("DOTDOT", "RANGE_EQ", "ELLIPSIS"), operators.range_sign),
    **dict.fromkeys(("DEREF", "UNWRAP"), operators.postfix_sign),
    "AND": operators.logic, "OR": operators.infix_or_prefix, "PIPE": operators.pipe, "OROR": operators.double_bar,
    "NAME": name, "BUILTIN": _operand, "EQ": operators.equals, "COLON": operators.colon, "QUESTION": operators.question,
    "FATARROW": operators.fat_arrow, "ARROW": operators.arrow, "DOT": operators.dot, "COLONS": operators.double_colon,
    "COMMA": _comma, "SEMI": semicolon,
    "LPAR": brackets.left_paren, "RPAR": brackets.right_paren,
    "LSQB": brackets.left_square, "RSQB": brackets.right_square,
    "LBRACE": brackets.left_brace, "RBRACE": brackets.right_brace,
    "GENERIC_OPEN": generic_open, "GENERIC_CLOSE": generic_close,
}  # fmt: skip
# Inside a finished type only these go on with it; anything else ends it.
_IN_TYPE = frozenset(
    {"DOT", "COLONS", "QUESTION", "BANG", "GENERIC_OPEN", "GENERIC_CLOSE", "LBRACE", "LPAR", "COMMA", "RPAR", "RSQB"}
)


def lay_out(section: Section, problems: Problems) -> list[Token]:
    """The tokens of a declaration as the grammar wants them."""
    if section.kind in ("use", "using"):
        return lay_out_use(section.tokens, problems)
    s = State(section.tokens, problems, section.kind)
    if section.kind in TEST_WORDS:
        _test_head(s, section)
    while s.at < len(s.tokens):
        token = s.tokens[s.at]
        _step(s, token)
        s.at += 1
    _finish(s, section)
    return s.out


def _step(s: State, token: Token) -> None:
    frame = s.frame
    if token.column and s.out:
        if frame.kind is Kind.CLAUSES:
            clause_line_start(s, token)
        else:
            line_start(s, token)
    if s.type and s.operand and token.type not in _IN_TYPE:
        s.type = False
    if frame.start and (frame.kind is Kind.TEST or frame.kind is Kind.CLAUSES) and begin_clause(s, token):
        return
    was_start = frame.start
    before = len(s.out)
    _HANDLERS.get(token.type, _pass)(s, token)
    if was_start and frame.start and frame.kind in STATEMENTS and len(s.out) > before:
        frame.start = s.out[before].type in _KEEPS_START


def _test_head(s: State, section: Section) -> None:
    """`test NAME` and what opens its body."""
    s.emit(s.tokens[0], "TEST_WORD")
    title = s.tokens[1] if len(s.tokens) > 1 else None
    if title is not None and (title.type == "STRING" or title.type in RESERVED.values()):
        s.emit(title, "STRING" if title.type == "STRING" else "NAME")
    elif title is not None:
        s.emit(title)
    s.at = 2
    if section.clauses:
        s.add("BEGIN")
        s.push(Frame(Kind.CLAUSES, start=True))
    elif s.peek_type(0) == "LBRACE":
        s.emit(s.tokens[2])
        s.push(Frame(Kind.TEST, start=True))
        s.at = 3


def _finish(s: State, section: Section) -> None:
    """End what the end of the declaration ends."""
    if s.frame.kind is Kind.CLAUSES:
        if not s.frame.start:
            end_statement(s, "line")
        s.add("FINISH")
    elif section.kind in ("const", "var", "let", "use", "using", "type", "invariant") and s.out:
        last = s.out[-1]
        closed_by_brace = section.kind == "invariant" and last.type == "RBRACE"
        if last.type != "END" and not closed_by_brace:
            end_statement(s, "line" if section.kind == "invariant" or last.type == "RBRACE" else "")
    elif section.kind == "fn" and s.result and s.out[-1].type != "END":
        end_statement(s, "line")


__all__ = ["lay_out", "pass_mut"]
