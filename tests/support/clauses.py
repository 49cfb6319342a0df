"""Clauses of tests, assertions in brace bodies, and placeholder text."""

from __future__ import annotations

from tests.support.model import Row, Section, core, refused, wide

_F = "fn f(x: u8) -> u8 { return x; }\nvar n : u8 = 0;\nfn act() { n += 1; }\n"


def _test(*lines: str) -> str:
    return _F + "test t\n" + "".join(f"    {line}\n" for line in lines)


_CLAUSES: tuple[Row, ...] = (
    core("`given x = e`, `given x : T = e`", _test("given a = f(1)", "given b : u8 = 2", "then a + b == 3")),
    core(
        "`given a = e, b = f`, `.. and b = f`",
        _test("given a = f(1), b = f(2)", "given c = f(3) and d = f(4)", "then a + b + c + d == 10"),
    ),
    wide(
        "`given (a, b) = e`", "fn g() -> (u8, u8) { return (1, 2); }\n" + _test("given (a, b) = g()", "then a + b == 3")
    ),
    core("`given s.f = e`, `given xs[i] = e`", _test("var xs = [f(1), 2]", "given xs[0] = 7", "then xs[0] == 7")),
    core("`given f(..)`, `when f(..)`", _test("given act()", "when act()", "then n == 2")),
    core("`when x = e`", _test("when a = f(3)", "then a == 3")),
    wide("`when x`, `given a > b`", _test("given a = f(3)", "when a", "then a == 3"), code="clause-no-effect"),
    core("`and x = e`, `and mut x = e`", _test("given a = f(1)", "and mut b = 2", "b = b + 1", "then a + b == 4")),
    core("`and f(..)`", _test("given a = f(1)", "and act()", "and act()", "then n == 2")),
    core("`then e`, `and e`", _test("given a = f(3)", "then a == 3", "and a < 4")),
    core("`and then e`, `and assert e`", _test("then f(3) == 3", "and then f(2) == 2", "and assert f(1) == 1")),
    core("`assert e`, `expect e`", _test("assert f(3) == 3", "expect f(2) == 2", "and f(1) == 1")),
    core('`then e, "text"`', _test('then f(3) == 3, "stays three"')),
    core("`or` joins the assertion above", _test("then f(3) == 4", "or f(3) == 3")),
    core(
        "statements and clauses",
        _test("var s : u8 = 0;", "for (0..3) |i| {", "    s += 1;", "    assert f(s) <= 3;", "}", "then s == 3"),
    ),
    core("values over several lines", _test("then f(", "    3", ") == 3")),
    core("clause lines in a brace body", _F + "test t {\n    given a = f(3)\n    then a == 3\n}"),
    core("assignment to module state", _test("n = 4", "act()", "then n == 5")),
    wide("clauses that are not indented", _F + "test t\ngiven a = f(3)\nthen a == 3\n", code="unindented-clauses"),
    refused("`then x = e`", "assign-in-then", _test("given a = f(3)", "then a = 3")),
    refused("prose", "unreadable-clause", _test("then the result is fine")),
    refused("words behind an assertion", "unreadable-clause", _test("assert f(3) == 3 within 1%")),
    refused("`measure` in a test", "unreadable-clause", _test("measure: ns", "then f(3) == 3")),
)

_ASSERTIONS: tuple[Row, ...] = (
    core("`assert(c);`, `assert c;`", _F + "test t { assert(f(3) == 3); assert f(2) == 2; }"),
    core(
        "`std.testing.expect`, `expectEqual`",
        _F + "test t { try std.testing.expect(f(3) == 3); std.testing.expectEqual(3, f(3)); }",
    ),
    core(
        "`expectApproxEqAbs`, `expectApproxEqRel`",
        "fn g(x: f64) -> f64 { return x; }\n"
        "test t { try std.testing.expectApproxEqAbs(1.0, g(1.01), 0.1); try std.testing.expectApproxEqRel(1.0, g(1.01), 0.1); }",
    ),
    core(
        "`expectEqualStrings`, `expectEqualSlices`, `expectError`",
        'fn g() -> []const u8 { return "ab"; }\nfn h() -> !u8 { return error.A; }\n'
        'test t { try std.testing.expectEqualStrings("ab", g()); try std.testing.expectEqualSlices(u8, "ab", g());\n'
        "    try std.testing.expectError(error.A, h()); }",
    ),
    core("`@compileAssert(c);`", _F + "test t { @compileAssert(f(3) == 3); }"),
    wide(
        "`try a < b;`, `try eq(a, b);`, `expect(c);`",
        _F + "test t { try f(2) < 3; try eq(f(2), 2); try expect(f(2) == 2); expect(f(2) == 2); }",
    ),
    wide("`assert_eq(a, b)`, `assert_eq a, b`", _F + "test t { assert_eq(f(2), 2); assert_eq f(2), 2; }"),
    core("bare boolean in an `invariant`", _F + "invariant i { f(2) == 2; }\n", "f(3) == 3"),
    refused("bare boolean in a `test`", "unused-value", _F + "test t { f(2) == 2; }"),
    refused("`forall`, `exists`", "quantified-invariant", "invariant i\n    forall x in u8: x >= 0\n"),
)

_PLACEHOLDERS: tuple[Row, ...] = (
    wide("function without a body", _F + "fn g() -> u8 { // later\n}\n", "f(3) == 3", "placeholder-function"),
    wide("void function with an empty body", _F + "fn g() { }\n", "f(3) == 3", "does-nothing"),
    wide(
        "undeclared `default_input()`",
        _F + "test p\n    given x = default_input()\n    then f(x) == 3\n",
        "f(3) == 3",
        "placeholder-test",
    ),
    wide(
        "`then x != undefined`",
        _F + "test p\n    given x = f(3)\n    then x != undefined\n",
        "f(3) == 3",
        "placeholder-test",
    ),
    wide(
        "test of a function without a body",
        _F + "fn g() -> u8 { }\ntest p\n    then g() == 3\n",
        "f(3) == 3",
        "placeholder-test",
    ),
    wide("test without a body", _F + "test p { }\n", "f(3) == 3", "empty-test"),
    refused("other undeclared names", "unknown-name", _F + "test p\n    given x = ff(3)\n    then x == 3\n"),
)

SECTIONS = (
    Section("Clauses", _CLAUSES),
    Section("Assertions and invariants", _ASSERTIONS),
    Section("Placeholder text", _PLACEHOLDERS),
)
