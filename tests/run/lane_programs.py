"""A generator of loops over arrays: element by element, folds, nests, branches, calls, often with a trap inside."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.run.generator import Chooser

HELPERS = """module loops;
fn ramp(v: f32) -> f32 { if (v < 0.5) { return v * 2.0; } const q = v * v; return q - 1.0; }
fn step(v: f32) -> f32 { var r = v; if (v > 1.0) { r = r + 1.0; } else { r *= 3.0; } return r; }
fn root(v: f32) -> f32 { return if (v > 0.0 and v < 10.0) @sqrt(v) else -v; }
fn chosen(v: f32, k: usize) -> f32 { if (k > 2) { return v; } return root(v) + 1.0; }
fn scaled(v: f32, k: usize) -> f32 { var q = k + 1; if (k > 2) { q = 2; } return v * (q as f32); }
fn late(v: f32) -> f32 {
    var r: f32 = 2.0;
    if (v > 0.0) { r = v; if (v > 1.0) { return r; } r = r + 1.0; }
    r *= 2.0;
    return r;
}
fn first_of(v: f32, ys: []f32) -> f32 { if (v < 0.0) { return 0.0; } return v + ys[0]; }
fn by_count(v: f32, k: usize) -> f32 { return switch (k) { 0 => v, 1, 2 => v * 2.0, else => -v }; }
fn by_kind(v: f32, kind: i32) -> f32 {
    switch (kind) { 3 => { return v; }, -7...2 => { return ramp(v); }, else => {} }
    return 1.0 - v;
}
fn odd(v: f32) -> f32 { if (v < 0.0) { return -odd(-v); } const t = v + 1.0; return t * t; }
"""
PARAMS = "x: []f32, y: []f32, z: []f64, w: []i32, a: f32, n: usize, m: usize, low: usize, high: usize"
_INDICES = ("i + 1", "i + n", "2 * i", "i * m", "n + i * m", "n", "i - 1", "i + m - n", "(i + 1) * m", "0", "i * m * n")
_NESTED = ("i * m + j", "j * m + i", "j", "i + j", "j + n", "i * m + j + n", "n * j + i", "i * m - j")
_UNARY = ("@sqrt", "@abs", "@floor", "exp", "tanh", "sin", "ramp", "step", "root", "odd", "late")
_BINARY = ("@min", "@max", "atan2", "hypot", "pow")


@dataclass(slots=True)
class LoopWriter:
    """Writes one function. `plain` of 100 indices are the counter itself."""

    choose: Chooser
    plain: int = 90
    nested: bool = False
    readable: list[str] = field(default_factory=list)
    assignable: list[str] = field(default_factory=list)
    names: int = 0

    def function(self, name: str) -> str:
        """A function that changes its arrays and returns a number."""
        self.plain = self.choose.of((100, 95, 80))
        bounds = self.choose.of(("0..high", "0..high", "low..high", "0..x.len", "low..y.len"))
        lines = self.statements(0)
        head = f"pub fn {name}({PARAMS}) -> f32 {{\nvar sum: f32 = a;\nvar other: f32 = 1.0;"
        return "\n".join([head, f"for ({bounds}) |i| {{", *lines, "}", "return sum - other;", "}"])

    def index(self) -> str:
        if self.nested and self.choose.chance(60):
            return self.choose.of(_NESTED)
        return "i" if self.choose.chance(self.plain) else self.choose.of(_INDICES)

    def number(self, depth: int = 0) -> str:
        if depth > 2 or self.choose.chance(30):
            elements = (f"x[{self.index()}]", f"y[{self.index()}]")
            return self.choose.of(("a", "1.5", "-0.0", *self.readable, *elements, *elements))
        first = self.number(depth + 1)
        match self.choose.index(8):
            case 0 | 1 | 2:
                return f"({first} {self.choose.of('+-*/')} {self.number(depth + 1)})"
            case 3:
                return f"{self.choose.of(_UNARY)}({first})"
            case 4:
                return f"(if ({self.condition(depth + 1)}) {first} else {self.number(depth + 1)})"
            case 5:
                return f"{self.choose.of(_BINARY)}({first}, {self.number(depth + 1)})"
            case 6:
                return self.choose.of((f"(z[{self.index()}] as f32)", f"(w[{self.index()}] as f32)", "(i as f32)"))
            case _:
                calls = (f"chosen({first}, n)", f"scaled({first}, n)", f"first_of({first}, y)", f"by_count({first}, m)")
                return self.choose.of((*calls, f"by_kind({first}, w[{self.index()}])", f"-{first}"))

    def condition(self, depth: int = 0) -> str:
        match self.choose.index(10):
            case 0:
                return f"n {self.choose.of(('<', '>', '=='))} m"
            case 1:
                return f"w[{self.index()}] {self.choose.of(('<', '>', '=='))} w[{self.index()}]"
            case 2 if depth < 3:
                return f"({self.condition(depth + 1)} {self.choose.of(('and', 'or'))} {self.condition(depth + 1)})"
            case 3:
                return f"{self.choose.of(('isNan', 'isInf', 'signBit'))}({self.number(depth + 1)})"
            case _:
                sign = self.choose.of(("<", "<=", ">", ">=", "==", "!="))
                return f"{self.number(depth + 1)} {sign} {self.number(depth + 1)}"

    def whole(self, depth: int = 0) -> str:
        if depth > 1 or self.choose.chance(40):
            return self.choose.of(("3", "-7", f"w[{self.index()}]", f"w[{self.index()}]"))
        operator = self.choose.of(("+%", "-%", "*%", "&", "|", "^", "+"))
        return f"({self.whole(depth + 1)} {operator} {self.whole(depth + 1)})"

    def statements(self, depth: int) -> list[str]:
        return [line for _ in range(1 + self.choose.index(3)) for line in self.statement(depth)]

    def statement(self, depth: int) -> list[str]:
        match self.choose.index(10):
            case 0 | 1:
                return [self.local()]
            case 2 | 3:
                place = f"{self.choose.of('xy')}[{self.index()}]"
                return [f"{place} {self.choose.of(('=', '=', '+=', '*='))} {self.number()};"]
            case 4:
                return [self.choose.of((f"z[{self.index()}] = {self.number()} as f64;", f"w[i] = {self.whole()};"))]
            case 5 if self.assignable:
                return [f"{self.choose.of(self.assignable)} {self.choose.of(('=', '+=', '*='))} {self.number()};"]
            case 6 | 7:
                return [self.fold()]
            case 8 if depth < 2:
                return self.inside(f"if ({self.condition()}) {{", depth)
            case 9 if depth == 0:
                self.nested = True
                lines = self.inside(f"for (0..{self.choose.of('mn3')}) |j| {{", depth)
                self.nested = False
                return lines
            case _:
                return [f"y[i] = {self.number()};"]

    def local(self) -> str:
        self.names += 1
        name, kind = f"v{self.names}", self.choose.of(("const", "var"))
        line = f"{kind} {name}: f32 = {self.number()};"
        self.readable.append(name)
        if kind == "var":
            self.assignable.append(name)
        return line

    def fold(self) -> str:
        total, value = self.choose.of(("sum", "other")), self.number()
        sign = self.choose.of(("+=", "*=", ">", "<", "@min", "@max"))
        if sign in "<>":
            return f"if ({value} {sign} {total}) {{ {total} = {value}; }}"
        return f"{total} = {sign}({total}, {value});" if sign[0] == "@" else f"{total} {sign} {value};"

    def inside(self, head: str, depth: int) -> list[str]:
        before = list(self.readable), list(self.assignable)
        lines = [head, *self.statements(depth + 1), "}"]
        self.readable, self.assignable = before
        return lines
