"""Long and deep specs: they are read, or refused with a diagnostic; never an exception."""

from __future__ import annotations

import pytest

from t27c.syntax import ast
from tests.parse.helpers import codes_of, parse_text

HEAD = "module sample;\n"

ACCEPTED = {
    "parentheses": "const a = " + "(" * 200 + "1" + ")" * 200 + ";",
    "blocks": "fn f() void " + "{ if (a) " * 100 + "{}" + "}" * 100,
    "sum": "const a = " + " + ".join(["b.c"] * 3000) + ";",
    "conjunction": "test t\n    then " + " and ".join(["a == b"] * 3000),
    "else if": "fn f() void { " + " else ".join(["if (a == 1) { g(); }"] * 1000) + " }",
    "value else if": "fn f() u8 { return " + " else ".join(["if (a == 1) 2"] * 1000) + " else 3; }",
    "functions": "fn f(a: u8) u8 {\n    return a;\n}\n" * 5000,
    "long line": "const a = [" + ", ".join(["123"] * 15400) + "];",
    "digits": "const a = " + "9" * 4000 + ";",
}
DEEP = {
    "parentheses": "const a = " + "(" * 10000 + "1" + ")" * 10000 + ";",
    "signs": "const a = " + "- " * 10000 + "1;",
    "negations": "const a = " + "!" * 10000 + "b;",
    "not": "const a = " + "not " * 10000 + "b;",
    "members": "const a = b" + ".c" * 10000 + ";",
    "indices": "const a = b" + "[0]" * 10000 + ";",
    "casts": "const a = b" + " as u8" * 10000 + ";",
    "optionals": "fn f(a: " + "?" * 10000 + "u8) void {}",
    "slices": "fn f(a: " + "[]" * 10000 + "u8) void {}",
    "generics": "fn f(a: " + "Option<" * 10000 + "u8" + ">" * 10000 + ") void {}",
    "bodies": "fn f() void { " + "if (a) " * 10000 + "g(); }",
    "values": "fn f() void { return " + "if (a) " * 10000 + "b; }",
    "defers": "fn f() void { " + "defer " * 10000 + "g(); }",
    "returns": "fn f() void { " + "return " * 10000 + "a; }",
    "implications": "const a = b " + "implies c " * 10000 + ";",
    "catches": "const a = b " + "catch |e| c " * 10000 + ";",
}
REFUSED = {
    "digits": ("const a = " + "9" * 100000 + ";", "too-large"),
    "lists": ("const a = [" + "0, " * 100_000 + "0];", "too-large"),
    "lists of lists": ("const a = [1, [" + "0, " * 100_001 + "0]];", "too-large"),
    "open parentheses": ("const a = " + "(" * 10000 + "1;", "too-deep"),
    "open braces": ("fn f() void " + "{" * 10000, "too-deep"),
    "closers": ("]" * 10000, "unmatched-delimiter"),
    "open comments": ("/*" * 10000, "unterminated-comment"),
    "open strings": ('"\n' * 1000, "unterminated-string"),
    "words": ("a b c\n" * 10000, "stray-statement"),
    "labels": ("fn f() void { " + "a: " * 10000 + "{} }", "expected-token"),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_large_specs_are_read(name: str) -> None:
    module, sink = parse_text(HEAD + ACCEPTED[name])
    assert not list(sink)
    assert not any(isinstance(decl, ast.DamagedDecl) for decl in module.decls)


def test_a_chain_of_else_if_is_one_node() -> None:
    module, _ = parse_text(HEAD + ACCEPTED["else if"])
    (function,) = module.decls
    assert isinstance(function, ast.Function)
    assert function.body is not None
    (chain,) = function.body.stmts
    assert isinstance(chain, ast.If)
    assert len(chain.branches) == 1000


@pytest.mark.parametrize("name", DEEP)
def test_depth_has_a_limit(name: str) -> None:
    assert codes_of(HEAD + DEEP[name]) == ["too-deep"]


@pytest.mark.parametrize("name", REFUSED)
def test_other_excesses_are_reported(name: str) -> None:
    text, code = REFUSED[name]
    assert codes_of(HEAD + text)[0] == code


def test_errors_in_one_file_end_with_a_count() -> None:
    codes = codes_of(HEAD + "fn f() void { a b; }\n" * 100)
    assert codes == ["expected-token"] * 20 + ["too-many-errors"]
