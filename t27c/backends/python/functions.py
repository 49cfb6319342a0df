"""Functions of a module: a private one with the body, and a public one around it that checks its arguments."""

from __future__ import annotations

from t27c.backends.naming import NameScope, mangle
from t27c.backends.printer import LineWriter, comment_lines
from t27c.backends.pycode.code import Code, call
from t27c.backends.pycode.flow import never_falls_through
from t27c.backends.pycode.frame import Frame, boxed_locals, shared_locals
from t27c.backends.pycode.hints import hint, public_hint, public_result_hint
from t27c.backends.pycode.literals import docstring, string
from t27c.backends.pycode.names import MODULE_RESERVED
from t27c.backends.pycode.stmts import print_body
from t27c.backends.python.arguments import argument, result
from t27c.backends.python.lane_functions import array_form
from t27c.backends.python.namespace import PythonNamespace
from t27c.ir.nodes import Assign, Field, Function, Payload, Var
from t27c.ir.types import ErrorUnion, QName, Tuple, Type, Void
from t27c.ir.walk import walk_body


def private_function(ns: PythonNamespace, function: Function) -> str:
    """The function that generated code calls."""
    frame = Frame(
        ns=ns,
        scope=NameScope.of(ns.reserved),
        result=function.result,
        boxed=boxed_locals(function.body),
        shared=shared_locals(function.body),
        constants=ns.lane_constants,
    )
    params = [
        f"{frame.declare(param.name, param.source_name)}: {hint(ns, param.type)}" for param in function.params
    ]
    name = ns.own.private(function.name.name)
    frame.writer.line(f"def {name}({', '.join(params)}) -> {hint(ns, function.result)}:")
    with frame.writer.indented():
        _print_entry(frame, function)
    print_body(frame, function.body)
    if not isinstance(function.result, Void) and not never_falls_through(function.body):
        _print_end(frame, function)
    ns.returns_any |= frame.returns_any
    return frame.writer.text


def _print_entry(frame: Frame, function: Function) -> None:
    assigned = sorted(_assigned_globals(frame, function))
    if assigned:
        frame.writer.line(f"global {', '.join(assigned)}")
    for param in function.params:
        if param.name in frame.boxed:
            old = frame.names[param.name]
            new = frame.names[param.name] = frame.fresh(f"{old}_cell")
            frame.writer.line(f"{new} = _t27.Cell({old})")


def _print_end(frame: Frame, function: Function) -> None:
    """mypy cannot see that a loop or block never reaches its end; results without a value end here."""
    with frame.writer.indented():
        if isinstance(function.result, ErrorUnion) and isinstance(function.result.child, Void):
            frame.writer.line("return None")
        else:
            frame.writer.line('raise AssertionError("the end of the function is not reached")')


def _assigned_globals(frame: Frame, function: Function) -> set[str]:
    """Variables of the module that the function binds anew."""
    found: set[str] = set()
    for stmt in walk_body(function.body):
        place = stmt.place if isinstance(stmt, Assign) else None
        while isinstance(place, Payload) or (isinstance(place, Field) and isinstance(place.base.type, Tuple)):
            place = place.base
        if isinstance(place, Var) and isinstance(place.name, QName) and frame.ns.assigns_global(place.name):
            found.add(frame.ns.variable(place.name))
    return found


def public_function(ns: PythonNamespace, function: Function) -> str:
    """The function for people: documented, and careful with its arguments."""
    writer = LineWriter()
    writer.extend(array_form(ns, function))
    names, params = parameters(ns, function, MODULE_RESERVED)
    name = ns.own.public(function.name.name)
    writer.line(f"def {name}({', '.join(params)}) -> {public_result_hint(ns, function.result)}:")
    with writer.indented():
        writer.extend(doc_of(function))
        _print_call(ns, function, names, writer)
    return writer.text


def parameters(ns: PythonNamespace, function: Function, reserved: frozenset[str]) -> tuple[list[str], list[str]]:
    """Names of the parameters as the spec writes them, and the same with type hints."""
    scope = NameScope.of(ns.reserved)
    names = [scope.claim(mangle(param.source_name or param.name, reserved)) for param in function.params]
    hints = [public_hint(ns, param.type) for param in function.params]
    return names, [f"{name}: {text}" for name, text in zip(names, hints, strict=True)]


def doc_of(function: Function) -> list[str]:
    """The docstring: the comment above the function, else its name in words."""
    return docstring(comment_lines(function.doc)) or docstring([f"`{function.name.name}` of the spec."])


def _print_call(ns: PythonNamespace, function: Function, names: list[str], writer: LineWriter) -> None:
    arguments = [
        argument(ns, param.type, Code(name), string(name)) for param, name in zip(function.params, names, strict=True)
    ]
    inner = call(ns.function(function.name), *arguments)
    writer.line("with _t27.Entry():")
    with writer.indented():
        text = result(function.result, inner).text
        writer.line(text if _is_nothing(function.result) else f"return {text}")


def _is_nothing(type_: Type) -> bool:
    return isinstance(type_, Void) or (isinstance(type_, ErrorUnion) and isinstance(type_.child, Void))
