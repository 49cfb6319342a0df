"""Modules, declarations, the bodies of structs, enums and unions, functions, tests and imports."""

from __future__ import annotations

from tests.support.model import Row, Section, core, refused, wide

_F = "fn f() -> u8 { return 3; }\n"

_MODULES: tuple[Row, ...] = (
    core("`module X;`", "module a::b-c;\n    fn f() -> u8 { return 3; }", "f() == 3", whole=True),
    core(
        "`module X { .. }`",
        "module x {\n    fn f() -> u8 { return 3; }\n    test t { assert(f() == 3); }\n}",
        whole=True,
    ),
    wide(
        "`spec X { .. }`", "spec x {\n    fn f() -> u8 { return 3; }\n    test t { assert(f() == 3); }\n}", whole=True
    ),
    wide("no header", "fn f() -> u8 { return 3; }", "f() == 3", "no-module-header", whole=True),
    wide("`;` alone", f";\n{_F}", "f() == 3", "stray-semicolon"),
    refused("empty or garbage name", "bad-module-header", "module ;\nconst A = 1;", whole=True),
    refused("second header", "bad-module-header", "module a;\nmodule b;\nconst A = 1;", whole=True),
    refused(
        "text behind the `}` of the module", "text-after-module", "module a { const A = 1; }\nconst B = 2;", whole=True
    ),
    refused("Markdown, pseudo code", "not-a-spec", "# Title\n\nSome text.", whole=True),
    refused("surplus `}`", "unmatched-delimiter", f"{_F}}}"),
    refused("words at top level", "stray-statement", f"these are words;\n{_F}"),
)

_DECLARATIONS: tuple[Row, ...] = (
    core(
        "`const N : T = e;`, `pub`",
        "pub const A : u8 = B + 1;\nconst B : u8 = 2;\nfn f() -> u8 { return A; }",
        "f() == 3",
    ),
    core("untyped `const`", "const A = 1 << 70;\nfn f() -> u8 { return A >> 69; }", "f() == 2"),
    core(
        "`const N = struct {..};`",
        "pub const S = struct { a: u8 };\nfn f(s: S) -> u8 { return s.a; }",
        "f(S{ .a = 3 }) == 3",
    ),
    core(
        "`const N = enum(T) {..};`",
        "const E = enum(u8) { a = 3, b };\nfn f(e: E) -> u8 { return @intFromEnum(e); }",
        "f(.b) == 4",
    ),
    core(
        "`const N = union(enum) {..};`",
        "const U = union(enum) { a: u8, b };\nfn f(u: U) -> bool { return u == .b; }",
        "f(.b) and !f(.{ .a = 1 })",
    ),
    core(
        "`const N = error{A, B};`",
        "const E = error{ A, B };\nfn f() -> E!u8 { return error.A; }\nfn g() -> u8 { return f() catch 3; }",
        "g() == 3",
    ),
    core("`struct N {..}`, final `;`", "struct S { a: u8 };\nfn f(s: S) -> u8 { return s.a; }", "f(.{ .a = 3 }) == 3"),
    core(
        "`enum N(T) {..}`, `enum N : T {..}`",
        "enum A(u8) { x }\nenum B : i8 { y = -1 }\nfn f(a: A, b: B) -> i8 { return @intFromEnum(b); }",
        "f(.x, .y) == -1",
    ),
    core("`union N {..}`", "union U { a: u8, b: void }\nfn f(u: U) -> u8 { return u.a; }", "f(U{ .a = 3 }) == 3"),
    core(
        "alias `const W = T;`",
        "const W = u32;\nconst V = [4]W;\nfn f(v: V) -> W { return v[3]; }",
        "f([1, 2, 3, 4]) == 4",
    ),
    wide("`type W = T;`", "type W = u32;\nfn f(w: W) -> W { return w; }", "f(3) == 3"),
    core(
        "module state `var n : T = e;`", "var n : u8 = 2;\nfn f() -> u8 { n += 1; return n; }", "f() == 3 and f() == 4"
    ),
    wide(
        "`var n = e;`, `var n : T;`",
        "var n = 2;\nvar m : u8;\nfn f() -> u8 { m = 1; return m + @as(u8, @intCast(n)); }",
        "f() == 3",
    ),
    wide("`let N = e;`", "let A = 3;\nfn f() -> u8 { return A; }", "f() == 3"),
    wide(
        "`impl T { fn .. }`",
        "struct S { a: u8 }\nimpl S { fn get(self) -> u8 { return self.a; } }\nfn f(s: S) -> u8 { return s.get(); }",
        "f(.{ .a = 3 }) == 3",
    ),
    wide(
        "`fn T.name(self: T) ..`",
        "struct S { a: u8 }\nfn S.get(self: S) -> u8 { return self.a; }\nfn f(s: S) -> u8 { return s.get(); }",
        "f(.{ .a = 3 }) == 3",
    ),
    refused("`const N(T) = ..`, `struct N<T>`, `fn f<T>()`", "unsupported-form", "struct N<T> { a: T }"),
    refused("`comptime T: type`", "unsupported-form", "fn f(comptime T: type) -> u8 { return 3; }"),
    refused("`trait`", "unsupported-form", "trait T { fn f(); }"),
    refused("`impl Tr for T`", "unsupported-form", "struct S { a: u8 }\nimpl Tr for S { }"),
    refused("`import`", "unsupported-form", "import a.b;"),
    refused("`@import`", "unsupported-form", 'const a = @import("a.zig");'),
    refused("`extern`", "unsupported-form", "extern fn f() u8;"),
    refused("`packed struct`", "unsupported-form", "const S = packed struct { a: u8 };"),
    refused("`asm`", "unsupported-form", 'fn f() { asm("nop"); }'),
    refused("`documentation {..}`", "unsupported-form", "documentation { text }"),
    refused("`property`, `rule` blocks", "unsupported-form", "property p { }"),
)

_BODIES: tuple[Row, ...] = (
    core(
        "fields, separators",
        "struct S { a: u8, b: u8; c: u8 }\nfn f(s: S) -> u8 { return s.c; }",
        "f(S{ .a = 1, .b = 2, .c = 3 }) == 3",
    ),
    wide(
        "newline ends a field",
        "struct S {\n    a: u8\n    b: u8\n}\nfn f(s: S) -> u8 { return s.b; }",
        "f(S{ .a = 1, .b = 3 }) == 3",
    ),
    core("default", "struct S { a: u8 = 3 }\nfn f(s: S) -> u8 { return s.a; }", "f(.{}) == 3"),
    core(
        "methods, associated `const`",
        "struct S { a: u8, const K = 2; pub fn m(self: S) -> u8 { return self.a + S.K; } }\n"
        "fn f(s: S) -> u8 { return s.m(); }",
        "f(.{ .a = 1 }) == 3",
    ),
    core("`pub` before a field", "struct S { pub a: u8 }\nfn f(s: S) -> u8 { return s.a; }", "f(.{ .a = 3 }) == 3"),
    wide(
        "quoted type", 'struct S { a: "u32" }\nfn f(s: S) -> u32 { return s.a; }', "f(.{ .a = 3 }) == 3", "quoted-type"
    ),
    refused("damaged type", "damaged-type", 'struct S {\n    a: [[]u8",\n    b: u8\n}'),
    refused("empty type", "damaged-type", "struct S { a: , b: u8 }"),
    core("variants, tags", "enum E { a, b = 3\n c }\nfn f(e: E) -> u8 { return @intFromEnum(e); }", "f(.c) == 4"),
    core("negative tags", "enum E(i8) { a = -1, b }\nfn f(e: E) -> i8 { return @intFromEnum(e); }", "f(.b) == 0"),
    refused("payload variants", "unsupported-form", "enum E { a(u8), b }"),
)

_FUNCTIONS: tuple[Row, ...] = (
    core("`fn f(a: T) -> R`", "fn f(a: u8) -> u8 { return a; }", "f(3) == 3"),
    core(
        "no result, `-> void`",
        "var n : u8 = 0;\nfn g() -> void { n = 3; }\nfn h() { g(); }\nfn f() -> u8 { h(); return n; }",
        "f() == 3",
    ),
    core("`fn f(a: T) R`", "fn f(a: u8) u8 { return a; }", "f(3) == 3"),
    wide("`fn f(a: T): R`", "fn f(a: u8): u8 { return a; }", "f(3) == 3"),
    wide("damaged arrow", "fn f(a: u8) 257 u8 { return a; }", "f(3) == 3", "damaged-arrow"),
    core("`inline`, `pub`", "pub inline fn f(a: u8) -> u8 { return a; }", "f(3) == 3"),
    wide("`export`", "export fn f(a: u8) -> u8 { return a; }", "f(3) == 3"),
    core(
        "`anytype`",
        "fn f(a: anytype) -> u8 { if (@TypeOf(a) == bool) { return 1; } return 2; }\n"
        "fn g(b: bool) -> u8 { return f(b); }",
        "g(true) == 1 and f(3) == 2",
    ),
    core(
        "`self: T`, `self: *T`",
        "struct S { a: u8, fn add(self: *S) { self.a += 1; } fn get(self: S) -> u8 { return self.a; } }\n"
        "fn f() -> u8 { var s = S{ .a = 2 }; s.add(); return s.get(); }",
        "f() == 3",
    ),
    wide(
        "`self`, `&self`, `&mut self`",
        "struct S { a: u8, fn add(&mut self) { self.a += 1; } fn get(&self) -> u8 { return self.a; } }\n"
        "fn f() -> u8 { var s = S{ .a = 2 }; s.add(); return s.get(); }",
        "f() == 3",
    ),
    wide("`mut a: T`, trailing comma", "fn f(mut a: u8,) -> u8 { a += 1; return a; }", "f(2) == 3"),
    refused("parameter without type", "unsupported-form", "fn f(a) -> u8 { return a; }"),
    core("`fn` in a `fn`", "fn f(a: u8) -> u8 { fn g(b: u8) -> u8 { return b; } return g(a); }", "f(3) == 3"),
    wide("no body", "fn g(a: u8) -> u8;\nfn f() -> u8 { return 3; }", "f() == 3", "placeholder-function"),
    wide("`-> (A, B)`", "fn f() -> (u8, bool) { return (3, true); }", "f().0 == 3"),
    wide("`-> (lo: A, hi: B)`", "fn f() -> (lo: u8, hi: u8) { return (3, 4); }", "f().hi == 4 and f()[0] == 3"),
    wide("`-> struct { a: A }`", "fn f() -> struct { a: u8 } { return .{ .a = 3 }; }", "f().a == 3"),
    wide("last expression is the result", "fn f(c: bool) -> u8 { if (c) { 3 } else { 4 } }", "f(true) == 3"),
    refused("clauses in a `fn`", "expected-token", "fn f()\n    given x = 1\n    then x == 1"),
)

_TESTS: tuple[Row, ...] = (
    core("clause `test`", f"{_F}test adds\n    given a = f()\n    then a == 3"),
    core("`test NAME { }`", f"{_F}test adds {{ assert(f() == 3); }}"),
    core('`test ".." { }`', f'{_F}test "adds up" {{ assert(f() == 3); }}'),
    core('clause `test ".."`', f'{_F}test "adds up"\n    then f() == 3'),
    core("clause `invariant`", f"{_F}invariant holds\n    assert f() == 3\n", "f() == 3"),
    core("`invariant NAME { }`", f"{_F}invariant holds {{ f() == 3; }}\n", "f() == 3"),
    core('`invariant ".." { }`', f'{_F}invariant "three" {{ assert(f() == 3); }}\n', "f() == 3"),
    core("`invariant n : e;`", f"{_F}invariant holds : f() == 3\n", "f() == 3"),
    core("clause `bench`", f"{_F}bench speed\n    when r = f()\n    then r == 3\n", "f() == 3"),
    core("`bench NAME { }`", f"{_F}bench speed {{ const r = f(); }}\n", "f() == 3"),
    core(
        '`bench ".." { }`, clause `bench ".."`',
        f'{_F}bench "a b" {{ const r = f(); }}\nbench "c d"\n    measure: ns\n',
        "f() == 3",
    ),
    wide(
        "two tests of one name", f"{_F}test t\n    then f() == 3\ntest t\n    then f() < 4", code="duplicate-test-name"
    ),
    refused("`invariant n(a: T)`", "quantified-invariant", "invariant n(a: u8) { a >= 0; }"),
    refused("`test {`", "expected-token", "test { assert(true); }"),
    refused("`property n(..)`", "unsupported-form", "property n(a: u8) { a >= 0; }"),
)

_OTHER = {"lib/nums.t27": "module nums;\nconst TWO : u8 = 2;\nfn double(a: u8) -> u8 { return a * TWO; }\n"}

_IMPORTS: tuple[Row, ...] = (
    Row(
        "`use a::b;`",
        "core",
        "use lib::nums;\nfn f() -> u8 { return nums::double(nums.TWO) + double(1); }",
        "f() == 6",
        beside=tuple(_OTHER.items()),
    ),
    Row(
        "`use a::b::{X, Y};`",
        "core",
        "use lib::nums::{double, TWO};\nfn f() -> u8 { return double(TWO); }",
        "f() == 4",
        beside=tuple(_OTHER.items()),
    ),
    Row(
        "`use a::b::X;`",
        "core",
        "use lib::nums::double;\nfn f() -> u8 { return double(2); }",
        "f() == 4",
        beside=tuple(_OTHER.items()),
    ),
    wide("`use a.b;`", "use lib.nums;\nfn f() -> u8 { return double(2); }", "f() == 4", beside=_OTHER),
    wide("`using X;`", "using nums;\nfn f() -> u8 { return double(2); }", "f() == 4", "inexact-import", beside=_OTHER),
    wide(
        "full path without `use`",
        "fn f() -> u8 { return lib::nums::double(2); }",
        "f() == 4",
        "implicit-import",
        beside=_OTHER,
    ),
    wide("missing module", f"use no::such;\n{_F}", "f() == 3", "missing-module"),
    refused("`use X = ..`", "unsupported-form", "use x = a::b;"),
    refused("`use .. as ..`", "unsupported-form", "use a::b as c;"),
    refused("`pub use`", "unsupported-form", "pub use a::b;"),
    refused("`using n: @import(..)`", "unsupported-form", 'using n: @import("a");'),
)

SECTIONS = (
    Section("Modules", _MODULES),
    Section("Declarations", _DECLARATIONS),
    Section("Bodies of structs, enums and unions", _BODIES),
    Section("Functions", _FUNCTIONS),
    Section("Tests, invariants, benches", _TESTS),
    Section("Imports", _IMPORTS),
)
