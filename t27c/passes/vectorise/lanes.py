"""A loop body as straight-line code that runs statement by statement over all lanes: calls inline, branches as selects.

Uniform branches and inner loops with uniform bounds stay. A varying branch becomes selects of what it assigns; that is
sound because lane code cannot trap (`rules` sees to that) and stores on idle lanes write back what they read.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice

from t27c.ir.nodes import (
    Assign,
    Block,
    Builtin,
    Call,
    Const,
    Convert,
    ConvertKind,
    Expr,
    Field,
    ForRange,
    If,
    Let,
    Local,
    Op,
    Operation,
    Program,
    Reduction,
    Select,
    Stmt,
    Switch,
    Trap,
    Var,
)
from t27c.ir.types import Bool, Enum, Int
from t27c.ir.values import UndefinedValue
from t27c.ir.walk import children, walk_body, walk_expr, with_children
from t27c.passes.vectorise.calls import inline_call
from t27c.passes.vectorise.masks import both, negated
from t27c.passes.vectorise.obstacle import ObstacleError
from t27c.passes.vectorise.rules import may_trap
from t27c.passes.vectorise.switches import switch_as_branches
from t27c.passes.vectorise.uniform import is_varying

Body = tuple[Stmt, ...]
MAX_LANE_STATEMENTS = 400
MAX_INDEX_NODES = 40


@dataclass(slots=True)
class LaneWriter:
    """Writes lane code. `varying` grows with every local that differs between lanes; `mask` is the condition under
    which the statement at hand runs, None when on all lanes; `partial` is above 0 where only some lanes arrive."""

    program: Program
    varying: set[str]
    depth: int = 0
    names: int = 0
    written: int = 0
    out: list[Stmt] = field(default_factory=list)
    known: dict[str, Expr] = field(default_factory=dict)
    assigned: set[str] = field(default_factory=set)
    partial: int = 0

    def body(self, body: Body, mask: Expr | None) -> None:
        """Write the statements of a loop body or branch."""
        for stmt in body:
            self.statement(stmt, mask)

    def statement(self, stmt: Stmt, mask: Expr | None) -> None:
        """Write one statement."""
        match stmt:
            case Let():
                self.let(stmt, mask)
            case Assign():
                self.assign(stmt, mask)
            case If():
                self.branches(stmt, stmt.branches, mask)
            case ForRange():
                self.inner_loop(stmt, mask)
            case Switch():
                self.statement(self.switch(stmt), mask)
            case Trap(error=None) if not self.partial:
                self.emit(stmt)
            case _:
                raise ObstacleError(_reason(stmt), stmt.span)

    def let(self, stmt: Let, mask: Expr | None) -> None:
        """A local. Index arithmetic goes to where the local is used, so that the plan sees how the index grows."""
        value = self.expr(stmt.value)
        names = {part.name for part in walk_expr(value) if isinstance(part, Var)} | {stmt.local.name}
        if not names & self.assigned and is_index_arithmetic(value):
            self.known[stmt.local.name] = value
        else:
            self.vary(stmt.local.name, value)
            self.emit(replace(stmt, value=value))

    def vary(self, name: str, value: Expr) -> None:
        """Remember that the local `name`, which takes `value`, differs between lanes if `value` does."""
        if is_varying(value, self.varying):
            self.varying.add(name)

    def emit(self, stmt: Stmt) -> None:
        """Append a finished statement."""
        self.written += 1
        if self.written > MAX_LANE_STATEMENTS:
            raise ObstacleError("is too long once its calls stand inline", stmt.span)
        self.out.append(stmt)

    def assign(self, stmt: Assign, mask: Expr | None) -> None:
        """A store; on lanes where `mask` is false the old value stays."""
        place, value = self.expr(stmt.place), self.expr(stmt.value)
        if mask is not None:
            value = Select(type=value.type, span=stmt.span, condition=mask, then=value, otherwise=place)
        if isinstance(place, Var):
            self.vary(str(place.name), value)
        self.emit(Assign(span=stmt.span, place=place, value=value))

    def branches(self, stmt: If, chain: tuple[tuple[Expr, Body], ...], mask: Expr | None) -> None:
        """A chain of branches: uniform ones stay an `If`, varying ones become masks."""
        if not chain:
            self.body(stmt.otherwise, mask)
            return
        (condition, then), rest = chain[0], chain[1:]
        test = self.expr(condition)
        if not is_varying(test, self.varying):
            first = self.nested(lambda: self.body(then, mask))
            second = self.nested(lambda: self.branches(stmt, rest, mask))
            self.emit(If(span=stmt.span, branches=((test, first),), otherwise=second))
            return
        taken = self.named("taken", test)
        with self.on_some_lanes():
            self.body(then, both(mask, taken))
            if rest or stmt.otherwise:
                self.branches(stmt, rest, both(mask, negated(taken)))

    def switch(self, stmt: Switch) -> If:
        """A `switch` as branches on a subject that is known by a name."""
        subject = stmt.subject
        if not isinstance(subject, Var):
            if not isinstance(subject.type, Bool | Enum | Int):
                raise ObstacleError("holds a `switch` on something other than a number or an enum", stmt.span)
            subject = self.named("subject", self.expr(subject))
        return switch_as_branches(stmt, subject)

    @contextmanager
    def on_some_lanes(self) -> Iterator[None]:
        """What is written meanwhile runs in the loop on some lanes only, so nothing in it may trap."""
        self.partial += 1
        yield
        self.partial -= 1

    def inner_loop(self, loop: ForRange, mask: Expr | None) -> None:
        """A loop inside a lane: its bounds must be the same on all lanes."""
        low, high = self.expr(loop.low), self.expr(loop.high)
        if is_varying(low, self.varying) or is_varying(high, self.varying):
            raise ObstacleError("holds a loop whose length differs from lane to lane", loop.span)
        if loop.checked:
            raise ObstacleError("holds a loop whose range may be reversed", loop.span)
        body = self.nested(lambda: self.body(loop.body, mask))
        self.emit(replace(loop, low=low, high=high, body=body))

    def nested(self, write: object) -> Body:
        """What `write` emits, as a body of its own."""
        assert callable(write)
        outer, self.out = self.out, []
        write()
        inner, self.out = self.out, outer
        return tuple(inner)

    def named(self, stem: str, value: Expr) -> Var:
        """`value` in a fresh local."""
        self.names += 1
        local = Local(name=f"{stem}_{self.names}", type=value.type, mutable=True)
        self.vary(local.name, value)
        self.emit(Let(span=value.span, local=local, value=value))
        return Var(type=value.type, span=value.span, name=local.name)

    def reduction(self, fold: Reduction) -> Reduction:
        """A fold with its value as lane code."""
        return replace(fold, value=self.expr(fold.value))

    def expr(self, expr: Expr) -> Expr:
        """`expr` without calls and blocks; lazy operators on varying values become plain ones."""
        if isinstance(expr, Var) and expr.name in self.known:
            return self.known[str(expr.name)]
        if isinstance(expr, Block):
            return self.block(expr)
        if isinstance(expr, Select) and not is_varying(expr.condition, self.varying):
            return self.uniform_select(expr)
        if isinstance(expr, Select) or (isinstance(expr, Operation) and expr.op in (Op.AND, Op.OR)):
            return self.lazy(expr)
        expr = with_children(expr, tuple([self.expr(part) for part in children(expr)]))
        if isinstance(expr, Call):
            return inline_call(self, expr)
        if self.partial and may_trap(expr) and not is_varying(expr, self.varying):
            raise ObstacleError("may trap in a branch that some lanes do not take", expr.span)
        return expr

    def block(self, block: Block) -> Expr:
        """The value of a block; it may only set what it declares, because operands before it are read after it."""
        own = {stmt.local.name for stmt in walk_body(block.body) if isinstance(stmt, Let)}
        for stmt in walk_body(block.body):
            if isinstance(stmt, Assign) and not (isinstance(stmt.place, Var) and stmt.place.name in own):
                raise ObstacleError("stores from inside an expression", stmt.span)
        self.body(block.body, None)
        return self.expr(block.value)

    def lazy(self, expr: Select | Operation) -> Expr:
        """A choice per lane computes both sides; `and` and `or` of values that differ between lanes do as well."""
        first, *rest = children(expr)
        first = self.expr(first)
        if not is_varying(first, self.varying) and not any(is_varying(part, self.varying) for part in rest):
            return with_children(expr, (first, *[self.expr(part) for part in rest]))
        with self.on_some_lanes():
            parts = (first, *[self.expr(part) for part in rest])
        if isinstance(expr, Operation):
            return replace(expr, op=Op.BIT_AND if expr.op is Op.AND else Op.BIT_OR, operands=parts)
        return with_children(expr, parts)

    def uniform_select(self, expr: Select) -> Expr:
        """A value chosen for all lanes at once."""
        if not is_varying(expr, self.varying):
            return with_children(expr, tuple([self.expr(part) for part in children(expr)]))
        return self.choice(expr, self.expr(expr.condition), expr.then, expr.otherwise)

    def choice(self, at: Expr, condition: Expr, then: Expr, otherwise: Expr) -> Var:
        """A local that a uniform `If` sets to one of two values."""
        result = self.slot(at)
        first = self.nested(lambda: self.set(result, self.expr(then)))
        second = self.nested(lambda: self.set(result, self.expr(otherwise)))
        self.emit(If(span=at.span, branches=((condition, first),), otherwise=second))
        return result

    def slot(self, at: Expr) -> Var:
        """A fresh local without a value yet."""
        self.names += 1
        local = Local(name=f"chosen_{self.names}", type=at.type, mutable=True)
        self.emit(Let(span=at.span, local=local, value=Const(type=at.type, span=at.span, value=UndefinedValue())))
        return Var(type=at.type, span=at.span, name=local.name)

    def set(self, place: Var, value: Expr) -> None:
        """Store into a slot."""
        self.vary(str(place.name), value)
        self.emit(Assign(span=value.span, place=place, value=value))


def is_index_arithmetic(expr: Expr) -> bool:
    """Sums and products of counters, lengths and other unsigned numbers: they trap only by leaving their range."""
    if not isinstance(expr.type, Int) or expr.type.signed:
        return False
    parts = list(islice(walk_expr(expr), MAX_INDEX_NODES + 1))
    return len(parts) <= MAX_INDEX_NODES and all(map(_is_counting, parts))


def _is_counting(expr: Expr) -> bool:
    match expr:
        case Operation():
            return expr.op in (Op.ADD, Op.SUB, Op.MUL) and isinstance(expr.type, Int) and not expr.type.signed
        case Convert():
            return expr.kind is ConvertKind.INT_WIDEN
        case Builtin():
            return expr.name == "len"
        case Const() | Var() | Field():
            return True
        case _:
            return False


def _reason(stmt: Stmt) -> str:
    names = {
        "While": "holds a loop that does not count",
        "Break": "may end early",
        "Continue": "skips lanes with `continue`",
        "Return": "may return from within",
        "Assert": "holds an assertion",
        "Trap": "may stop with a trap",
        "Evaluate": "calls for an effect",
        "Labelled": "holds a labelled block",
    }
    return names.get(type(stmt).__name__, "holds a statement that has no whole-array form")
