"""References to storage that ends with the function: returned (an error) or stored where they outlive it (SEM 10.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from t27c.diagnostics.model import DiagnosticSink, Label
from t27c.ir import nodes as ir
from t27c.ir.types import Array, ErrorUnion, Optional, Pointer, QName, Slice, Struct, Tuple, Type, Union
from t27c.ir.walk import walk_body
from t27c.source import Span


@dataclass(frozen=True, slots=True)
class _Storage:
    """Where a reference points: the local's name as written (empty for a temporary) and its place."""

    name: str
    span: Span


_Held = dict[str, _Storage]


def check_escapes(sink: DiagnosticSink, function: ir.Function) -> None:
    """Report what `function` returns or stores and must not, because it refers to the function's own storage."""
    if not _may_refer(function.result) and not any(True for _ in _stores(function.body)):
        return
    locals_ = {p.name: _Storage(p.source_name or p.name, function.span) for p in function.params}
    lets = [s for s in walk_body(function.body) if isinstance(s, ir.Let)]
    locals_.update((let.local.name, _Storage(let.local.source_name, let.span)) for let in lets)
    held = _what_locals_hold(function.body, locals_)
    for stmt in walk_body(function.body):
        match stmt:
            case ir.Return(value=value) if value is not None and _may_refer(value.type):
                _check_return(sink, stmt.span, _refers_to(value, locals_, held))
            case ir.Assign() if _may_refer(stmt.value.type) and _outlives(stmt.place, locals_, held):
                _check_store(sink, stmt, _refers_to(stmt.value, locals_, held))
            case _:
                pass


def _stores(body: tuple[ir.Stmt, ...]) -> Iterator[ir.Assign]:
    return (s for s in walk_body(body) if isinstance(s, ir.Assign) and _may_refer(s.value.type))


def _may_refer(type_: Type) -> bool:
    match type_:
        case Pointer() | Slice() | Struct() | Union():
            return True
        case Optional(child=child) | ErrorUnion(child=child) | Array(element=child):
            return _may_refer(child)
        case Tuple():
            return any(map(_may_refer, type_.elements))
        case _:
            return False


def _what_locals_hold(body: tuple[ir.Stmt, ...], locals_: _Held) -> _Held:
    """The storage that each local may refer to; grows until nothing is new, whatever the order of statements."""
    held: _Held = {}
    known = -1
    while len(held) != known:
        known = len(held)
        for stmt in walk_body(body):
            match stmt:
                case ir.Let():
                    target: str | None = stmt.local.name
                case ir.Assign():
                    target = _owner(stmt.place)
                case _:
                    continue
            source = _refers_to(stmt.value, locals_, held)
            if source is not None and target is not None:
                held.setdefault(target, source)
    return held


def _owner(place: ir.Expr) -> str | None:
    """The local whose own storage `place` is part of."""
    match place:
        case ir.Var(name=str(name)):
            return name
        case ir.Field(base=base) | ir.Payload(base=base):
            return _owner(base)
        case ir.Index(base=base) if isinstance(base.type, Array):
            return _owner(base)
        case _:
            return None


def _outlives(place: ir.Expr, locals_: _Held, held: _Held) -> bool:
    """Whether a store into `place` is still seen after the function returns."""
    match place:
        case ir.Var(name=name):
            return isinstance(name, QName)
        case ir.Field(base=base) | ir.Payload(base=base):
            return _outlives(base, locals_, held)
        case ir.Index(base=base) if isinstance(base.type, Array):
            return _outlives(base, locals_, held)
        case ir.Index(base=base) | ir.Deref(pointer=base):
            return _refers_to(base, locals_, held) is None
        case _:
            return False


def _refers_to(expr: ir.Expr, locals_: _Held, held: _Held) -> _Storage | None:
    """The local storage that the value of `expr` refers to, as far as this function shows."""
    if not _may_refer(expr.type):
        return None
    match expr:
        case ir.AddressOf(place=place):
            return _storage_of(place, locals_, held)
        case ir.SliceOf(base=base):
            in_place = isinstance(base.type, Array)
            return _storage_of(base, locals_, held) if in_place else _refers_to(base, locals_, held)
        case ir.Var(name=str(name)):
            return held.get(name)
        case ir.Field(base=part) | ir.Index(base=part) | ir.Payload(base=part) | ir.Convert(operand=part):
            return _refers_to(part, locals_, held)
        case ir.Block(value=part):
            return _refers_to(part, locals_, held)
        case ir.Select(then=first, otherwise=second):
            return _refers_to(first, locals_, held) or _refers_to(second, locals_, held)
        case ir.Aggregate(parts=parts):
            return next(filter(None, (_refers_to(part, locals_, held) for part in parts)), None)
        case _:
            return None


def _storage_of(place: ir.Expr, locals_: _Held, held: _Held) -> _Storage | None:
    match place:
        case ir.Var(name=str(name)):
            return locals_.get(name)
        case ir.Field(base=base) | ir.Payload(base=base):
            return _storage_of(base, locals_, held)
        case ir.Index(base=base) if isinstance(base.type, Array):
            return _storage_of(base, locals_, held)
        case ir.Index(base=base) | ir.Deref(pointer=base):
            return _refers_to(base, locals_, held)
        case ir.Aggregate() | ir.Call():
            return _Storage("", place.span)
        case _:
            return None


def _check_return(sink: DiagnosticSink, span: Span, storage: _Storage | None) -> None:
    if storage is None:
        return
    what = f"`{storage.name}`" if storage.name else "a temporary"
    sink.report(
        "dangling-reference",
        f"the result refers to {what}, which ends with the function",
        span,
        Label(span=storage.span, text="this storage ends with the function"),
        label="a reference to it is returned here",
        helps=("return the value itself (`[N]T`, not `[]T`), or write into a slice that the caller passes",),
    )


def _check_store(sink: DiagnosticSink, stmt: ir.Assign, storage: _Storage | None) -> None:
    if storage is None:
        return
    what = f"`{storage.name}`" if storage.name else "a temporary"
    sink.report(
        "escaping-reference",
        f"a reference to {what} is stored where it outlives the function",
        stmt.span,
        Label(span=storage.span, text="this storage ends with the function"),
        label="stored here",
        helps=("store the value itself instead of its address",),
    )
