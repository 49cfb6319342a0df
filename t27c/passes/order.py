"""Makes the order of evaluation explicit for targets that leave it open: operands whose order can be told apart become
temporaries, `Block`s disappear, and no expression is deeper than compilers take.

Two operands can be told apart if one writes and the other reads or traps, or if both may trap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from t27c.ir.nodes import (
    AddressOf,
    Assert,
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
    Function,
    If,
    Index,
    Labelled,
    Let,
    Local,
    Module,
    Op,
    Operation,
    Payload,
    Program,
    Return,
    Select,
    SliceOf,
    Step,
    Stmt,
    Switch,
    Trap,
    Var,
    While,
)
from t27c.ir.types import BOOL, Array, Float, Int, Pointer, Void
from t27c.ir.values import UndefinedValue
from t27c.ir.walk import children, with_children
from t27c.passes.effects import Effect, own_effects, stable_names
from t27c.passes.order_parts import Part, Prefix, conflict

MAX_DEPTH = 24
_COMPARISONS = frozenset({Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE})
_PLACES = (Var, Field, Index, Deref, Payload)


class _Orderer:
    """One function: its names and its temporaries."""

    def __init__(self, stable: set[str], taken: set[str]) -> None:
        self.stable = stable
        self.taken = taken
        self.count = 0

    def _fresh(self) -> str:
        while True:
            self.count += 1
            name = f"v{self.count}"
            if name not in self.taken:
                self.stable.add(name)
                return name

    def _spill(self, part: Part, out: Prefix) -> Part:
        """Run `part` now: its value, or the address if it is a place, goes into a temporary."""
        expr = part.expr
        if isinstance(expr.type, Void):
            out.add(Evaluate(span=expr.span, value=expr), part.effects)
            return Part(Const(type=expr.type, span=expr.span, value=UndefinedValue()))
        if part.is_place:
            pointer = Pointer(target=expr.type, const=False)
            address = AddressOf(type=pointer, span=expr.span, place=expr)
            local = Local(name=self._fresh(), type=pointer, mutable=False)
            out.add(Let(span=expr.span, local=local, value=address), part.effects)
            where = Var(type=pointer, span=expr.span, name=local.name)
            return Part(Deref(type=expr.type, span=expr.span, pointer=where), Effect.NONE, 2, True)
        local = Local(name=self._fresh(), type=expr.type, mutable=False)
        out.add(Let(span=expr.span, local=local, value=expr), part.effects)
        return Part(Var(type=expr.type, span=expr.span, name=local.name))

    # Expressions

    def value(self, expr: Expr, out: Prefix) -> Part:
        """`expr` as a value; statements it needs go to `out`. Long chains to the left cost no Python stack."""
        spine: list[Operation] = []
        node = expr
        while isinstance(node, Operation):
            spine.append(node)
            node = node.operands[0]
        part = self._leaf(node, out)
        for operation in reversed(spine):
            part = self._operation(operation, part, out)
        return part

    def _leaf(self, expr: Expr, out: Prefix) -> Part:
        match expr:
            case Const():
                return Part(expr)
            case Block():
                for stmt in expr.body:
                    self.stmt(stmt, out)
                return self.value(expr.value, out)
            case Select():
                return self._select(expr, out)
            case Var() | Field() | Index() | Deref() | Payload():
                place = self.place(expr, out)
                return replace(place, effects=place.effects | self._read(place.expr), is_place=False)
            case _:
                return self._operands(expr, out)

    def _read(self, expr: Expr) -> Effect:
        """What reading a place does: nothing if nobody can change it."""
        while isinstance(expr, (Field, Payload)) or (isinstance(expr, Index) and isinstance(expr.base.type, Array)):
            expr = expr.base
        stable = isinstance(expr, Var) and isinstance(expr.name, str) and expr.name in self.stable
        return Effect.NONE if stable or not isinstance(expr, _PLACES) else Effect.READ

    def place(self, expr: Expr, out: Prefix) -> Part:
        """`expr` as a place; what is no place is evaluated into a temporary that serves as one."""
        match expr:
            case Var():
                return Part(expr, is_place=True)
            case Field() | Index() | Payload() | Deref():
                return replace(self._operands(expr, out), is_place=True)
            case _:
                return replace(self.value(expr, out), is_place=False)

    def _operands(self, expr: Expr, out: Prefix) -> Part:
        """A node whose operands all run, from left to right."""
        parts, prefixes = [], []
        for number, child in enumerate(children(expr)):
            prefix = Prefix()
            as_place = number == 0 and self._wants_place(expr, child)
            parts.append(self.place(child, prefix) if as_place else self.value(child, prefix))
            prefixes.append(prefix)
        return self._join(expr, self._settle(parts, prefixes, out))

    def _settle(self, parts: Sequence[Part], prefixes: Sequence[Prefix], out: Prefix) -> list[Part]:
        """The parts in an order-free form: each that later ones could disturb is spilled."""
        later = Effect.NONE
        early = [False] * len(parts)
        for number in reversed(range(len(parts))):
            early[number] = conflict(parts[number].effects, later)
            later |= parts[number].effects | prefixes[number].effects
        settled = []
        for part, prefix, is_early in zip(parts, prefixes, early, strict=True):
            out.join(prefix)
            settled.append(self._spill(part, out) if is_early or part.depth > MAX_DEPTH else part)
        return settled

    def _join(self, expr: Expr, parts: Sequence[Part]) -> Part:
        joined = with_children(expr, tuple([part.expr for part in parts]))
        effects = own_effects(joined)
        for part in parts:
            effects |= part.effects
        return Part(joined, effects, 1 + max((part.depth for part in parts), default=0))

    @staticmethod
    def _wants_place(expr: Expr, child: Expr) -> bool:
        """Whether the first operand of `expr` is a place and must stay one."""
        match expr:
            case Field() | Payload() | AddressOf():
                return True
            case Index() | SliceOf():
                return isinstance(child.type, Array)
            case Convert(kind=ConvertKind.COPY):
                return False
            case _:
                return False

    def _operation(self, expr: Operation, left: Part, out: Prefix) -> Part:
        """An operator whose left operand is done."""
        if len(expr.operands) == 1:
            return self._join(expr, [self._shallow(left, out)])
        prefix = Prefix()
        right = self.value(expr.operands[1], prefix)
        if expr.op in (Op.AND, Op.OR):
            if prefix.stmts:
                return self._lazy(expr, left, right, prefix, out)
            left = self._shallow(left, out)
            return self._join(expr, [left, right])
        return self._join(expr, self._settle([left, right], [Prefix(), prefix], out))

    def _shallow(self, part: Part, out: Prefix) -> Part:
        return self._spill(part, out) if part.depth > MAX_DEPTH else part

    def _lazy(self, expr: Operation, left: Part, right: Part, prefix: Prefix, out: Prefix) -> Part:
        """`and`, `or` whose right side needs statements: an `if` around them."""
        local = Local(name=self._fresh(), type=BOOL, mutable=True)
        var = Var(type=BOOL, span=expr.span, name=local.name)
        out.add(Let(span=expr.span, local=local, value=left.expr), left.effects)
        condition: Expr = var
        if expr.op is Op.OR:
            condition = Operation(type=BOOL, span=expr.span, op=Op.NOT, operands=(var,))
        body = (*prefix.stmts, Assign(span=expr.span, place=var, value=right.expr))
        chain = If(span=expr.span, branches=((condition, body),), otherwise=())
        out.add(chain, prefix.effects | right.effects)
        return Part(var)

    def _select(self, expr: Select, out: Prefix) -> Part:
        condition = self.value(expr.condition, out)
        sides = (Prefix(), Prefix())
        then, otherwise = self.value(expr.then, sides[0]), self.value(expr.otherwise, sides[1])
        if not sides[0].stmts and not sides[1].stmts and condition.depth <= MAX_DEPTH:
            return self._join(expr, [condition, then, otherwise])
        if isinstance(expr.type, Void):
            pairs = zip(sides, (then, otherwise), strict=True)
            bodies = [(*s.stmts, Evaluate(span=expr.span, value=p.expr)) for s, p in pairs]
            result: Expr = Const(type=expr.type, span=expr.span, value=UndefinedValue())
        else:
            local = Local(name=self._fresh(), type=expr.type, mutable=True)
            result = Var(type=expr.type, span=expr.span, name=local.name)
            blank = Const(type=expr.type, span=expr.span, value=UndefinedValue())
            out.add(Let(span=expr.span, local=local, value=blank), Effect.NONE)
            pairs = zip(sides, (then, otherwise), strict=True)
            bodies = [(*s.stmts, Assign(span=expr.span, place=result, value=p.expr)) for s, p in pairs]
        chain = If(span=expr.span, branches=((condition.expr, bodies[0]),), otherwise=bodies[1])
        inner = sides[0].effects | sides[1].effects | then.effects | otherwise.effects
        out.add(chain, condition.effects | inner)
        return Part(result)

    # Statements

    def body(self, stmts: Sequence[Stmt]) -> tuple[Stmt, ...]:
        """A body with every statement in order."""
        out = Prefix()
        for stmt in stmts:
            self.stmt(stmt, out)
        return tuple(out.stmts)

    def stmt(self, stmt: Stmt, out: Prefix) -> None:
        """Write `stmt` and what it needs before it."""
        everything = Effect.READ | Effect.TRAP | Effect.WRITE
        match stmt:
            case Let() | Evaluate():
                part = self.value(stmt.value, out)
                out.add(replace(stmt, value=part.expr), part.effects)
            case Assign():
                self._assign(stmt, out)
            case If():
                out.add(self._if(stmt, out), everything)
            case While():
                out.add(self._while(stmt), everything)
            case ForRange():
                ends = self._pair(stmt.low, stmt.high, out)
                out.add(replace(stmt, low=ends[0], high=ends[1], body=self.body(stmt.body)), everything)
            case Switch():
                subject = self.value(stmt.subject, out).expr
                arms = tuple(replace(arm, body=self.body(arm.body)) for arm in stmt.arms)
                otherwise = None if stmt.otherwise is None else self.body(stmt.otherwise)
                out.add(replace(stmt, subject=subject, arms=arms, otherwise=otherwise), everything)
            case Labelled():
                out.add(replace(stmt, body=self.body(stmt.body)), everything)
            case _:
                out.add(self._simple(stmt, out), everything)

    def _simple(self, stmt: Stmt, out: Prefix) -> Stmt:
        match stmt:
            case Return() if stmt.value is not None:
                return replace(stmt, value=self.value(stmt.value, out).expr)
            case Assert():
                return replace(stmt, condition=self._condition(stmt.condition, out))
            case Trap() if stmt.error is not None:
                return replace(stmt, error=self.value(stmt.error, out).expr)
            case _:
                return stmt

    def _pair(self, first: Expr, second: Expr, out: Prefix) -> tuple[Expr, Expr]:
        prefixes = (Prefix(), Prefix())
        parts = [self.value(first, prefixes[0]), self.value(second, prefixes[1])]
        settled = self._settle(parts, prefixes, out)
        return settled[0].expr, settled[1].expr

    def _assign(self, stmt: Assign, out: Prefix) -> None:
        """The place first, then the value."""
        prefixes = (Prefix(), Prefix())
        parts = [self.place(stmt.place, prefixes[0]), self.value(stmt.value, prefixes[1])]
        place, value = self._settle(parts, prefixes, out)
        out.add(replace(stmt, place=place.expr, value=value.expr), place.effects | value.effects | Effect.WRITE)

    def _condition(self, expr: Expr, out: Prefix) -> Expr:
        """The condition of an assertion: both sides of a comparison of numbers are kept, for a failure to show them."""
        if not (isinstance(expr, Operation) and expr.op in _COMPARISONS):
            return self.value(expr, out).expr
        if not all(isinstance(operand.type, (Int, Float)) for operand in expr.operands):
            return self.value(expr, out).expr
        kept = []
        for operand in expr.operands:
            part = self.value(operand, out)
            simple = isinstance(part.expr, Const) or (isinstance(part.expr, Var) and not part.effects)
            kept.append(part.expr if simple else self._spill(part, out).expr)
        return replace(expr, operands=tuple(kept))

    def _if(self, stmt: If, out: Prefix) -> Stmt:
        """A chain; if a later condition needs statements, the branches stand side by side in a block they leave."""
        first = self.value(stmt.branches[0][0], out).expr
        branches = [(first, self.body(stmt.branches[0][1]))]
        prefixes = [Prefix()]
        for condition, body in stmt.branches[1:]:
            prefix = Prefix()
            branches.append((self.value(condition, prefix).expr, self.body(body)))
            prefixes.append(prefix)
        otherwise = self.body(stmt.otherwise)
        if not any(prefix.stmts for prefix in prefixes):
            return replace(stmt, branches=tuple(branches), otherwise=otherwise)
        label = self._fresh()
        flat: list[Stmt] = []
        for prefix, (condition, body) in zip(prefixes, branches, strict=True):
            leave = Break(span=stmt.span, label=label)
            flat += [*prefix.stmts, If(span=condition.span, branches=((condition, (*body, leave)),), otherwise=())]
        return Labelled(span=stmt.span, label=label, body=(*flat, *otherwise))

    def _while(self, stmt: While) -> While:
        prefix = Prefix()
        condition = self.value(stmt.condition, prefix).expr
        body, step = self.body(stmt.body), self.body(stmt.step)
        if not prefix.stmts:
            return replace(stmt, condition=condition, body=body, step=step)
        done = Operation(type=BOOL, span=condition.span, op=Op.NOT, operands=(condition,))
        leave = If(span=condition.span, branches=((done, (Break(span=stmt.span, label=stmt.label),)),), otherwise=())
        always = Const(type=BOOL, span=condition.span, value=True)
        return replace(stmt, condition=always, body=(*prefix.stmts, leave, *body), step=step)


def order_function(function: Function) -> Function:
    """`function` with an explicit order of evaluation."""
    stable, taken = stable_names(function.body, function.params)
    return replace(function, body=_Orderer(stable, taken).body(function.body))


def order_steps(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps of a test; their names are visible in later steps."""
    stable, taken = stable_names(tuple([stmt for step in steps for stmt in step.body]), ())
    orderer = _Orderer(stable, taken)
    return tuple(replace(step, body=orderer.body(step.body)) for step in steps)


def _order_module(module: Module) -> Module:
    return replace(
        module,
        functions=tuple(order_function(function) for function in module.functions),
        tests=tuple(replace(test, steps=order_steps(test.steps)) for test in module.tests),
        invariants=tuple(replace(invariant, steps=order_steps(invariant.steps)) for invariant in module.invariants),
        benches=tuple(replace(bench, steps=order_steps(bench.steps)) for bench in module.benches),
    )


def order(program: Program) -> Program:
    """The pass: every body of the program with an explicit order of evaluation."""
    return replace(program, modules={key: _order_module(module) for key, module in program.modules.items()})


__all__ = ["MAX_DEPTH", "order", "order_function", "order_steps"]

