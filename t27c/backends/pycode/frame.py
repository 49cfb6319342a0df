"""The state of the function that is printed: names of its locals, which of them live in cells, loops around."""

from __future__ import annotations

from dataclasses import dataclass, field

from t27c.backends.naming import NameScope, mangle
from t27c.backends.printer import LineWriter
from t27c.backends.pycode.lane_constants import LaneConstants
from t27c.backends.pycode.names import MODULE_RESERVED
from t27c.backends.pycode.namespace import Namespace
from t27c.backends.pycode.shapes import is_direct
from t27c.ir.nodes import AddressOf, Deref, Expr, Field, Index, Payload, SliceOf, Stmt, Var
from t27c.ir.types import VOID, Struct, Type, Union
from t27c.ir.walk import walk_body_exprs


@dataclass(slots=True)
class Loop:
    """A Python loop around the current statement: the label of the spec's loop or block that it stands for, what runs
    before `continue`, and the flags of jumps that lead further out: by label, and whether they continue there."""

    label: str
    step: tuple[Stmt, ...] = ()
    exits: dict[tuple[str, bool], str] = field(default_factory=dict)


@dataclass(slots=True)
class Frame:
    """One function, or one test, on its way to Python text."""

    ns: Namespace
    scope: NameScope
    result: Type = VOID
    writer: LineWriter = field(default_factory=LineWriter)
    names: dict[str, str] = field(default_factory=dict)
    boxed: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()
    annotated: set[str] = field(default_factory=set)
    loops: list[Loop] = field(default_factory=list)
    constants: LaneConstants = field(default_factory=lambda: LaneConstants(NameScope()))
    returns_any: bool = False

    def declare(self, name: str, source_name: str = "") -> str:
        """The Python name of a new local; the same again for one that was declared before."""
        if name not in self.names:
            self.names[name] = self.scope.claim(mangle(source_name or name, MODULE_RESERVED))
        return self.names[name]

    def fresh(self, wanted: str) -> str:
        """A name for a temporary of the printer."""
        return self.scope.claim(wanted)

    def at(self, node: Expr | Stmt) -> str:
        """The place of a node as a literal."""
        return self.ns.at(node.span)


def boxed_locals(body: tuple[Stmt, ...]) -> frozenset[str]:
    """Locals whose address is taken though Python cannot change their value in place: they live in cells."""
    found: set[str] = set()
    for expr in walk_body_exprs(body):
        if isinstance(expr, AddressOf) and not is_direct(expr.place.type):
            root = _reference_root(expr.place)
            if root is not None:
                found.add(root)
    return frozenset(found)


def shared_locals(body: tuple[Stmt, ...]) -> frozenset[str]:
    """Locals that pointers or slices may lead to, wholly or to a part: a store must keep their objects."""
    found: set[str] = set()
    for expr in walk_body_exprs(body):
        place = expr.place if isinstance(expr, AddressOf) else expr.base if isinstance(expr, SliceOf) else None
        while isinstance(place, (Field, Index, Payload)):
            place = place.base
        if isinstance(place, Var) and isinstance(place.name, str):
            found.add(place.name)
    return frozenset(found)


def _reference_root(place: Expr) -> str | None:
    """The local that a reference to `place` has to go through, if any."""
    while True:
        match place:
            case Var(name=str(name)):
                return name
            case Field(base=base) if not isinstance(base.type, (Struct, Union)):
                place = base
            case Payload(base=base):
                place = base
            case _:
                return None


def is_simple(expr: Expr) -> bool:
    """Whether the text of an expression may stand twice in a line: reading it again has no effect and costs little."""
    while isinstance(expr, (Field, Deref)):
        if isinstance(expr, Field) and isinstance(expr.base.type, Union):
            return False
        expr = expr.base if isinstance(expr, Field) else expr.pointer
    return isinstance(expr, Var)
