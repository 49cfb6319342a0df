"""Arguments for functions whose author gave none: where to look along the first float, and values for the others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product

from t27c.ir.interp.shapes import Shapes
from t27c.ir.interp.values import show, thaw
from t27c.ir.nodes import Function, Param
from t27c.ir.types import Bool, Enum, Float, Int, Struct, Type
from t27c.ir.values import FloatValue, Value

_FLOATS = (1.0, 0.5, 2.0)
_INTEGERS = (1, 2, 3)
_MOST = 12  # sets of values for the parameters that are no variable

# Around zero, then in odd steps, so that points fall neither on round numbers only nor into the same place of a period;
# at last far outside, where exponentials overflow.
_NEAR = (0.0, 1e-6, 0.001, 0.01, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0)
_FAR = (10.0, 20.0, 50.0, 100.0)


def grid(low: float = -8.0, high: float = 8.0, steps: int = 97) -> tuple[float, ...]:
    """Points of a range, both ends included, with points that tests rarely visit if it is the usual one."""
    even = [low + (high - low) * n / steps for n in range(steps + 1)]
    special = [sign * x for x in (*_NEAR, *_FAR) for sign in (1.0, -1.0)] if (low, high) == (-8.0, 8.0) else []
    return tuple(sorted({*even, *special}))


def variable_of(function: Function) -> int | None:
    """The position of the first float among the parameters."""
    return next((at for at, param in enumerate(function.params) if isinstance(param.type, Float)), None)


def argument_sets(function: Function, variable: int, shapes: Shapes) -> list[tuple[Value, ...]] | str:
    """Values for all parameters; the one at `variable` is to be replaced. A text names a parameter without values."""
    choices: list[Sequence[Value]] = []
    for at, param in enumerate(function.params):
        values = _values(param.type, shapes) if at != variable else (FloatValue.of(64, 0.0),)
        if not values:
            return name_of(param)
        choices.append(values)
    return list(islice(product(*choices), _MOST))


def _values(type_: Type, shapes: Shapes) -> Sequence[Value]:
    match type_:
        case Bool():
            return (False, True)
        case Int():
            return [value for value in _INTEGERS if type_.holds(value)]
        case Float():
            return [FloatValue.of(type_.bits, value) for value in _FLOATS]
        case Enum():
            return [tag for _, tag in shapes.enum(type_).variants]
        case Struct():
            defaults = [field.default for field in shapes.struct(type_).fields]
            known = tuple([default for default in defaults if default is not None])
            return (known,) if len(known) == len(defaults) else ()
        case _:
            return ()


def shown_arguments(function: Function, args: Sequence[Value], shapes: Shapes) -> str:
    """Arguments with the names of their parameters, as in `x = 0.5, alpha = 1.0`."""
    return ", ".join(shown_argument(param, arg, shapes) for param, arg in zip(function.params, args, strict=True))


def shown_argument(param: Param, arg: Value, shapes: Shapes) -> str:
    """An argument with the name of its parameter, as in `x = 0.5`."""
    return f"{name_of(param)} = {show(shapes, thaw(shapes, arg, param.type), param.type)}"


def name_of(param: Param) -> str:
    """The name of a parameter as written."""
    return param.source_name or param.name
