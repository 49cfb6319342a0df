"""Statements, and the frame of functions around them."""

from __future__ import annotations

from t27c.backends.c.code import Prec
from t27c.backends.c.comments import text_string
from t27c.backends.c.exprs import ExprPrinter, at
from t27c.backends.c.frame import Frame, is_bytes
from t27c.backends.c.literals import integer
from t27c.backends.c.names import local_name
from t27c.backends.c.types import storage_bits
from t27c.backends.printer import LineWriter
from t27c.ir.nodes import (
    Assert,
    Assign,
    Break,
    Const,
    Continue,
    Evaluate,
    Expr,
    ForRange,
    If,
    Labelled,
    Let,
    Op,
    Operation,
    Return,
    Stmt,
    Switch,
    Trap,
    TrapKind,
    Var,
    While,
)
from t27c.ir.types import BOOL, Bool, Enum, Float, Int, Type, Void, is_aggregate
from t27c.ir.values import UndefinedValue
from t27c.source import Span

_MANY_VALUES = 64  # a switch arm with more values becomes a condition
_JUMPS = (Return, Break, Continue, Trap)


class StmtPrinter:
    """Prints the body of one function."""

    def __init__(self, frame: Frame, out: LineWriter) -> None:
        self.frame = frame
        self.file = frame.file
        self.exprs = ExprPrinter(frame)
        self.out = out
        self.loops: list[str] = []  # what a plain `break` or `continue` refers to, innermost last; empty for a switch
        self.targets: set[str] = set()
        self.steps: set[str] = set()

    def body(self, stmts: tuple[Stmt, ...]) -> None:
        """The statements of a body at the current depth."""
        for stmt in stmts:
            self._stmt(stmt)

    def _block(self, head: str, stmts: tuple[Stmt, ...]) -> None:
        self.out.line(f"{head} {{" if head else "{")
        with self.out.indented():
            self.body(stmts)

    def _stmt(self, stmt: Stmt) -> None:
        match stmt:
            case Let():
                self._let(stmt)
            case Assign():
                self._assign(stmt)
            case Evaluate():
                self._evaluate(stmt.value)
            case Return():
                self._return(stmt)
            case Assert():
                self._assert(stmt)
            case Trap():
                message = self.exprs.text(stmt.error) if stmt.error is not None else text_string(stmt.message)
                self.out.line(f"t27_fail({trap_name(stmt.kind.value)}, {at(stmt.span)}, {message});")
            case Break():
                self._break(stmt.label)
            case Continue():
                self._continue(stmt.label)
            case _:
                self._compound(stmt)

    def _compound(self, stmt: If | While | ForRange | Labelled | Switch) -> None:
        match stmt:
            case If():
                self._if(stmt)
            case While():
                self._while(stmt)
            case ForRange():
                self._for(stmt)
            case Labelled():
                self._block("", stmt.body)
                self.out.line("}")
                self._end_label(stmt.label)
            case Switch():
                self._switch(stmt)

    # Simple statements

    def _let(self, stmt: Let) -> None:
        local, value = stmt.local, stmt.value
        if isinstance(local.type, Void):
            self._evaluate(value)
            return
        name = local_name(local.name)
        hoisted = self.frame.is_hoisted(local)
        if hoisted:
            self.frame.declare_hoisted(local, at(stmt.span))
        target = self.frame.lvalue(local.name)
        if isinstance(value, Const) and isinstance(value.value, UndefinedValue) and is_aggregate(local.type):
            if not hoisted:
                self.out.line(f"{self.file.declare(local.type, name)};")
            self._fill_undefined(local.type, target, value)
        elif hoisted:
            self.out.line(f"{target} = {self.exprs.text(value)};")
        else:
            const = "" if local.mutable or is_aggregate(local.type) or name.startswith("*") else "const "
            qualifier = const if self._is_pointer(local.type) else ""
            declaration = self.file.declare(local.type, f"{qualifier}{name}")
            prefix = "" if self._is_pointer(local.type) else const
            self.out.line(f"{prefix}{declaration} = {self.exprs.text(value)};")
        if local.name not in self.frame.used:
            self.out.line(f"(void){name};")

    def _is_pointer(self, type_: Type) -> bool:
        return self.file.type(type_).endswith("*")

    def _fill_undefined(self, type_: Type, target: str, value: Const) -> None:
        if is_bytes(self.file, type_):
            self.out.line(f"memset(&{target}, 0xAA, sizeof {target});")
        else:
            self.out.line(f"{target} = {self.exprs.text(value)};")

    def _assign(self, stmt: Assign) -> None:
        if isinstance(stmt.place.type, Void):
            self._evaluate(stmt.value)
            return
        place = self.exprs.code(stmt.place).text
        if place.startswith("(*") and place[2:-1].isidentifier():
            place = place[1:-1]
        self.out.line(f"{place} = {self.exprs.text(stmt.value)};")

    def _evaluate(self, value: Expr) -> None:
        code = self.exprs.code(value)
        if code.text == "(void)0":
            return
        plain = isinstance(value.type, Void)
        self.out.line(f"{code.text};" if plain else f"(void){code.inside(Prec.UNARY)};")

    def _return(self, stmt: Return) -> None:
        value = stmt.value
        if value is None or isinstance(value.type, Void):
            if value is not None:
                self._evaluate(value)
            self._release()
            self.out.line("return;")
        elif self.frame.large:
            self.out.line("{")
            with self.out.indented():
                self.out.line(f"const {self.file.declare(self.frame.result, 't27_result')} = {self.exprs.text(value)};")
                self._release()
                self.out.line("return t27_result;")
            self.out.line("}")
        else:
            self.out.line(f"return {self.exprs.text(value)};")

    def _release(self) -> None:
        if self.frame.large:
            self.out.line("t27_large_release(t27_mark);")

    def _assert(self, stmt: Assert) -> None:
        if not stmt.known:
            self.out.line("t27_count_assertion();")
        message = text_string(f"{stmt.text}: {stmt.message}" if stmt.message else stmt.text)
        shown = self._operands(stmt.condition)
        failure = f"t27_fail(T27_ASSERT_FAILED, {at(stmt.span)}, {message});"
        if shown:
            failure = f"T27_FAIL2(T27_ASSERT_FAILED, {at(stmt.span)}, {message}, {', '.join(shown)});"
        self.out.line(f"if ({self._negated(stmt.condition)}) {{")
        with self.out.indented():
            self.out.line(failure)
        self.out.line("}")

    def _negated(self, condition: Expr) -> str:
        negation = Operation(type=BOOL, span=condition.span, op=Op.NOT, operands=(condition,))
        return self.exprs.text(negation)

    def _operands(self, condition: Expr) -> list[str]:
        """The two numbers that a failed comparison shows."""
        if not isinstance(condition, Operation) or len(condition.operands) != 2:
            return []
        shown = []
        for operand in condition.operands:
            text = self.exprs.text(operand)
            match operand.type:
                case Int():
                    signed = operand.type.signed
                    shown.append(f"t27_value_{'i' if signed else 'u'}(({'' if signed else 'u'}int64_t){_tight(text)})")
                case Float(bits=bits) if bits > 16:
                    shown.append(f"t27_value_f((double){_tight(text)})")
                case _:
                    return []
        return shown

    # Control flow

    def _if(self, stmt: If) -> None:
        for number, (condition, body) in enumerate(stmt.branches):
            self._block(f"{'} else ' if number else ''}if ({self.exprs.text(condition)})", body)
        if stmt.otherwise:
            self._block("} else", stmt.otherwise)
        self.out.line("}")

    def _while(self, stmt: While) -> None:
        always = isinstance(stmt.condition, Const) and stmt.condition.value is True
        if stmt.step:
            self.steps.add(stmt.label)
        self.loops.append(stmt.label)
        self._block("for (;;)" if always else f"while ({self.exprs.text(stmt.condition)})", stmt.body)
        self.loops.pop()
        self._next_label(stmt.label)
        with self.out.indented():
            self.body(stmt.step)
        self.out.line("}")
        self._end_label(stmt.label)

    def _for(self, stmt: ForRange) -> None:
        name, counter = local_name(stmt.local.name), self.file.type(stmt.local.type)
        low, high = self.exprs.text(stmt.low), self.exprs.text(stmt.high)
        simple_high = isinstance(stmt.high, Const) or (isinstance(stmt.high, Var) and isinstance(stmt.high.name, str))
        if stmt.checked:
            self.out.line("{")
            self.out.depth += 1
            self.out.line(f"const {counter} {name}_Zend = {high};")
            self.out.line(f"t27_check_range({low}, {name}_Zend, {at(stmt.span)});")
        start = f"{counter} {name} = {low}"
        if stmt.checked:
            high = f"{name}_Zend"
        elif not simple_high:
            start, high = f"{start}, {name}_Zend = {high}", f"{name}_Zend"
        self.loops.append(stmt.label)
        self._block(f"for ({start}; {name} < {high}; {name}++)", stmt.body)
        self.loops.pop()
        self._next_label(stmt.label)
        self.out.line("}")
        if stmt.checked:
            self.out.depth -= 1
            self.out.line("}")
        self._end_label(stmt.label)

    def _next_label(self, label: str) -> None:
        if f"{label} next" in self.targets:
            self.out.line(f"{_label(label, 'next')}:;")

    def _end_label(self, label: str) -> None:
        if f"{label} end" in self.targets:
            self.out.line(f"{_label(label, 'end')}:;")

    def _break(self, label: str) -> None:
        if self.loops and self.loops[-1] == label:
            self.out.line("break;")
            return
        self.targets.add(f"{label} end")
        self.out.line(f"goto {_label(label, 'end')};")

    def _continue(self, label: str) -> None:
        if self.loops and self.loops[-1] == label and label not in self.steps:
            self.out.line("continue;")
            return
        self.targets.add(f"{label} next")
        self.out.line(f"goto {_label(label, 'next')};")

    def _switch(self, stmt: Switch) -> None:
        type_ = stmt.subject.type
        values = sum(high - low + 1 for arm in stmt.arms for low, high in arm.ranges)
        wide = isinstance(type_, Int) and storage_bits(type_) == 128
        if isinstance(type_, Bool) or wide or values > _MANY_VALUES:
            self._switch_chain(stmt)
            return
        self.out.line(f"switch ({self.exprs.text(stmt.subject)}) {{")
        self.loops.append("")
        for arm in stmt.arms:
            for low, high in arm.ranges:
                for value in range(low, high + 1):
                    self.out.line(f"case {self._case(type_, value)}:")
            self._arm(arm.body)
        self.out.line("default:")
        self._arm(self._otherwise(stmt))
        self.loops.pop()
        self.out.line("}")

    def _otherwise(self, stmt: Switch) -> tuple[Stmt, ...]:
        if stmt.otherwise is not None:
            return stmt.otherwise
        return (_invalid(stmt.subject.span),)

    def _case(self, type_: Type, value: int) -> str:
        if isinstance(type_, Enum):
            return self.file.variant(type_, value)
        assert isinstance(type_, Int)
        return integer(value, type_).text

    def _arm(self, body: tuple[Stmt, ...]) -> None:
        with self.out.indented():
            self._block("", body)
            if not body or not isinstance(body[-1], _JUMPS):
                self.out.line("    break;")
            self.out.line("}")

    def _switch_chain(self, stmt: Switch) -> None:
        """A switch as a chain of conditions on a temporary."""
        self.out.line("{")
        self.out.depth += 1
        type_ = stmt.subject.type
        self.frame.temporaries += 1
        name = f"t27_subject_{self.frame.temporaries}"
        self.out.line(f"const {self.file.declare(type_, name)} = {self.exprs.text(stmt.subject)};")
        for number, arm in enumerate(stmt.arms):
            test = " || ".join(self._range_test(type_, name, low, high) for low, high in arm.ranges) or "false"
            self._block(f"{'} else ' if number else ''}if ({test})", arm.body)
        if stmt.arms:
            self._block("} else", self._otherwise(stmt))
            self.out.line("}")
        else:
            self.body(self._otherwise(stmt))
        self.out.depth -= 1
        self.out.line("}")

    def _range_test(self, type_: Type, name: str, low: int, high: int) -> str:
        if isinstance(type_, Bool):
            if low != high:
                return "true"
            return name if low else f"!{name}"
        first, last = self._case(type_, low), self._case(type_, high)
        if low == high:
            return f"{name} == {first}"
        storage = self.file.decls.enum(type_).tag if isinstance(type_, Enum) else type_
        assert isinstance(storage, Int)
        whole = Int(bits=storage_bits(storage), signed=storage.signed)
        tests = [] if low <= whole.lowest else [f"{name} >= {first}"]
        tests += [] if high >= whole.highest else [f"{name} <= {last}"]
        return f"({' && '.join(tests)})" if tests else "true"


def _invalid(span: Span) -> Trap:
    return Trap(span=span, kind=TrapKind.INVALID_ENUM, message="the value has no arm in the switch")


def _tight(text: str) -> str:
    return text if text.isidentifier() else f"({text})"


def _label(label: str, end: str) -> str:
    return f"{local_name(label)}_Z{end}"


def trap_name(kind: str) -> str:
    """The C constant of a kind of trap."""
    return f"T27_{kind.replace('-', '_').upper()}"

