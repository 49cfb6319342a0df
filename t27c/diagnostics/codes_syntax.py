"""Codes of what is wrong with files and with the written form of a spec."""

from __future__ import annotations

from t27c.diagnostics.catalogue import Code, Phase, rows

FILES: tuple[Code, ...] = (
    *rows(
        Phase.FILES,
        "EEE",
        {
            "no-such-file": "a path given to the command does not exist",
            "not-a-file": "a spec path is a folder, a pipe or a device",
            "unreadable-file": "the operating system refuses to read a spec",
            "output-conflict": "two specs would be written to the same output file",
            "empty-spec": "a file holds no declaration at all",
        },
    ),
)

SYNTAX: tuple[Code, ...] = (
    *rows(
        Phase.SYNTAX,
        "EEE",
        {
            "unknown-character": "a character that code may not hold",
            "unterminated-string": "a string has no closing quote on its line",
            "unterminated-comment": "a block comment is never closed",
            "bad-number": "a number is written in a form that has no value",
            "bad-escape": "an escape that strings and characters do not know",
            "bad-char": "a character literal does not hold exactly one character",
            "expected-token": "something else should stand at this place",
            "unclosed-delimiter": "a bracket is opened and never closed",
            "unmatched-delimiter": "a bracket is closed that was never opened",
            "stray-statement": "words at top level that start no declaration",
            "text-after-module": "text behind the closing brace of the module",
            "bad-module-header": "a module header without a usable name, or a second header",
            "not-a-spec": "the file is prose or pseudo code, not a spec",
            "unreadable-clause": "a clause of a test that cannot be read",
            "assign-in-then": "an assertion that assigns instead of comparing",
            "text-after-clause": "text behind the `;` that ends a clause",
            "damaged-type": "the type of a field cannot be read",
            "unsupported-form": "a form of another language or of a dialect that specs do not have",
            "unsupported-type": "a type that specs do not have",
            "unsupported-builtin": "a builtin that exists elsewhere and not here",
            "unsupported-std": "a name of `std` that exists elsewhere and not here",
            "ambiguous-precedence": "operators mixed without the parentheses that say what is meant",
            "chained-comparison": "a comparison of a comparison, as in `a < b < c`",
            "too-deep": "brackets, blocks or operators nested deeper than the limit",
            "too-large": "a file, number or list above the limit",
            "too-many-errors": "more errors in one file than are worth printing",
        },
    ),
    *rows(Phase.SYNTAX, "EEW", {"quantified-invariant": "an invariant that quantifies instead of computing"}),
    *rows(
        Phase.SYNTAX,
        "WEW",
        {
            "missing-semicolon": "a statement ends at the end of its line without `;`",
            "damaged-arrow": "a number stands where `->` should stand",
            "quoted-type": "the type of a field is written as a string",
            "hash-comment": "a comment begins with `#` instead of `//`",
            "unindented-clauses": "the clauses of a test are not indented below its head",
            "no-module-header": "the file does not begin with `module NAME;`",
            "stray-semicolon": "a `;` that ends nothing",
            "tab-indent": "lines are indented with tabs",
            "mixed-bitwise": "`|`, `^` and `&` mixed without parentheses",
            "clause-no-effect": "a clause that computes a value and drops it",
            "duplicate-test-name": "two tests of one file share a name",
        },
    ),
)
