"""What compiling needs to know: the program-wide `Unit`, and the `FunctionContext` of the function at hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from t27c.ir.interp.shapes import Shapes
from t27c.ir.interp.state import LARGE, State
from t27c.ir.nodes import Expr, Stmt
from t27c.ir.types import Float, Int, QName, Type

Frame = list[Any]  # cell 0 holds the result, then parameters and locals
Code = Callable[[Frame], Any]


@dataclass(frozen=True, slots=True, eq=False)
class Signal:
    """Why a statement did not end normally: a return, or a jump to a label. Compared by identity."""

    name: str


RETURN = Signal("return")
Run = Callable[[Frame], Signal | None]


class Jump(Exception):  # noqa: N818 - a way of control flow
    """A signal on its way out of an expression."""

    def __init__(self, signal: Signal) -> None:
        super().__init__(signal.name)
        self.signal = signal


@dataclass(frozen=True, slots=True, kw_only=True)
class Compilers:
    """The functions that compile each kind of node, so that their modules need not import each other."""

    value: Callable[[FunctionContext, Expr], Code]
    raw: Callable[[FunctionContext, Expr], Code]
    place: Callable[[FunctionContext, Expr], Code]
    body: Callable[[FunctionContext, tuple[Stmt, ...]], Run]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """What all functions share. `invoke` calls the function of a name with a frame that holds its arguments; `builtin`
    is `arith.builtin`, or another that gives the same values."""

    shapes: Shapes
    state: State
    compilers: Compilers
    invoke: Callable[[QName], Callable[..., Any]]
    builtin: Callable[[str, Int | Float, bool], Callable[..., Any]]
    correctly_rounded: bool


@dataclass(slots=True)
class FunctionContext:
    """The function (or test) being compiled."""

    unit: Unit
    slots: dict[str, int] = field(default_factory=dict)
    cells: int = 0  # of its large locals
    jumps: bool = False  # whether an expression compiled since the last reset may raise `Jump`
    _signals: dict[str, Signal] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many cells a frame has."""
        return 1 + len(self.slots)

    def value(self, expr: Expr) -> Code:
        """Code for an expression whose value is kept: no cell is shared with a place, where the IR means a copy."""
        return self.unit.compilers.value(self, expr)

    def raw(self, expr: Expr) -> Code:
        """Code for an expression that is only looked at."""
        return self.unit.compilers.raw(self, expr)

    def place(self, expr: Expr) -> Code:
        """Code for the address of a place, as a pair of cells and key."""
        return self.unit.compilers.place(self, expr)

    def body(self, body: tuple[Stmt, ...]) -> Run:
        """Code for statements in a row."""
        return self.unit.compilers.body(self, body)

    def slot(self, name: str) -> int:
        """The frame cell of a local."""
        return self.slots.setdefault(name, 1 + len(self.slots))

    def declare(self, name: str, type_: Type) -> int:
        """The frame cell of a new local; large ones count as memory of the function."""
        count = self.unit.shapes.count(type_)
        if count > LARGE and name not in self.slots:
            self.cells += count
        return self.slot(name)

    def signal(self, kind: str, label: str) -> Signal:
        """The one signal for leaving (`break`) or going on with (`continue`) what `label` names."""
        return self._signals.setdefault(f"{kind} {label}", Signal(f"{kind} {label}"))

    def metered(self, type_: Type, code: Code) -> Code:
        """`code`, which makes a value of `type_`, counted if that is large."""
        count = self.unit.shapes.count(type_)
        if count <= LARGE:
            return code
        build = self.unit.state.build

        def run(frame: Frame) -> Any:
            build(count)
            return code(frame)

        return run
