"""What the printer knows of the function it is in: where locals live, and temporaries that last as long as it runs."""

from __future__ import annotations

from dataclasses import dataclass, field

from t27c.backends.c.file import FileContext
from t27c.backends.c.names import local_name
from t27c.backends.c.types import storage_bits
from t27c.ir.nodes import AddressOf, Assign, Expr, Field, Index, Let, Local, Payload, SliceOf, Stmt, Var
from t27c.ir.types import Array, Bool, Enum, ErrorSet, ErrorUnion, Float, Int, Optional, Type, Void
from t27c.ir.walk import stmt_exprs, walk_body, walk_body_exprs, walk_expr

LARGE = 16 * 1024  # bytes; a local of at least this size does not go on the stack


def size_of(file: FileContext, type_: Type) -> int:
    """About how many bytes a value takes."""
    match type_:
        case Bool() | Void():
            return 1
        case Int():
            return storage_bits(type_) // 8
        case Float():
            return type_.bits // 8
        case Enum():
            return 8
        case Array():
            return type_.length * size_of(file, type_.element)
        case Optional() | ErrorUnion():
            return 8 + size_of(file, type_.child)
        case _:
            return 16 + sum(size_of(file, member) for member, _ in file.types.members(type_))


def is_bytes(file: FileContext, type_: Type) -> bool:
    """Whether an undefined value is just bytes 0xAA, without parts that C could not hold so."""
    match type_:
        case Bool() | ErrorSet() | Optional() | ErrorUnion():
            return False
        case Int():
            return storage_bits(type_) == type_.bits
        case Float():
            return True
        case Array():
            return is_bytes(file, type_.element)
        case _:
            members = file.types.members(type_)
            return bool(members) and all(is_bytes(file, member) for member, _ in members)


def _root(expr: Expr) -> str | None:
    """The local that a place lies in, if it does not lead through a pointer or a slice."""
    while isinstance(expr, (Field, Payload)) or (isinstance(expr, Index) and isinstance(expr.base.type, Array)):
        expr = expr.base
    return expr.name if isinstance(expr, Var) and isinstance(expr.name, str) else None


def _addressed(body: tuple[Stmt, ...]) -> set[str]:
    """The locals whose address is taken: they live as long as the function, not as their block."""
    found = set()
    for expr in walk_body_exprs(body):
        root = None
        if isinstance(expr, AddressOf):
            root = _root(expr.place)
        elif isinstance(expr, SliceOf) and isinstance(expr.base.type, Array):
            root = _root(expr.base)
        if root is not None:
            found.add(root)
    return found


def _read(body: tuple[Stmt, ...]) -> set[str]:
    """The locals that are read, by how compilers see it: what is only stored to, also in parts, is unused."""
    found: set[str] = set()
    for stmt in walk_body(body):
        for number, expr in enumerate(stmt_exprs(stmt)):
            parts = _beside_root(expr) if isinstance(stmt, Assign) and number == 0 else [expr]
            for part in parts:
                found |= {e.name for e in walk_expr(part) if isinstance(e, Var) and isinstance(e.name, str)}
    return found


def _beside_root(place: Expr) -> list[Expr]:
    """What a store reads: indices, and the whole place if it leads through a pointer, slice, union or optional."""
    read: list[Expr] = []
    expr = place
    while isinstance(expr, Field) or (isinstance(expr, Index) and isinstance(expr.base.type, Array)):
        if isinstance(expr, Index):
            read.append(expr.index)
        expr = expr.base
    return read if isinstance(expr, Var) else [place]


@dataclass(slots=True)
class Frame:
    """One function. `head` collects the declarations that stand at its top."""

    file: FileContext
    result: Type
    addressed: set[str]
    large: set[str]
    used: set[str]
    head: list[str] = field(default_factory=list)
    temporaries: int = 0

    @classmethod
    def of(cls, file: FileContext, result: Type, body: tuple[Stmt, ...]) -> Frame:
        """The frame of a function with this body."""
        large = set()
        for stmt in walk_body(body):
            if isinstance(stmt, Let) and size_of(file, stmt.local.type) >= LARGE:
                large.add(stmt.local.name)
        used = _read(body)
        return cls(file=file, result=result, addressed=_addressed(body), large=large, used=used)

    def is_hoisted(self, local: Local) -> bool:
        """Whether a local is declared at the top of the function."""
        return local.name in self.addressed or local.name in self.large

    def declare_hoisted(self, local: Local, at: str) -> None:
        """Declare a local at the top."""
        name = local_name(local.name)
        if local.name in self.large:
            text = self.file.type(local.type)
            self.head.append(f"{text} *const {name} = t27_large_take(sizeof({text}), {at});")
        else:
            self.head.append(f"{self.file.declare(local.type, name)};")

    def temporary(self, type_: Type, at: str) -> str:
        """The lvalue of a new object that lasts as long as the function."""
        self.temporaries += 1
        local = Local(name=f"kept_Z{self.temporaries}", type=type_, mutable=True)
        name = f"t27_kept_{self.temporaries}"
        if size_of(self.file, local.type) >= LARGE:
            text = self.file.type(type_)
            self.large.add(local.name)
            self.head.append(f"{text} *const {name} = t27_large_take(sizeof({text}), {at});")
            return f"(*{name})"
        self.head.append(f"{self.file.declare(type_, name)};")
        return name

    def lvalue(self, name: str) -> str:
        """A local as an operand."""
        return f"(*{local_name(name)})" if name in self.large else local_name(name)


