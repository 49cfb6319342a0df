"""Takes `Block`s out of expressions: their statements run before the statement that holds them, in the written order.

Before: `x = f(a) + { let t = g(); if (t < 0) { return; } t };`. After: `let t1 = f(a); let t = g(); if (t < 0) ..;
x = t1 + t;`. With a limit of depth, deep expressions are cut into temporaries too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from t27c.ir.nodes import (
    AddressOf,
    Assign,
    Block,
    Break,
    Const,
    Convert,
    ConvertKind,
    Deref,
    Evaluate,
    Expr,
    Field,
    ForRange,
    If,
    Index,
    Labelled,
    Let,
    Local,
    Module,
    Op,
    Operation,
    Payload,
    Select,
    SliceOf,
    Stmt,
    Var,
    While,
)
from t27c.ir.types import BOOL, Pointer, Slice, Void, is_aggregate
from t27c.ir.types import Struct as StructType
from t27c.ir.values import UndefinedValue
from t27c.ir.walk import children, map_stmt, stmt_exprs, with_children
from t27c.passes.units import Body, FreshNames, Unit, map_units

NO_LIMIT = 1 << 60
_PLACES = (Var, Field, Index, Deref, Payload)
_WITH_PLACE = (Field, Index, SliceOf, AddressOf, Payload)


def hoist(module: Module, max_depth: int = NO_LIMIT) -> Module:
    """`module` without a `Block`, and without an expression deeper than `max_depth`."""
    return map_units(module, lambda unit: _unit(unit, max_depth))


def _unit(unit: Unit, max_depth: int) -> Unit:
    hoister = _Hoister(FreshNames(unit), max_depth)
    for param in unit.params:
        if not param.mutable:
            hoister.fixed.add(param.name)
    return replace(unit, bodies=tuple([hoister.body(body) for body in unit.bodies]))


@dataclass(frozen=True, slots=True)
class _Part:
    """An expression without blocks, the statements that have to run before it, and how deep it is."""

    before: tuple[Stmt, ...]
    expr: Expr
    depth: int = 0


@dataclass(slots=True)
class _Hoister:
    """The state of one unit: names in use, and locals that never change once they are set."""

    names: FreshNames
    max_depth: int
    fixed: set[str] = field(default_factory=set)

    def body(self, body: Body) -> Body:
        """`body` with every statement rewritten; the same object if nothing changed."""
        result: list[Stmt] = []
        for stmt in body:
            result += self._stmt(stmt)
        same = len(result) == len(body) and all(a is b for a, b in zip(body, result, strict=True))
        return body if same else tuple(result)

    def _stmt(self, stmt: Stmt) -> list[Stmt]:
        if isinstance(stmt, Let | ForRange) and not stmt.local.mutable:
            self.fixed.add(stmt.local.name)
        parts = [self._expr(expr) for expr in stmt_exprs(stmt)]
        done = iter([part.expr for part in parts])
        match stmt:
            case If() if any(part.before for part in parts[1:]):
                return self._chain(stmt, parts)
            case While() if parts[0].before:
                return [self._loop(stmt, parts[0])]
            case Assign():
                return self._assign(stmt, parts[0], parts[1])
            case Evaluate() if isinstance(parts[0].expr, (Const, Var)) and parts[0].before:
                return [*parts[0].before]
            case ForRange():
                before, exprs = self._in_order(parts)
                done = iter(exprs)
                return [*before, map_stmt(stmt, lambda _: next(done), self.body)]
            case _:
                before = parts[0].before if parts else ()
                return [*before, map_stmt(stmt, lambda _: next(done), self.body)]

    def _assign(self, stmt: Assign, place: _Part, value: _Part) -> list[Stmt]:
        """The place is found first: its indices are checked before the value runs."""
        if not value.before or _is_steady(place.expr):
            changed = map_stmt(stmt, lambda expr: place.expr if expr is stmt.place else value.expr, self.body)
            return [*place.before, *value.before, changed]
        pointer, target = self._pointer(place.expr)
        return [*place.before, pointer, *value.before, replace(stmt, place=target, value=value.expr)]

    def _loop(self, stmt: While, condition: _Part) -> Stmt:
        """The statements of a condition run in every round."""
        span = stmt.condition.span
        stop = If(span=span, branches=((_not(condition.expr), (Break(span=span, label=stmt.label),)),), otherwise=())
        body = (*condition.before, stop, *self.body(stmt.body))
        forever = Const(type=BOOL, span=span, value=True)
        return replace(stmt, condition=forever, body=body, step=self.body(stmt.step))

    def _chain(self, stmt: If, parts: list[_Part]) -> list[Stmt]:
        """Conditions that need statements are tried one by one, in a block that the taken branch leaves."""
        label = self.names.fresh("chain")
        leave = Break(span=stmt.span, label=label)
        steps: list[Stmt] = []
        for (_, body), part in zip(stmt.branches, parts, strict=True):
            taken = (*self.body(body), leave)
            steps += [*part.before, If(span=stmt.span, branches=((part.expr, taken),), otherwise=())]
        return [Labelled(span=stmt.span, label=label, body=(*steps, *self.body(stmt.otherwise)))]

    def _expr(self, expr: Expr) -> _Part:
        """`expr` from the leaves up, with a stack of our own: chains may be thousands of operators long."""
        if _stays(expr, self.max_depth):
            return _Part((), expr)
        done: list[_Part] = []
        todo: list[tuple[Expr, bool]] = [(expr, False)]
        while todo:
            node, ready = todo.pop()
            below = children(node)
            if not ready:
                todo.append((node, True))
                todo.extend([(child, False) for child in reversed(below)])
                continue
            parts = done[len(done) - len(below) :]
            del done[len(done) - len(below) :]
            done.append(self._limited(self._combine(node, parts)))
        return done[0]

    def _limited(self, part: _Part) -> _Part:
        if part.depth < self.max_depth or isinstance(part.expr, _PLACES):
            return part
        let, var = self._temporary(part.expr)
        return _Part((*part.before, let), var)

    def _combine(self, node: Expr, parts: list[_Part]) -> _Part:
        depth = 1 + max((part.depth for part in parts), default=-1)
        match node:
            case Block():
                return _Part((*self.body(node.body), *parts[0].before), parts[0].expr, parts[0].depth)
            case Operation(op=Op.AND | Op.OR) if parts[1].before:
                return self._lazy(node, parts)
            case Select() if parts[1].before or parts[2].before:
                return self._select(node, parts)
            case _:
                before, exprs = self._in_order(parts, place_first=_has_place(node))
                return _Part(before, with_children(node, tuple(exprs)), depth)

    def _in_order(self, parts: list[_Part], *, place_first: bool = False) -> tuple[tuple[Stmt, ...], list[Expr]]:
        """Operands in front of one that needs statements go into temporaries first."""
        last = max((at for at, part in enumerate(parts) if part.before), default=0)
        before: list[Stmt] = []
        exprs: list[Expr] = []
        for at, part in enumerate(parts):
            before += part.before
            expr = part.expr
            if at < last and not self._is_fixed(expr, is_place=place_first and at == 0):
                is_place = place_first and at == 0 and isinstance(expr, _PLACES) and not isinstance(expr.type, Slice)
                let, expr = self._pointer(expr) if is_place else self._temporary(expr)
                before.append(let)
            exprs.append(expr)
        return tuple(before), exprs

    def _is_fixed(self, expr: Expr, *, is_place: bool) -> bool:
        match expr:
            case Const():
                return True
            case Var(name=str(name)):
                return name in self.fixed or (is_place and not isinstance(expr.type, Slice))
            case _:
                return is_place and not isinstance(expr.type, Slice) and _is_steady(expr)

    def _lazy(self, node: Operation, parts: list[_Part]) -> _Part:
        left, right = parts
        let, var = self._temporary(left.expr, mutable=True)
        condition = var if node.op is Op.AND else _not(var)
        store = (*right.before, Assign(span=node.span, place=var, value=right.expr))
        run = If(span=node.span, branches=((condition, store),), otherwise=())
        return _Part((*left.before, let, run), var)

    def _select(self, node: Select, parts: list[_Part]) -> _Part:
        condition, then, otherwise = parts
        undefined = Const(type=node.type, span=node.span, value=UndefinedValue())
        let, var = self._temporary(undefined, mutable=True)
        arms = [(*arm.before, *_store(var, arm.expr)) for arm in (then, otherwise)]
        run = If(span=node.span, branches=((condition.expr, arms[0]),), otherwise=arms[1])
        if isinstance(node.type, Void):
            return _Part((*condition.before, run), undefined)
        return _Part((*condition.before, let, run), var)

    def _temporary(self, value: Expr, *, mutable: bool = False) -> tuple[Let, Var]:
        if isinstance(value, _PLACES) and is_aggregate(value.type):
            value = Convert(type=value.type, span=value.span, kind=ConvertKind.COPY, operand=value)
        local = Local(name=self.names.fresh("t"), type=value.type, mutable=mutable)
        if not mutable:
            self.fixed.add(local.name)
        let = Let(span=value.span, local=local, value=value)
        return let, Var(type=value.type, span=value.span, name=local.name)

    def _pointer(self, place: Expr) -> tuple[Let, Expr]:
        address = AddressOf(type=Pointer(target=place.type, const=False), span=place.span, place=place)
        let, var = self._temporary(address)
        return let, Deref(type=place.type, span=place.span, pointer=var)


def _store(var: Var, value: Expr) -> Iterable[Stmt]:
    if not isinstance(var.type, Void):
        return (Assign(span=value.span, place=var, value=value),)
    return () if isinstance(value, (Const, Var)) else (Evaluate(span=value.span, value=value),)


def _not(condition: Expr) -> Expr:
    return Operation(type=BOOL, span=condition.span, op=Op.NOT, operands=(condition,))


def _stays(expr: Expr, max_depth: int) -> bool:
    """Whether an expression is fine as it is, as most are: without blocks, and not too deep."""
    level: tuple[Expr, ...] = (expr,)
    for _ in range(max_depth):
        if any(isinstance(node, Block) for node in level):
            return False
        level = tuple([child for node in level for child in children(node)])
        if not level:
            return True
    return False


def _has_place(node: Expr) -> bool:
    """Whether the first operand is a place that is read only when the whole node is."""
    return isinstance(node, _WITH_PLACE) or (isinstance(node, Convert) and node.kind is ConvertKind.COPY)


def _is_steady(place: Expr) -> bool:
    """Whether a place is the same place whenever it is looked for: a variable, or a field of one."""
    while isinstance(place, Field) and isinstance(place.base.type, StructType):
        place = place.base
    return isinstance(place, Var)
