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
    Return,
    Select,
    Stmt,
    Var,
)
from t27c.ir.types import BOOL, Int, QName
from t27c.ir.values import UndefinedValue
from t27c.ir.walk import children, walk_body, walk_expr, with_children
from t27c.passes.vectorise.inline import MAX_INLINE_DEPTH, calls_itself, find_function, local_names, renamed
from t27c.passes.vectorise.obstacle import ObstacleError
from t27c.passes.vectorise.recursion import once_recursive
from t27c.passes.vectorise.rules import may_trap
from t27c.passes.vectorise.uniform import assigned_locals, is_varying, varying_locals

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
            case _:
                raise ObstacleError(_reason(stmt), stmt.span)

    def let(self, stmt: Let, mask: Expr | None) -> None:
        """A local. Index arithmetic goes to where the local is used, so that the plan sees how the index grows."""
        value = self.expr(stmt.value)
        names = {part.name for part in walk_expr(value) if isinstance(part, Var)} | {stmt.local.name}
        if not names & self.assigned and is_index_arithmetic(value):
            self.known[stmt.local.name] = value
        else:
            self.emit(replace(stmt, value=value))

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
        if is_varying(value, self.varying):
            self.varying.add(local.name)
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
            return self.call(expr)
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
        """A fresh varying local without a value yet."""
        self.names += 1
        local = Local(name=f"chosen_{self.names}", type=at.type, mutable=True)
        self.varying.add(local.name)
        self.emit(Let(span=at.span, local=local, value=Const(type=at.type, span=at.span, value=UndefinedValue())))
        return Var(type=at.type, span=at.span, name=local.name)

    def set(self, place: Var, value: Expr) -> None:
        """Store into a slot."""
        self.emit(Assign(span=value.span, place=place, value=value))

    def call(self, call: Call) -> Expr:
        """A call's value: uniform calls stay, varying ones stand inline."""
        if not isinstance(call.callee, QName):
            raise ObstacleError("calls a function that is only known at run time", call.span)
        function = find_function(self.program, call.callee, call.span)
        if self.depth >= MAX_INLINE_DEPTH:
            raise ObstacleError(f"calls `{call.callee.name}` too deep to stand inline", call.span)
        self.names += 1
        suffix = f"_{self.names}"
        body = function.body
        if calls_itself(function):
            return self.recursive_call(call, suffix)
        self.bind_params(call, suffix, body)
        body = renamed(body, suffix, local_names(function))
        self.assigned |= assigned_locals(body)
        return self.inline_body(body, call)

    def recursive_call(self, call: Call, suffix: str) -> Expr:
        """A function that calls itself once, on an argument that provably does not recurse again, as two selects."""
        assert isinstance(call.callee, QName)
        function = find_function(self.program, call.callee, call.span)
        once = once_recursive(function, call.span)
        self.bind_params(call, suffix, function.body)
        names = local_names(function)
        (test,) = (self.expr(part) for part in once.renamed_exprs((once.condition,), suffix, names))
        turned = self.named("turned", test)
        for param, arg in zip(function.params, once.renamed_exprs(once.args, suffix, names), strict=True):
            own = Var(type=param.type, span=call.span, name=f"{param.name}{suffix}")
            if arg != own:
                with self.on_some_lanes():
                    then = self.expr(arg)
                chosen = Select(type=own.type, span=call.span, condition=turned, then=then, otherwise=own)
                if is_varying(chosen, self.varying):
                    self.varying.add(str(own.name))
                self.emit(Assign(span=call.span, place=own, value=chosen))
        plain = self.named("plain", self.inline_body(renamed(once.rest, suffix, names), call))
        flipped = self.expr(once.around(plain))
        return Select(type=call.type, span=call.span, condition=turned, then=flipped, otherwise=plain)

    def bind_params(self, call: Call, suffix: str, body: Body) -> None:
        """The arguments as locals."""
        assert isinstance(call.callee, QName)
        function = find_function(self.program, call.callee, call.span)
        seeds = set()
        for param, arg in zip(function.params, call.args, strict=True):
            if is_varying(arg, self.varying):
                seeds.add(param.name)
            name = f"{param.name}{suffix}"
            plain = _uncopied(arg)
            if not param.mutable and plain is not None and not calls_itself(function):
                self.known[name] = plain
                continue
            local = Local(name=name, type=param.type, mutable=True, source_name=param.source_name)
            self.emit(Let(span=call.span, local=local, value=arg))
        self.varying |= {f"{name}{suffix}" for name in varying_locals(body, seeds)}

    def inline_body(self, body: Body, call: Call) -> Expr:
        """The value that `body` returns."""
        self.depth += 1
        value = self.returned(body, None, call)
        self.depth -= 1
        return value

    def returned(self, body: Body, mask: Expr | None, call: Call) -> Expr:
        """The value that `body` returns on the lanes of `mask`."""
        for position, stmt in enumerate(body):
            match stmt:
                case Return() if stmt.value is not None:
                    return self.expr(stmt.value)
                case If() if returns_inside(stmt):
                    return self.returned_by_branch(stmt, body[position + 1 :], mask, call)
                case _:
                    self.statement(stmt, mask)
        raise ObstacleError("calls a function without a result", call.span)

    def kept(self, value: Expr, after: Body) -> Expr:
        """`value` in a local if `after` changes something that it may read."""
        if assigned_locals(after) & {part.name for part in walk_expr(value) if isinstance(part, Var)}:
            return self.named("chosen", value)
        return value

    def returned_by_branch(self, stmt: If, rest: Body, mask: Expr | None, call: Call) -> Expr:
        """The value of an `if` that returns: the branch's, or what follows."""
        (condition, then), others = stmt.branches[0], stmt.branches[1:]
        if not ends_in_return(then):
            raise ObstacleError("calls a function that returns from the middle of a branch", stmt.span)
        after = (replace(stmt, branches=others), *rest) if others else stmt.otherwise + rest
        test = self.expr(condition)
        if not is_varying(test, self.varying):
            result = self.slot(call)
            first = self.nested(lambda: self.set(result, self.returned(then, mask, call)))
            second = self.nested(lambda: self.set(result, self.returned(after, mask, call)))
            self.emit(If(span=stmt.span, branches=((test, first),), otherwise=second))
            return result
        taken = self.named("taken", test)
        with self.on_some_lanes():
            first_value = self.kept(self.returned(then, both(mask, taken), call), after)
            other_value = self.returned(after, mask, call)
        return Select(type=call.type, span=stmt.span, condition=taken, then=first_value, otherwise=other_value)


def is_index_arithmetic(expr: Expr) -> bool:
    """Sums and products of counters, lengths and other unsigned numbers: they trap only by leaving their range."""
    if not isinstance(expr.type, Int) or expr.type.signed:
        return False
    parts = list(islice(walk_expr(expr), MAX_INDEX_NODES + 1))
    return len(parts) <= MAX_INDEX_NODES and all(map(_is_counting, parts))


def _uncopied(arg: Expr) -> Expr | None:
    """An argument that a parameter nobody changes may stand for: a known value, a variable, or a field of one."""
    if isinstance(arg, Convert) and arg.kind is ConvertKind.COPY:
        arg = arg.operand
    inner = arg
    while isinstance(inner, Field):
        inner = inner.base
    return arg if isinstance(inner, Var | Const) else None


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


def both(mask: Expr | None, condition: Expr) -> Expr:
    """Lanes of `mask` on which `condition` holds."""
    if mask is None:
        return condition
    return Operation(type=BOOL, span=condition.span, op=Op.BIT_AND, operands=(mask, condition))


def negated(condition: Expr) -> Expr:
    """Lanes on which `condition` does not hold."""
    return Operation(type=BOOL, span=condition.span, op=Op.NOT, operands=(condition,))


def returns_inside(stmt: Stmt) -> bool:
    """Whether a `return` stands anywhere in `stmt`."""
    return any(isinstance(inner, Return) for inner in walk_body((stmt,)))


def ends_in_return(body: Body) -> bool:
    """Whether every path through `body` returns."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, If):
        return ends_in_return(last.otherwise) and all(ends_in_return(part) for _, part in last.branches)
    return isinstance(last, Return)


def _reason(stmt: Stmt) -> str:
    names = {
        "While": "holds a loop that does not count",
        "Break": "may end early",
        "Continue": "skips lanes with `continue`",
        "Return": "may return from within",
        "Switch": "holds a `switch`",
        "Assert": "holds an assertion",
        "Trap": "may stop with a trap",
        "Evaluate": "calls for an effect",
        "Labelled": "holds a labelled block",
    }
    return names.get(type(stmt).__name__, "holds a statement that has no whole-array form")
