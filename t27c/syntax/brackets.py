"""Which bracket belongs to which: one fast pass, and a second one that guesses by indentation when they do not pair."""

from __future__ import annotations

from t27c.diagnostics.model import Label
from t27c.syntax.problems import Problems
from t27c.syntax.tokens import CLOSERS, OPENERS, Token, virtual
from t27c.syntax.words import is_clause_start, is_declaration_start

MAX_DEPTH = 256
_SIGN = {"LPAR": "(", "LSQB": "[", "LBRACE": "{", "RPAR": ")", "RSQB": "]", "RBRACE": "}"}


def pair_brackets(tokens: list[Token], problems: Problems) -> list[Token]:
    """Set `mate` and `index` of all tokens; brackets that do not pair are reported, and added or left out."""
    _number(tokens)
    if _pair(tokens, problems):
        return tokens
    tokens = _Repair(tokens, problems).run()
    _number(tokens)
    return tokens


def pair_inner(tokens: list[Token]) -> bool:
    """Set `mate` and `index` of the tokens of a part of a file; False if its brackets do not pair."""
    _number(tokens)
    stack: list[Token] = []
    for token in tokens:
        if token.type in OPENERS:
            stack.append(token)
        elif token.type in CLOSERS:
            if not stack or stack[-1].type != CLOSERS[token.type]:
                return False
            token.mate = stack.pop()
            token.mate.mate = token
    return not stack


def _number(tokens: list[Token]) -> None:
    for index, token in enumerate(tokens):
        token.index = index


def _pair(tokens: list[Token], problems: Problems) -> bool:
    stack: list[Token] = []
    deepest = 0
    for token in tokens:
        if token.type in OPENERS:
            stack.append(token)
            if len(stack) > MAX_DEPTH == deepest:
                problems.report("too-deep", f"brackets nested more than {MAX_DEPTH} deep", problems.at(token),
                                helps=("name a part of it with a `const`, or move it to a function",))  # fmt: skip
            deepest = max(deepest, len(stack))
        elif token.type in CLOSERS:
            if not stack or stack[-1].type != CLOSERS[token.type]:
                return False
            token.mate = stack.pop()
            token.mate.mate = token
    return not stack


class _Repair:
    """Pairs brackets of a file in which they do not pair."""

    def __init__(self, tokens: list[Token], problems: Problems) -> None:
        self.tokens = tokens
        self.problems = problems
        self.out: list[Token] = []
        self.stack: list[tuple[Token, int]] = []  # an opener and the column at which its line starts
        self.crooked: Token | None = None  # a block whose `}` stands further left than its head
        self.column = 1
        self.base = self.module_depth()

    def module_depth(self) -> int:
        """How many braces are open around declarations: 1 in a `module X {` file."""
        for token in self.tokens[:40]:
            if token.type == "LBRACE":
                return 1 if self.tokens[0].text in ("module", "spec") else 0
            if token.type == "SEMI":
                break
        return 0

    def run(self) -> list[Token]:
        """The tokens with brackets that pair."""
        for at, token in enumerate(self.tokens):
            if token.column:
                self.column = token.column
                self.close_before_line(at, token)
            if token.type == "SEMI":
                self.close_before_semicolon(at, token)
            if token.type in OPENERS:
                self.stack.append((token, self.column))
                self.out.append(token)
            elif token.type in CLOSERS:
                self.close(at, token)
            else:
                self.out.append(token)
        self.finish()
        return self.out

    def close_before_line(self, at: int, token: Token) -> None:
        """A declaration at or left of the column of an open one, or a clause word inside `(`, ends what is open."""
        depth = len(self.stack)
        if depth <= self.base:
            return
        if is_clause_start(self.tokens, at) and token.type != "AND" and self.stack[-1][0].type != "LBRACE":
            while len(self.stack) > self.base and self.stack[-1][0].type != "LBRACE":
                self.unclosed(token)
            return
        if self.stack[-1][0].type == "LSQB" and token.type == "NAME" and self.follows(at, "COLON"):
            self.unclosed(token)
            self.close_before_line(at, token)
            return
        weak = token.type in ("CONST", "VAR") or token.text == "let"
        if not weak and is_declaration_start(self.tokens, at) and token.column <= self.stack[self.base][1]:
            self.unclosed_block(token)
        return

    def follows(self, at: int, kind: str) -> bool:
        """Whether a token of this type comes next."""
        return at + 1 < len(self.tokens) and self.tokens[at + 1].type == kind

    def unclosed_block(self, token: Token) -> None:
        """Report the block that a declaration interrupts, and close all that is open."""
        opener, _ = self.stack[-1]
        if opener.type != "LBRACE":
            self.unclosed(token)
            while len(self.stack) > self.base:
                self.pop_virtual(token)
            return
        culprit = self.crooked if self.crooked is not None else opener
        self.problems.report(
            "unclosed-delimiter",
            f"this block is still open where `{token.text}` starts at its column",
            self.problems.at(culprit),
            Label(span=self.problems.at(token), text="this starts the next declaration"),
            label="opened here",
            helps=("close it with `}`",),
        )
        while len(self.stack) > self.base:
            self.pop_virtual(token)
        self.crooked = None

    def close_before_semicolon(self, at: int, token: Token) -> None:
        """A `;` cannot stand inside `(`, nor at the end of a line inside `[`."""
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        ends_line = following is None or following.column > 0 or following.type == "RBRACE"
        while self.stack and self.stack[-1][0].type != "LBRACE" and ends_line:
            self.unclosed(token)

    def close(self, at: int, token: Token) -> None:
        """A closing bracket: of the innermost opener, or of none."""
        wanted = CLOSERS[token.type]
        if token.type == "RBRACE" and any(opener.type == wanted for opener, _ in self.stack):
            while self.stack[-1][0].type != wanted:
                self.unclosed(token)
        if self.stack and self.stack[-1][0].type == wanted and not self.closes_module_early(at, token):
            opener, column = self.stack.pop()
            token.mate, opener.mate = opener, token
            if token.type == "RBRACE" and token.column and token.column < column and self.crooked is None:
                self.crooked = opener
            self.out.append(token)
        elif self.stack and self.stack[-1][0].type != "LBRACE" and token.type != "RBRACE":
            self.mismatched(token)
        else:
            self.unmatched(token)

    def closes_module_early(self, at: int, token: Token) -> bool:
        """Whether a `}` would close the module although declarations follow."""
        return (
            token.type == "RBRACE"
            and len(self.stack) == self.base == 1
            and any(is_declaration_start(self.tokens, later) for later in range(at + 1, min(at + 40, len(self.tokens))))
        )

    def mismatched(self, token: Token) -> None:
        """`(a]`: the wrong closer stands for the right one."""
        opener, _ = self.stack.pop()
        right = OPENERS[opener.type]
        self.problems.report(
            "unmatched-delimiter",
            f"expected `{_SIGN[right]}`, found `{token.text}`",
            self.problems.at(token),
            Label(span=self.problems.at(opener), text="opened here"),
        )
        token.type, token.mate, opener.mate = right, opener, token
        self.out.append(token)

    def unmatched(self, token: Token) -> None:
        """A closer without an opener is reported and left out."""
        self.problems.report(
            "unmatched-delimiter", f"unmatched `{token.text}`", self.problems.at(token), helps=("delete it",)
        )

    def unclosed(self, before: Token) -> None:
        """Report the innermost opener as never closed, and close it before a token."""
        opener, _ = self.stack[-1]
        self.problems.report(
            "unclosed-delimiter",
            f"expected `{_SIGN[OPENERS[opener.type]]}` to close the {self.what(opener)} opened here",
            self.problems.at(opener),
            label="never closed",
        )
        self.problems.damage(before.start)
        self.pop_virtual(before)

    def what(self, opener: Token) -> str:
        """What an opener opens, in words."""
        at = opener.index
        previous = self.tokens[at - 1] if at else None
        behind_value = (
            previous is not None and previous.type in ("NAME", "RPAR", "RSQB", "BUILTIN") and not opener.column
        )
        if opener.type == "LPAR":
            return "call" if behind_value else "parenthesis"
        if opener.type == "LSQB":
            return "index" if behind_value else "list"
        return "block"

    def pop_virtual(self, before: Token) -> None:
        """Close the innermost opener with a bracket of no width."""
        opener, _ = self.stack.pop()
        end = self.out[-1].end if self.out else before.start
        closer = virtual(OPENERS[opener.type], end, self.out[-1].line if self.out else before.line)
        closer.mate, opener.mate = opener, closer
        self.out.append(closer)

    def finish(self) -> None:
        """Report what is open at the end of the file."""
        if not self.stack:
            return
        last = self.tokens[-1]
        if self.stack[-1][0].type == "LBRACE" and self.crooked is not None:
            self.stack.append((self.crooked, 0))
            self.unclosed_only()
            self.stack.pop()
        else:
            self.unclosed_only()
        while self.stack:
            self.pop_virtual(last)

    def unclosed_only(self) -> None:
        """Report the innermost opener as open at the end of the file."""
        opener, _ = self.stack[-1]
        sign = _SIGN[OPENERS[opener.type]]
        self.problems.report(
            "unclosed-delimiter",
            f"expected `{sign}` to close the {self.what(opener)} opened here",
            self.problems.at(opener),
            label="still open at the end of the file",
        )
