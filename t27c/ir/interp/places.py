"""Places, compiled in two ways: what lies there, and the address (cells, key) for stores and pointers."""

from __future__ import annotations

from typing import Any

from t27c.ir.arith import ArithmeticTrap
from t27c.ir.interp.context import Code, Frame, FunctionContext
from t27c.ir.interp.equality import used_view
from t27c.ir.interp.shapes import View, has_cells
from t27c.ir.interp.state import TrapError, trap_at
from t27c.ir.interp.values import thaw
from t27c.ir.nodes import (
    AddressOf,
    Constant,
    Deref,
    Expr,
    Field,
    Index,
    Payload,
    PayloadKind,
    SliceOf,
    TrapKind,
    Var,
)
from t27c.ir.types import Pointer, QName, Slice, Struct, Tuple, Union
from t27c.source import Span

Place = Var | Field | Index | Deref | Payload


def compile_raw_place(ctx: FunctionContext, node: Place) -> Code:
    """Code for what lies at a place, its cells shared."""
    match node:
        case Var(name=str()):
            slot = ctx.slot(str(node.name))
            return lambda frame: frame[slot]
        case Var():
            return _module_variable(ctx, node)
        case Payload(kind=PayloadKind.ERROR):
            return ctx.raw(node.base)
        case Field(base=base) if isinstance(base.type, (Struct, Tuple)):
            at, struct = ctx.unit.shapes.field_at(base.type, node.name), ctx.raw(base)
            return lambda frame: struct(frame)[at]
        case _:
            address = compile_place(ctx, node)

    def load(frame: Frame) -> Any:
        cells, key = address(frame)
        return cells[key]

    return load


def _module_variable(ctx: FunctionContext, node: Var) -> Code:
    assert isinstance(node.name, QName)
    state, shapes = ctx.unit.state, ctx.unit.shapes
    decl = shapes.declarations.variable(node.name)
    if isinstance(decl, Constant) and not has_cells(decl.type) and not isinstance(decl.type, (Slice, Pointer)):
        known = thaw(shapes, decl.value, decl.type)
        return lambda frame: known
    index = _variable_index(ctx, node.name)
    variable = state.variable
    return lambda frame: variable(index)


def _variable_index(ctx: FunctionContext, name: QName) -> int:
    shapes = ctx.unit.shapes
    decl = shapes.declarations.variable(name)
    return ctx.unit.state.index_of(name, lambda: thaw(shapes, decl.value, decl.type))


def compile_place(ctx: FunctionContext, node: Expr) -> Code:
    """Code for the address of a place; of any other expression: of a fresh temporary."""
    match node:
        case Var(name=str()):
            slot = ctx.slot(str(node.name))
            return lambda frame: (frame, slot)
        case Var():
            return _variable_address(ctx, node)
        case Field():
            return _field_address(ctx, node)
        case Index():
            return _index_address(ctx, node)
        case Deref():
            return _target_address(ctx, node)
        case Payload(kind=PayloadKind.OPTIONAL):
            return _optional_address(ctx, node)
        case Payload(kind=PayloadKind.OPTIONAL_KNOWN | PayloadKind.OK_VALUE):
            full = ctx.raw(node.base)
            return lambda frame: (full(frame), 0)
        case _:
            fresh = ctx.value(node)
            return lambda frame: ([fresh(frame)], 0)


def _variable_address(ctx: FunctionContext, node: Var) -> Code:
    assert isinstance(node.name, QName)
    state, index = ctx.unit.state, _variable_index(ctx, node.name)

    def run(frame: Frame) -> tuple[list[Any], int]:
        state.variable(index)  # makes it, if this is the first use
        return state.variables, index

    return run


def _field_address(ctx: FunctionContext, node: Field) -> Code:
    base, type_ = ctx.raw(node.base), node.base.type
    if isinstance(type_, (Struct, Tuple)):
        at = ctx.unit.shapes.field_at(type_, node.name)
        return lambda frame: (base(frame), at)
    assert isinstance(type_, Union)
    name, span = node.name, node.span

    def run(frame: Frame) -> tuple[list[Any], int]:
        union: list[Any] = base(frame)
        if union[0] != name:
            active = f"`{union[0]}`" if union[0] is not None else "no field"
            raise TrapError(TrapKind.INACTIVE_FIELD, span, f"`{name}` is not active, {active} is")
        return union, 1

    return run


def _index_address(ctx: FunctionContext, node: Index) -> Code:
    base, index, span = ctx.raw(node.base), ctx.value(node.index), node.span
    if not isinstance(node.base.type, Slice):

        def run_array(frame: Frame) -> tuple[list[Any], int]:
            cells: list[Any] = base(frame)
            at: int = index(frame)
            if at >= len(cells):
                raise _out_of_bounds(at, len(cells), span)
            return cells, at

        return run_array

    def run_slice(frame: Frame) -> tuple[list[Any], int]:
        view: View | None = base(frame)
        at: int = index(frame)
        if view is None:
            raise TrapError(TrapKind.UNDEFINED_POINTER, span, "use of an undefined slice")
        if at >= view.length:
            raise _out_of_bounds(at, view.length, span)
        return view.cells, view.start + at

    return run_slice


def _out_of_bounds(at: int, length: int, span: Span) -> TrapError:
    message = f"index {at} is not below the length {length}"
    return TrapError(TrapKind.INDEX_BOUNDS, span, message, (str(at), str(length)))


def _target_address(ctx: FunctionContext, node: Deref) -> Code:
    pointer, span = ctx.value(node.pointer), node.span

    def run(frame: Frame) -> Any:
        address = pointer(frame)
        if address is None:
            raise TrapError(TrapKind.UNDEFINED_POINTER, span, "use of an undefined pointer")
        return address

    return run


def _optional_address(ctx: FunctionContext, node: Payload) -> Code:
    base, span = ctx.raw(node.base), node.span

    def run(frame: Frame) -> tuple[list[Any], int]:
        full = base(frame)
        if full is None:
            raise TrapError(TrapKind.NULL_UNWRAP, span, "the value is null")
        return full, 0

    return run


def compile_address_of(ctx: FunctionContext, node: AddressOf) -> Code:
    """Code for a pointer."""
    return ctx.place(node.place)


def compile_slice_of(ctx: FunctionContext, node: SliceOf) -> Code:
    """Code for a view of a slice or array."""
    base = ctx.raw(node.base)
    low = ctx.value(node.low) if node.low is not None else None
    high = ctx.value(node.high) if node.high is not None else None
    span = node.span

    def run(frame: Frame) -> View:
        owner = base(frame)
        start: int = low(frame) if low is not None else 0
        try:
            view = View(owner, 0, len(owner)) if isinstance(owner, list) else used_view(owner)
        except ArithmeticTrap as trap:
            raise trap_at(trap, span) from None
        end: int = high(frame) if high is not None else view.length
        if start <= end <= view.length:
            return View(view.cells, view.start + start, end - start)
        message = f"{start}..{end} does not lie in 0..{view.length}"
        raise TrapError(TrapKind.SLICE_BOUNDS, span, message, (str(start), str(end), str(view.length)))

    return run
