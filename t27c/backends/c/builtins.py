"""Built-in operations: the runtime function or helper of each."""

from __future__ import annotations

from collections.abc import Callable

from t27c.backends.c.code import Code, call, cast
from t27c.backends.c.converts import number
from t27c.backends.c.file import FileContext
from t27c.backends.c.literals import integer
from t27c.backends.c.ops import wrapped
from t27c.backends.c.types import c_type, int_suffix, is_odd
from t27c.ir.nodes import Builtin
from t27c.ir.types import Float, Int, Tuple, Type

_WITH_PLACE = frozenset({"approx_abs", "approx_rel"})
_FLOAT_RESULT_IS_BOOL = frozenset({"approx_abs", "approx_rel", "is_nan", "is_inf", "is_finite", "sign_bit"})
_BY_FIRST = frozenset(
    {"mem_copy", "mem_set", "tag_name", "error_name", "index_of", "index_of_scalar", "starts_with", "ends_with"}
)


def builtin(file: FileContext, expr: Builtin, parts: list[Code], at: str) -> Code:
    """A built-in operation on printed operands; `at` is its place for traps."""
    if expr.name in _SPECIAL:
        return _SPECIAL[expr.name](file, expr, parts, at)
    first = expr.args[0].type
    if expr.name in _BY_FIRST:
        return call(file.helper(expr.name, first), *parts, at)
    return _float(expr, first, parts, at) if isinstance(first, Float) else _int(expr, first, parts, at)


def _float(expr: Builtin, type_: Float, parts: list[Code], at: str) -> Code:
    places = [at] if expr.name in _WITH_PLACE else []
    if type_.bits != 16:
        return call(f"t27_{expr.name}_f{type_.bits}", *parts, *places)
    wide = [number(type_, part) for part in parts]
    if expr.name == "fma":
        exact = call("t27_fma_f64", *[cast("double", part) for part in wide])
        return call("t27_f16_of", exact)
    result = call(f"t27_{expr.name}_f32", *wide, *places)
    return result if expr.name in _FLOAT_RESULT_IS_BOOL else call("t27_f16_of", cast("double", result))


def _int(expr: Builtin, type_: Type, parts: list[Code], at: str) -> Code:
    assert isinstance(type_, Int)
    name = f"t27_{expr.name}_{int_suffix(type_)}"
    if expr.name != "pow":
        return call(name, *parts)
    result = call(name, *parts, at)
    if not is_odd(type_):
        return result
    low, high = integer(type_.lowest, type_), integer(type_.highest, type_)
    return call(f"t27_fit_{int_suffix(type_)}", result, low, high, at)


def _pattern(expr: Builtin, part: Code) -> Code:
    """The bits of an integer as an unsigned number."""
    type_ = expr.args[0].type
    assert isinstance(type_, Int)
    unsigned = Int(bits=type_.bits, signed=False)
    return wrapped(unsigned, cast(c_type(unsigned), part)) if type_.signed else part


def _count(file: FileContext, expr: Builtin, parts: list[Code], at: str) -> Code:
    type_ = expr.args[0].type
    assert isinstance(type_, Int)
    width = [] if expr.name == "pop_count" else [f"{type_.bits}u"]
    return cast(c_type(expr.type), call(f"t27_{expr.name}", _pattern(expr, parts[0]), *width))


def _permute(file: FileContext, expr: Builtin, parts: list[Code], at: str) -> Code:
    type_ = expr.args[0].type
    assert isinstance(type_, Int)
    function = "t27_swap_bytes" if expr.name == "byte_swap" else "t27_reverse_bits"
    return wrapped(type_, cast(c_type(type_), call(function, _pattern(expr, parts[0]), f"{type_.bits}u")))


def _length(file: FileContext, expr: Builtin, parts: list[Code], at: str) -> Code:
    if file.checks_views:
        return call(file.helper("length", expr.args[0].type), parts[0], at)
    return Code(f"{parts[0].text}.len") if "(" not in parts[0].text else Code(f"({parts[0].text}).len")


def _pair(file: FileContext, expr: Builtin, parts: list[Code], at: str) -> Code:
    return call(file.helper(expr.name, expr.type), *parts)


def _splat(file: FileContext, expr: Builtin, parts: list[Code], at: str) -> Code:
    return call(file.helper("splat", expr.type), *parts)


def _joined(file: FileContext, expr: Builtin, parts: list[Code], at: str) -> Code:
    types: tuple[Type, ...] = (*[arg.type for arg in expr.args], expr.type)
    return call(file.helper(expr.name, Tuple(elements=types)), *parts)


_SPECIAL: dict[str, Callable[[FileContext, Builtin, list[Code], str], Code]] = {
    "clz": _count,
    "ctz": _count,
    "pop_count": _count,
    "byte_swap": _permute,
    "bit_reverse": _permute,
    "len": _length,
    "add_overflow": _pair,
    "sub_overflow": _pair,
    "mul_overflow": _pair,
    "splat": _splat,
    "concat": _joined,
    "repeat": _joined,
}
