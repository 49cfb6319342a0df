"""Statements of lane code as NumPy calls on a block of lanes."""

from __future__ import annotations

from dataclasses import dataclass, field

from t27c.backends.pycode.exprs import expr, value
from t27c.backends.pycode.frame import Frame
from t27c.backends.pycode.lane_buffers import Buffers
from t27c.backends.pycode.lane_exprs import LaneExprs
from t27c.backends.pycode.literals import string
from t27c.backends.pycode.shapes import dtype
from t27c.ir.nodes import Assign, Const, Expr, Fold, ForRange, If, Index, Lanes, Let, Reduction, Stmt, Trap, Var
from t27c.ir.values import UndefinedValue
from t27c.ir.walk import stmt_bodies, walk_body, walk_body_exprs, walk_expr

_FOLDS = {
    Fold.SUM: "_t27.sum_in_order",
    Fold.PRODUCT: "_t27.product_in_order",
    Fold.GREATEST: "_t27.greatest",
    Fold.LEAST: "_t27.least",
    Fold.MAX: "_t27.max_of",
    Fold.MIN: "_t27.min_of",
}


@dataclass(slots=True)
class LanePrinter:
    """Prints the lane code of one loop; `first` and `last` are the block's bounds."""

    frame: Frame
    loop: ForRange
    lanes: Lanes
    first: str
    last: str
    buffers: Buffers = field(init=False)
    exprs: LaneExprs = field(init=False)
    varying: set[str] = field(init=False)
    stored: bool = False
    direct: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.varying = set(self.lanes.varying)
        self.buffers = Buffers(self.frame)
        self.exprs = LaneExprs(
            frame=self.frame,
            buffers=self.buffers,
            varying=self.varying,
            lane=self.loop.local.name,
            first=self.first,
            last=self.last,
            assigned={
                str(stmt.place.name)
                for stmt in walk_body(self.lanes.body)
                if isinstance(stmt, Assign) and isinstance(stmt.place, Var)
            },
        )

    def body(self, body: tuple[Stmt, ...]) -> None:
        """`body` at the current depth; rows of its locals are given back after their last use."""
        last_use = self.last_uses(body)
        outer = set(self.exprs.signs)
        for position, stmt in enumerate(body):
            self.stmt(stmt, body)
            for name, last in last_use.items():
                if last == position and name in self.varying:
                    self.exprs.forget(self.frame.names[name])
                    self.buffers.give_back(self.exprs.rows.pop(name, ""))
        for text, _ in set(self.exprs.signs) - outer:
            self.exprs.forget(text)

    def stmt(self, stmt: Stmt, body: tuple[Stmt, ...]) -> None:
        """One statement."""
        match stmt:
            case Let():
                self.let(stmt, body)
            case Assign(place=Var() as place):
                self.assign(place, stmt.value)
            case Assign():
                self.store(stmt)
            case If():
                self.branch(stmt)
            case ForRange():
                self.inner_loop(stmt)
            case Trap():
                at, message = self.frame.at(stmt), string(stmt.message)
                self.frame.writer.line(f'raise _t27.Trap("{stmt.kind.value}", {at}, {message})')
            case _:
                raise AssertionError("lane code holds a statement that the planner does not write")

    def let(self, stmt: Let, body: tuple[Stmt, ...]) -> None:
        """A local: a Python variable if uniform, the name of a row or view if varying."""
        name = stmt.local.name
        if name not in self.varying:
            text = value(self.frame, stmt.value)
            self.frame.writer.line(f"{self.frame.declare(name, stmt.local.source_name)} = {text.text}")
            return
        target = self.frame.declare(name, f"{stmt.local.source_name or name.rstrip('_0123456789')}s")
        if self.is_stored_next(stmt, body):
            return
        if isinstance(stmt.value, Const) and isinstance(stmt.value.value, UndefinedValue):
            self.row_for(name, stmt.value)
            self.frame.writer.line(f"{target} = {self.exprs.rows[name]}")
            return
        if isinstance(stmt.value, Index) and not _assigned(body, name) and not self.read_after_store(body, name):
            self.frame.writer.line(f"{target} = {self.exprs.view(stmt.value)}")
            return
        row = self.exprs.into_row(stmt.value, target)
        self.exprs.rows[name] = row

    def last_uses(self, body: tuple[Stmt, ...]) -> dict[str, int]:
        """As `_last_uses`; what the reductions read lives to the end."""
        nodes = [node for fold in self.lanes.reductions for node in walk_expr(fold.value)]
        folded = {node.name for node in nodes if isinstance(node, Var)}
        last = _last_uses(body)
        return {name: len(body) if name in folded else position for name, position in last.items()}

    def is_stored_next(self, stmt: Let, body: tuple[Stmt, ...]) -> bool:
        """A slot that a branch sets and the next statement stores is the stored elements themselves."""
        at = next(i for i, other in enumerate(body) if other is stmt)
        name = stmt.local.name
        match body[at + 1 : at + 3]:
            case (If() as branch, Assign(place=Index() as place, value=Var(name=stored))) if stored == name:
                direct = _sets_last(branch, name) and self.last_uses(body).get(name) == at + 2
                if direct and not self.stored and not _stores(branch):
                    self.frame.writer.line(f"{self.frame.names[name]} = {self.exprs.view(place)}")
                    self.direct.add(name)
                    return True
        return False

    def row_for(self, name: str, at: Expr) -> str:
        """The row of a local."""
        if name not in self.exprs.rows:
            self.exprs.rows[name] = self.buffers.take(dtype(at.type))
        return self.exprs.rows[name]

    def read_after_store(self, body: tuple[Stmt, ...], name: str) -> bool:
        """Whether a view named `name` would be looked at once memory has changed under it."""
        stores = [position for position, stmt in enumerate(body) if _stores(stmt)]
        return self.stored or (bool(stores) and self.last_uses(body).get(name, 0) > stores[0])

    def assign(self, place: Var, new: Expr) -> None:
        """A new value for a local of this loop."""
        name = str(place.name)
        if name not in self.varying:
            self.frame.writer.line(f"{self.frame.names[name]} = {value(self.frame, new).text}")
            return
        self.exprs.into(new, self.frame.names[name])

    def store(self, stmt: Assign) -> None:
        """A store to memory."""
        assert isinstance(stmt.place, Index)
        self.stored = True
        if isinstance(stmt.value, Var) and stmt.value.name in self.direct:
            return
        self.exprs.into(stmt.value, self.exprs.view(stmt.place))

    def branch(self, stmt: If) -> None:
        """A branch that all lanes take alike."""
        for number, (condition, body) in enumerate(stmt.branches):
            self.frame.writer.line(f"{'elif' if number else 'if'} {expr(self.frame, condition).text}:")
            self.nested(body)
        if stmt.otherwise:
            self.frame.writer.line("else:")
            self.nested(stmt.otherwise)

    def inner_loop(self, stmt: ForRange) -> None:
        """A loop inside the lanes, the same for all."""
        low, high = value(self.frame, stmt.low), value(self.frame, stmt.high)
        name = self.frame.declare(stmt.local.name, stmt.local.source_name)
        bounds = high.text if low.text == "0" else f"{low.text}, {high.text}"
        self.frame.writer.line(f"for {name} in range({bounds}):")
        self.nested(stmt.body)

    def nested(self, body: tuple[Stmt, ...]) -> None:
        """A body one step deeper."""
        with self.frame.writer.indented():
            count = len(self.frame.writer.lines)
            self.body(body)
            if len(self.frame.writer.lines) == count:
                self.frame.writer.line("pass")

    def reductions(self, folds: tuple[Reduction, ...]) -> None:
        """The folds of the block."""
        for fold in folds:
            total = expr(self.frame, fold.place).text
            operand = self.exprs.operand(fold.value)
            self.frame.writer.line(f"{total} = {_FOLDS[fold.fold]}({total}, {operand.text})")
            self.exprs.release(operand)


def _last_uses(body: tuple[Stmt, ...]) -> dict[str, int]:
    """For every local that `body` declares, the position of the last statement that mentions it."""
    declared = {stmt.local.name for stmt in body if isinstance(stmt, Let)}
    last: dict[str, int] = {}
    for position, stmt in enumerate(body):
        for node in walk_body_exprs((stmt,)):
            if isinstance(node, Var) and node.name in declared:
                last[str(node.name)] = position
        if isinstance(stmt, Let):
            last.setdefault(stmt.local.name, position)
    return last


def _sets_last(branch: If, name: str) -> bool:
    """Whether every way through `branch` ends by setting the local, and looks at it nowhere else."""
    for body in stmt_bodies(branch):
        if not body:
            return False
        last = body[-1]
        ends = isinstance(last, If) and _sets_last(last, name)
        if not ends and not (isinstance(last, Assign) and isinstance(last.place, Var) and last.place.name == name):
            return False
        before = [node for node in walk_body_exprs(body[:-1]) if isinstance(node, Var) and node.name == name]
        if before or (isinstance(last, Assign) and any(n == last.place for n in walk_expr(last.value))):
            return False
    return True


def _stores(stmt: Stmt) -> bool:
    return any(isinstance(inner, Assign) and isinstance(inner.place, Index) for inner in walk_body((stmt,)))


def _assigned(body: tuple[Stmt, ...], name: str) -> bool:
    return any(
        isinstance(stmt, Assign) and isinstance(stmt.place, Var) and stmt.place.name == name for stmt in walk_body(body)
    )
