"""From characters to tokens: one regular expression, comments put aside, characters that are no code reported."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from t27c.source import TAB_WIDTH
from t27c.syntax.numbers import check_number
from t27c.syntax.problems import Problems
from t27c.syntax.tokens import OPERATORS, RESERVED, Token

MAX_CHARACTERS = 16_000_000
MAX_TOKENS = 4_000_000

_OPERATOR = "|".join(re.escape(op) for op in sorted(OPERATORS, key=len, reverse=True))
_NUMBER = r"0[xXbBoO][0-9A-Za-z_]*|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9][0-9_]*)?(?:[A-Za-z_][A-Za-z0-9_]*)?"
_SCAN = re.compile(
    rf"""[ \t]*(?:
    (?P<RAWSTRING>r"[^"\n]*" | r\#"(?:[^"\n]|"(?!\#))*"\#)
  | (?P<BYTES>b"(?:[^"\\\n]|\\.)*")
  | (?P<NAME>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<NEWLINE>\n)
  | (?P<COMMENT>//[^\n]*)
  | (?P<BLOCK>/\*)
  | (?P<NUMBER>{_NUMBER})
  | (?P<OPERATOR>{_OPERATOR})
  | (?P<STRING>"(?:[^"\\\n]|\\.)*")
  | (?P<BUILTIN>@[A-Za-z_][A-Za-z0-9_]*)
  | (?P<CHAR>'(?:[^'\\\n]|\\u\{{[^}}'\n]*\}}|\\x[^'\n]{{0,2}}|\\.)')
  | (?P<LINESTRING>\\\\[^\n]*)
  | (?P<HASH>\#[^\n]*)
  | (?P<QUOTED>@"[^"\n]*"?)
  | (?P<OPENSTRING>"[^\n]*)
  | (?P<OPENCHAR>'(?:[^'\n ]*'|.?))
  | (?P<STRANGE>[^\x00-\x7f]+|.)
  | (?P<END>\Z)
    )""",
    re.VERBOSE,
)
# A line of a struct up to a quote: a name, a colon, and nothing that could hold a string.
_FIELD = re.compile(r"\s*(?:pub\s+)?([A-Za-z_]\w*)\s*:[^=(]*\Z")
_BLOCK_MARK = re.compile(r"/\*|\*/")
_RAW_END = re.compile(r"//|\n|\Z")
_ASCII = {
    "→": "->", "⇒": "=>", "≠": "!=", "≤": "<=", "≥": ">=", "−": "-", "–": "-", "—": "-", "×": "*", "·": "*",
    "÷": "/", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "∧": "and", "∨": "or", "¬": "!",
    "…": "...", "\u00a0": "a space",
}  # fmt: skip
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
_BIDI_FIND = re.compile("[" + "".join(sorted(_BIDI)) + "]")


@dataclass(slots=True)
class Comment:
    """A comment with its mark; `alone` if nothing but comments stands on its first line."""

    text: str
    start: int
    end: int
    line: int
    end_line: int
    alone: bool


@dataclass(slots=True)
class Lexed:
    """What a file consists of."""

    tokens: list[Token]
    comments: list[Comment] = field(default_factory=list)
    first_hash: int = -1  # of a comment that begins with `#`


class _Lexer:
    """The state of one run over a text."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.text = problems.source.text
        self.lexed = Lexed([])
        self.line = 1
        self.line_start = 0
        self.first = True
        self.bench = False
        self.warned: set[str] = set()

    def run(self, position: int = 0) -> Lexed:
        """Read the text from a place on."""
        text, tokens = self.text, self.lexed.tokens
        end = len(text)
        self.line_start = position
        while position < end:
            # A comment that nests and raw text move the place to read on, so the scan starts again behind them.
            for match in _SCAN.finditer(text, position):
                kind = match.lastgroup
                start, position = match.span(kind)  # type: ignore[arg-type]
                if kind == "NEWLINE":
                    self.line += 1
                    self.line_start = position
                    self.first = True
                    continue
                if kind == "END":
                    break
                column = 0
                if self.first and kind not in ("COMMENT", "BLOCK", "HASH"):
                    column = self.first_column(start)
                if kind == "NAME":
                    word = match[kind]
                    tokens.append(Token(RESERVED.get(word, "NAME"), word, start, position, self.line, column))
                    if column and self.is_raw(word, position):
                        position = self.raw_text(position)
                        break
                elif kind == "OPERATOR":
                    sign = match[kind]
                    if sign == ";" and start == self.line_start and text[position : position + 1] in (" ", "\t"):
                        position = self.semicolon_comment(start)
                        break
                    tokens.append(Token(OPERATORS[sign], sign, start, position, self.line, column))
                elif kind == "NUMBER":
                    self.number(match[kind], start, position, column)
                else:
                    jump = self.other(kind or "", match[kind or 0], start, position, column)
                    if jump != position:
                        position = jump
                        break
            else:
                break
        return self.lexed

    def first_column(self, start: int) -> int:
        """The column of the first token of a line; a comment before it on the line does not stand alone."""
        comments = self.lexed.comments
        if comments and comments[-1].end_line == self.line:
            comments[-1].alone = False
        self.first = False
        return self.column(start)

    def column(self, start: int) -> int:
        """The column of the first token of a line; tabs before it draw one warning a file."""
        indent = self.text[self.line_start : start]
        if "\t" not in indent:
            return start - self.line_start + 1
        if "tab" not in self.warned:
            self.warned.add("tab")
            place = self.line_start + indent.index("\t")
            self.problems.report(
                "tab-indent", "indented with a tab", self.problems.span(place, place + 1), helps=("use spaces",)
            )
        column = 1
        for char in indent:
            column = column + TAB_WIDTH - (column - 1) % TAB_WIDTH if char == "\t" else column + 1
        return column

    def is_raw(self, word: str, after: int) -> bool:
        """Whether the rest of this line is the text of a `measure` or `target` line of a bench."""
        if word in ("measure", "target") and self.bench:
            rest = self.text[after : after + 80].lstrip(" \t")
            return not (rest.startswith((".", "(", "[")) or (rest.startswith("=") and not rest.startswith("==")))
        if word in ("test", "invariant", "bench", "fn", "pub", "struct", "enum"):
            self.bench = word == "bench"
        return False

    def raw_text(self, start: int) -> int:
        """Make one token of the text from `start` to a comment or the end of the line."""
        match = _RAW_END.search(self.text, start)
        end = match.start() if match else len(self.text)
        self.lexed.tokens.append(Token("RAWTEXT", self.text[start:end], start, end, self.line, 0))
        return end

    def comment(self, start: int, end: int) -> int:
        """Keep a comment and go on behind it."""
        text = self.text[start:end]
        first_line = self.line
        newlines = text.count("\n")
        self.lexed.comments.append(Comment(text, start, end, first_line, first_line + newlines, self.first))
        if newlines:
            self.line += newlines
            self.line_start = start + text.rindex("\n") + 1
        if not text.isascii() and (found := _BIDI_FIND.search(text)):
            self.bidi(start + found.start(), text[found.start()])
        return end

    def bidi(self, at: int, char: str) -> None:
        """Report a character that makes text read differently from what it is."""
        self.problems.report(
            "unknown-character",
            f"U+{ord(char):04X} changes the direction in which text is shown",
            self.problems.span(at, at + 1),
            helps=("delete it: with it the line does not read as what it says",),
        )

    def semicolon_comment(self, start: int) -> int:
        """A `;` in column 1 before a blank makes its line a comment."""
        end = self.text.find("\n", start)
        self.first = True
        return self.comment(start, end if end >= 0 else len(self.text))

    def block_comment(self, start: int) -> int:
        """A `/*` comment; these nest."""
        depth = 0
        for mark in _BLOCK_MARK.finditer(self.text, start):
            depth += 1 if mark[0] == "/*" else -1
            if depth == 0:
                return self.comment(start, mark.end())
        self.problems.report(
            "unterminated-comment",
            "this comment is never closed",
            self.problems.span(start, start + 2),
            label="opened here",
            helps=("close it with `*/`",),
        )
        return self.comment(start, len(self.text))

    def hash_comment(self, start: int, end: int) -> int:
        """A `#` at the start of a line or behind a blank; anywhere else, and before `[`, it is an error."""
        span = self.problems.span(start, end)
        if self.text.startswith("#[", start):
            self.problems.report(
                "unsupported-form",
                "attributes do not exist here",
                span,
                helps=("delete it, or make it a comment: `//`",),
            )
            return self.comment(start, end)
        if not self.first and self.text[start - 1] not in " \t":
            return self.strange("#", start)
        if self.lexed.first_hash < 0:
            self.lexed.first_hash = start
        return self.comment(start, end)

    def strange(self, text: str, start: int) -> int:
        """A character that code may not hold."""
        char = text[0]
        end = start + len(text)
        if char in _BIDI:
            self.bidi(start, char)
        else:
            shown = f"`{char}` (U+{ord(char):04X})" if char.isprintable() else f"U+{ord(char):04X}"
            plain = _ASCII.get(char)
            helps = (f"write `{plain}`" if plain and " " not in plain else f"write {plain}",) if plain else ()
            self.problems.report(
                "unknown-character", f"{shown} cannot stand in code", self.problems.span(start, end), helps=helps
            )
        self.lexed.tokens.append(Token("BAD", text, start, end, self.line, 0))
        return end

    def number(self, text: str, start: int, end: int, column: int) -> None:
        """A number, checked for its form; behind a `.` only digits, so that `t.0.1` takes elements."""
        tokens = self.lexed.tokens
        previous = tokens[-1] if tokens else None
        if previous and previous.type == "DOT" and previous.end == start and "." in text:
            whole, part = text.split(".", 1)
            middle = start + len(whole)
            tokens.append(Token("INT", whole, start, middle, self.line, column))
            tokens.append(Token("DOT", ".", middle, middle + 1, self.line, 0))
            tokens.append(Token("INT", part, middle + 1, end, self.line, 0))
            return
        tokens.append(Token(check_number(text, start, tokens, self.problems), text, start, end, self.line, column))

    def line_string(self, text: str, start: int, end: int, column: int) -> None:
        """A `\\\\text` line; lines that follow each other are one string."""
        tokens = self.lexed.tokens
        if tokens and tokens[-1].type == "STRING" and tokens[-1].text.startswith("\\\\") and column:
            tokens[-1].text += "\n" + text
            tokens[-1].end = end
            return
        tokens.append(Token("STRING", text, start, end, self.line, column))

    def other(self, kind: str, text: str, start: int, end: int, column: int) -> int:
        """Everything that is rarer than names, operators and numbers; gives the place to read on."""
        tokens = self.lexed.tokens
        if kind == "COMMENT":
            return self.comment(start, end)
        if kind == "BLOCK":
            return self.block_comment(start)
        if kind == "HASH":
            return self.hash_comment(start, end)
        if kind in ("STRING", "BYTES", "RAWSTRING"):
            tokens.append(Token("STRING", text, start, end, self.line, column))
            if not text.isascii() and (found := _BIDI_FIND.search(text)):
                self.bidi(start + found.start(), text[found.start()])
        elif kind in ("CHAR", "BUILTIN"):
            tokens.append(Token(kind, text, start, end, self.line, column))
        elif kind == "LINESTRING":
            self.line_string(text, start, end, column)
        else:
            self.damaged(kind, text, start, end, column)
        return end

    def damaged(self, kind: str, text: str, start: int, end: int, column: int) -> None:
        """Characters that make no token: an open quote, a quoted name, an unknown character."""
        span = self.problems.span(start, end)
        if kind == "STRANGE":
            self.strange(text, start)
            self.lexed.tokens[-1].column = column
            return
        if kind == "QUOTED":
            self.problems.report("unsupported-form", 'names in quotes (`@"..."`) do not exist here', span,
                                 helps=("rename it with letters, digits and `_`",))  # fmt: skip
        elif kind == "OPENSTRING" and (field := _FIELD.match(self.text[self.line_start : start])):
            self.problems.report("damaged-type", f"the type of the field `{field[1]}` cannot be read", span,
                                 label="an odd quote", helps=("write `name: type,`",))  # fmt: skip
        elif kind == "OPENSTRING":
            self.problems.report("unterminated-string", 'this string has no closing `"` on its line', span,
                                 label="opened here", helps=("a string never crosses the end of a line",))  # fmt: skip
        else:
            self.problems.report("bad-char", "a character literal holds exactly one character", span,
                                 helps=('write text in `"`',))  # fmt: skip
        self.lexed.tokens.append(Token("BAD", text, start, end, self.line, column))


def lex_part(problems: Problems, quoted: Token) -> list[Token]:
    """The tokens of the text inside a string token."""
    lexer = _Lexer(problems)
    lexer.line = quoted.line
    lexer.first = False
    lexer.text = problems.source.text[: quoted.end - 1]
    return lexer.run(quoted.start + 1).tokens


def lex(problems: Problems) -> Lexed:
    """The tokens and comments of the file."""
    return _Lexer(problems).run(1 if problems.source.text.startswith("\ufeff") else 0)
