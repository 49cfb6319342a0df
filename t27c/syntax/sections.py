"""Cuts a file into its header and its declarations, so that a damaged declaration does not touch the others."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from t27c.syntax.problems import Problems
from t27c.syntax.tokens import Token
from t27c.syntax.words import TEST_WORDS, is_clause_start, is_declaration_start, is_word

_MARKDOWN = re.compile(r"\s*(?:# |```|[-*] |\d+\. )")
_DECLARATION_WORDS = frozenset({"pub", "inline", "export"})


@dataclass(slots=True)
class Section:
    """The tokens of one declaration; `kind` is its word, `stray` or `reported`; `clauses`: its body has no braces."""

    kind: str
    tokens: list[Token]
    clauses: bool = False
    unindented: bool = False


@dataclass(slots=True)
class Layers:
    """A file in parts. `name` is the tokens of the module name, empty without a header."""

    name: list[Token] = field(default_factory=list)
    has_header: bool = False
    is_prose: bool = False
    sections: list[Section] = field(default_factory=list)


class _Splitter:
    """Walks the tokens of a file once."""

    def __init__(self, tokens: list[Token], problems: Problems) -> None:
        self.tokens = tokens
        self.problems = problems
        self.layers = Layers()
        self.at = 0
        self.end = len(tokens)

    def run(self) -> Layers:
        """Header first, then declaration by declaration."""
        if self.tokens and not self.header():
            return self.layers
        while self.at < self.end:
            self.section()
        return self.layers

    # --- the header

    def header(self) -> bool:
        """Read the module header; False if this is no spec at all."""
        first = self.tokens[0]
        if first.text in ("module", "spec") and first.type == "NAME":
            self.module_name(first)
            return True
        if self.is_prose(first):
            return False
        self.problems.report(
            "no-module-header",
            "the file does not begin with `module NAME;`",
            self.problems.at(first),
            helps=("write `module NAME;`; until then the name of the file is the name of the module",),
        )
        return True

    def is_prose(self, first: Token) -> bool:
        """Refuse Markdown and pseudo code."""
        line = next((line for line in self.problems.source.text.split("\n", 200)[:200] if line.strip()), "")
        algorithm = first.text == "algorithm" and self.kind_at(1) == "NAME"
        prose = _MARKDOWN.match(line) is not None and not is_declaration_start(self.tokens, 0)
        if algorithm or prose:
            self.layers.is_prose = True
            what = "pseudo code" if algorithm else "text in Markdown"
            self.problems.report(
                "not-a-spec",
                f"this file is {what}, not a spec",
                self.problems.at(first),
                helps=("a spec begins with `module NAME;`",),
            )
        return algorithm or prose

    def module_name(self, first: Token) -> None:
        """The name between `module` and `;` or `{`."""
        self.layers.has_header = True
        self.at = 1
        while (
            self.at < self.end
            and not self.tokens[self.at].column
            and self.tokens[self.at].type not in ("SEMI", "LBRACE")
        ):
            self.at += 1
        name = self.tokens[1 : self.at]
        if not _is_module_name(name):
            place = self.problems.at(name[0], name[-1]) if name else self.problems.at(first)
            self.problems.report(
                "bad-module-header", "expected a name for the module", place, helps=("write `module NAME;`",)
            )
        else:
            self.layers.name = name
        if self.kind_at(0) == "SEMI":
            self.at += 1
        elif self.kind_at(0) == "LBRACE":
            self.module_braces(self.tokens[self.at])
        else:
            self.missing_semicolon(self.tokens[self.at - 1])

    def module_braces(self, opener: Token) -> None:
        """Declarations stand up to the `}`; what follows it is an error."""
        closer = opener.mate
        self.at += 1
        if closer is None:
            return
        self.end = closer.index
        rest = self.tokens[closer.index + 1 :]
        if rest and rest[0].type == "SEMI" and len(rest) == 1:
            self.stray_semicolon(rest[0])
        elif rest:
            self.problems.report(
                "text-after-module",
                "text behind the end of the module",
                self.problems.at(rest[0], rest[-1] if rest[-1].line == rest[0].line else rest[0]),
                helps=("move it before the `}` of the module, or delete it",),
            )
            self.problems.damage(rest[0].start)
            self.layers.sections.append(Section("reported", rest))

    # --- declarations

    def kind_at(self, offset: int) -> str:
        """The type of the token `offset` behind the place, empty at the end."""
        at = self.at + offset
        return self.tokens[at].type if at < self.end else ""

    def section(self) -> None:
        """Cut off one declaration, or report what stands in its place."""
        token = self.tokens[self.at]
        if token.type == "SEMI":
            self.stray_semicolon(token)
            self.at += 1
            return
        if not is_declaration_start(self.tokens, self.at):
            self.stray()
            return
        start, word_at = self.at, self.at
        while self.tokens[word_at].text in _DECLARATION_WORDS and word_at + 1 < self.end:
            word_at += 1
        word = self.tokens[word_at].text
        section = Section(word, [])
        if word in TEST_WORDS:
            self.at = self.test_end(word_at, section)
        elif word in ("const", "var", "let", "use", "using", "type"):
            self.at = self.line_end(word_at)
        elif word in ("module", "spec"):
            self.second_header(word_at)
            return
        else:
            self.at = self.body_end(word_at)
        section.tokens = self.tokens[start : self.at]
        self.layers.sections.append(section)

    def stray_semicolon(self, token: Token) -> None:
        """An empty declaration."""
        self.problems.report("stray-semicolon", "this `;` ends nothing", self.problems.at(token), helps=("delete it",))

    def missing_semicolon(self, last: Token) -> None:
        """A header or declaration that its line ends."""
        self.problems.report(
            "missing-semicolon",
            "the line ends without `;`",
            self.problems.span(last.end - 1, last.end),
            helps=("write `;`",),
        )

    def second_header(self, at: int) -> None:
        """`module` once more, at top level."""
        self.problems.report(
            "bad-module-header",
            "a file holds one module, and this is a second header",
            self.problems.at(self.tokens[at], self.tokens[at + 1]),
            helps=("move what follows to a file of its own",),
        )
        self.at = at + 2
        if self.kind_at(0) == "SEMI":
            self.at += 1
        elif self.kind_at(0) == "LBRACE":
            mate = self.tokens[self.at].mate
            self.at = mate.index + 1 if mate else self.end
        self.layers.sections.append(Section("reported", self.tokens[at : self.at]))

    def stray(self) -> None:
        """Words that start no declaration: one report, and on to the next line that starts one."""
        start = self.at
        self.at = self.skip(self.at)
        while self.at < self.end and not (self.tokens[self.at].column and is_declaration_start(self.tokens, self.at)):
            self.at = self.skip(self.at)
        self.layers.sections.append(Section("stray", self.tokens[start : self.at]))

    def skip(self, at: int) -> int:
        """The place behind a token, or behind the bracket that belongs to it."""
        mate = self.tokens[at].mate
        return mate.index + 1 if mate is not None and mate.index > at else at + 1

    def line_end(self, at: int) -> int:
        """The end of a declaration without a body: behind its `;`, or where the next declaration starts."""
        at += 1
        while at < self.end:
            token = self.tokens[at]
            if token.type == "SEMI":
                return at + 1
            if token.column and self.tokens[at - 1].text not in _DECLARATION_WORDS and self.starts_anew(at):
                return at
            at = self.skip(at)
        return self.end

    def starts_anew(self, at: int) -> bool:
        """Whether a line cannot continue the declaration above it."""
        previous = self.tokens[at - 1]
        return is_declaration_start(self.tokens, at) and previous.type not in ("EQ", "COMMA")

    def body_end(self, at: int) -> int:
        """The end of a declaration with a body in braces; a function may end in `;` instead."""
        is_function = self.tokens[at].type == "FN"
        at += 1
        while at < self.end:
            token = self.tokens[at]
            if token.type == "SEMI":
                return at + 1
            if token.column and is_declaration_start(self.tokens, at) and not is_word_before(self.tokens, at):
                return at
            if token.type == "LBRACE" and token.mate and not (is_function and self.tokens[at - 1].type == "STRUCT"):
                end = token.mate.index + 1
                has_semicolon = end < self.end and self.tokens[end].type == "SEMI" and not is_function
                return end + 1 if has_semicolon else end
            at = self.skip(at)
        return self.end

    # --- tests

    def test_end(self, at: int, section: Section) -> int:
        """The end of a test, invariant or bench, and which kind of body it has."""
        body = at + 2
        if at + 1 < self.end and self.tokens[at + 1].type in ("LBRACE", "COLON"):
            body = at + 1
        if body >= self.end:
            section.clauses = True
            return self.end
        token = self.tokens[body]
        if token.type == "LPAR" and token.mate and not token.column:
            return self.body_end(at)
        if token.type == "LBRACE" and token.mate:
            return token.mate.index + 1
        if token.type == "COLON":
            return self.line_end(at)
        section.clauses = True
        return self.clauses_end(at, body, section)

    def clauses_end(self, at: int, body: int, section: Section) -> int:
        """The first line at or left of the column of the head ends a clause body."""
        head = at
        while head > 0 and not self.tokens[head].column:
            head -= 1
        column = self.tokens[head].column
        while body < self.end and not self.tokens[body].column:
            body += 1
        if body < self.end and self.tokens[body].column <= column and is_clause_start(self.tokens, body):
            section.unindented = True
            return self.unindented_end(body)
        while body < self.end and not (self.tokens[body].column and self.tokens[body].column <= column):
            body = self.skip(body)
        return body

    def unindented_end(self, body: int) -> int:
        """Clauses that are not indented run to the next line that starts a declaration."""
        self.problems.report(
            "unindented-clauses",
            "these clauses are not indented below the head of their test",
            self.problems.at(self.tokens[body]),
            helps=("indent them by 4 spaces",),
        )
        while body < self.end and not (self.tokens[body].column and is_declaration_start(self.tokens, body)):
            body = self.skip(body)
        return body


def is_word_before(tokens: list[Token], at: int) -> bool:
    """Whether the token before `at` is a word such as `pub` that belongs to what follows."""
    return tokens[at - 1].text in _DECLARATION_WORDS


def _is_module_name(name: list[Token]) -> bool:
    """NAME { ("-" | "::" | ".") NAME }, without blanks between."""
    if len(name) % 2 == 0:
        return False
    words = all(is_word(token) for token in name[::2])
    links = all(token.type in ("MINUS", "COLONS", "DOT") for token in name[1::2])
    return words and links and all(left.end == right.start for left, right in pairwise(name))


def split(tokens: list[Token], problems: Problems) -> Layers:
    """The header and the declarations of a file whose brackets pair."""
    return _Splitter(tokens, problems).run()
