"""Operators, literals, postfix forms, casts and builtins."""

from __future__ import annotations

from tests.support.model import Row, Section, core, refused, wide

_OPERATORS: tuple[Row, ...] = (
    wide("`implies`", "fn f(a: bool, b: bool) -> bool { return a implies b; }", "f(false, false) and !f(true, false)"),
    core(
        "`or`, `||`, `and`, `&&`", "fn f(a: bool, b: bool) -> bool { return a || b && a or b and a; }", "f(true, false)"
    ),
    wide("`not`", "fn f(a: u8) -> bool { return not a == 3; }", "f(2)"),
    core(
        "comparisons",
        "fn f(a: u8) -> bool { return a == 3 and a != 4 and a < 4 and a <= 3 and a > 2 and a >= 3; }",
        "f(3)",
    ),
    core(
        "`orelse`, `catch`",
        "fn g() -> !u8 { return error.A; }\nfn f(a: ?u8) -> u8 { return (a orelse 1) + (g() catch 2); }",
        "f(null) == 3",
    ),
    core(
        "`orelse return`, `catch |e|`",
        "fn g() -> !u8 { return error.A; }\nfn f(a: ?u8) -> u8 { const v = a orelse return 9;"
        " return v + (g() catch |e| if (e == error.A) 1 else 2); }",
        "f(null) == 9 and f(2) == 3",
    ),
    core("`& ^ |`, `<< >>`", "fn f(a: u8) -> u8 { return (a & 6) | (a ^ 1) | (a << 2) >> 1; }", "f(3) == 6"),
    wide("`& ^ |` mixed", "fn f(a: u8) -> u8 { return a & 6 | a ^ 1; }", "f(3) == 2", "mixed-bitwise"),
    core("`+ - * / %`", "fn f(a: u8, b: u8) -> u8 { return a + b * 2 - a / b + a % b; }", "f(7, 3) == 12"),
    core(
        "`+% -% *%`, `+| -| *|`",
        "fn f(a: u8) -> u8 { return (a +% 10) +| (a -| 255) +| (a *% 2 -% 4) ; }",
        "f(250) == 244",
    ),
    core("`++`, `**`", "fn f(a: u8) -> [4]u8 { return [a] ** 2 ++ [_]u8{ 1, 2 }; }", "f(3) == [3, 3, 1, 2]"),
    core(
        "`-`, `-%`, `!`, `~`, `&`",
        "fn f(a: i8, b: bool) -> i8 { const p = &a; return if (!b) -a + -%a else ~p.*; }",
        "f(3, false) == -6 and f(3, true) == -4",
    ),
    core(
        "`try`",
        "fn g(a: u8) -> !u8 { return a; }\nfn h(a: u8) -> !u8 { return try g(a) + 1; }\nfn f() -> u8 { return h(2) catch 9; }",
        "f() == 3",
    ),
    refused("`orelse` with `|`", "ambiguous-precedence", "fn f(a: ?u8) -> u8 { return a orelse 1 | 2; }"),
    refused("`a < b < c`", "chained-comparison", "fn f(a: u8) -> bool { return 1 < a < 3; }"),
)

_LITERALS: tuple[Row, ...] = (
    core("`T{ .a = e }`", "struct S { a: u8, b: u8 }\nfn f() -> S { return S{ .a = 1, .b = 2, }; }", "f().b == 2"),
    wide(
        "`T{ a = e }`, `T{ a: e }`, `T{ a, b }`",
        "struct S { a: u8, b: u8 }\nfn f(a: u8, b: u8) -> S { const s = S{ a = 1, b: 2 }; return S{ a, b }; }",
        "f(1, 2).b == 2",
    ),
    core(
        "`.{ .a = e }`, `.{ e, e }`, `.{}`",
        "struct S { a: u8 = 1 }\nfn f() -> u8 { const s : S = .{ .a = 2 }; const t : S = .{};"
        " const xs : [2]u8 = .{ 3, 4 }; return s.a + t.a + xs[1]; }",
        "f() == 7",
    ),
    wide(
        "`T{ ..base }`",
        "struct S { a: u8, b: u8 }\nfn f(s: S) -> S { return S{ .a = 9, ..s }; }",
        "f(S{ .a = 1, .b = 2 }).b == 2",
    ),
    core("`[a, b]`, `[]`", "fn f(a: [2]u8, b: []const u8) -> usize { return a[1] + b.len; }", "f([1, 2], []) == 2"),
    core(
        "`[N]T{..}`, `[_]T{..}`, `[]T{}`",
        "fn g(a: []const u8) -> usize { return a.len; }\n"
        "fn f() -> usize { const a = [2]u8{1, 2}; const b = [_]u8{1, 2, 3}; return a.len + b.len + g([]u8{}); }\nfn h() -> usize { return f(); }",
        "h() == 5",
    ),
    core(
        "`[_]T{v} ** n`, `[v; n]`",
        "fn f(v: u8) -> u8 { const a = [_]u8{v} ** 3; const b = [v; 4]; return a[2] + b[3]; }",
        "f(2) == 4",
    ),
    core(
        "`.variant`, `E.variant`, `E::variant`",
        "enum E { a, b }\nfn f(e: E) -> bool { return e == .a or e == E.a or e == E::a; }",
        "f(.a)",
    ),
    wide(
        "tuple `(a, b)`", "fn f(a: u8) -> u8 { const t = (a, true); return t.0 + (if (t[1]) 1 else 2); }", "f(2) == 3"
    ),
    core(
        "`error.Name`",
        "fn f() -> bool { const e : anyerror = error.A; return e == error.A; }\nfn g() -> bool { return f(); }",
        "g()",
    ),
    wide(
        "`Some(e)`, `None`",
        "fn f(c: bool) -> ?u8 { return if (c) Some(3) else None; }",
        "f(true) == 3 and f(false) == null",
    ),
    core(
        "value `if`",
        "fn f(c: bool) -> u8 { const a : u8 = if (c) 1 else 2; const b : u8 = if (c) { 3 } else { 4 }; return a + b; }",
        "f(true) == 4",
    ),
    core(
        "value `switch`",
        "fn f(a: u8) -> u8 { const b : u8 = switch (a) { 0 => 1, else => 2 }; return b; }",
        "f(0) == 1",
    ),
    wide(
        "`T{...}`",
        "struct S { a: u8 }\nfn f() -> u8 { return 3; }\ntest t\n    given s = S{...}\n    then s.a == 1\n",
        "f() == 3",
        "placeholder-test",
    ),
    refused('`{ "k": v }`', "unsupported-form", 'const A = { "k": 1 };'),
    refused("`name!(..)`", "unsupported-form", "fn f() { const a = vec![1, 2]; }"),
    refused("closures", "unsupported-form", "fn f() { const a = |x| x + 1; }"),
    refused("`Ok(e)`, `Err(e)`", "unsupported-form", "fn f() -> !u8 { return Ok(3); }"),
)

_POSTFIX: tuple[Row, ...] = (
    core(
        "call, field, index, `.len`",
        "struct S { xs: [2]u8 }\nfn g() -> S { return S{ .xs = [1, 2] }; }\n"
        "fn f(i: usize) -> usize { return g().xs[i] + g().xs.len; }",
        "f(1) == 4",
    ),
    core("`x[a..b]`, `x[a..]`", "fn f(x: []const u8) -> usize { return x[1..3].len + x[1..].len; }", 'f("abcd") == 5'),
    wide(
        "`x[..b]`, `x[..]`, `x[a:b]`, `x[i, j]`",
        "fn f(x: []const u8, y: [2][2]u8) -> usize { return x[..3].len + x[..].len + x[1:2].len + y[1, 0]; }",
        'f("abcd", [[1, 2], [3, 4]]) == 11',
    ),
    core(
        "`x.?`, `p.*`, `&x`, `&xs[i]`, `&x.f`",
        "struct S { a: u8 }\nfn g(p: *u8) { p.* += 1; }\n"
        "fn f(o: ?u8) -> u8 { var s = S{ .a = 1 }; var xs = [_]u8{1}; g(&s.a); g(&xs[0]); return o.? + s.a + xs[0]; }",
        "f(3) == 7",
    ),
    core(
        "methods",
        "struct S { a: u8, fn new(a: u8) -> S { return S{ .a = a }; } fn get(self: S) -> u8 { return self.a; } }\n"
        "fn f() -> u8 { return S::new(1).get() + S.get(S.new(2)); }",
        "f() == 3",
    ),
    wide(
        "`.len()`, `.length()`, `.clone()`",
        "fn f(x: []const u8) -> usize { const y = x.clone(); return x.len() + y.length(); }",
        'f("ab") == 4',
    ),
    wide(
        "`.is_some()`, `.is_none()`, `.unwrap()`, `.unwrap_or(d)`",
        "fn f(a: ?u8) -> u8 { if (a.is_none()) { return a.unwrap_or(9); } return if (a.is_some()) a.unwrap() else 1; }",
        "f(null) == 9 and f(3) == 3",
    ),
    wide("prelude functions as methods", "fn f(x: f64) -> f64 { return x.abs().sqrt() + x.max(1.0); }", "f(-4.0) == 3"),
    wide("`*p`", "fn g(p: *u8) { *p = *p + 1; }\nfn f() -> u8 { var a : u8 = 2; g(&a); return a; }", "f() == 3"),
    wide(
        "`x.iter()` in a `for` head",
        "fn f(xs: []const u8) -> u8 { var s : u8 = 0; for x in xs.iter() { s += x; } return s; }",
        "f(&[1, 2]) == 3",
    ),
    refused(
        "`.push()`, `.contains()` and the like",
        "unknown-method",
        "fn f(xs: []const u8) -> bool { return xs.contains(3); }",
    ),
    refused("postfix `?`", "unsupported-form", "fn g() -> !u8 { return 3; }\nfn f() -> !u8 { return g()?; }"),
)

_CASTS: tuple[Row, ...] = (
    core("`e as T`", "fn f(x: u32) -> u8 { return x as u8; }", "f(600) == 88"),
    core("`@as(T, e)`", "fn f(x: u8) -> u32 { return @as(u32, x) + 250; }", "f(250) == 500"),
    core("`cast_u8(e)`", "fn f(x: u32) -> u8 { return cast_u8(x); }", "f(600) == 88"),
    core(
        "result-typed builtins",
        "fn f(x: u32) -> u8 { const a : u8 = @intCast(x); const b : u8 = @truncate(x); const c : f64 = @floatFromInt(x);"
        " const d : u8 = @intFromFloat(c); return a + b + d; }",
        "f(3) == 9",
    ),
    core(
        "`@enumFromInt`, `@intFromEnum`, `@intFromBool`",
        "enum E(u8) { a, b }\n"
        "fn f(x: u8) -> u8 { const e : E = @enumFromInt(x); return @intFromEnum(e) + @intFromBool(e == .b); }",
        "f(1) == 2",
    ),
    core("`@bitCast`", "fn f(x: f32) -> u32 { return @bitCast(x); }", "f(1.0) == 0x3F800000"),
    wide(
        "old spellings",
        "enum E(u8) { a, b }\nfn f(x: u32) -> f32 { return @exp2(f32, @intToFloat(f32, @intCast(u8, x))) + @floatCast(f32, 0.5); }\n"
        "fn g(x: f32) -> u8 { return @floatToInt(u8, x) + @enumToInt(@intToEnum(E, 1)) + @boolToInt(true); }",
        "f(3) == 8.5 and g(2.5) == 4",
    ),
    core(
        "arithmetic builtins",
        "fn f(a: i32, b: i32) -> i32 { return @divTrunc(a, b) + @divFloor(a, b) + @rem(a, b) + @mod(a, b) + @divExact(b, b); }",
        "f(-7, 2) == -6",
    ),
    core(
        "`@abs @min @max @sqrt @floor @ceil @trunc @round`",
        "fn f(x: f64) -> f64 { return @abs(x) + @min(x, 1.0, 2.0) + @max(x, 0.5) + @sqrt(4.0 * x * x)"
        " + @floor(x) + @ceil(x) + @trunc(x) + @round(x); }",
        "f(-2.5) == -4.5",
    ),
    core(
        "`@exp @exp2 @log @log2 @log10 @sin @cos @tan`",
        "fn f(x: f64) -> f64 { return @exp(x) + @exp2(x) + @log(x + 1.0) + @log2(x + 1.0) + @log10(x + 1.0)"
        " + @sin(x) + @cos(x) + @tan(x); }",
        "f(0.0) == 3",
    ),
    core(
        "bit builtins",
        "fn f(x: u16) -> u16 { return @byteSwap(x) + @bitReverse(x) + @clz(x) + @ctz(x) + @popCount(x); }",
        "f(1) == 33040",
    ),
    core(
        "`@addWithOverflow` and the like",
        "fn f(a: u8) -> u8 { const r = @addWithOverflow(a, 10); return r[0] + r[1]; }",
        "f(250) == 5",
    ),
    core(
        "`@sizeOf`, `@bitSizeOf`",
        "struct S { a: u8, b: u32, c: u8 }\nfn f() -> usize { return @sizeOf(S) + @sizeOf(*S) + @bitSizeOf(u7); }\n"
        "fn g() -> usize { return f(); }",
        "g() == 23",
    ),
    core(
        "`@TypeOf`, `@tagName`, `@errorName`",
        "enum E { a, b }\nfn f(e: E) -> []const u8 { return @tagName(e); }\n"
        "fn g(e: anyerror) -> []const u8 { return @errorName(e); }",
        'f(.b) == "b" and g(error.Bad) == "Bad"',
    ),
    core(
        "`@mulAdd`, `@memcpy`, `@memset`",
        "fn f(x: f64) -> f64 { var a = [_]f64{0, 0}; @memset(&a, x); var b : [2]f64 = undefined; @memcpy(&b, &a);"
        " return @mulAdd(f64, b[1], 2.0, 1.0); }",
        "f(1.0) == 3",
    ),
    core(
        "prelude functions",
        "fn f(x: f64) -> f64 { return expm1(x) + log1p(x) + asin(x) + atan(x) + atan2(x, 1.0) + sinh(x) + tanh(x) + erf(x)"
        " + hypot(3.0, 4.0) + pow(2.0, 3.0) + fma(x, 1.0, 1.0) + acos(1.0 + x) + cosh(x); }",
        "f(0.0) == 15",
    ),
    core(
        "`std.math`",
        "fn f(x: f64) -> f64 { return std.math.clamp(x, 0.0, 1.0) + std.math.pow(f64, x, 2.0) + std.math.sign(x); }\n"
        "fn g() -> bool { return std.math.pi > 3.14 and std.math.maxInt(u8) == 255 and std.math.isNan(std.math.nan(f32)); }",
        "f(2.0) == 6 and g()",
    ),
    core(
        "`std.mem`",
        'fn f(s: []const u8) -> bool { return std.mem.eql(u8, s, "abc") and std.mem.startsWith(u8, s, "ab")'
        " and std.mem.indexOfScalar(u8, s, 'c') == 2; }",
        'f("abc")',
    ),
    wide("`T::MAX`, `f64::INFINITY`", "fn f(x: u8) -> bool { return x == u8::MAX and 1.0 < f64::INFINITY; }", "f(255)"),
    refused("`T(e)`", "unsupported-form", "fn f(x: u32) -> u8 { return u8(x); }"),
    refused("unknown builtin", "unknown-builtin", "fn f(x: f64) -> f64 { return @sqr(x); }"),
    refused("builtins of other languages", "unsupported-builtin", 'fn f(x: u8) -> u8 { return @field(x, "a"); }'),
    refused("other `std` names", "unsupported-std", "fn f() { const x = std.heap.page_allocator; }"),
)

SECTIONS = (
    Section("Operators", _OPERATORS),
    Section("Literals", _LITERALS),
    Section("Postfix forms", _POSTFIX),
    Section("Casts, builtins, prelude and std", _CASTS),
)
