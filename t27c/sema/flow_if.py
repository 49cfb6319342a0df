"""`if`: chains as statements and as values, with captures; a branch known to be false is looked through for names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import UndefinedValue
from t27c.sema.arms import Arms, block_operand, jump_operand, void_operand
from t27c.sema.conditions import Tested, bind_capture, check_condition
from t27c.sema.context import FunctionContext
from t27c.sema.dispatch import checks_expr, checks_stmt
from t27c.sema.operand import Operand, computed, poison
from t27c.sema.semtypes import NoReturn
from t27c.sema.skip import skip_body, skip_expr
from t27c.source import Span
from t27c.syntax import ast

# A longer chain of values becomes statements: nested selections are hard to read.
LONGEST_SELECT = 8

_Branches = list[tuple[ir.Expr, list[ir.Stmt]]]


@dataclass(eq=False, slots=True)
class Link:
    """A run of branches whose conditions need no statements but `before`."""

    before: list[ir.Stmt]
    branches: _Branches = field(default_factory=list)


class Buildable(Protocol):
    """Lowered arms that become statements once their bodies are complete."""

    def build(self, span: Span) -> list[ir.Stmt]:
        """The statements."""
        ...


@dataclass(eq=False, slots=True)
class Chain:
    """A lowered chain whose bodies may still grow; `decided` if a condition known to be true ends it."""

    links: list[Link] = field(default_factory=list)
    otherwise: list[ir.Stmt] = field(default_factory=list)

    def add(self, before: list[ir.Stmt], condition: ir.Expr, body: list[ir.Stmt]) -> None:
        """Append a branch whose condition can be evaluated once `before` ran."""
        if before or not self.links:
            self.links.append(Link(before))
        self.links[-1].branches.append((condition, body))

    def build(self, span: Span) -> list[ir.Stmt]:
        """The chain as statements."""
        rest = self.otherwise
        for link in reversed(self.links):
            branches = tuple((condition, tuple(body)) for condition, body in link.branches)
            rest = [*link.before, ir.If(span=span, branches=branches, otherwise=tuple(rest))]
        return rest

    @property
    def is_plain(self) -> bool:
        """Whether the chain is nothing but conditions and values."""
        branches = [branch for link in self.links for branch in link.branches]
        bodies = [self.otherwise, *(body for _, body in branches), *(link.before for link in self.links)]
        return 0 < len(branches) <= LONGEST_SELECT and not any(bodies)


@checks_stmt(ast.If)
def check_if(ctx: FunctionContext, node: ast.If) -> None:
    """`if` as a statement."""
    chain = lower_chain(ctx, node, Arms(is_value=False))
    ctx.bodies[-1].extend(chain.build(node.span))


@checks_expr(ast.If)
def check_if_value(ctx: FunctionContext, node: ast.If, expected: t.Type | None) -> Operand:
    """`if` as a value: every branch converts to the expected type, else to the peer type (SEM 12.2)."""
    if node.else_body is None:
        return _without_else(ctx, node)
    arms = Arms(is_value=True, expected=expected)
    chain = lower_chain(ctx, node, arms)
    if not chain.links and not chain.otherwise and len(arms.values) == 1:
        return arms.values[0][1]
    return finish_value(ctx, chain, arms, node.span)


def _without_else(ctx: FunctionContext, node: ast.If) -> Operand:
    arms = Arms(is_value=True)
    chain = lower_chain(ctx, node, arms)
    if all(operand.type == t.VOID or operand.is_poison for _, operand in arms.values):
        for body, operand in arms.values:
            if not operand.is_poison:
                body.append(ir.Evaluate(span=operand.span, value=operand.value))
        return void_operand(node.span, chain.build(node.span))
    ctx.report(
        "missing-else",
        "an `if` used as a value needs an `else`",
        node.span,
        label="has no value if no condition holds",
        helps=("add `else` with the other value",),
    )
    return poison(node.span)


def lower_chain(ctx: FunctionContext, node: ast.If, arms: Arms) -> Chain:
    """Check every branch that can run."""
    chain = Chain()
    tested: Tested | None = None
    for index, branch in enumerate(node.branches):
        is_last = index == len(node.branches) - 1
        with ctx.collect() as before:
            tested = check_condition(
                ctx, branch.cond, branch.capture, with_error=is_last and node.else_capture is not None
            )
        if tested.known is False:
            skip_body(ctx, branch.body, branch.capture, is_value=arms.is_value)
            continue
        with arms.open(ctx) as body:
            bind_capture(ctx, branch.capture, tested.inside)
            arms.lower(ctx, branch.body)
        if tested.known is True and branch.capture is None and not before:
            chain.otherwise = body
            _skip_rest(ctx, node, index + 1, is_value=arms.is_value)
            return chain
        chain.add(before, tested.condition, body)
    if node.else_body is not None:
        with arms.open(ctx) as chain.otherwise:
            bind_capture(ctx, node.else_capture, tested.error if tested else None)
            arms.lower(ctx, node.else_body)
    return chain


def _skip_rest(ctx: FunctionContext, node: ast.If, start: int, *, is_value: bool) -> None:
    for branch in node.branches[start:]:
        skip_expr(ctx, branch.cond)
        skip_body(ctx, branch.body, branch.capture, is_value=is_value)
    skip_body(ctx, node.else_body, node.else_capture, is_value=is_value)


def finish_value(ctx: FunctionContext, chain: Buildable, arms: Arms, span: Span) -> Operand:
    """The operand of a chain in value mode: a selection, or statements that assign a temporary."""
    if all_jumps(arms):
        arms.settle(ctx, t.VOID)
        return jump_operand(span, chain.build(span))
    type_ = arms.value_type(ctx, span)
    values = None if type_ is None else arms.settle(ctx, type_)
    if type_ is None or values is None:
        return poison(span)
    if type_ == t.VOID:
        _evaluate_all(arms, values)
        return void_operand(span, chain.build(span))
    plain = [value for value in values if value is not None]
    if isinstance(chain, Chain) and chain.is_plain and len(plain) == len(chain.links[0].branches) + 1:
        return computed(_select([condition for condition, _ in chain.links[0].branches], plain, span))
    place = assign_all(ctx, arms, values, type_, span)
    return block_operand(span, [_undefined(place, type_, span), *chain.build(span)], _var(place, span))


def all_jumps(arms: Arms) -> bool:
    """Whether no body yields a value."""
    return all(isinstance(operand.type, NoReturn) for _, operand in arms.values)


def _evaluate_all(arms: Arms, values: list[ir.Expr | None]) -> None:
    for (body, operand), value in zip(arms.values, values, strict=True):
        if value is not None and not isinstance(value, ir.Const):
            body.append(ir.Evaluate(span=operand.span, value=value))


def assign_all(ctx: FunctionContext, arms: Arms, values: list[ir.Expr | None], type_: t.Type, span: Span) -> ir.Local:
    """Let every body end with storing its value into a temporary."""
    local = ctx.new_temporary(type_, mutable=True)
    for (body, operand), value in zip(arms.values, values, strict=True):
        if value is not None:
            body.append(ir.Assign(span=operand.span, place=_var(local, operand.span), value=value))
    return local


def _select(conditions: list[ir.Expr], values: list[ir.Expr], span: Span) -> ir.Expr:
    result = values[-1]
    for condition, value in zip(reversed(conditions), reversed(values[:-1]), strict=True):
        result = ir.Select(type=value.type, span=span, condition=condition, then=value, otherwise=result)
    return result


def _var(local: ir.Local, span: Span) -> ir.Var:
    return ir.Var(type=local.type, span=span, name=local.name)


def _undefined(local: ir.Local, type_: t.Type, span: Span) -> ir.Let:
    return ir.Let(span=span, local=local, value=ir.Const(type=type_, span=span, value=UndefinedValue()))
