"""Functions that call themselves once: `if (x < 0) { return -f(-x); } ..` is one evaluation on a chosen argument.

Before: `fn f(x) { if (x < 0) { return -f(-x); } return g(x); }`. After: `y = x < 0 ? -x : x; v = g(y); x < 0 ? -v : v`.
Sound only if the inner call takes the other way, which is proven here from the form of condition and argument.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from t27c.ir.nodes import Call, Const, Expr, Function, If, Op, Operation, Return, Stmt, Var
from t27c.ir.types import Float
from t27c.ir.values import FloatValue
from t27c.ir.walk import rewrite, walk_body_exprs, walk_expr
from t27c.passes.vectorise.obstacle import ObstacleError
from t27c.source import Span

Body = tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OnceRecursive:
    """`if (condition) { return outer(f(args)); } rest`."""

    condition: Expr
    args: tuple[Expr, ...]
    outer: Expr
    inner: Call
    rest: Body

    def around(self, value: Expr) -> Expr:
        """`outer` with `value` for the inner call."""
        return rewrite(self.outer, lambda expr: value if expr == self.inner else expr)

    def renamed_exprs(self, exprs: tuple[Expr, ...], suffix: str, names: set[str]) -> tuple[Expr, ...]:
        """`exprs` with the function's local names made fresh."""

        def new_name(expr: Expr) -> Expr:
            if isinstance(expr, Var) and expr.name in names:
                return replace(expr, name=f"{expr.name}{suffix}")
            return expr

        return tuple([rewrite(expr, new_name) for expr in exprs])


def once_recursive(function: Function, span: Span) -> OnceRecursive:
    """Read `function` as one that recurses once, or say why it is none."""
    name = function.name.name
    match function.body:
        case (If(branches=((condition, (Return(value=outer),)),), otherwise=()), *rest) if outer is not None:
            calls = [e for e in walk_expr(outer) if isinstance(e, Call) and e.callee == function.name]
            body = tuple(rest)
            again = any(isinstance(e, Call) and e.callee == function.name for e in walk_body_exprs(body))
            if len(calls) == 1 and not again and _only_inner(outer, calls[0]) and _turns(function, condition, calls[0]):
                return OnceRecursive(condition=condition, args=calls[0].args, outer=outer, inner=calls[0], rest=body)
        case _:
            pass
    raise ObstacleError(f"calls `{name}`, which calls itself in a way that is not known to end after one step", span)


def _only_inner(outer: Expr, inner: Call) -> bool:
    """Whether the returned expression reads nothing but the inner call's value."""
    inside = {id(node) for node in walk_expr(inner)}
    return all(isinstance(e, Const | Operation) or id(e) in inside for e in walk_expr(outer))


def _turns(function: Function, condition: Expr, inner: Call) -> bool:
    """Whether `condition` is false for the inner call's arguments wherever it is true for the function's own."""
    match condition:
        case Operation(op=Op.LT | Op.LE as op, operands=(Var(name=name), Const(value=FloatValue() as bound))):
            pass
        case _:
            return False
    for param, arg in zip(function.params, inner.args, strict=True):
        if param.name == name:
            return isinstance(param.type, Float) and _is_negation(arg, name) and _excludes(op, bound.number)
    return False


def _is_negation(arg: Expr, name: str | object) -> bool:
    match arg:
        case Operation(op=Op.NEG, operands=(Var(name=inner),)):
            return inner == name
        case _:
            return False


def _excludes(op: Op, bound: float) -> bool:
    """`x < b` with b at most 0 gives -x > -b >= b, so `-x < b` is false; for `<=` b must be below 0."""
    return bound <= 0 if op is Op.LT else bound < 0
