"""The IR as stable text, one statement a line: what golden files hold and `t27c ir` prints."""

from __future__ import annotations

import json
from collections.abc import Iterator

from t27c.ir.nodes import (
    Assert,
    Assign,
    Bench,
    Break,
    Continue,
    EnumDecl,
    Evaluate,
    Expr,
    ForRange,
    Function,
    If,
    Invariant,
    Labelled,
    Let,
    Module,
    Param,
    Return,
    Stmt,
    StructDecl,
    Switch,
    Test,
    Trap,
    TypeDecl,
    UnionDecl,
    While,
)
from t27c.ir.pretty_exprs import ExprPrinter, value_text
from t27c.ir.recursion import deep_recursion
from t27c.ir.types import type_text

_INDENT = "  "


def module_text(module: Module) -> str:
    """The whole module."""
    with deep_recursion():
        return "\n".join(_Printer(module.id).module(module)) + "\n"


def function_text(function: Function) -> str:
    """One function."""
    with deep_recursion():
        return "\n".join(_Printer(function.name.module).function(function)) + "\n"


def body_text(body: tuple[Stmt, ...], module: str = "") -> str:
    """Statements in a row; names of `module` are printed without their path."""
    with deep_recursion():
        return "".join(line + "\n" for line in _Printer(module).body(body))


def expr_text(expr: Expr, module: str = "") -> str:
    """One expression."""
    with deep_recursion():
        return _Printer(module).expr(expr)


def _indented(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield _INDENT + line


class _Printer:
    def __init__(self, module: str) -> None:
        self._module = module
        self._exprs = ExprPrinter(module, lambda body: "".join(_INDENT + line + "\n" for line in self.body(body)))

    def expr(self, expr: Expr) -> str:
        return self._exprs.text(expr)

    def body(self, body: tuple[Stmt, ...]) -> Iterator[str]:
        for stmt in body:
            for line in self._stmt(stmt):
                yield from line.split("\n")

    def _stmt(self, stmt: Stmt) -> Iterator[str]:
        match stmt:
            case Let():
                keyword = "var" if stmt.local.mutable else "let"
                yield f"{keyword} {stmt.local.name}: {type_text(stmt.local.type)} = {self.expr(stmt.value)}"
            case Assign():
                yield f"{self.expr(stmt.place)} = {self.expr(stmt.value)}"
            case Evaluate():
                yield f"eval {self.expr(stmt.value)}"
            case Break():
                yield f"break {stmt.label}"
            case Continue():
                yield f"continue {stmt.label}"
            case Return():
                yield "return" if stmt.value is None else f"return {self.expr(stmt.value)}"
            case Assert():
                yield self._assert(stmt)
            case Trap():
                yield self._trap(stmt)
            case If() | While() | ForRange() | Labelled() | Switch():
                yield from self._compound(stmt)

    def _assert(self, stmt: Assert) -> str:
        known = "known " if stmt.known else ""
        message = f", {json.dumps(stmt.message, ensure_ascii=False)}" if stmt.message is not None else ""
        return f"assert {known}{self.expr(stmt.condition)}{message}  -- {' '.join(stmt.text.split())}"

    def _trap(self, stmt: Trap) -> str:
        message = f" {json.dumps(stmt.message, ensure_ascii=False)}" if stmt.message else ""
        error = f" {self.expr(stmt.error)}" if stmt.error is not None else ""
        return f"trap {stmt.kind.value}{message}{error}"

    def _compound(self, stmt: If | While | ForRange | Labelled | Switch) -> Iterator[str]:
        match stmt:
            case If():
                yield from self._if(stmt)
            case While():
                yield f"while {stmt.label}: {self.expr(stmt.condition)} {{"
                yield from _indented(self.body(stmt.body))
                if stmt.step:
                    yield "} step {"
                    yield from _indented(self.body(stmt.step))
                yield "}"
            case ForRange():
                mark = "" if stmt.checked else " unchecked"
                bounds = f"{self.expr(stmt.low)} .. {self.expr(stmt.high)}"
                yield f"for {stmt.label}: {stmt.local.name}: {type_text(stmt.local.type)} in {bounds}{mark} {{"
                yield from _indented(self.body(stmt.body))
                yield "}"
            case Labelled():
                yield f"block {stmt.label} {{"
                yield from _indented(self.body(stmt.body))
                yield "}"
            case Switch():
                yield from self._switch(stmt)

    def _if(self, stmt: If) -> Iterator[str]:
        opener = "if"
        for condition, body in stmt.branches:
            yield f"{opener} {self.expr(condition)} {{"
            yield from _indented(self.body(body))
            opener = "} else if"
        if stmt.otherwise:
            yield "} else {"
            yield from _indented(self.body(stmt.otherwise))
        yield "}"

    def _switch(self, stmt: Switch) -> Iterator[str]:
        yield f"switch {self.expr(stmt.subject)} {{"
        for arm in stmt.arms:
            ranges = [str(low) if low == high else f"{low}...{high}" for low, high in arm.ranges]
            yield f"{_INDENT}{', '.join(ranges)} => {{"
            yield from _indented(_indented(self.body(arm.body)))
            yield f"{_INDENT}}}"
        if stmt.otherwise is not None:
            yield f"{_INDENT}else => {{"
            yield from _indented(_indented(self.body(stmt.otherwise)))
            yield f"{_INDENT}}}"
        yield "}"

    def module(self, module: Module) -> Iterator[str]:
        yield f"module {module.id} {json.dumps(module.title, ensure_ascii=False)}"
        for path in module.imports:
            yield f"import {path}"
        for decl in module.types:
            yield ""
            yield from self._type_decl(decl)
        if module.constants or module.globals:
            yield ""
        for keyword, variables in (("const", module.constants), ("var", module.globals)):
            for variable in variables:
                yield from _doc(variable.doc)
                value = value_text(variable.value, variable.type)
                yield f"{keyword} {variable.name.name}: {type_text(variable.type)} = {value}"
        for function in module.functions:
            yield ""
            yield from self.function(function)
        blocks: list[Test | Invariant | Bench] = [*module.tests, *module.invariants, *module.benches]
        for test in blocks:
            yield ""
            yield from self._test(test)

    def _type_decl(self, decl: TypeDecl) -> Iterator[str]:
        yield from _doc(decl.doc)
        match decl:
            case EnumDecl():
                yield f"enum {decl.type.name.name}: {type_text(decl.tag)} {{"
                for name, value in decl.variants:
                    yield f"{_INDENT}{name} = {value}"
            case StructDecl() | UnionDecl():
                tag = f" by {type_text(decl.tag)}" if isinstance(decl, UnionDecl) else ""
                yield f"{'union' if tag else 'struct'} {decl.type.name.name}{tag} {{"
                for field in decl.fields:
                    default = f" = {value_text(field.default, field.type)}" if field.default is not None else ""
                    yield f"{_INDENT}{field.name}: {type_text(field.type)}{default}"
        yield "}"

    def function(self, function: Function) -> Iterator[str]:
        yield from _doc(function.doc)
        params = ", ".join(_param(param) for param in function.params)
        note = f"  -- placeholder: {function.placeholder}" if function.placeholder else ""
        yield f"fn {function.name.name}({params}) {type_text(function.result)} {{{note}"
        yield from _indented(self.body(function.body))
        yield "}"

    def _test(self, test: Test | Invariant | Bench) -> Iterator[str]:
        yield from _doc(test.doc)
        yield f"{_test_head(test)} {{"
        for step in test.steps:
            words = " ".join(step.text.split())
            yield f"{_INDENT}step  -- {words}" if words else f"{_INDENT}step"
            yield from _indented(_indented(self.body(step.body)))
        if isinstance(test, Bench):
            for note in test.notes:
                yield f"{_INDENT}note {note}"
        yield "}"


def _doc(doc: str) -> Iterator[str]:
    for line in doc.splitlines():
        yield f"/// {line}".rstrip()


def _param(param: Param) -> str:
    return f"{'var ' if param.mutable else ''}{param.name}: {type_text(param.type)}"


def _test_head(test: Test | Invariant | Bench) -> str:
    title = json.dumps(test.title, ensure_ascii=False)
    match test:
        case Test():
            marks = [f"skip {test.skip!r}"] * bool(test.skip) + ["vacuous"] * test.vacuous
            return " ".join(["test", test.name, title, *marks])
        case Invariant():
            return " ".join(["invariant", test.name, title, test.status.value, test.reason]).rstrip()
        case Bench():
            return " ".join(["bench", test.name, title, *([f"skip {test.skip!r}"] * bool(test.skip))])
