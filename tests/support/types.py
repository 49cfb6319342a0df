"""Types."""

from __future__ import annotations

from tests.support.model import Row, Section, core, refused, wide

_TYPES: tuple[Row, ...] = (
    core(
        "`uN`, `iN`, `usize`, `isize`",
        "fn f(a: u7, b: i128, c: usize, d: isize) -> u7 { return a; }",
        "f(3, -1, 2, -2) == 3",
    ),
    core("`bool`, `void`", "fn f(a: bool) -> bool { return !a; }", "f(false)"),
    core("`f16`, `f32`, `f64`", "fn f(a: f16, b: f32, c: f64) -> f64 { return a + b + c; }", "f(0.5, 0.25, 0.25) == 1"),
    core(
        "`str`, `string`, `String`, `&str`",
        "fn f(a: str, b: string, c: String, d: &str) -> usize { return a.len + d.len; }",
        'f("a", "b", "c", "de") == 3',
    ),
    core(
        "`[]T`, `[]const T`",
        'fn f(a: []u8, b: []const u8) { a[0] = b[0]; }\nfn g() -> u8 { var a = [_]u8{1}; f(&a, "a"); return a[0]; }',
        "g() == 'a'",
    ),
    core("`[N]T`, `[_]T`", "const N = 2;\nfn f(a: [N + 1]u8) -> u8 { return a[N]; }", "f([_]u8{1, 2, 3}) == 3"),
    core(
        "`*T`, `*const T`",
        "fn f(a: *u8, b: *const u8) { a.* = b.*; }\n"
        "fn g() -> u8 { var a : u8 = 1; const b : u8 = 3; f(&a, &b); return a; }",
        "g() == 3",
    ),
    core(
        "pointer to a pointer",
        "fn f(a: **u8) { a.*.* = 3; }\nfn g() -> u8 { var a : u8 = 1; var p = &a; f(&p); return a; }",
        "g() == 3",
    ),
    core("`?T`, `T?`", "fn f(a: ?u8, b: u8?) -> u8 { return (a orelse 1) + (b orelse 2); }", "f(null, null) == 3"),
    core(
        "`!T`, `E!T`, `anyerror`",
        "const E = error{ A };\nfn f() -> E!u8 { return error.A; }\nfn g() -> !u8 { return try f(); }\n"
        "fn h() -> anyerror!u8 { return try g(); }\nfn k() -> u8 { return h() catch 3; }",
        "k() == 3",
    ),
    core(
        "`m::T`, `m.T`, `Self`, `@This()`",
        "struct S { a: u8, fn make() -> Self { return Self{ .a = 3 }; }\n"
        "    fn get(self: @This()) -> u8 { return self.a; } }\nfn f() -> u8 { return S.make().get(); }",
        "f() == 3",
    ),
    core("`anytype`", "fn f(a: anytype) -> u8 { return a + 1; }", "f(@as(u8, 2)) == 3"),
    wide(
        "`&T`, `&mut T`",
        "fn f(a: &mut u8, b: &u8) { *a = *b; }\n"
        "fn g() -> u8 { var a : u8 = 1; const b : u8 = 3; f(&mut a, &b); return a; }",
        "g() == 3",
    ),
    wide(
        "`&[T]`, `&mut [T]`",
        'fn f(a: &mut [u8], b: &[u8]) { a[0] = b[0]; }\nfn g() -> u8 { var a = [_]u8{1}; f(&a, "a"); return a[0]; }',
        "g() == 'a'",
    ),
    wide(
        "`[T]`, `[T; N]`",
        'fn f(a: [u8], b: [u8]) { a[0] = b[0]; }\nfn g() -> u8 { var a : [u8; 1] = [1]; f(&a, "a"); return a[0]; }',
        "g() == 'a'",
    ),
    wide("`Option<T>`, `char`", "fn f(a: Option<char>) -> u8 { return a orelse 'z'; }", "f(null) == 'z'"),
    wide(
        "tuple `(A, B)`",
        "struct S { t: (u8, bool) }\nfn f(s: S) -> u8 { const t : (u8, bool) = s.t; return t.0; }",
        "f(.{ .t = (3, true) }) == 3",
    ),
    wide(
        "`fn(A) R`, `*const fn(A) R`",
        "fn inc(a: u8) -> u8 { return a + 1; }\nfn f(g: fn(u8) u8, h: *const fn(u8) u8) -> u8 { return g(h(1)); }",
        "f(inc, &inc) == 3",
    ),
    wide(
        "`struct {..}` in a field",
        "struct S { in: struct { a: u8 } }\nfn f(s: S) -> u8 { return s.in.a; }",
        "f(.{ .in = .{ .a = 3 } }) == 3",
    ),
    core(
        "integers wider than 128 bits in constants",
        "const A : u256 = 1 << 200;\nfn f() -> u64 { return (A >> 180) as u64; }",
        "f() == 1048576",
    ),
    refused("`Vec<T>`, `List<T>`, `HashMap`", "unsupported-type", "fn f(a: Vec<u8>) -> u8 { return 3; }"),
    refused("`Result<T, E>`", "unsupported-type", "fn f() -> Result<u8, E> { return 3; }"),
    refused("`Name(T)`", "unsupported-type", "fn f(a: Stack(u8)) -> u8 { return 3; }"),
    refused("`[K: V]`", "unsupported-type", "fn f(a: [u8: u8]) -> u8 { return 3; }"),
    refused("`std.ArrayList(T)`", "unsupported-type", "fn f(a: std.ArrayList(u8)) -> u8 { return 3; }"),
    refused("`[*]T`, `[:0]T`", "unsupported-type", "fn f(a: [*]u8) -> u8 { return 3; }"),
    refused("`f80`, `f128`, `u0`", "unsupported-type", "fn f(a: f128) -> u8 { return 3; }"),
    refused("run-time integers wider than 128 bits", "unsupported-type", "fn f(a: u256) -> u8 { return 3; }"),
    refused("`@Vector`", "unsupported-type", "fn f(a: @Vector(4, f32)) -> u8 { return 3; }"),
    refused("`int`, `float`, `F64` and the like", "unsupported-type", "fn f(a: int) -> u8 { return 3; }"),
)

SECTIONS = (Section("Types", _TYPES),)
