"""Built-in operations, compiled: those on scalars by `arith`, those on arrays, slices and names here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from t27c.ir.arith import ArithmeticTrap
from t27c.ir.interp.context import Code, Frame, FunctionContext
from t27c.ir.interp.equality import equality, parts_equality, used_view
from t27c.ir.interp.shapes import UNDEFINED_ERROR, View, has_cells
from t27c.ir.interp.state import trap_at
from t27c.ir.nodes import Builtin, TrapKind
from t27c.ir.types import Array, Enum, ErrorSet, Float, Int, Slice, Tuple, Type

Function = Callable[..., Any]


def compile_builtin(ctx: FunctionContext, node: Builtin) -> Code:
    """Code for a built-in operation."""
    args = [ctx.raw(arg) for arg in node.args]
    function, span = builtin_function(ctx, node), node.span
    if len(args) == 1:
        only = args[0]

        def run_one(frame: Frame) -> Any:
            value = only(frame)
            try:
                return function(value)
            except ArithmeticTrap as trap:
                raise trap_at(trap, span, *_shown([value])) from None

        return run_one

    def run(frame: Frame) -> Any:
        values = []
        for arg in args:
            values.append(arg(frame))
        try:
            return function(*values)
        except ArithmeticTrap as trap:
            raise trap_at(trap, span, *_shown(values)) from None

    return run


def _shown(values: list[Any]) -> list[Any]:
    return [value for value in values if isinstance(value, (bool, int, float))]


def builtin_function(ctx: FunctionContext, node: Builtin) -> Function:
    """The function of a builtin on stored values."""
    first = node.args[0].type
    maker = _MAKERS.get(node.name)
    if maker is not None:
        return maker(ctx, node)
    assert isinstance(first, (Int, Float)), node.name
    function = ctx.unit.builtin(node.name, first, ctx.unit.correctly_rounded)
    if isinstance(node.type, Tuple):
        return lambda left, right: list(function(left, right))
    return function


def _len(ctx: FunctionContext, node: Builtin) -> Function:
    if isinstance(node.args[0].type, Array):
        return len
    return lambda view: used_view(view).length


def _splat(ctx: FunctionContext, node: Builtin) -> Function:
    assert isinstance(node.type, Array)
    length, element = node.type.length, node.type.element
    copy = ctx.unit.shapes.copier(element)
    if has_cells(element):
        return lambda value: [copy(value) for _ in range(length)]
    return lambda value: [value] * length


def _concat(ctx: FunctionContext, node: Builtin) -> Function:
    copy = ctx.unit.shapes.copier(node.type)
    return lambda left, right: copy(left + right)


def _repeat(ctx: FunctionContext, node: Builtin) -> Function:
    assert isinstance(node.type, Array)
    length, copy = node.type.length, ctx.unit.shapes.copier(node.type)
    return lambda cells: copy(cells * (length // len(cells)) if cells else [])


def _mem_copy(ctx: FunctionContext, node: Builtin) -> Function:
    element = _element(node.args[0].type)
    copy, store = ctx.unit.shapes.copier(element), ctx.unit.shapes.storer(element)
    state, plain = ctx.unit.state, not has_cells(element)

    def run(target: View | None, source: View | None) -> None:
        to, parts = used_view(target), used_view(source).parts()
        if to.length != len(parts):
            raise ArithmeticTrap(TrapKind.LENGTH_MISMATCH, f"{len(parts)} elements do not fit {to.length}")
        state.build(len(parts))
        if plain:
            to.cells[to.start : to.start + to.length] = parts
            return
        for at, part in enumerate([copy(part) for part in parts]):
            store(to.cells, to.start + at, part)

    return run


def _mem_set(ctx: FunctionContext, node: Builtin) -> Function:
    element = _element(node.args[0].type)
    copy, store = ctx.unit.shapes.copier(element), ctx.unit.shapes.storer(element)
    state = ctx.unit.state

    def run(target: View | None, value: Any) -> None:
        to, kept = used_view(target), copy(value)
        state.build(to.length)
        for at in range(to.start, to.start + to.length):
            store(to.cells, at, copy(kept))

    return run


def _element(type_: Type) -> Type:
    assert isinstance(type_, (Slice, Array))
    return type_.element


def _tag_name(ctx: FunctionContext, node: Builtin) -> Function:
    type_ = node.args[0].type
    assert isinstance(type_, Enum)
    names = {tag: _string(name) for name, tag in ctx.unit.shapes.enum(type_).variants}

    def run(tag: int) -> View:
        if tag not in names:
            raise ArithmeticTrap(TrapKind.INVALID_ENUM, f"the value is no variant of {type_.name.name}")
        return names[tag]

    return run


def _error_name(ctx: FunctionContext, node: Builtin) -> Function:
    assert isinstance(node.args[0].type, ErrorSet)

    def run(name: str) -> View:
        if name == UNDEFINED_ERROR:
            raise ArithmeticTrap(TrapKind.INVALID_ENUM, "the error is undefined")
        return _string(name)

    return run


def _string(text: str) -> View:
    cells: list[Any] = list(text.encode())
    return View(cells, 0, len(cells))


def _index_of(ctx: FunctionContext, node: Builtin) -> Function:
    same, state = parts_equality(ctx.unit.shapes, _element(node.args[0].type)), ctx.unit.state

    def run(hay: View | None, needle: View | None) -> list[int] | None:
        cells, wanted = used_view(hay).parts(), used_view(needle).parts()
        for at in range(len(cells) - len(wanted) + 1):
            state.spend(1)
            if same(cells[at : at + len(wanted)], wanted):
                return [at]
        return None

    return run


def _index_of_scalar(ctx: FunctionContext, node: Builtin) -> Function:
    same = equality(ctx.unit.shapes, _element(node.args[0].type))

    def run(hay: View | None, value: Any) -> list[int] | None:
        for at, part in enumerate(used_view(hay).parts()):
            if same(part, value):
                return [at]
        return None

    return run


def _starts_with(ctx: FunctionContext, node: Builtin) -> Function:
    same = parts_equality(ctx.unit.shapes, _element(node.args[0].type))

    def run(text: View | None, part: View | None) -> bool:
        cells, wanted = used_view(text).parts(), used_view(part).parts()
        return len(wanted) <= len(cells) and same(cells[: len(wanted)], wanted)

    return run


def _ends_with(ctx: FunctionContext, node: Builtin) -> Function:
    same = parts_equality(ctx.unit.shapes, _element(node.args[0].type))

    def run(text: View | None, part: View | None) -> bool:
        cells, wanted = used_view(text).parts(), used_view(part).parts()
        return len(wanted) <= len(cells) and same(cells[len(cells) - len(wanted) :], wanted)

    return run


_MAKERS: dict[str, Callable[[FunctionContext, Builtin], Function]] = {
    "len": _len,
    "splat": _splat,
    "concat": _concat,
    "repeat": _repeat,
    "mem_copy": _mem_copy,
    "mem_set": _mem_set,
    "tag_name": _tag_name,
    "error_name": _error_name,
    "index_of": _index_of,
    "index_of_scalar": _index_of_scalar,
    "starts_with": _starts_with,
    "ends_with": _ends_with,
}
