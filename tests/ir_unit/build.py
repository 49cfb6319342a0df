"""Short spellings for IR nodes in tests; every node stands at one place of one small file."""

from __future__ import annotations

from t27c.ir import nodes
from t27c.ir.nodes import Builtin, Const, Expr, Function, Let, Local, Module, Op, Operation, Param, Program, Stmt, Var
from t27c.ir.types import BOOL, F64, I32, Float, Int, QName, Type
from t27c.ir.values import FloatValue, Value
from t27c.source import SourceFile, Span

SOURCE = SourceFile("case.t27", "spec case;\n")
SPAN = Span(SOURCE, 0, 4)
COMPARISONS = {Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE, Op.AND, Op.OR, Op.NOT, Op.IS_NULL, Op.IS_ERROR}


def const(value: Value, type_: Type = I32) -> Const:
    """A constant."""
    return Const(type=type_, span=SPAN, value=value)


def number(value: float, type_: Float = F64) -> Const:
    """A float constant."""
    return Const(type=type_, span=SPAN, value=FloatValue.of(type_.bits, value))


def var(name: str | QName, type_: Type = I32) -> Var:
    """A variable."""
    return Var(type=type_, span=SPAN, name=name)


def op(operator: Op, *operands: Expr) -> Operation:
    """An operation; comparisons are bool, everything else has the type of the left operand."""
    return Operation(
        type=BOOL if operator in COMPARISONS else operands[0].type, span=SPAN, op=operator, operands=operands
    )


def builtin(name: str, type_: Type, *args: Expr) -> Builtin:
    """A built-in operation."""
    return Builtin(type=type_, span=SPAN, name=name, args=args)


def let(name: str, value: Expr, mutable: bool = True) -> Let:
    """A local variable of its value's type."""
    return Let(span=SPAN, local=Local(name=name, type=value.type, mutable=mutable, source_name=name), value=value)


def assign(place: Expr, value: Expr) -> nodes.Assign:
    """An assignment."""
    return nodes.Assign(span=SPAN, place=place, value=value)


def ret(value: Expr | None = None) -> nodes.Return:
    """A return."""
    return nodes.Return(span=SPAN, value=value)


def function(name: str, params: dict[str, Type], result: Type, *body: Stmt) -> Function:
    """A function of the module `case`."""
    made = tuple(Param(name=key, type=type_) for key, type_ in params.items())
    return Function(span=SPAN, name=QName("case", name), params=made, result=result, body=body)


def case(*body: Stmt) -> nodes.Test:
    """A test with one step."""
    return nodes.Test(span=SPAN, name="t", title="t", steps=(nodes.Step(span=SPAN, role="", text="", body=body),))


def module(
    *functions: Function,
    types: tuple[nodes.TypeDecl, ...] = (),
    constants: tuple[nodes.Constant, ...] = (),
    variables: tuple[nodes.Global, ...] = (),
    tests: tuple[nodes.Test, ...] = (),
) -> Module:
    """The module `case`."""
    return Module(
        id="case",
        title="case",
        header="",
        imports=(),
        types=types,
        constants=constants,
        globals=variables,
        functions=functions,
        tests=tests,
        invariants=(),
        benches=(),
        span=SPAN,
    )


def program(main: Module) -> Program:
    """A program of one module."""
    return Program(main=main.id, modules={main.id: main})


def int_type(bits: int, signed: bool) -> Int:
    """An integer type."""
    return Int(bits=bits, signed=signed)
