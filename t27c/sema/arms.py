"""Bodies of `if` and `switch`, as statements or as values, and the operands of expressions that run statements."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import UndefinedValue
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce
from t27c.sema.defer import run_deferred
from t27c.sema.dispatch import check_expr, check_stmt
from t27c.sema.flow import Scope
from t27c.sema.operand import Operand, computed
from t27c.sema.peer import default_type, peer_type
from t27c.sema.reach import completes
from t27c.sema.semtypes import IR_TYPES, NORETURN, ComptimeFloat, ComptimeInt, NoReturn
from t27c.source import Span
from t27c.syntax import ast


@dataclass(eq=False, slots=True)
class Arms:
    """The bodies of one `if` or `switch`. In value mode each leaves an operand whose conversion waits until the types
    of all are seen.
    """

    is_value: bool
    expected: t.Type | None = None
    values: list[tuple[list[ir.Stmt], Operand]] = field(default_factory=list)

    @contextmanager
    def open(self, ctx: FunctionContext) -> Iterator[list[ir.Stmt]]:
        """A scope and a list of statements for one body; its captures are declared inside."""
        frame = Scope()
        with ctx.collect() as body, ctx.scope(), ctx.flow.inside(frame):
            yield body
            if frame.deferred and completes(body):
                run_deferred(ctx, (frame,))

    def lower(self, ctx: FunctionContext, node: ast.Expr) -> None:
        """Check one body and emit it."""
        if self.is_value:
            operand = check_expr(ctx, node, self.expected)
            if isinstance(operand.expr, ir.Block):
                ctx.bodies[-1].extend(operand.expr.body)
                operand = replace(operand, expr=operand.expr.value)
            self.values.append((ctx.bodies[-1], operand))
        else:
            lower_as_statement(ctx, node)

    def value_type(self, ctx: FunctionContext, span: Span) -> t.Type | None:
        """The type that all values convert to; None if that was reported or no body has a value."""
        operands = [operand for _, operand in self.values if not isinstance(operand.type, NoReturn)]
        if not operands or any(operand.is_poison for operand in operands):
            return None
        types = [operand.type for operand in operands]
        first = types[0]
        if isinstance(first, IR_TYPES) and all(type_ == first for type_ in types):
            return first
        if self.expected is not None:
            return self.expected
        if all(isinstance(type_, ComptimeInt | ComptimeFloat) for type_ in types):
            ctx.module.extension("a choice between numbers without a type", span)
        return default_type(ctx, operands[0]) if len(operands) == 1 else peer_type(ctx, operands, span)

    def settle(self, ctx: FunctionContext, type_: t.Type) -> list[ir.Expr | None] | None:
        """Every value as one of `type_`, computed in its own body; None for a body that never ends."""
        settled: list[ir.Expr | None] = []
        failed = False
        for body, operand in self.values:
            if isinstance(operand.type, NoReturn):
                body.extend(operand.jump)
                settled.append(None)
                continue
            ctx.bodies.append(body)
            value = coerce(ctx, operand, type_)
            ctx.bodies.pop()
            failed |= value is None
            settled.append(value)
        return None if failed else settled


def lower_as_statement(ctx: FunctionContext, node: ast.Expr) -> None:
    """A body whose value, if it has one, is nobody's."""
    match node:
        case ast.Block() | ast.If() | ast.Switch() | ast.Return() | ast.Break() | ast.Continue() | ast.Unreachable():
            check_stmt(ctx, node)
        case _:
            check_stmt(ctx, ast.ExprStmt(span=node.span, value=node, has_semicolon=True))


def jump_operand(span: Span, body: list[ir.Stmt]) -> Operand:
    """The operand of an expression that never yields: control leaves in `body`."""
    return Operand(type=NORETURN, span=span, jump=tuple(body))


def void_operand(span: Span, body: list[ir.Stmt]) -> Operand:
    """The operand of an expression of type void that runs `body`."""
    nothing = ir.Const(type=t.VOID, span=span, value=UndefinedValue())
    return computed(ir.Block(type=t.VOID, span=span, body=tuple(body), value=nothing) if body else nothing)


def block_operand(span: Span, body: list[ir.Stmt], value: ir.Expr) -> Operand:
    """The operand of an expression that runs `body` and then is `value`."""
    if not body:
        return computed(value)
    return computed(ir.Block(type=value.type, span=span, body=tuple(body), value=value))
