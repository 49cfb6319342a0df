"""Where a statement stands: the loops, blocks and deferred statements around it, and what leaving them runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.sema.assigned import Assigned
from t27c.sema.operand import Operand
from t27c.source import Span


@dataclass(frozen=True, slots=True)
class Deferred:
    """A `defer` or `errdefer`, lowered where it was written."""

    body: tuple[ir.Stmt, ...]
    on_error: bool


@dataclass(eq=False, slots=True)
class Scope:
    """A block whose end runs its deferred statements, last first."""

    deferred: list[Deferred] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Target:
    """A loop or labelled block. `written` is its label in the spec, `again` the label that `continue` goes to (empty
    for blocks), `leave` the one that `break` goes to; `left` is set by the first `break`. `place` is where the label is
    written.
    """

    written: str
    leave: str
    again: str = ""
    place: Span | None = None
    left: bool = False
    values: BlockValues | None = None


@dataclass(eq=False, slots=True)
class BlockValues:
    """The values that `break :label v` gives to a block whose type is settled behind its end: each stands for a
    statement that is put in later.
    """

    expected: t.Type | None
    found: list[tuple[ir.Evaluate, Operand, list[ir.Stmt]]] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Fence:
    """The edge of a deferred statement, which no jump may cross."""


Frame = Scope | Target | Fence


@dataclass(eq=False, slots=True)
class Flow:
    """The frames around the statement being lowered, outermost first, and which locals the body assigns.

    `is_invariant` makes known falsehoods and bare booleans the invariant's own affair.
    """

    frames: list[Frame] = field(default_factory=list)
    assigned: Assigned = field(default_factory=Assigned)
    is_invariant: bool = False

    @contextmanager
    def inside(self, frame: Frame) -> Iterator[None]:
        """Put a frame around what is lowered in the `with` block."""
        self.frames.append(frame)
        try:
            yield
        finally:
            self.frames.pop()

    def innermost_loop(self) -> Target | None:
        """The loop that a bare `break` or `continue` means, unless a deferred statement ends before it."""
        for frame in reversed(self.frames):
            if isinstance(frame, Fence):
                return None
            if isinstance(frame, Target) and frame.again:
                return frame
        return None

    def labelled(self, written: str) -> Target | None:
        """The enclosing loop or block with that label, unless a deferred statement ends before it."""
        for frame in reversed(self.frames):
            if isinstance(frame, Fence):
                return None
            if isinstance(frame, Target) and frame.written == written:
                return frame
        return None

    def labels(self) -> list[str]:
        """The labels in view, innermost first."""
        return [f.written for f in reversed(self.frames) if isinstance(f, Target) and f.written]

    def left_scopes(self, target: Target | None) -> list[Scope]:
        """The scopes that a jump to `target` leaves, innermost first; None leaves the function."""
        scopes: list[Scope] = []
        for frame in reversed(self.frames):
            if frame is target:
                break
            if isinstance(frame, Scope):
                scopes.append(frame)
        return scopes

    @property
    def in_fence(self) -> bool:
        """Whether a deferred statement is being lowered."""
        return any(isinstance(frame, Fence) for frame in self.frames)
