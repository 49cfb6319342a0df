"""Builtin operations as Python text, by the rows of `ir/builtins.py`."""

from __future__ import annotations

from collections.abc import Callable

from t27c.backends.pycode.code import Code, Prec, call, infix
from t27c.backends.pycode.copies import copy_code, equal_function
from t27c.backends.pycode.namespace import Namespace
from t27c.backends.pycode.ops import range_text
from t27c.backends.pycode.shapes import dimensions, holds_objects, leaf, scalar_dtype
from t27c.backends.pycode.values import filled
from t27c.ir.builtins import BUILTINS
from t27c.ir.nodes import Builtin
from t27c.ir.types import Array, Enum, Float, Int, Slice, is_aggregate

Printer = Callable[[Namespace, Builtin, list[Code], str], Code]


def builtin_code(ns: Namespace, node: Builtin, args: list[Code], at: str) -> Code:
    """`node` with the texts of its arguments."""
    printer = _PRINTERS.get(node.name)
    if printer is not None:
        return printer(ns, node, args, at)
    operand = node.args[0].type
    if isinstance(operand, Int):
        return _int_builtin(node, operand, args, at)
    return _library(node, args)


def _library(node: Builtin, args: list[Code]) -> Code:
    routine = BUILTINS[node.name].numpy
    result = call(routine, *args, untyped=True)
    if routine.startswith("math.") and isinstance(node.type, Float):
        return call(f"np.float{node.type.bits}", result)
    return result


def _int_builtin(node: Builtin, type_: Int, args: list[Code], at: str) -> Code:
    match node.name:
        case "abs":
            return call("abs", *args)
        case "min" | "max":
            return call(node.name, *args)
        case "pow":
            return call("_t27.int_pow", *args, range_text(type_), at)
        case "byte_swap" | "bit_reverse":
            return call(f"_t27.{node.name}", *args, range_text(type_))
        case _:
            return call(f"_t27.{node.name}", *args, str(type_.bits))


def _min_max(_ns: Namespace, node: Builtin, args: list[Code], at: str) -> Code:
    if isinstance(node.args[0].type, Float):
        return call(f"_t27.{node.name}_float", *args)
    return _int_builtin(node, Int(bits=64, signed=False), args, at)


def _abs(_ns: Namespace, _node: Builtin, args: list[Code], _at: str) -> Code:
    return call("abs", *args)


def _runtime(name: str) -> Printer:
    return lambda _ns, _node, args, _at: call(f"_t27.{name}", *args)


def _located(name: str) -> Printer:
    return lambda _ns, _node, args, at: call(f"_t27.{name}", *args, at)


def _float_test(name: str) -> Printer:
    def print_test(_ns: Namespace, _node: Builtin, args: list[Code], _at: str) -> Code:
        return Code(f"{name}({args[0].text})", numpy_bool=True)

    return print_test


def _overflow(symbol: str, prec: Prec) -> Printer:
    def print_pair(_ns: Namespace, node: Builtin, args: list[Code], _at: str) -> Code:
        type_ = node.args[0].type
        assert isinstance(type_, Int)
        return call("_t27.overflow_pair", infix(symbol, prec, args[0], args[1]), range_text(type_))

    return print_pair


def _splat(_ns: Namespace, node: Builtin, args: list[Code], _at: str) -> Code:
    type_ = node.type
    assert isinstance(type_, Array)
    element = node.args[0].type
    if isinstance(element, Array):
        lengths = (type_.length, *(1 for _ in dimensions(element)))
        return call("np.tile", args[0], str(lengths))
    if scalar_dtype(element) is not None:
        return filled(type_, args[0])
    if is_aggregate(element):
        copier = f"lambda v: {copy_code(element, Code('v')).text}"
        return call("_t27.repeat_objects", copier, args[0], str(type_.length))
    return call("_t27.objects", infix("*", Prec.PRODUCT, Code(f"[{args[0].text}]"), Code(str(type_.length))))


def _concat(_ns: Namespace, _node: Builtin, args: list[Code], _at: str) -> Code:
    return call("np.concatenate", f"({args[0].text}, {args[1].text})", untyped=True)


def _repeat(_ns: Namespace, node: Builtin, args: list[Code], _at: str) -> Code:
    source, target = node.args[0].type, node.type
    assert isinstance(source, Array)
    assert isinstance(target, Array)
    count = target.length // source.length if source.length else 0
    lengths = (count, *(1 for _ in dimensions(source)[1:]))
    tiled = call("np.tile", args[0], str(lengths if len(lengths) > 1 else count), untyped=True)
    return copy_code(target, tiled) if holds_objects(target) and is_aggregate(leaf(target)) else tiled


def _mem_copy(_ns: Namespace, node: Builtin, args: list[Code], at: str) -> Code:
    slice_ = node.args[0].type
    assert isinstance(slice_, (Slice, Array))
    source = args[1]
    if holds_objects(slice_) and is_aggregate(leaf(slice_.element)):
        source = call("_t27.map_array", f"lambda v: {copy_code(leaf(slice_.element), Code('v')).text}", source)
    return call("_t27.copy_elements", args[0], source, at)


def _mem_set(_ns: Namespace, node: Builtin, args: list[Code], _at: str) -> Code:
    element = node.args[1].type
    if is_aggregate(element) and scalar_dtype(leaf(element)) is None:
        return call("_t27.set_objects", args[0], f"lambda v: {copy_code(element, Code('v')).text}", args[1])
    return call("_t27.store", args[0], args[1])


def _index_of_scalar(_ns: Namespace, node: Builtin, args: list[Code], _at: str) -> Code:
    return call("_t27.index_of_scalar", equal_function(node.args[1].type), *args)


def _tag_name(ns: Namespace, node: Builtin, args: list[Code], at: str) -> Code:
    type_ = node.args[0].type
    assert isinstance(type_, Enum)
    names = {tag: name for name, tag in ns.decls.enum(type_).variants}
    table = "{" + ", ".join(f'{tag}: b"{name}"' for tag, name in names.items()) + "}"
    return call("_t27.tag_name", args[0], table, at)


def _error_name(_ns: Namespace, _node: Builtin, args: list[Code], _at: str) -> Code:
    return Code(f"{args[0].inside(Prec.ATOM)}.name.encode()")


_PRINTERS: dict[str, Printer] = {
    "abs": _abs,
    "min": _min_max,
    "max": _min_max,
    "round": _runtime("round_float"),
    "fma": _runtime("fma"),
    "is_nan": _float_test("np.isnan"),
    "is_inf": _float_test("np.isinf"),
    "is_finite": _float_test("np.isfinite"),
    "sign_bit": _float_test("np.signbit"),
    "approx_abs": _located("close"),
    "approx_rel": _located("close_relative"),
    "add_overflow": _overflow("+", Prec.SUM),
    "sub_overflow": _overflow("-", Prec.SUM),
    "mul_overflow": _overflow("*", Prec.PRODUCT),
    "len": lambda _ns, _node, args, _at: call("len", *args),
    "splat": _splat,
    "concat": _concat,
    "repeat": _repeat,
    "mem_copy": _mem_copy,
    "mem_set": _mem_set,
    "tag_name": _tag_name,
    "error_name": _error_name,
    "index_of": _runtime("index_of"),
    "index_of_scalar": _index_of_scalar,
    "starts_with": _runtime("starts_with"),
    "ends_with": _runtime("ends_with"),
}
