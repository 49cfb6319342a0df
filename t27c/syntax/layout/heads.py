"""Heads of `if`, `while`, `for`, `switch`: where the condition ends, captures, `else`, and the forms of `for`."""

from __future__ import annotations

from t27c.syntax.layout.state import STATEMENTS, Frame, Head, Kind, State
from t27c.syntax.layout.statements import end_statement
from t27c.syntax.tokens import INFIX_ONLY, INFIX_WORDS, Token

# Behind the `)` of a head these go on with the condition, so that the parentheses were only part of it.
_GOES_ON = INFIX_ONLY - {"LESS"} | {"LESS", "CONCAT"}


def keyword_head(s: State, token: Token) -> None:
    """`if`, `while`, `for`, `switch` or `match`."""
    frame = s.frame
    if token.type == "IF" and frame.kind is Kind.ARMS and not frame.in_body and s.operand:
        s.emit(token, "GUARD")
        s.operand = False
        return
    statement = frame.kind in STATEMENTS and frame.start
    keyword = token.type
    if statement:
        frame.start = False
    if keyword == "IF":
        frame.ifs.append(statement)
    s.emit(token, f"{keyword}_STMT" if statement and keyword in ("IF", "SWITCH") else keyword)
    open_head(s, keyword, statement)


def open_head(s: State, keyword: str, statement: bool) -> None:
    """Read the start of a head; the token in hand is its keyword."""
    s.deepen(s.tokens[s.at], lasting=True)
    s.operand = s.type = False
    opener = s.peek()
    in_parens = opener is not None and opener.type == "LPAR" and ends_head(s, opener, keyword)
    s.frame.heads.append(Head(keyword, not in_parens, statement))
    if opener is not None and opener.type == "LBRACE":
        missing_condition(s, keyword)
    if in_parens and opener is not None:
        s.at += 1
        s.emit(opener, "HEAD_OPEN")
        s.push(Frame(Kind.HEAD))
        if keyword == "FOR":
            check_for(s)
    let_some(s, keyword)


def missing_condition(s: State, keyword: str) -> None:
    """`if {`: no condition."""
    word = s.tokens[s.at]
    what = {"FOR": "what to loop over", "SWITCH": "a value"}.get(keyword, "a condition")
    s.refuse("expected-token", f"expected {what} behind `{word.text}`", word)
    s.add("BAD")
    s.operand = True


def check_for(s: State) -> None:
    """`for (const XS)` is `for (XS)`; `for (i = 0; ..)` is the loop of C."""
    if s.peek_type() == "CONST":
        s.at += 1
    word = s.peek()
    if word is not None and (s.peek_type(2) == "EQ" or word.type == "VAR"):
        s.refuse("unsupported-form", "a `for` with `;` does not exist here", word, None, "write `for (0..n) |i|`")


def let_some(s: State, keyword: str) -> None:
    """`let Some(x) = e` in the head of an `if` or `while`."""
    word = s.peek()
    if word is None or word.text != "let" or s.peek_type(2) != "NAME":
        return
    some = s.peek(2)
    closer = s.peek(5)
    if (
        some is not None
        and some.text == "Some"
        and closer is not None
        and closer.type == "RPAR"
        and keyword in ("IF", "WHILE")
    ):
        name = s.peek(4)
        s.emit(word, "LET_SOME")
        if name is not None:
            s.emit(name)
        s.at += 5
        return
    last = some if some is not None else word
    s.refuse("unsupported-form", "a pattern other than `Some(x)` behind `let`", word, last, "write a `switch`")


def ends_head(s: State, opener: Token, keyword: str) -> bool:
    """Whether the `)` that belongs to `opener` ends the head."""
    mate = opener.mate
    if mate is None:
        return False
    at = s.at + 1 + mate.index - opener.index + 1
    behind = s.tokens[at] if at < len(s.tokens) else None
    if behind is None or keyword == "FOR":
        return True
    if behind.type in ("DEREF", "UNWRAP"):
        return False
    return behind.type not in _GOES_ON and not (behind.type == "NAME" and behind.text in INFIX_WORDS)


def after_head(s: State) -> None:
    """Behind the `)` of a head: capture, step of a `while`, then the body."""
    head = s.frame.heads.pop()
    s.operand = s.type = False
    if head.keyword == "STEP":
        start_body(s, head)
        return
    if head.keyword == "SWITCH":
        open_arms(s, head)
        return
    if head.keyword == "FOR" and s.peek_type() == "NAME" and s.tokens[s.at + 1].text == "in":
        s.refuse("unsupported-form", "a pattern in parentheses in a `for`", s.tokens[s.at + 1], None,
                 "write `for (xs, 0..) |x, i|`")  # fmt: skip
    take_capture(s)
    if head.keyword == "WHILE" and s.peek_type() == "COLON" and s.peek_type(2) == "LPAR":
        s.at += 1
        open_step(s, s.tokens[s.at], head)
        return
    start_body(s, head)


def open_step(s: State, colon: Token, head: Head) -> None:
    """`: (` of the step of a `while`; the token in hand is the colon."""
    s.at += 1
    s.emit(colon, "STEP")
    s.emit(s.tokens[s.at], "HEAD_OPEN")
    s.frame.heads.append(Head("STEP", False, head.statement))
    s.push(Frame(Kind.HEAD))


def start_body(s: State, head: Head) -> None:
    """The body of a statement is a statement again; that of a value is a value."""
    s.operand = s.type = False
    if head.statement:
        s.frame.start = True


def open_arms(s: State, head: Head) -> None:
    """The `{` behind the head of a `switch`."""
    opener = s.peek()
    if opener is None or opener.type != "LBRACE":
        return
    s.at += 1
    s.emit(opener, "ARMS_OPEN")
    s.push(Frame(Kind.ARMS, ends_statement=head.statement))


def close_bare_head(s: State, token: Token) -> None:
    """A `{` that ends a condition without parentheses."""
    head = s.frame.heads.pop()
    s.operand = s.type = False
    if head.keyword == "SWITCH":
        s.emit(token, "ARMS_OPEN")
        s.push(Frame(Kind.ARMS, ends_statement=head.statement))
        return
    s.emit(token, "BLOCK_OPEN" if head.statement else "LBRACE")
    s.push(Frame(Kind.BLOCK, start=True, ends_statement=head.statement))


def take_capture(s: State) -> None:
    """`|x|`, `|*x, i|` where one may stand; the token in hand is the one before it."""
    if s.peek_type() != "PIPE":
        return
    at = s.at + 1
    end = at + 1
    while end < len(s.tokens) and s.tokens[end].type in ("NAME", "COMMA", "STAR", "LPAR", "RPAR"):
        end += 1
    if end >= len(s.tokens) or s.tokens[end].type != "PIPE":
        return
    for token in s.tokens[at : end + 1]:
        s.emit(token, "BAR" if token.type == "PIPE" else "BY_REF" if token.type == "STAR" else "")
    s.at = end


def keyword_else(s: State, token: Token) -> None:
    """`else`: an arm, the other branch of a value, or of a statement whose body may lack its `;`."""
    frame = s.frame
    if frame.kind is Kind.ARMS and not frame.in_body:
        s.emit(token)
        s.operand = True
        return
    statement = frame.kind in STATEMENTS and (frame.start or (bool(frame.ifs) and frame.ifs[-1]))
    if statement and not frame.start:
        end_statement(s, "else")
    if frame.ifs:
        frame.ifs.pop()
    s.operand = s.type = False
    if s.peek_type() == "IF":
        s.emit(token, "ELIF")
        s.at += 1
        frame.start = False
        frame.ifs.append(statement)
        frame.nest -= frame.nest > 0
        open_head(s, "IF", statement)
        return
    s.emit(token)
    take_capture(s)
    if statement:
        frame.start = True


def in_word(s: State, token: Token) -> None:
    """`in` of `for x in xs`."""
    s.emit(token, "IN")
    s.operand = False
