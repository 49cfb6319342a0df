"""Type hints: of values inside generated code, and of what public functions accept."""

from __future__ import annotations

from t27c.backends.pycode.namespace import Namespace
from t27c.backends.pycode.shapes import dtype, is_direct, is_text, needs_box
from t27c.ir.types import (
    Array,
    Bool,
    Enum,
    ErrorSet,
    ErrorUnion,
    Float,
    Fn,
    Int,
    Optional,
    Pointer,
    Slice,
    Struct,
    Tuple,
    Type,
    Union,
    Void,
)


def hint(ns: Namespace, type_: Type) -> str:
    """The type of a value inside generated code, and of results."""
    match type_:
        case Bool():
            return "bool"
        case Int():
            return "int"
        case Float():
            return f"np.float{type_.bits}"
        case Void():
            return "None"
        case Enum() | Struct() | Union():
            return ns.type(type_.name)
        case ErrorSet():
            return "_t27.Error"
        case _:
            return _compound_hint(ns, type_)


def _compound_hint(ns: Namespace, type_: Tuple | Array | Slice | Pointer | Optional | ErrorUnion | Fn) -> str:
    match type_:
        case Tuple():
            inner = ", ".join(hint(ns, element) for element in type_.elements)
            return f"tuple[{inner or '()'}]"
        case Slice() if is_text(type_):
            return "_t27.Text"
        case Array() | Slice():
            return f"npt.NDArray[{dtype(type_.element)}]"
        case Pointer():
            return hint(ns, type_.target) if is_direct(type_.target) else "_t27.Ref"
        case Optional():
            return "_t27.Some | None" if needs_box(type_) else f"{hint(ns, type_.child)} | None"
        case ErrorUnion():
            return f"{hint(ns, type_.child)} | _t27.Error"
        case Fn():
            params = ", ".join(hint(ns, param) for param in type_.params)
            return f"Callable[[{params}], {hint(ns, type_.result)}]"


def public_hint(ns: Namespace, type_: Type) -> str:
    """What a public function accepts for a parameter of `type_`."""
    match type_:
        case Int():
            return "_t27.Integer"
        case Float():
            return "_t27.Real"
        case Slice() if is_text(type_):
            return "_t27.Text"
        case Array():
            return "npt.ArrayLike"
        case Slice(const=True):
            return "npt.ArrayLike"
        case Optional() if not needs_box(type_):
            return f"{public_hint(ns, type_.child)} | None"
        case Fn():
            return "Callable[..., Any]"
        case _:
            return hint(ns, type_)


def public_result_hint(ns: Namespace, type_: Type) -> str:
    """What a public function returns: errors are raised, strings are bytes."""
    match type_:
        case ErrorUnion():
            return public_result_hint(ns, type_.child)
        case Slice() if is_text(type_):
            return "bytes"
        case Optional() if is_text(type_.child):
            return "bytes | None"
        case _:
            return hint(ns, type_)
