"""Which changes are made to a spec."""

from __future__ import annotations

from pathlib import Path

import pytest

from t27c.diagnostics.codes import policy_for
from t27c.diagnostics.model import DiagnosticSink
from t27c.options import Options
from t27c.source import SourceFile
from t27c.syntax.parser import parse
from t27c.tools.mutation_edits import edits_of
from t27c.tools.mutation_parse import reparsed
from tests.tools.specs import module_of, parsed_of


def changed(folder: Path, body: str) -> set[str]:
    """What the lines of a function may become; `body` is its only line."""
    text = f"module m;\npub fn f(x: f32, n: u32, p: bool, xs: []f32) -> void {{\n    {body}\n}}\n"
    return {edit.lines(text)[1] for edit in edits_of(module_of(folder, text))}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return 0.125;", {"return 1.125;", "return 0.12;", "return 0.0;", "return (-0.125);"}),
        ("return 1e-9;", {"return 1.000000001;", "return 0.0;", "return (-1e-9);"}),
        ("return -2.5;", {"return -3.5;", "return -2.0;", "return -0.0;", "return 2.5;"}),
        ("return 0;", {"return 1;", "return (-1);"}),
        ("return 0x20u32;", {"return 33u32;", "return 31u32;", "return 0u32;", "return (-32u32);", "return 3u32;"}),
        ("return true;", {"return false;"}),
        ("return x + n;", {"return x - n;"}),
        ("return x * n / x;", {"return x / n / x;", "return x * n * x;"}),
        ("return x +% n;", {"return x -% n;"}),
        ("return x < n;", {"return x <= n;", "return x >= n;"}),
        ("return x == n;", {"return x != n;"}),
        ("return p and p;", {"return p or p;"}),
        ("return !p;", {"return p;"}),
        ("return -x;", {"return x;"}),
        ("return xs[n];", {"return xs[n + 1];", "return xs[n - 1];"}),
        ("return @max(x, x);", {"return @min(x, x);"}),
        ("if (p) { xs[n] = x; }", {
            "if (true) { xs[n] = x; }", "if (false) { xs[n] = x; }", "if (p) { xs[n] = xs[n]; }",
            "if (p) { xs[n + 1] = x; }", "if (p) { xs[n - 1] = x; }",
        }),
        ("x += n;", {"x -= n;"}),
        ("g(x);", {"{}"}),
        ("for (n..4) |i| { g(i); }", {
            "for (n + 1..4) |i| { g(i); }", "for (n - 1..4) |i| { g(i); }", "for (n..5) |i| { g(i); }",
            "for (n..3) |i| { g(i); }", "for (n..0) |i| { g(i); }", "for (n..(-4)) |i| { g(i); }",
            "for (n..4) |i| { {} }",
        }),
        ("while (p) { break; }", {"while (false) { break; }", "while (p) { {} }"}),
        ("switch (n) { 7 => g(x), else => h(x) }", {
            "switch (n) { 8 => g(x), else => h(x) }", "switch (n) { 6 => g(x), else => h(x) }",
            "switch (n) { 0 => g(x), else => h(x) }", "switch (n) { (-7) => g(x), else => h(x) }",
            "switch (n) { 7 => h(x), else => h(x) }", "switch (n) { 7 => g(x), else => g(x) }",
        }),
        ('panic("x < 1");', {"{}"}),
    ],
)  # fmt: skip
def test_changes_of_a_line(tmp_path: Path, body: str, expected: set[str]) -> None:
    """Each is one slip."""
    assert changed(tmp_path, body) == expected


def test_returned_values_change_by_the_means_of_their_type(tmp_path: Path) -> None:
    """A float gets the other sign, an unsigned number one more, a bool its opposite; other results stay."""
    text = """module m;
fn a(x: f32) -> f32 { return x; }
fn b(n: usize) -> usize { return n; }
fn c(p: bool) -> bool { return p or p; }
fn d(s: []f32) -> []f32 { return s; }
"""
    after = {edit.lines(text)[1] for edit in edits_of(module_of(tmp_path, text))}
    assert after == {
        "fn a(x: f32) -> f32 { return -x; }",
        "fn b(n: usize) -> usize { return n + 1; }",
        "fn c(p: bool) -> bool { return !(p or p); }",
        "fn c(p: bool) -> bool { return p and p; }",
    }


def test_constants_defaults_and_variants_change(tmp_path: Path) -> None:
    """A variant becomes the next one of its enum, but not where a switch names it."""
    text = """module m;
pub const E = enum { one, two };
pub const S = struct { e: E = .one };
pub fn f(e: E) -> E { return switch (e) { .one => E.two, .two => E.two }; }
"""
    after = {edit.lines(text)[1] for edit in edits_of(module_of(tmp_path, text))}
    assert after == {
        "pub const S = struct { e: E = .two };",
        "pub fn f(e: E) -> E { return switch (e) { .one => E.one, .two => E.two }; }",
        "pub fn f(e: E) -> E { return switch (e) { .one => E.two, .two => E.one }; }",
    }


def test_tests_stay(tmp_path: Path) -> None:
    """What measures must not change with what is measured."""
    text = "module m;\nconst A : u8 = 1;\ntest t\n    then A + 1 == 2\ninvariant i : A < 2\n"
    assert {text[edit.start : edit.end] for edit in edits_of(module_of(tmp_path, text))} == {"1"}


def test_what_only_tests_use_stays(tmp_path: Path) -> None:
    """With `pub` a spec says what it offers; what that needs is part of it."""
    text = """module m;
const A = 2;
const B = 3;
pub
fn f(x: u8) -> u8 { return inner(x); }
fn inner(x: u8) -> u8 { return A; }
fn helper(x: u8) -> u8 { return f(B); }
test t
    then helper(1) == 2
"""
    assert {edit.lines(text)[0] for edit in edits_of(module_of(tmp_path, text))} == {
        "const A = 2;",
        "fn f(x: u8) -> u8 { return inner(x); }",
        "fn inner(x: u8) -> u8 { return A; }",
    }
    everything = {edit.lines(text)[0] for edit in edits_of(module_of(tmp_path, text.replace("pub", "")))}
    assert {"const B = 3;", "fn helper(x: u8) -> u8 { return f(B); }"} < everything


def test_a_changed_declaration_is_read_as_the_whole_spec_would_be(tmp_path: Path) -> None:
    """The same tree, places and comments included."""
    text = """// Head.
module m;

/// A number.
pub const A : u8 = 12; // twelve

/// Twice.
pub fn f(x: u8) -> u8 {
    // inside
    return x +
        x;
}

test t
    then f(A) == 24
"""
    parsed = parsed_of(tmp_path, text)
    assert parsed.module is not None
    policy = policy_for(Options())
    for edit in edits_of(parsed.module):
        sink = DiagnosticSink(policy)
        whole = parse(SourceFile("spec.t27", edit.apply(text)), sink)
        assert not sink.has_errors
        again = reparsed(parsed, edit, policy)
        assert not again.is_damaged
        assert again.module == whole
        assert again.module is not None
        assert [decl.span.line for decl in again.module.decls] == [decl.span.line for decl in whole.decls]
