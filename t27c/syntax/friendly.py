"""Syntax errors in the words of the language: what could stand at a place, and what a person probably meant."""

from __future__ import annotations

from dataclasses import dataclass

from t27c.diagnostics.model import Label
from t27c.syntax.grammar import UnexpectedError
from t27c.syntax.problems import Problems
from t27c.syntax.recovery import Unit
from t27c.syntax.sections import Section
from t27c.syntax.tokens import CLOSE, LITERALS, OPEN, Token
from t27c.syntax.words import CLAUSE_WORDS, TEST_WORDS

_VALUE = frozenset({"INT", "STRING", "LSQB"})
_TYPE = frozenset({"QUESTION", "ARRAY_OPEN"})
_OPERAND = LITERALS | {"NAME", "BUILTIN", "LPAR", "LSQB", "LBRACE", "TYPE", "VALUE_DOT"}
_OPERAND_END = LITERALS | {"NAME", "BUILTIN", "RPAR", "RSQB", "RBRACE", "DEREF", "UNWRAP", "LABEL"}
_SIGNS = (
    ("END", "`;`"), ("LPAR", "`(`"), ("RPAR", "`)`"), ("HEAD_CLOSE", "`)`"), ("RSQB", "`]`"),
    ("LBRACE", "`{`"), ("RBRACE", "`}`"),
    ("ARMS_OPEN", "`{`"), ("EQ", "`=`"), ("COLON", "`:`"), ("COMMA", "`,`"), ("FATARROW", "`=>`"), ("ARM_END", "`,`"),
    ("BAR", "`|name|`"), ("IN", "`in`"), ("DOT", "`.`"),
)  # fmt: skip
_QUANTIFIERS = frozenset({"forall", "exists", "all", "any", "every", "is", "within", "transcendental", "where", "iff"})


@dataclass(slots=True)
class Error:
    """A syntax error and what stands around it."""

    tokens: list[Token]
    at: int
    token: Token
    expected: frozenset[str]
    unit: Unit | None
    section: Section

    @property
    def previous(self) -> Token | None:
        """The token before the culprit."""
        return self.tokens[self.at - 1] if self.at > 0 else None

    def unit_tokens(self) -> list[Token]:
        """The tokens that the error spoils."""
        return self.tokens[self.unit.start : self.unit.end] if self.unit is not None else self.tokens

    @property
    def opener(self) -> Token | None:
        """The bracket around the spoiled tokens."""
        return self.tokens[self.unit.opener] if self.unit is not None else None


def explain(error: Error, problems: Problems) -> None:
    """Report an error, unless an earlier report covers it."""
    if any(token.type == "BAD" for token in error.unit_tokens()) or error.token.type == "BAD":
        problems.damage(error.token.start)
        return
    for special in (_quantified, _clause, _field, _clauses_in_function, _second_result, _missing_name, _two_values):
        if special(error, problems):
            return
    _general(error, problems)


def _line_of_error(error: Error) -> list[Token]:
    return [token for token in error.section.tokens if token.line == error.token.line]


def _quantified(error: Error, problems: Problems) -> bool:
    if error.section.kind != "invariant":
        return False
    words = {token.text for token in _line_of_error(error)}
    for_all = words & {"for"} and error.token.text not in ("{", "|")
    if not words & _QUANTIFIERS and not (for_all and words & {"all", "any"}):
        return False
    problems.report(
        "quantified-invariant",
        "this invariant is not checked: it states something about all values",
        problems.at(error.token),
        label="cannot be computed from here on",
        helps=("write a loop over the values, or a test",),
    )
    problems.damage(error.token.start)
    return True


def _clause(error: Error, problems: Problems) -> bool:
    unit = error.unit_tokens()
    is_clause = unit and unit[0].type in ("BIND", "ACT", "THEN")
    in_lines = error.opener is not None and error.opener.type == "BEGIN"
    if not is_clause and not (in_lines and error.section.kind in TEST_WORDS):
        return False
    if error.expected >= _VALUE and not error.token.text:
        message = "the clause ends where a value is expected"
    else:
        message = "cannot read the rest of this clause"
    problems.report(
        "unreadable-clause",
        message,
        problems.at(_visible(error)),
        label="expected a value" if error.expected >= _VALUE else "",
        helps=("write an expression, or make the text a comment: `//`",),
    )
    return True


def _field(error: Error, problems: Problems) -> bool:
    unit = error.unit
    if unit is None or error.section.kind in TEST_WORDS or not _in_members(error.tokens, unit.opener):
        return False
    tokens = error.unit_tokens()
    if len(tokens) < 2 or tokens[0].type != "NAME" or tokens[1].type != "COLON":
        return False
    problems.report(
        "damaged-type",
        f"the type of the field `{tokens[0].text}` cannot be read",
        problems.at(_visible(error)),
        label="expected a type" if error.expected >= _TYPE else "",
        helps=("write `name: type,`",),
    )
    return True


def _in_members(tokens: list[Token], opener: int) -> bool:
    """Whether a brace opens the members of a type: `struct`, `enum`, `union` stands shortly before it."""
    return any(token.type in ("STRUCT", "ENUM", "UNION") for token in tokens[max(0, opener - 6) : opener])


def _clauses_in_function(error: Error, problems: Problems) -> bool:
    clause = error.token.text in CLAUSE_WORDS - {"and", "assert"}
    if error.section.kind != "fn" or not clause or "LBRACE" not in error.expected:
        return False
    problems.report(
        "expected-token",
        "a function needs `{`; clauses belong to `test`",
        problems.at(error.token),
        helps=("write the body in braces, or `test` for `fn`",),
    )
    return True


def _second_result(error: Error, problems: Problems) -> bool:
    if error.section.kind != "fn" or error.unit is not None or "FN_NAME" in error.expected:
        return False
    behind_params = any(token.type == "RPAR" for token in error.tokens[: error.at])
    previous = error.previous
    if not behind_params or previous is None or previous.type != "NAME" or error.token.type != "NAME":
        return False
    problems.report(
        "expected-token", "a function has one result type", problems.at(error.token), helps=("delete one of the two",)
    )
    return True


def _missing_name(error: Error, problems: Problems) -> bool:
    names = error.expected & {"NAME", "FN_NAME"}
    if not names or error.expected & (_VALUE | _TYPE):
        return False
    problems.report(
        "expected-token",
        f"expected a name, found {_shown(error)}",
        problems.at(_visible(error)),
    )
    return True


def _two_values(error: Error, problems: Problems) -> bool:
    previous = error.previous
    if previous is None or not error.expected & {"BIN", "END", "ARM_END", "RPAR", "RSQB", "HEAD_CLOSE"}:
        return False
    if previous.type not in _OPERAND_END or error.token.type not in _OPERAND or not error.token.text:
        return False
    problems.report(
        "expected-token",
        f"expected an operator or {_closer(_possible(error))} between these two values",
        problems.at(error.token),
        Label(span=problems.at(previous), text="the first value ends here"),
        label="the second value",
    )
    return True


def _closer(expected: frozenset[str]) -> str:
    """The sign that would end the first of two values."""
    return next(
        (
            sign
            for kind, sign in _SIGNS
            if kind in expected and kind in ("END", "ARM_END", "RPAR", "HEAD_CLOSE", "RSQB")
        ),
        "`;`",
    )


def _general(error: Error, problems: Problems) -> None:
    wanted = _expectation(error)
    message = f"{wanted}, found {_shown(error)}" if wanted else f"{_shown(error)} cannot stand here"
    related = _open_bracket(error, problems)
    problems.report("expected-token", message, problems.at(_visible(error)), *related)


_CLOSED_BY = {
    **dict.fromkeys(("LPAR", "CALL_OPEN", "HEAD_OPEN"), frozenset({"RPAR", "HEAD_CLOSE", "COMMA"})),
    **dict.fromkeys(("LSQB", "INDEX_OPEN", "ARRAY_OPEN", "LIST_OPEN", "REPEAT_OPEN"), frozenset({"RSQB", "COMMA"})),
    "LITERAL_OPEN": frozenset({"RBRACE", "COMMA"}),
    **dict.fromkeys(("LBRACE", "BLOCK_OPEN", "ARMS_OPEN"), frozenset({"RBRACE"})),
}
_ENDED_BY = {
    **dict.fromkeys(("LPAR", "CALL_OPEN", "HEAD_OPEN", "LSQB", "INDEX_OPEN", "LITERAL_OPEN"), frozenset[str]()),
    "ARMS_OPEN": frozenset({"ARM_END"}),
}
_CLOSING = frozenset({"RPAR", "HEAD_CLOSE", "RSQB", "RBRACE", "COMMA", "END", "ARM_END"})


def _possible(error: Error) -> frozenset[str]:
    """The expected kinds without closers of brackets that are not open: the parser's tables mix such places."""
    innermost = _innermost(error)
    opener = innermost.type if innermost is not None else ""
    closers = _CLOSED_BY.get(opener, frozenset()) | _ENDED_BY.get(opener, frozenset({"END"}))
    return frozenset(kind for kind in error.expected if kind not in _CLOSING or kind in closers)


def _innermost(error: Error) -> Token | None:
    """The bracket around the error."""
    depth = 0
    for token in reversed(error.tokens[: error.at]):
        if token.type in CLOSE:
            depth += 1
        elif token.type in OPEN and depth:
            depth -= 1
        elif token.type in OPEN:
            return token
    return None


def _open_bracket(error: Error, problems: Problems) -> tuple[Label, ...]:
    """The bracket that a missing closer would close."""
    innermost = _innermost(error)
    if innermost is None or not _possible(error) & {"RPAR", "RSQB", "HEAD_CLOSE"}:
        return ()
    return (Label(span=problems.at(innermost), text="opened here"),)


def _expectation(error: Error) -> str:
    expected = _possible(error)
    if expected >= _VALUE:
        return "expected a value"
    if expected >= _TYPE:
        return "expected a type"
    if "BIN" in expected:
        closers = [
            sign
            for kind, sign in _SIGNS
            if kind in expected and kind in ("RPAR", "HEAD_CLOSE", "RSQB", "END", "ARM_END", "LBRACE")
        ]
        return "expected an operator" + (f" or {closers[0]}" if closers else "")
    if "NAME" in expected and len(expected) < 4:
        return "expected a name"
    signs = list(dict.fromkeys(sign for kind, sign in _SIGNS if kind in expected))
    if not signs:
        return ""
    return "expected " + (signs[0] if len(signs) == 1 else ", ".join(signs[:-1]) + f" or {signs[-1]}")


def _visible(error: Error) -> Token:
    """The culprit, or for a token without characters the one before it."""
    if error.token.end > error.token.start or error.previous is None:
        return error.token
    return error.previous


def _shown(error: Error) -> str:
    token = error.token
    if token.type == "$END":
        return "the end of the declaration"
    if token.end == token.start:
        return "the end of the line" if token.type in ("END", "FINISH") and token.text != "}" else "`}`"
    return f"`{token.text}`" if len(token.text) <= 40 else "this"


def as_error(found: UnexpectedError, tokens: list[Token], unit_at: int, unit: Unit | None, section: Section) -> Error:
    """Bring the parser's error and its surroundings together."""
    return Error(tokens, unit_at, found.token, found.expected, unit, section)
