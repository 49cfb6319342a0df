"""Functions of numbers over whole arrays: the loop that a caller would write around one, in its whole-array form.

Before: `f(x: f32, k: u8) f32`. After: besides it, `_f_lanes(out, x, k)` fills an array, and a decorator in front of the
public `f` calls it where `f` gets arrays.
"""

from __future__ import annotations

from dataclasses import replace

from t27c.backends.naming import NameScope
from t27c.backends.pycode.code import Code
from t27c.backends.pycode.frame import Frame
from t27c.backends.pycode.hints import hint
from t27c.backends.pycode.literals import string
from t27c.backends.pycode.stmts import print_body
from t27c.backends.python.arguments import argument
from t27c.backends.python.namespace import PythonNamespace
from t27c.ir.nodes import Assign, Builtin, Call, Const, Expr, ForRange, Function, Index, Lanes, Local, Param, Var
from t27c.ir.types import USIZE, Bool, Enum, Float, Int, Slice, Struct, Type
from t27c.passes.vectorise.plan import plan_loop

_RESULT, _LANE = "out", "lane"


def array_form(ns: PythonNamespace, function: Function) -> list[str]:
    """The function over arrays and the decorator for the public one; nothing if it has no such form."""
    loop = _loop_around(function)
    lanes = plan_loop(ns.decls.program, loop) if loop is not None else None
    if loop is None or not isinstance(lanes, Lanes):
        return []
    name = NameScope.of(ns.own.taken_with_private).claim(f"{ns.own.private(function.name.name)}_lanes")
    frame = Frame(ns=ns, scope=NameScope.of(ns.reserved), constants=ns.lane_constants)
    _print_loop(frame, function, name, replace(loop, lanes=lanes))
    return [*frame.writer.text.splitlines(), "", "", _decorator(ns, function, name)]


def _loop_around(function: Function) -> ForRange | None:
    """`for lane in 0..len(out) { out[lane] = f(x[lane], ..); }`, if there are numbers to run over."""
    kinds = [param.type for param in function.params]
    names = {param.source_name or param.name for param in function.params} | {param.name for param in function.params}
    if not isinstance(function.result, Float) or not any(isinstance(kind, Float) for kind in kinds):
        return None
    if not all(isinstance(kind, Bool | Int | Float | Enum | Struct) for kind in kinds) or names & {_RESULT, _LANE}:
        return None
    span = function.span
    out = Var(type=Slice(element=function.result, const=False), span=span, name=_RESULT)
    lane = Var(type=USIZE, span=span, name=_LANE)
    value = Call(
        type=function.result, span=span, callee=function.name, args=tuple([_part(p, lane) for p in function.params])
    )
    place = Index(type=function.result, span=span, base=out, index=lane, checked=False)
    return ForRange(
        span=span,
        label="lanes",
        local=Local(name=_LANE, type=USIZE, mutable=False, source_name=_LANE),
        low=Const(type=USIZE, span=span, value=0),
        high=Builtin(type=USIZE, span=span, name="len", args=(out,)),
        body=(Assign(span=span, place=place, value=value),),
        checked=False,
    )


def _part(param: Param, lane: Var) -> Expr:
    """What the function gets on one lane."""
    whole = Var(type=_over_lanes(param.type), span=lane.span, name=param.name)
    if isinstance(param.type, Float):
        return Index(type=param.type, span=lane.span, base=whole, index=lane, checked=False)
    return whole


def _over_lanes(type_: Type) -> Type:
    return Slice(element=type_, const=True) if isinstance(type_, Float) else type_


def _print_loop(frame: Frame, function: Function, name: str, loop: ForRange) -> None:
    out = f"{frame.declare(_RESULT)}: {hint(frame.ns, Slice(element=function.result, const=False))}"
    params = [
        f"{frame.declare(param.name, param.source_name)}: {hint(frame.ns, _over_lanes(param.type))}"
        for param in function.params
    ]
    frame.writer.line(f"def {name}({', '.join([out, *params])}) -> None:")
    print_body(frame, (loop,))


def _decorator(ns: PythonNamespace, function: Function, name: str) -> str:
    """For every parameter its NumPy type, or what makes a plain argument fit."""
    kinds = [_kind(ns, param) for param in function.params]
    assert isinstance(function.result, Float)
    return f"@_t27.on_arrays({name}, np.float{function.result.bits}, {', '.join(kinds)})"


def _kind(ns: PythonNamespace, param: Param) -> str:
    if isinstance(param.type, Float):
        return f"np.float{param.type.bits}"
    return f"lambda v: {argument(ns, param.type, Code('v'), string(param.source_name or param.name)).text}"
