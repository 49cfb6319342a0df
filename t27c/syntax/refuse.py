"""Declarations that are not read: those of other languages, known by their first words, and those that are too long."""

from __future__ import annotations

from t27c.syntax.problems import Problems
from t27c.syntax.sections import Section
from t27c.syntax.tokens import CLOSERS, OPENERS, Token
from t27c.syntax.words import TEST_WORDS, is_word

_WORDS = {
    "trait": ("`trait` does not exist here", "write the functions of each type"),
    "import": ("`import` does not exist here", "write `use path::to::spec;`"),
    "extern": ("`extern` does not exist here", "declare the function in a spec"),
    "packed": ("packed structs do not exist here", "write `struct`"),
    "documentation": ("`documentation` blocks do not exist here", "write comments: `//`"),
    "property": ("`property` does not exist here", "write a `test` with a loop over values"),
    "rule": ("`rule` blocks do not exist here", "write a `test` or an `invariant`"),
    "asm": ("`asm` does not exist here", "write the computation in t27"),
}


MAX_ITEMS = 100_000


def refused(section: Section, problems: Problems) -> bool:
    """Report a declaration that is none here; True if it is not to be read any further."""
    tokens = [token for token in section.tokens[:8] if token.text not in ("pub", "inline", "export")]
    first = tokens[0] if tokens else section.tokens[0]
    word = next((token for token in section.tokens[:3] if token.text in _WORDS and token.type == "NAME"), None)
    if section.kind == "reported" or _too_long(section, problems):
        return True
    if section.kind == "stray":
        _stray(section, word, problems)
        return True
    if word is not None and word is first:
        message, wanted = _WORDS[word.text]
        problems.report("unsupported-form", message, problems.at(word), helps=(wanted,))
        return True
    if section.kind in TEST_WORDS:
        return _test(section, tokens, problems)
    if section.kind in ("use", "using"):
        return _use(section, problems)
    return _generic(section, tokens, problems)


def _too_long(section: Section, problems: Problems) -> bool:
    """Whether a list of the declaration has more elements than can be handled in a few seconds."""
    if len(section.tokens) <= MAX_ITEMS:
        return False
    open_: list[list[Token]] = []
    for token in section.tokens:
        if token.type in OPENERS:
            open_.append([token])
        elif token.type in CLOSERS and open_:
            open_.pop()
        elif token.type == "COMMA" and open_:
            open_[-1].append(token)
            if len(open_[-1]) > MAX_ITEMS:
                problems.report("too-large", f"a list of more than {MAX_ITEMS} elements", problems.at(open_[-1][0]),
                                label="begins here",
                                helps=("compute the elements in a loop, or divide the list",))  # fmt: skip
                return True
    return False


def _stray(section: Section, word: Token | None, problems: Problems) -> None:
    first = section.tokens[0]
    if word is first and word is not None:
        message, wanted = _WORDS[word.text]
        problems.report("unsupported-form", message, problems.at(first), helps=(wanted,))
        return
    if any(token.type == "BAD" and token.line == first.line for token in section.tokens):
        problems.damage(first.start)
        return
    line = [token for token in section.tokens if token.line == first.line]
    missing_name = first.type in ("STRUCT", "ENUM", "UNION") or (first.text in TEST_WORDS and first.type == "NAME")
    if missing_name:
        problems.report("expected-token", f"expected a name behind `{first.text}`", problems.at(first))
        return
    problems.report(
        "stray-statement",
        "this does not begin a declaration",
        problems.at(first, line[-1]),
        helps=(
            "declarations begin with `const`, `var`, `fn`, `struct`, `enum`, `test`, `invariant`, `bench` or `use`",
        ),
    )


def _kinds(tokens: list[Token]) -> list[str]:
    return [token.type for token in tokens]


def _generic(section: Section, tokens: list[Token], problems: Problems) -> bool:
    """`fn f<T>(..)`, `struct N<T> {..}`, `const N(T) = ..`, `impl Tr for T`."""
    kinds = _kinds(tokens)
    if section.kind == "impl":
        behind = next((token for token in tokens if token.type == "FOR"), None)
        if behind is None:
            return False
        problems.report("unsupported-form", "traits do not exist here", problems.at(tokens[0], behind),
                        helps=("write `impl Type { fn .. }`",))  # fmt: skip
        return True
    if len(kinds) < 3 or not is_word(tokens[1]):
        return False
    angle = kinds[2] == "LESS"
    arguments = kinds[0] == "CONST" and kinds[2] == "LPAR"
    if not angle and not arguments:
        return False
    problems.report(
        "unsupported-form",
        f"`{tokens[1].text}` has type parameters, which do not exist here",
        problems.at(tokens[1], tokens[2]),
        helps=("declare it for each type that is needed",),
    )
    return True


def _test(section: Section, tokens: list[Token], problems: Problems) -> bool:
    """Tests without a name, and invariants with parameters."""
    title = tokens[1] if len(tokens) > 1 else None
    if title is None or title.type in ("LBRACE", "COLON"):
        problems.report("expected-token", f"expected a name behind `{section.kind}`", problems.at(tokens[0]),
                        helps=(f"write `{section.kind} name {{`",))  # fmt: skip
        return True
    following = tokens[2] if len(tokens) > 2 else None
    if following is None or following.column:
        return False
    if following.type == "LPAR":
        code = "quantified-invariant" if section.kind == "invariant" else "unsupported-form"
        message = (
            "this invariant is not checked: it has parameters"
            if section.kind == "invariant"
            else "a test has no parameters"
        )
        problems.report(code, message, problems.at(following), helps=("write a loop over the values, or a test",))
        problems.damage(following.start)
        return True
    if section.clauses:
        problems.report(
            "expected-token",
            f"nothing may stand behind the name of a `{section.kind}` on its line",
            problems.at(following),
            helps=("write `{`, or the first clause on the next line",),
        )
        return True
    return False


def _use(section: Section, problems: Problems) -> bool:
    """`pub use`, `use X = ..`, `use .. as ..`, `using n: @import(..)`."""
    first = section.tokens[0]
    if first.text == "pub":
        problems.report("unsupported-form", "`pub use` does not exist here", problems.at(first),
                        helps=("delete `pub`: imports are not passed on",))  # fmt: skip
        return True
    for token in section.tokens[1:]:
        if token.type in ("EQ", "COLON", "BUILTIN") or token.text == "as":
            what = "`use .. as ..`" if token.text == "as" else "a `use` that gives a name of its own"
            problems.report("unsupported-form", f"{what} does not exist here", problems.at(token),
                            helps=("write `use path::to::spec;`",))  # fmt: skip
            return True
    return False
