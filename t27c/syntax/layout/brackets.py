"""What each bracket is at its place: a call or a group, an index or a list, a block, a literal, members or arms."""

from __future__ import annotations

from t27c.syntax.layout.heads import after_head, close_bare_head
from t27c.syntax.layout.state import STATEMENTS, Frame, Kind, State
from t27c.syntax.layout.statements import after_block, arm_ended, end_statement
from t27c.syntax.layout.types import begin_type, begin_type_at_value, has_semicolon, is_type_at_value, open_type_bracket
from t27c.syntax.tokens import Token
from t27c.syntax.words import is_word


def left_paren(s: State, token: Token) -> None:
    """`(`"""
    previous = s.previous
    if s.type and not s.operand:
        s.emit(token)
        s.push(Frame(Kind.TYPES, is_type=True))
    elif previous is not None and previous.type == "FN_NAME":
        s.emit(token)
        s.push(Frame(Kind.PARAMS))
    elif s.frame.kind is Kind.MEMBERS and s.frame.declares and s.operand and not s.type and not s.members:
        refuse_payload(s, token)
    elif s.operand and not token.column and not s.members:
        is_builtin_type = s.type and previous is not None and previous.type == "BUILTIN"
        if is_builtin_type and previous is not None and previous.text != "@This":
            refuse_builtin_type(s, previous)
        elif s.type and not is_builtin_type:
            s.refuse(
                "unsupported-type",
                "types have no arguments in parentheses",
                token,
                None,
                "name a type of its own for it",
            )
        s.deepen(token)
        s.emit(token, "CALL_OPEN")
        s.push(Frame(Kind.ITEMS, is_type=is_builtin_type))
    else:
        s.emit(token)
        s.push(Frame(Kind.ITEMS))


def refuse_builtin_type(s: State, word: Token) -> None:
    """`@Vector(4, f32)` and other builtins that make types elsewhere."""
    s.refuse(
        "unsupported-type",
        f"`{word.text}(..)` is not a type here",
        word,
        None,
        "write the type itself, such as `[4]f32`",
    )


def refuse_payload(s: State, token: Token) -> None:
    """`A(T)`, `A { f: T }`: a variant of Rust that holds values."""
    name = s.previous
    s.refuse("unsupported-form", "a variant of an enum holds no values", name if name is not None else token, token,
             "write `union(enum) { name: type }`")  # fmt: skip
    s.emit(token, "BAD")
    s.push(Frame(Kind.ITEMS))


def right_paren(s: State, token: Token) -> None:
    """`)`"""
    s.drop_comma()
    closed = s.pop()
    s.type = closed.is_type
    s.operand = True
    if closed.kind is Kind.HEAD:
        s.emit(token, "HEAD_CLOSE")
        after_head(s)
        return
    s.emit(token)
    if closed.kind is Kind.PARAMS:
        begin_type(s)
        s.result = True


def left_square(s: State, token: Token) -> None:
    """`[`"""
    if s.type and not s.operand:
        open_type_bracket(s, token)
    elif s.operand and not token.column:
        s.deepen(token)
        s.emit(token, "INDEX_OPEN")
        s.push(Frame(Kind.ITEMS))
    elif is_type_at_value(s, token):
        begin_type_at_value(s)
        open_type_bracket(s, token)
    else:
        repeats = token.mate is not None and has_semicolon(s, token, token.mate)
        s.emit(token)
        s.push(Frame(Kind.REPEAT if repeats else Kind.ITEMS))


def right_square(s: State, token: Token) -> None:
    """`]`"""
    s.drop_comma()
    closed = s.pop()
    s.emit(token)
    s.type = closed.is_type
    s.operand = closed.kind is not Kind.LENGTH


def left_brace(s: State, token: Token) -> None:
    """`{`"""
    frame = s.frame
    if s.members or (s.kind == "impl" and frame.kind is Kind.TOP):
        s.members = False
        is_type = s.type and not s.operand
        s.emit(token)
        s.push(Frame(Kind.MEMBERS, start=True, is_type=is_type))
    elif s.result:
        open_body(s, token)
    elif s.previous is not None and s.previous.type == "COLONS":
        s.emit(token)
        s.push(Frame(Kind.ITEMS))
    elif frame.kind is Kind.MEMBERS and frame.declares and s.operand and not s.type:
        refuse_payload(s, token)
    elif frame.kind in STATEMENTS and frame.start:
        open_block(s, token, "BLOCK_OPEN", ends_statement=True)
    elif frame.heads and frame.heads[-1].bare and s.operand:
        close_bare_head(s, token)
    elif s.operand:
        open_literal(s, token)
    elif s.previous is not None and s.previous.type == "VALUE_DOT":
        s.emit(token, "LITERAL_OPEN")
        s.push(Frame(Kind.LITERAL, start=True))
    else:
        open_value_block(s, token)


def open_body(s: State, token: Token) -> None:
    """The body of a function."""
    s.result = s.type = False
    local = s.frame.kind in STATEMENTS or s.frame.kind is Kind.MEMBERS
    s.emit(token)
    s.push(Frame(Kind.BLOCK, start=True, ends_statement=local))


def open_block(s: State, token: Token, kind: str, *, ends_statement: bool) -> None:
    """A block of statements."""
    s.frame.start = False
    s.emit(token, kind)
    s.push(Frame(Kind.BLOCK, start=True, ends_statement=ends_statement))


def open_value_block(s: State, token: Token) -> None:
    """A block whose value is wanted; `{ "k": v }` is none."""
    inner = s.peek()
    if inner is not None and inner.type in ("STRING", "INT") and s.peek_type(2) == "COLON":
        s.refuse("unsupported-form", "maps do not exist here", token, None, "write a struct, or an array of pairs")
    previous = s.previous
    whole_arm = (
        s.frame.kind is Kind.ARMS and previous is not None and previous.type in ("FATARROW", "BAR", "VALUE_LABEL")
    )
    open_block(s, token, "LBRACE", ends_statement=False)
    s.frame.whole_arm = whole_arm


def open_literal(s: State, token: Token) -> None:
    """`T{..}` if what follows looks like it; otherwise a brace that the parser will blame."""
    typed = s.type and s.typed_literal > 0
    if not token.column and (typed or (not s.type and looks_like_literal(s))):
        s.typed_literal -= typed
        s.emit(token, "LITERAL_OPEN")
        s.push(Frame(Kind.LITERAL, start=True))
        return
    s.type = False
    s.emit(token)
    s.push(Frame(Kind.BLOCK, start=True))


def looks_like_literal(s: State) -> bool:
    """What may follow the `{` of a literal: `}`, `.f =`, `f =`, `f :`, `f ,`, `f }`, `..`."""
    first, second, third = s.peek(), s.peek_type(2), s.peek_type(3)
    if first is None or first.type in ("RBRACE", "DOTDOT", "ELLIPSIS"):
        return first is not None
    if first.type == "DOT":
        return third in ("EQ", "COLON")
    return is_word(first) and second in ("EQ", "COLON", "COMMA", "RBRACE")


def right_brace(s: State, token: Token) -> None:
    """`}`"""
    s.drop_comma()
    frame = s.frame
    if frame.kind in STATEMENTS and not frame.start:
        end_statement(s, "}")
    elif frame.kind is Kind.MEMBERS and not frame.start:
        s.add("END")
    elif frame.kind is Kind.ARMS and frame.in_body:
        s.add("ARM_END")
    closed = s.pop()
    s.emit(token)
    s.type = closed.is_type
    s.operand = True
    if closed.kind is Kind.MEMBERS and s.frame.kind in (Kind.TOP, Kind.MEMBERS) and not closed.is_type:
        s.frame.start = s.frame.kind is Kind.MEMBERS
    if closed.ends_statement:
        after_block(s)
    elif closed.whole_arm and (s.peek_type() not in ("COMMA", "ELSE") or s.peek_type(2) == "FATARROW"):
        s.add("ARM_END")
        arm_ended(s)
