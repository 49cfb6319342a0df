"""Comments, names, numbers, strings and line ends."""

from __future__ import annotations

from tests.support.model import Row, Section, core, refused, wide

_COMMENTS: tuple[Row, ...] = (
    core("`//` comment", "fn f() -> u8 { // all of it\n    return 3;\n}", "f() == 3"),
    core("`///` documents a declaration", "/// Gives three.\nfn f() -> u8 { return 3; }", "f() == 3"),
    core("`/* .. */`, nested", "fn f() -> u8 { return /* a /* b */ c */ 3; }", "f() == 3"),
    wide("`#` comment", "# a note\nfn f() -> u8 { return 3; }", "f() == 3", "hash-comment"),
    wide("`;` comment in column 1", "; a note\nfn f() -> u8 { return 3; }", "f() == 3"),
    refused("`#[..]` attribute", "unsupported-form", "#[inline]\nfn f() -> u8 { return 3; }"),
    refused("text behind the `;` of a clause", "text-after-clause", "test t\n    then 1 + 1 == 2; of course"),
)

_NAMES: tuple[Row, ...] = (
    core("soft keywords are names", "fn f(error: u8, match: u8) -> u8 { return error + match; }", "f(1, 2) == 3"),
    core(
        "reserved words behind `.`",
        "struct S { type: u8, if: u8 }\nfn f(s: S) -> u8 { return s.type + s.if; }",
        "f(S{ .type = 1, .if = 2 }) == 3",
    ),
    core("names of Python, C and NumPy", "fn lambda(np: u8, int: u8) -> u8 { return np + int; }", "lambda(1, 2) == 3"),
    core(
        "`given` of a reserved name",
        "fn f(x: u8) -> u8 { return x; }\ntest t\n    given target = f(3)\n    then target == 3",
    ),
    refused('`@"quoted name"`', "unsupported-form", 'const @"my name" = 3;'),
)

_NUMBERS: tuple[Row, ...] = (
    core("decimal integer, `_`", "fn f() -> u32 { return 1_000_000; }", "f() == 1000000"),
    core("`0x`, `0b`, `0o`", "fn f() -> u16 { return 0xF_F + 0b101 + 0o17; }", "f() == 275"),
    core("float, exponent", "fn f() -> f64 { return 1.5 + 25e-1 + 1e-10; }", "f() == 4.0000000001"),
    wide("type suffix", "fn f() -> f64 { return 1.5_f64 + 2u8; }", "f() == 3.5"),
    wide("unit suffix", "fn f() -> u8 { return 3; }\nbench b\n    measure: 80ns\n    target: < 5ms\n", "f() == 3"),
    refused("`1.`", "bad-number", "const A = 1.;"),
    refused("`.5`", "bad-number", "const A = .5;"),
    refused("`0X1F`, `007`", "bad-number", "const A = 007;"),
    refused("`0xQ1`", "bad-number", "const A = 0xQ1;"),
    refused("`1__2`", "bad-number", "const A = 1__2;"),
    refused("unknown suffix", "bad-number", "const A = 3km;"),
)

_STRINGS: tuple[Row, ...] = (
    core("string, escapes", 'fn f() -> []const u8 { return "a\\n\\x41\\u{e9}"; }', "f().len == 5"),
    core("character", "fn f(c: u8) -> bool { return c == 'a' or c == '\\n'; }", "f('a')"),
    wide(
        "line string", "fn f() -> []const u8 {\n    return\n        \\\\one\n        \\\\two\n    ;\n}", "f().len == 7"
    ),
    wide('`b".."`', 'fn f() -> []const u8 { return b"ab"; }', 'f() == "ab"'),
    wide(
        '`r".."`, `r#".."#`',
        'fn f() -> usize { const a = r"\\n"; const b = r#"a"b"#; return a.len + b.len + g(); }\n'
        "fn g() -> usize { return 0; }",
        "f() == 5",
    ),
    refused("unknown escape", "bad-escape", 'const A = "\\q";'),
    refused("string without end", "unterminated-string", 'const A = "abc;'),
)

_LINES: tuple[Row, ...] = (
    core("no `;` before `}`", "fn f() -> u8 { return 3 }", "f() == 3"),
    wide(
        "newline ends a statement",
        "fn f() -> u8 {\n    const a = g()\n    return a\n}\nfn g() -> u8 { return 3; }",
        "f() == 3",
        "missing-semicolon",
    ),
    core("operator continues the line above", "fn f(a: u8) -> u8 {\n    return a\n        + 1;\n}", "f(2) == 3"),
    core(
        "`.` continues the line above",
        "fn f(a: []const u8) -> usize {\n    return a\n        .len;\n}",
        'f("abc") == 3',
    ),
)

SECTIONS = (
    Section("Comments", _COMMENTS),
    Section("Names", _NAMES),
    Section("Numbers", _NUMBERS),
    Section("Strings and characters", _STRINGS),
    Section("Line ends", _LINES),
)
