"""Checks that a module keeps the rules of the IR: types agree, names and labels are defined, places are places, and
only nodes of the stage appear. Meant for tests after every pass; a finding is a mistake of t27c, never of a spec."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum as PyEnum
from itertools import pairwise

from t27c.ir.nodes import (
    Assert,
    Assign,
    Bench,
    Block,
    Break,
    Call,
    Constant,
    Continue,
    Evaluate,
    Expr,
    ForRange,
    Function,
    Global,
    If,
    Invariant,
    Labelled,
    Let,
    Module,
    Program,
    Return,
    Stmt,
    Switch,
    Test,
    Trap,
    Var,
    While,
)
from t27c.ir.places import is_place, shares_storage
from t27c.ir.recursion import deep_recursion
from t27c.ir.types import BOOL, VOID, Bool, Enum, ErrorSet, Int, QName, Type, Union, type_text
from t27c.ir.verify_exprs import call_problems, expr_problems
from t27c.ir.verify_values import value_fits
from t27c.ir.walk import children, stmt_exprs
from t27c.source import Span


class Stage(PyEnum):
    """How far a module is on its way; each stage allows less than the one before."""

    LOWERED = "lowered"  # as `sema` makes it: every needed copy is there
    PASSED = "passed"  # passes may have removed copies that nobody can notice
    HOISTED = "hoisted"  # no `Block` expressions


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A broken rule and the place in the spec that the node came from."""

    span: Span
    message: str

    def __str__(self) -> str:
        return f"{self.span}: {self.message}"


def verify(module: Module, stage: Stage = Stage.LOWERED, program: Program | None = None) -> list[Problem]:
    """The broken rules of `module`. Calls into other modules are checked if `program` holds them."""
    modules = [module, *(program.modules.values() if program is not None else [])]
    functions = {function.name: function for part in reversed(modules) for function in part.functions}
    checker = _Checker(stage=stage, functions=functions, module=module.id)
    with deep_recursion():
        variables: list[Constant | Global] = [*module.constants, *module.globals]
        for constant in variables:
            if not value_fits(constant.value, constant.type):
                checker.report(constant.span, f"`{constant.name.name}` is no value of {type_text(constant.type)}")
        for function in module.functions:
            checker.function(function)
        blocks: list[Test | Invariant | Bench] = [*module.tests, *module.invariants, *module.benches]
        for block in blocks:
            checker.test(tuple(stmt for step in block.steps for stmt in step.body))
    return checker.problems


def verify_function(function: Function, stage: Stage = Stage.LOWERED) -> list[Problem]:
    """The broken rules of one function on its own."""
    checker = _Checker(stage=stage, functions={function.name: function}, module=function.name.module)
    with deep_recursion():
        checker.function(function)
    return checker.problems


@dataclass(slots=True)
class _Checker:
    stage: Stage
    functions: dict[QName, Function]
    module: str
    problems: list[Problem] = field(default_factory=list)
    result: Type | None = None  # of the function at hand; None in tests
    declared: set[str] = field(default_factory=set)  # every local so far, visible or not
    loops: list[str] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)

    def report(self, span: Span, message: str) -> None:
        """Note a broken rule."""
        self.problems.append(Problem(span=span, message=message))

    def function(self, function: Function) -> None:
        """Check a function."""
        self.result = function.result
        self.declared = set()
        scope: dict[str, Type] = {}
        for param in function.params:
            self._declare(scope, param.name, param.type, function.span)
        self._body(function.body, scope)

    def test(self, body: tuple[Stmt, ...]) -> None:
        """Check the statements of a test, whose steps share one scope."""
        self.result = None
        self.declared = set()
        self._body(body, {})

    def _declare(self, scope: dict[str, Type], name: str, type_: Type, span: Span) -> None:
        if name in self.declared:
            self.report(span, f"`{name}` is declared twice")
        self.declared.add(name)
        scope[name] = type_

    def _body(self, body: tuple[Stmt, ...], outer: dict[str, Type]) -> None:
        self._statements(body, dict(outer))

    def _statements(self, body: tuple[Stmt, ...], scope: dict[str, Type]) -> None:
        """Check statements in a row; what they declare stays in `scope`."""
        for stmt in body:
            for expr in stmt_exprs(stmt):
                self._expr(expr, scope)
            self._stmt(stmt, scope)

    def _agree(self, what: str, span: Span, found: Type, wanted: Type) -> None:
        if found != wanted:
            self.report(span, f"the {what} is {type_text(found)}, not {type_text(wanted)}")

    def _stmt(self, stmt: Stmt, scope: dict[str, Type]) -> None:
        match stmt:
            case Let():
                self._agree(f"value of `{stmt.local.name}`", stmt.span, stmt.value.type, stmt.local.type)
                self._own(stmt.value)
                self._declare(scope, stmt.local.name, stmt.local.type, stmt.span)
            case Assign():
                self._agree("assigned value", stmt.span, stmt.value.type, stmt.place.type)
                self._own(stmt.value)
                if not is_place(stmt.place):
                    self.report(stmt.span, "the target of an assignment is no place")
            case Return():
                self._return(stmt)
            case Break() | Continue():
                known = self.loops if isinstance(stmt, Continue) else [*self.loops, *self.blocks]
                if stmt.label not in known:
                    self.report(stmt.span, f"no label `{stmt.label}` around")
            case Assert():
                self._agree("condition", stmt.span, stmt.condition.type, BOOL)
            case Trap():
                if stmt.error is not None and not isinstance(stmt.error.type, ErrorSet):
                    self.report(stmt.span, "the error of a trap is no error")
            case If() | While() | ForRange() | Labelled() | Switch():
                self._compound(stmt, scope)
            case Evaluate():
                pass

    def _return(self, stmt: Return) -> None:
        found = stmt.value.type if stmt.value is not None else VOID
        self._agree("returned value", stmt.span, found, self.result if self.result is not None else VOID)
        if stmt.value is not None:
            self._own(stmt.value)

    def _compound(self, stmt: If | While | ForRange | Labelled | Switch, scope: dict[str, Type]) -> None:
        match stmt:
            case If():
                for condition, body in stmt.branches:
                    self._agree("condition", stmt.span, condition.type, BOOL)
                    self._body(body, scope)
                self._body(stmt.otherwise, scope)
            case While():
                self._agree("condition", stmt.span, stmt.condition.type, BOOL)
                self._loop(stmt.label, stmt.body, scope)
                self._loop(stmt.label, stmt.step, scope)
            case ForRange():
                self._agree("start", stmt.span, stmt.low.type, stmt.local.type)
                self._agree("end", stmt.span, stmt.high.type, stmt.local.type)
                inner = dict(scope)
                self._declare(inner, stmt.local.name, stmt.local.type, stmt.span)
                self._loop(stmt.label, stmt.body, inner)
            case Labelled():
                self.blocks.append(stmt.label)
                self._body(stmt.body, scope)
                self.blocks.pop()
            case Switch():
                self._switch(stmt, scope)

    def _loop(self, label: str, body: tuple[Stmt, ...], scope: dict[str, Type]) -> None:
        self.loops.append(label)
        self._body(body, scope)
        self.loops.pop()

    def _switch(self, stmt: Switch, scope: dict[str, Type]) -> None:
        if not isinstance(stmt.subject.type, (Int, Enum, Bool, Union)):
            self.report(stmt.span, f"a switch on {type_text(stmt.subject.type)}")
        ranges = sorted(pair for arm in stmt.arms for pair in arm.ranges)
        if any(low > high for low, high in ranges):
            self.report(stmt.span, "a range of a switch runs backwards")
        if any(first[1] >= second[0] for first, second in pairwise(ranges)):
            self.report(stmt.span, "two arms of a switch overlap")
        for arm in stmt.arms:
            self._body(arm.body, scope)
        self._body(stmt.otherwise or (), scope)

    def _own(self, value: Expr) -> None:
        if self.stage is Stage.LOWERED and shares_storage(value):
            self.report(value.span, f"an aggregate ({type_text(value.type)}) is used without a copy")

    def _expr(self, expr: Expr, scope: dict[str, Type]) -> None:
        todo = [expr]
        while todo:
            node = todo.pop()
            for message in expr_problems(node):
                self.report(node.span, message)
            if isinstance(node, Block):
                self._block(node, scope)
                continue
            self._names(node, scope)
            todo.extend(reversed(children(node)))

    def _block(self, node: Block, scope: dict[str, Type]) -> None:
        if self.stage is Stage.HOISTED:
            self.report(node.span, "a block expression after hoisting")
        inner = dict(scope)
        self._statements(node.body, inner)
        self._expr(node.value, inner)

    def _names(self, node: Expr, scope: dict[str, Type]) -> None:
        if isinstance(node, Var) and isinstance(node.name, str):
            if node.name not in scope:
                self.report(node.span, f"`{node.name}` is not defined here")
            else:
                self._agree(f"type of `{node.name}`", node.span, node.type, scope[node.name])
        if isinstance(node, Call):
            self._call(node)

    def _call(self, node: Call) -> None:
        for arg in node.args:
            self._own(arg)
        if not isinstance(node.callee, QName):
            return
        function = self.functions.get(node.callee)
        if function is not None:
            for message in call_problems(node, tuple(param.type for param in function.params), function.result):
                self.report(node.span, message)
        elif node.callee.module == self.module:
            self.report(node.span, f"there is no function `{node.callee.name}`")
