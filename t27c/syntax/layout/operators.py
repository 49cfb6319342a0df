"""Operators: infix or prefix, and the signs that mean different things at different places."""

from __future__ import annotations

from t27c.syntax.layout.clauses import bind_next, parts_bindings, refuse_assignment
from t27c.syntax.layout.heads import open_step, take_capture
from t27c.syntax.layout.state import Kind, State
from t27c.syntax.layout.types import begin_type, unquote_type
from t27c.syntax.tokens import PREFIX, Token


def infix_or_prefix(s: State, token: Token) -> None:
    """An operator of the table. `**` before a value or a type is two `*`."""
    if token.type == "STARSTAR" and not s.operand:
        token = split_stars(s, token)
    if s.type:
        if not s.operand or token.type == "BANG":
            s.deepen(token)
            s.emit(token)
            s.operand = False
            return
        s.type = False
    if not s.operand:
        prefix(s, token)
    elif token.type in ("BANG", "TILDE"):
        not_infix(s, token)
    else:
        s.emit(token, "BIN")
        s.operand = False
        s.frame.extra = 0


def split_stars(s: State, token: Token) -> Token:
    """Make two tokens of `**`; gives the first."""
    first = Token("STAR", "*", token.start, token.start + 1, token.line, token.column)
    second = Token("STAR", "*", token.start + 1, token.end, token.line, 0)
    first.index = second.index = token.index
    s.tokens[s.at : s.at + 1] = [first, second]
    return first


def not_infix(s: State, token: Token) -> None:
    """`name!(..)` is a macro of Rust; `!` and `~` never stand between values."""
    previous, following = s.previous, s.peek()
    opens = following is not None and following.type in ("LPAR", "LSQB", "LBRACE") and following.start == token.end
    if previous is not None and previous.type == "NAME" and opens:
        message = f"`{previous.text}!` is a macro, and macros do not exist here"
        s.refuse("unsupported-form", message, previous, token, "call a function, or write the literal")
        s.emit(token, "BAD")
        return
    s.emit(token)


def prefix(s: State, token: Token) -> None:
    """A prefix operator; `&mut` is `&`."""
    if token.type not in PREFIX:
        s.emit(token)
        return
    if token.type == "STAR" and s.peek_type() == "CONST":
        s.add("TYPE")
        begin_type(s)
        s.emit(token)
        return
    if token.type == "AMP" and s.frame.kind is not Kind.PARAMS:
        skip_mut(s)
    s.deepen(token)
    s.emit(token, "PRE")


def skip_mut(s: State) -> None:
    """`mut` behind `&` has no effect on a value."""
    following = s.peek()
    if following is not None and following.text == "mut" and s.peek_type(2) in ("NAME", "LPAR", "STAR"):
        s.at += 1


def pipe(s: State, token: Token) -> None:
    """`|` between patterns of an arm, as operator, or where no value can start with it."""
    if s.frame.kind is Kind.ARMS and not s.frame.in_body and s.operand:
        s.emit(token, "COMMA")
        s.operand = False
    elif s.operand:
        infix_or_prefix(s, token)
    else:
        bar_at_value(s, token)


def bar_at_value(s: State, token: Token) -> None:
    """`|x|` as a magnitude in an invariant, or a closure."""
    if s.in_test == "invariant":
        s.refuse("quantified-invariant", "`|x|` is not a magnitude: this invariant is not checked", token, None,
                 "write `@abs(x)`")  # fmt: skip
    else:
        s.refuse("unsupported-form", "closures do not exist here", token, None, "declare a `fn` and pass its name")
    s.emit(token, "BAD")


def double_bar(s: State, token: Token) -> None:
    """`||` as operator, or a closure without parameters."""
    if s.operand:
        infix_or_prefix(s, token)
    else:
        bar_at_value(s, token)


def logic(s: State, token: Token) -> None:
    """`and`, `or`."""
    if token.type == "AND" and parts_bindings(s):
        bind_next(s, token)
        return
    infix_or_prefix(s, token)


def equals(s: State, token: Token) -> None:
    """`=`"""
    if s.frame.clause == "then":
        refuse_assignment(s, token)
    s.emit(token)
    s.operand = s.type = False
    s.frame.declares = False
    s.frame.extra = 0
    if s.kind == "type" and s.frame.kind is Kind.TOP:
        begin_type(s)


def assign(s: State, token: Token) -> None:
    """`+=` and its kind."""
    if s.frame.clause == "then":
        refuse_assignment(s, token)
    s.emit(token, "ASSIGN")
    s.operand = s.type = False


def colon(s: State, token: Token) -> None:
    """`:` before a type, a label, or inside a literal or an index."""
    frame = s.frame
    if s.result and not s.operand:
        s.emit(token, "ARROW")
        return
    if frame.heads and frame.heads[-1].bare and frame.heads[-1].keyword == "WHILE" and s.peek_type() == "LPAR":
        open_step(s, token, frame.heads.pop())
        return
    s.emit(token)
    if frame.kind is Kind.MEMBERS and frame.declares and s.peek_type() == "STRING":
        unquote_type(s)
    if (
        frame.declares
        or frame.kind in (Kind.PARAMS, Kind.TYPES)
        or (frame.kind is Kind.TOP and s.operand and s.in_test == "")
    ):
        begin_type(s)
        return
    s.operand = s.type = False


def question(s: State, token: Token) -> None:
    """`?` of an optional type; behind a value it is a form of another language."""
    if s.type:
        s.deepen(token)
        s.emit(token)
        return
    if s.operand:
        s.refuse("unsupported-form", "a `?` behind a value", token, None, "write `try` before it, or `.?` behind it")
        s.emit(token, "BAD")
        return
    s.add("TYPE")
    begin_type(s)
    s.emit(token)


def fat_arrow(s: State, token: Token) -> None:
    """`=>` of an arm, and its capture."""
    s.emit(token)
    s.frame.in_body = s.frame.kind is Kind.ARMS
    s.frame.extra = 0
    s.operand = s.type = False
    take_capture(s)


def arrow(s: State, token: Token) -> None:
    """`->`"""
    s.emit(token)
    begin_type(s)


def range_sign(s: State, token: Token) -> None:
    """`..`, `..=`, `...`"""
    s.emit(token)
    s.operand = s.type = False


def dot(s: State, token: Token) -> None:
    """`.` behind a value, in a path, or before a variant, a field or an untyped literal."""
    if s.operand:
        s.emit(token)
        s.deepen(token)
        s.operand = not s.type
        return
    if s.frame.kind is Kind.LITERAL and s.frame.start and s.peek_type(2) in ("EQ", "COLON"):
        s.emit(token, "FIELD_DOT")
        return
    s.emit(token, "VALUE_DOT")


def postfix_sign(s: State, token: Token) -> None:
    """`.*`, `.?`"""
    s.emit(token)
    s.deepen(token)
    s.operand = True


def double_colon(s: State, token: Token) -> None:
    """`::`"""
    s.emit(token)
    s.deepen(token)
    s.operand = False
