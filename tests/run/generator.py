"""A typed generator of t27 programs: every program checks without an error, and ends with a value or a trap.

`Chooser` hides where the choices come from, so Hypothesis can shrink them. A program is a list of functions that call
earlier ones only, and of entry functions without parameters whose results the targets are compared on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")

INTS = ("u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "u7", "i13", "u128", "i128", "usize")
FLOATS = ("f32", "f64")
SCALARS = (*INTS, *FLOATS, "bool")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
# Wrapping and saturating operators twice: a program that traps early shows little of what follows.
INT_OPS = ("+", "-", "*", *("+%", "-%", "*%", "+|", "-|", "*|", "&", "|", "^") * 2)
INT_CALLS = ("@divTrunc", "@divFloor", "@rem", "@mod", "@min", "@max")
# Every target gives all bits of these alike; of the others only those that share one library do.
EXACT_FUNCTIONS = ("@sqrt", "@floor", "@ceil", "@trunc", "@round", "@abs")
FLOAT_FUNCTIONS = (*EXACT_FUNCTIONS, "exp", "tanh", "log", "sin", "cos", "atan")
FLOAT_LITERALS = ("0.0", "1.0", "0.5", "2.5", "0.1", "3.75", "100.0", "0.000001", "16777217.0")
STRUCT_FIELDS = (("count", "u8"), ("total", "i32"), ("weight", "f32"), ("open", "bool"))
ARRAY_LENGTH = 4
MAX_DEPTH = 3


def width_of(type_: str) -> int:
    """The bits of an integer type."""
    return 64 if type_ == "usize" else int(type_[1:])


def fits(source: str, target: str) -> bool:
    """Whether every value of one integer type is one of the other."""
    signed = (source.startswith("i"), target.startswith("i"))
    if signed == (True, False):
        return False
    return width_of(source) < width_of(target) + (signed[0] == signed[1])


@dataclass(frozen=True, slots=True)
class Chooser:
    """`index(n)` gives a number from 0 to n - 1."""

    index: Callable[[int], int]

    def of(self, options: Sequence[T]) -> T:
        """One of `options`."""
        return options[self.index(len(options))]

    def chance(self, percent: int) -> bool:
        """True in about `percent` of 100 cases."""
        return self.index(100) < percent


@dataclass(slots=True)
class Scope:
    """The variables that an expression may read: name and type, and those that a statement may assign."""

    readable: list[tuple[str, str]]
    assignable: list[tuple[str, str]] = field(default_factory=list)

    def child(self) -> Scope:
        """A scope inside this one."""
        return Scope(list(self.readable), list(self.assignable))

    def named(self, type_: str) -> list[str]:
        """Readable variables of `type_`."""
        return [name for name, of in self.readable if of == type_]


@dataclass(frozen=True, slots=True)
class Signature:
    """A function that later ones may call."""

    name: str
    params: tuple[str, ...]
    result: str


@dataclass(slots=True)
class ProgramGenerator:
    """Writes one program. `fresh` numbers the locals, `functions` are those declared so far; names of functions begin
    with `prefix`."""

    choose: Chooser
    float_functions: tuple[str, ...] = FLOAT_FUNCTIONS
    prefix: str = ""
    fresh: int = 0
    functions: list[Signature] = field(default_factory=list)

    def name(self, stem: str) -> str:
        """A name that no other local of the program has."""
        self.fresh += 1
        return f"{stem}{self.fresh}"

    def expression(self, type_: str, scope: Scope, depth: int = MAX_DEPTH) -> str:
        """An expression of `type_` that is not known at compile time."""
        if depth == 0 or self.choose.chance(20):
            return self.leaf(type_, scope)
        common = self.common(type_, scope, depth)
        if common:
            return common
        if type_ == "bool":
            return self.boolean(scope, depth - 1)
        if type_ in FLOATS:
            return self.floating(type_, scope, depth - 1)
        if type_ in INTS:
            return self.integer(type_, scope, depth - 1)
        return self.leaf(type_, scope)

    def common(self, type_: str, scope: Scope, depth: int) -> str:
        """Forms that every type has: a call, a value `if`, a field or element; empty if none was chosen."""
        kind = self.choose.index(10)
        callable_ = [f for f in self.functions if f.result == type_]
        if kind == 0 and callable_:
            callee = self.choose.of(callable_)
            return f"{callee.name}({', '.join(self.expression(p, scope, depth - 1) for p in callee.params)})"
        if kind == 1:
            condition = self.expression("bool", scope, depth - 1)
            then, other = (self.expression(type_, scope, depth - 1) for _ in range(2))
            return f"(if ({condition}) {then} else {other})"
        if kind == 2 and (part := self.part(type_, scope)):
            return part
        return ""

    def part(self, type_: str, scope: Scope) -> str:
        """A struct field or an array element of `type_`, if a variable offers one."""
        options = [f"{name}.{field_}" for name in scope.named("Item") for field_, of in STRUCT_FIELDS if of == type_]
        options += [f"{name}[{self.small_index(scope)}]" for name in scope.named(f"[{ARRAY_LENGTH}]{type_}")]
        return self.choose.of(options) if options else ""

    def small_index(self, scope: Scope) -> str:
        """An index that is mostly, not always, inside an array."""
        names = scope.named("usize")
        if names and self.choose.chance(60):
            return f"{self.choose.of(names)} % {ARRAY_LENGTH + self.choose.index(2)}"
        return str(self.choose.index(ARRAY_LENGTH))

    def leaf(self, type_: str, scope: Scope) -> str:
        """A variable of `type_`, or a cast of one that every function has, mostly of one whose values all fit."""
        names = scope.named(type_)
        if names:
            return self.choose.of(names)
        if type_ == "Item":
            return self.struct_literal(scope)
        if type_.startswith("["):
            element = type_[type_.index("]") + 1 :]
            return f"{type_}{{ {', '.join(self.leaf(element, scope) for _ in range(ARRAY_LENGTH))} }}"
        sources = [(n, t) for n, t in scope.readable if t in INTS]
        fitting = [(n, t) for n, t in sources if type_ in INTS and fits(t, type_)]
        source, _ = self.choose.of(fitting if fitting and self.choose.chance(80) else sources)
        if type_ == "bool":
            return f"({source} {self.choose.of(COMPARISONS)} {self.choose.index(9)})"
        return f"({source} as {type_})"

    def struct_literal(self, scope: Scope) -> str:
        """An `Item` from leaves."""
        parts = (f".{name} = {self.leaf(of, scope)}" for name, of in STRUCT_FIELDS)
        return f"Item{{ {', '.join(parts)} }}"

    def literal(self, type_: str) -> str:
        """A literal that fits `type_`."""
        if type_ in FLOATS:
            return self.choose.of(FLOAT_LITERALS)
        return str(self.choose.of((0, 1, 2, 3, 5, 7, 10, 31, 63)))

    def argument(self, type_: str) -> str:
        """A number for an entry's variable: small, or at the edge of an integer type."""
        if type_ in FLOATS or self.choose.chance(50):
            return self.literal(type_)
        bits = width_of(type_)
        if type_.startswith("i"):
            return self.choose.of((f"-{1 << (bits - 1)}", str((1 << (bits - 1)) - 1), "-1", "-3"))
        return self.choose.of((str((1 << bits) - 1), str(1 << (bits - 1)), str((1 << bits) - 3)))

    def operand(self, type_: str, scope: Scope, depth: int) -> str:
        """The right side of an operator: an expression or a literal."""
        if self.choose.chance(35):
            return self.literal(type_)
        return self.expression(type_, scope, depth)

    def boolean(self, scope: Scope, depth: int) -> str:
        """A comparison or a logical operator."""
        kind = self.choose.index(5)
        if kind == 0:
            return f"!{self.leaf('bool', scope)}"
        if kind == 1:
            operator = self.choose.of(("and", "or"))
            return f"({self.expression('bool', scope, depth)} {operator} {self.expression('bool', scope, depth)})"
        if kind == 2:
            type_ = self.choose.of(FLOATS)
            left, right = self.expression(type_, scope, depth), self.operand(type_, scope, depth)
            return f"({left} {self.choose.of(COMPARISONS)} {right})"
        left, right = (self.expression(self.choose.of(INTS), scope, depth) for _ in range(2))
        return f"({left} {self.choose.of(COMPARISONS)} {right})"

    def floating(self, type_: str, scope: Scope, depth: int) -> str:
        """Float arithmetic, a function, or a conversion."""
        kind = self.choose.index(6)
        if kind == 0:
            return f"{self.choose.of(self.float_functions)}({self.expression(type_, scope, depth)})"
        if kind == 1:
            return f"({self.expression(self.choose.of((*INTS, *FLOATS)), scope, depth)} as {type_})"
        if kind == 2:
            left, right = self.expression(type_, scope, depth), self.operand(type_, scope, depth)
            return f"{self.choose.of(('@min', '@max', '@rem', '@mod'))}({left}, {right})"
        if kind == 3:
            return f"(-{self.leaf(type_, scope)})"
        left, right = self.expression(type_, scope, depth), self.operand(type_, scope, depth)
        return f"({left} {self.choose.of(('+', '-', '*', '/'))} {right})"

    def integer(self, type_: str, scope: Scope, depth: int) -> str:
        """Integer arithmetic, a shift, a builtin, or a conversion."""
        kind = self.choose.index(8)
        left = self.expression(type_, scope, depth)
        if kind == 0:
            return f"({left} {self.choose.of(('<<', '>>'))} {self.shift_amount(type_, scope)})"
        if kind == 1:
            return f"{self.choose.of(INT_CALLS)}({left}, {self.expression(type_, scope, depth)})"
        if kind == 2:
            return f"({self.expression(self.choose.of((*INTS, *FLOATS)), scope, depth)} as {type_})"
        if kind == 3:
            return f"(~{left})"
        if kind == 4 and type_.startswith("i"):
            return f"(-{left})"
        if kind == 5:
            return f"@as({type_}, @intCast({self.expression(self.choose.of(INTS), scope, depth)}))"
        return f"({left} {self.choose.of(INT_OPS)} {self.operand(type_, scope, depth)})"

    def shift_amount(self, type_: str, scope: Scope) -> str:
        """A shift amount: a small literal or a variable that may be too large."""
        names = scope.named("u8")
        if names and self.choose.chance(40):
            return f"({self.choose.of(names)} % 140)"
        return str(self.choose.index(width_of(type_)))

    def statements(self, scope: Scope, depth: int, indent: str) -> list[str]:
        """A few statements; declarations stay readable in what follows them."""
        lines: list[str] = []
        for _ in range(1 + self.choose.index(3)):
            lines += self.statement(scope, depth, indent)
        return lines

    def statement(self, scope: Scope, depth: int, indent: str) -> list[str]:
        """One statement."""
        kind = self.choose.index(8)
        if kind <= 2 or (kind <= 4 and not scope.assignable):
            return [self.declaration(scope, indent)]
        if kind <= 4 or depth == 0:
            return [self.assignment(scope, indent)] if scope.assignable else [self.declaration(scope, indent)]
        if kind == 5:
            return self.branch(scope, depth, indent)
        if kind == 6:
            return self.for_loop(scope, depth, indent)
        return self.while_loop(scope, depth, indent)

    def declaration(self, scope: Scope, indent: str) -> str:
        """A typed local."""
        type_ = self.choose.of((*SCALARS, "Item", f"[{ARRAY_LENGTH}]i32", f"[{ARRAY_LENGTH}]f32"))
        name, word = self.name("v"), self.choose.of(("const", "var"))
        text = f"{indent}{word} {name} : {type_} = {self.expression(type_, scope, 2)};"
        scope.readable.append((name, type_))
        if word == "var":
            scope.assignable.append((name, type_))
        return text

    def assignment(self, scope: Scope, indent: str) -> str:
        """A store into a variable, a field or an element, plain or compound."""
        name, type_ = self.choose.of(scope.assignable)
        if type_ == "Item" and self.choose.chance(70):
            part, type_ = self.choose.of(STRUCT_FIELDS)
            name = f"{name}.{part}"
        elif type_.startswith("[") and self.choose.chance(70):
            name, type_ = f"{name}[{self.small_index(scope)}]", type_[type_.index("]") + 1 :]
        if type_ in (*INTS, *FLOATS) and self.choose.chance(40):
            return f"{indent}{name} {self.choose.of(('+=', '-=', '*='))} {self.expression(type_, scope, 2)};"
        return f"{indent}{name} = {self.expression(type_, scope, 2)};"

    def branch(self, scope: Scope, depth: int, indent: str) -> list[str]:
        """An `if`, perhaps with `else`."""
        lines = [f"{indent}if ({self.expression('bool', scope, 2)}) {{"]
        lines += self.statements(scope.child(), depth - 1, indent + "    ")
        if self.choose.chance(50):
            lines.append(f"{indent}}} else {{")
            lines += self.statements(scope.child(), depth - 1, indent + "    ")
        return [*lines, f"{indent}}}"]

    def for_loop(self, scope: Scope, depth: int, indent: str) -> list[str]:
        """A counted loop or one over an array."""
        inner, name = scope.child(), self.name("at")
        arrays = [(n, t) for n, t in scope.readable if t.startswith("[")]
        if arrays and self.choose.chance(50):
            array, type_ = self.choose.of(arrays)
            head, of = f"for ({array}) |{name}| {{", type_[type_.index("]") + 1 :]
        else:
            head, of = f"for (0..{1 + self.choose.index(4)}) |{name}| {{", "usize"
        inner.readable.append((name, of))
        return [indent + head, *self.statements(inner, depth - 1, indent + "    "), f"{indent}}}"]

    def while_loop(self, scope: Scope, depth: int, indent: str) -> list[str]:
        """A loop that a counter ends."""
        inner, name = scope.child(), self.name("n")
        inner.readable.append((name, "u32"))
        lines = [f"{indent}var {name} : u32 = 0;", f"{indent}while ({name} < {1 + self.choose.index(4)}) {{"]
        lines += self.statements(inner, depth - 1, indent + "    ")
        if self.choose.chance(30):
            lines.append(f"{indent}    if ({self.expression('bool', inner, 1)}) {{ break; }}")
        return [*lines, f"{indent}    {name} += 1;", f"{indent}}}"]

    def function(self) -> list[str]:
        """A function with one to three parameters; the first is an integer, so that a leaf of any type exists."""
        params = [self.choose.of(INTS)]
        params += [self.choose.of((*SCALARS, "Item", f"[{ARRAY_LENGTH}]i32")) for _ in range(self.choose.index(5))]
        named = [(self.name("p"), type_) for type_ in params]
        result = self.choose.of((*SCALARS, "Item"))
        name = self.name(f"{self.prefix}step")
        scope = Scope(list(named))
        body = self.statements(scope, 2, "    ")
        head = f"fn {name}({', '.join(f'{n}: {t}' for n, t in named)}) -> {result} {{"
        tail = f"    return {self.expression(result, scope)};"
        self.functions.append(Signature(name, tuple(params), result))
        return [head, *body, tail, "}", ""]

    def entry(self, callee: Signature, name: str) -> list[str]:
        """A function without parameters that calls `callee` with variables, so that nothing folds away."""
        lines, names = [f"fn {name}() -> {callee.result} {{", "    var seed : u8 = 3;"], []
        scope = Scope([("seed", "u8")])
        for type_ in callee.params:
            local = self.name("a")
            value = self.argument(type_) if type_ in (*INTS, *FLOATS) else self.leaf(type_, scope)
            lines.append(f"    var {local} : {type_} = {value};")
            names.append(local)
        return [*lines, f"    return {callee.name}({', '.join(names)});", "}", ""]


@dataclass(frozen=True, slots=True)
class GeneratedProgram:
    """A spec and the entry functions to compare, with their result types."""

    text: str
    entries: tuple[tuple[str, str], ...]


_HEAD = ["module Generated;", "", "const Item = struct {", *(f"    {n} : {of}," for n, of in STRUCT_FIELDS), "};", ""]


def generate(choose: Chooser) -> GeneratedProgram:
    """One program of two to four functions, each with an entry."""
    lines, entries = _functions(ProgramGenerator(choose))
    return GeneratedProgram("\n".join(_HEAD + lines), tuple(entries))


def generate_batch(choosers: Sequence[Chooser]) -> GeneratedProgram:
    """Several programs as one spec; without the functions whose last bits differ between targets."""
    lines, entries = list(_HEAD), []
    for number, choose in enumerate(choosers):
        more, named = _functions(ProgramGenerator(choose, EXACT_FUNCTIONS, f"p{number}_"))
        lines += more
        entries += named
    return GeneratedProgram("\n".join(lines), tuple(entries))


def _functions(generator: ProgramGenerator) -> tuple[list[str], list[tuple[str, str]]]:
    """The functions of a program, and its entries."""
    lines: list[str] = []
    for _ in range(2 + generator.choose.index(3)):
        lines += generator.function()
    entries = []
    for number, callee in enumerate(list(generator.functions)):
        name = f"{generator.prefix}entry_{number}"
        lines += generator.entry(callee, name)
        entries.append((name, callee.result))
    return lines, entries
