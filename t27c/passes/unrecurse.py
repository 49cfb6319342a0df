"""Functions that call themselves once, with the sign turned, become straight code, which C compilers vectorise.

Before: `if (x < 0) { return -f(-x); } rest`. After: `turned = x < 0; y = turned ? -x : x; rest; turned ? -v : v`.
"""

from __future__ import annotations

from dataclasses import replace

from t27c.ir.nodes import Expr, Function, Let, Local, Module, Return, Select, Stmt, Var
from t27c.ir.types import BOOL
from t27c.ir.walk import rewrite_body, walk_body
from t27c.passes.vectorise.obstacle import ObstacleError
from t27c.passes.vectorise.recursion import OnceRecursive, once_recursive


def unrecurse(module: Module) -> Module:
    """The pass."""
    return replace(module, functions=tuple(_straight(function) for function in module.functions))


def _straight(function: Function) -> Function:
    try:
        once = once_recursive(function, function.span)
    except ObstacleError:
        return function
    *lets, last = once.rest or (None,)
    if not isinstance(last, Return) or last.value is None or not all(isinstance(stmt, Let) for stmt in lets):
        return function
    return replace(function, body=_straight_body(function, once, last.value))


def _straight_body(function: Function, once: OnceRecursive, value: Expr) -> tuple[Stmt, ...]:
    span = function.span
    taken = {param.name for param in function.params}
    taken |= {stmt.local.name for stmt in walk_body(function.body) if isinstance(stmt, Let)}
    turned = Local(name=_free("turned", taken), type=BOOL, mutable=False)
    test = Var(type=BOOL, span=span, name=turned.name)
    body: list[Stmt] = [Let(span=span, local=turned, value=once.condition)]
    names: dict[str, str] = {}
    for param, arg in zip(function.params, once.args, strict=True):
        old = Var(type=param.type, span=span, name=param.name)
        if arg == old:
            continue
        local = Local(name=_free(f"{param.name}_used", taken), type=param.type, mutable=False)
        names[param.name] = local.name
        chosen = Select(type=param.type, span=span, condition=test, then=arg, otherwise=old)
        body.append(Let(span=span, local=local, value=chosen))

    def renamed(expr: Expr) -> Expr:
        if isinstance(expr, Var) and isinstance(expr.name, str) and expr.name in names:
            return replace(expr, name=names[expr.name])
        return expr

    body += rewrite_body(once.rest[:-1], renamed)
    result = Local(name=_free("straight", taken), type=value.type, mutable=False)
    found = Var(type=value.type, span=span, name=result.name)
    (last,) = rewrite_body((Let(span=span, local=result, value=value),), renamed)
    final = Select(type=value.type, span=span, condition=test, then=once.around(found), otherwise=found)
    return (*body, last, Return(span=span, value=final))


def _free(wanted: str, taken: set[str]) -> str:
    name = wanted
    while name in taken:
        name += "_"
    taken.add(name)
    return name
