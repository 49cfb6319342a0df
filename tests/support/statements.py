"""Statements, heads and arms of a switch."""

from __future__ import annotations

from tests.support.model import Row, Section, core, refused, wide

_STATEMENTS: tuple[Row, ...] = (
    core(
        "`const`, `var`, `let`",
        "fn f() -> u8 { const a = 1; var b : u8 = a; let c : u8 = 1; b = b + c; return b + a; }",
        "f() == 3",
    ),
    wide("`let mut`", "fn f() -> u8 { let mut a : u8 = 2; a += 1; return a; }", "f() == 3"),
    wide(
        "`const (a, b) = e;`",
        "fn g() -> (u8, u8, u8) { return (1, 2, 3); }\nfn f() -> u8 { var (a, _, b) = g(); a += 1; return a + b; }",
        "f() == 5",
    ),
    wide("`var x : T;`", "fn f() -> u8 { var x : u8; x = 3; return x; }", "f() == 3"),
    core(
        "assignment to places",
        "struct S { a: [2]u8, o: ?u8 }\nfn f(p: *S) { p.a[1] = 3; p.*.a[0] = 4; p.o.? = 5; }\n"
        "fn g() -> u8 { var s = S{ .a = [1, 2], .o = 1 }; f(&s); return s.a[0] + s.a[1] + s.o.?; }",
        "g() == 12",
    ),
    core(
        "compound assignment",
        "fn f() -> u8 { var a : u8 = 7; a += 1; a -= 2; a *= 3; a /= 2; a %= 5; a <<= 3; a >>= 1; a |= 1; a ^= 2; a &= 15;"
        " a +%= 255; a -%= 1; a *%= 2; return a; }",
        "f() == 2",
    ),
    core("`_ = e;`", "fn g() -> u8 { return 1; }\nfn f() -> u8 { _ = g(); return 3; }", "f() == 3"),
    core(
        "`if`, `else if`, `else`",
        "fn f(a: u8) -> u8 { if (a > 5) { return 1; } else if (a > 2) return 2; else { return 3; } }",
        "f(9) == 1 and f(3) == 2 and f(0) == 3",
    ),
    core(
        "`if (x) |v|`, `else |e|`",
        "fn g(a: u8) -> !u8 { if (a == 0) { return error.Zero; } return a; }\n"
        "fn f(a: ?u8) -> u8 { if (a) |v| { if (g(v)) |w| { return w; } else |e| { return 9; } } else { return 8; } }",
        "f(3) == 3 and f(0) == 9 and f(null) == 8",
    ),
    wide("`if c {..}`", "fn f(a: u8) -> u8 { if a > 5 { return 1; } return 2; }", "f(6) == 1"),
    wide(
        "`if let Some(x) = e`",
        "fn f(a: ?u8) -> u8 { if let Some(x) = a { return x; } else { return 9; } }",
        "f(3) == 3 and f(null) == 9",
    ),
    refused("other `if let`", "unsupported-form", "fn f(a: u8) -> u8 { if let Ok(x) = a { return x; } return 1; }"),
    core(
        "`while (c) : (step)`, `|v|`, `else`",
        "var n : u8 = 0;\nfn next() -> ?u8 { if (n == 3) { return null; } n += 1; return n; }\n"
        "fn f() -> u8 { var s : u8 = 0; while (next()) |v| : (s += 1) { s += v; } else { s += 100; } return s; }",
        "f() == 109",
    ),
    wide(
        "`while c {..}`, `loop {..}`",
        "fn f() -> u8 { var a : u8 = 0; while a < 3 { a += 1; } loop { a += 1; break; } return a; }",
        "f() == 4",
    ),
    core(
        "`for (a..b) |i|`, `for (xs) |x|`",
        "fn f(xs: []const u8) -> usize { var s : usize = 0; for (0..xs.len) |i| { s += i; }"
        " for (xs) |x| { s += x; } return s; }",
        "f(&[1, 2]) == 4",
    ),
    core(
        "`|_|`, `|*x|`, `for (xs, 0..) |x, i|`, `else`",
        "fn f() -> usize { var a = [_]u8{1, 2}; for (&a) |*x| { x.* += 1; }\n"
        "    var s : usize = 0; for (a, 5..) |x, i| { s += x * i; } for (a) |_| { s += 1; } else { s += 100; } return s; }",
        "f() == 130",
    ),
    wide(
        "`for i in a..b`, `a..=b`, `for x in xs`",
        "fn f(xs: []const u8) -> usize { var s : usize = 0; for i in 0..=2 { s += i; }"
        " for x in xs { s += x; } for (x in xs) { s += x; } return s; }",
        "f(&[1, 2]) == 9",
    ),
    wide(
        "`inline for`, `for (const XS) |x|`",
        "const XS = [_]u8{1, 2};\nfn f() -> u8 { var s : u8 = 0; inline for (XS) |x| { s += x; }"
        " for (const XS) |x| { s += x; } return s; }",
        "f() == 6",
    ),
    refused("C-style `for`", "unsupported-form", "fn f() { for (i = 0; i < 3; i += 1) { } }"),
    refused("`for (i, x) in ..`", "unsupported-form", "fn f(xs: []const u8) { for (i, x) in xs { } }"),
    core(
        "`switch`",
        "fn f(a: u8) -> u8 { switch (a) { 0 => return 1, 1, 2 => { return 2; } else => return 3 } }",
        "f(2) == 2",
    ),
    wide(
        "`match`",
        "fn f(a: u8) -> u8 { match a { 0 => return 1, 1 | 2 => { return 2; } _ => return 3 } }",
        "f(2) == 2 and f(9) == 3",
    ),
    core(
        "`return`, `break`, `continue`, labels",
        "fn f() -> u8 { var s : u8 = 0; o: for (0..4) |i| { for (0..4) |j| { if (j == 2) { continue :o; }"
        " if (i == 2) { break :o; } s += 1; } } return s; }",
        "f() == 4",
    ),
    core(
        "`break :l v`, labelled block",
        "fn f(c: bool) -> u8 { const v : u8 = b: { if (c) { break :b 3; } break :b 4; }; return v; }",
        "f(true) == 3",
    ),
    refused(
        "a loop as a value (`break v`); labelled blocks have one",
        "expected-token",
        "fn f(n: u8) -> u8 { var i : u8 = 0; const v = while (i < n) : (i += 1) { break i; } else 9; return v; }",
    ),
    core(
        "`defer`, `errdefer`",
        "var n : u8 = 0;\nfn g(c: bool) -> !void { errdefer n += 1; defer n *= 2; n = 1; if (c) { return error.A; } }\n"
        "fn f(c: bool) -> u8 { g(c) catch {}; return n; }",
        "f(true) == 3 and f(false) == 2",
    ),
    core(
        "`{..}`, `unreachable`, `@panic`",
        'fn f(a: u8) -> u8 { { if (a > 3) { @panic("big"); } } if (a == 3) { unreachable; } return a; }',
        "f(1) == 1",
    ),
    core(
        "`assert`",
        'fn f(a: u8) -> u8 { assert(a > 0); assert a < 9; assert(a != 5, "not five"); return a; }',
        "f(3) == 3",
    ),
    wide("`invariant c;` in a test", "fn f() -> u8 { return 3; }\ntest t { invariant f() == 3; }"),
    refused("`print(..)`, files, clocks", "unsupported-form", 'fn f() { print("a"); }'),
)

_HEADS: tuple[Row, ...] = (
    wide(
        "`if (a) and b {`", "fn f(a: bool, b: u8) -> u8 { if (a) and b > 2 { return 1; } return 2; }", "f(true, 3) == 1"
    ),
    core("`if (c) -a else a`", "fn f(a: i8) -> i8 { return if (a < 0) -a else a; }", "f(-3) == 3"),
    core(
        "`return if (c) .a else .b;`",
        "enum E { a, b }\nfn f(c: bool) -> E { return if (c) .a else .b; }",
        "f(true) == .a",
    ),
    wide(
        "literal in a bare head, in parentheses",
        "struct S { a: u8 }\nfn f(s: S) -> u8 { if (s == S{ .a = 1 }) { return 1; } return 2; }",
        "f(.{ .a = 1 }) == 1",
    ),
)

_ARMS: tuple[Row, ...] = (
    core(
        "numbers, characters, ranges",
        "fn f(a: i32) -> u8 { return switch (a) { -1 => 1, 'a' => 2, 1...5, 9 => 3, else => 4 }; }",
        "f(-1) == 1 and f(97) == 2 and f(5) == 3 and f(6) == 4",
    ),
    wide(
        "`'a'..='z'`, `a | b`, `_`",
        "fn f(a: u8) -> u8 { return switch (a) { 'a'..='z' => 1, 1 | 2 => 2, _ => 3 }; }",
        "f('c') == 1 and f(2) == 2",
    ),
    core(
        "`.variant`, `E.variant`, `E::variant`",
        "enum E { a, b, c }\nfn f(e: E) -> u8 { return switch (e) { .a => 1, E.b => 2, E::c => 3 }; }",
        "f(.c) == 3",
    ),
    core("constant name", "const K = 3;\nfn f(a: u8) -> u8 { return switch (a) { K => 1, else => 2 }; }", "f(3) == 1"),
    wide("string", 'fn f(a: []const u8) -> u8 { return switch (a) { "x" => 1, else => 2 }; }', 'f("x") == 1'),
    wide(
        "`Some(x)`, `None`",
        "fn f(a: ?u8) -> u8 { return switch (a) { Some(x) => x, None => 9 }; }",
        "f(3) == 3 and f(null) == 9",
    ),
    wide(
        "guard `p if c`",
        "fn f(a: u8, c: bool) -> u8 { return switch (a) { 1 if c => 1, 1 => 2, else => 3 }; }",
        "f(1, true) == 1 and f(1, false) == 2",
    ),
    core(
        "capture `|v|`, `|*v|`",
        "const U = union(enum) { a: u8, b };\n"
        "fn f() -> u8 { var u = U{ .a = 2 }; switch (u) { .a => |*v| { v.* += 1; }, .b => {} } return switch (u) { .a => |v| v, .b => 9 }; }",
        "f() == 3",
    ),
    refused(
        "`a..b` as a pattern", "unsupported-form", "fn f(a: u8) -> u8 { return switch (a) { 0..5 => 1, else => 2 }; }"
    ),
)

SECTIONS = (
    Section("Statements", _STATEMENTS),
    Section("Heads", _HEADS),
    Section("Arms of a switch", _ARMS),
)
