"""Functions: their heads, the declarations at their top, the check of the stack where calls can go round in circles."""

from __future__ import annotations

from collections.abc import Iterable

from t27c.backends.c.comments import text_string
from t27c.backends.c.exprs import at
from t27c.backends.c.file import FileContext
from t27c.backends.c.frame import Frame
from t27c.backends.c.names import global_name, local_name
from t27c.backends.c.stmts import StmtPrinter
from t27c.backends.printer import LineWriter
from t27c.ir.cycles import on_cycles
from t27c.ir.nodes import Assign, Call, Const, Function, If, Let, Module, Program, Return, Stmt, Trap
from t27c.ir.types import QName, Type, Void
from t27c.ir.values import FnValue
from t27c.ir.walk import walk_body, walk_body_exprs

_LARGEST_INLINE = 24  # statements


def prototype(file: FileContext, function: Function) -> str:
    """The head of a function, without a semicolon."""
    held = [param for param in function.params if not isinstance(param.type, Void)]
    params = [file.declare(param.type, local_name(param.name)) for param in held]
    return file.declare(function.result, f"{global_name(function.name)}({', '.join(params) or 'void'})")


def recursive_functions(program: Program) -> frozenset[QName]:
    """The functions that may call themselves, directly or through others; a call of a function value may reach any
    function that is used as one."""
    calls: dict[QName, set[QName]] = {}
    values: set[QName] = set()
    indirect: set[QName] = set()
    for module in program.modules.values():
        for function in module.functions:
            targets = calls.setdefault(function.name, set())
            for expr in walk_body_exprs(function.body):
                if isinstance(expr, Call) and isinstance(expr.callee, QName):
                    targets.add(expr.callee)
                elif isinstance(expr, Call):
                    indirect.add(function.name)
                elif isinstance(expr, Const) and isinstance(expr.value, FnValue):
                    values.add(expr.value.name)
    for name in indirect:
        calls[name] |= values
    return frozenset(on_cycles(calls))


def inlined_functions(module: Module, recursive: frozenset[QName]) -> frozenset[QName]:
    """Small functions without loops: inside a loop they must be open to the compiler, or it does not vectorise."""
    sizes: dict[QName, int] = {}
    bodies = {function.name: function.body for function in module.functions}

    def size(name: QName, depth: int) -> int:
        """Statements with those of inlined callees; large where the function is no candidate."""
        if depth > _LARGEST_INLINE:
            return depth
        if name not in sizes:
            body = bodies.get(name, ())
            stmts = list(walk_body(body))
            fits = name not in recursive and all(isinstance(stmt, (Let, Assign, If, Return)) for stmt in stmts)
            sizes[name] = len(stmts) if fits else _LARGEST_INLINE + 1
            called = [expr.callee for expr in walk_body_exprs(body) if isinstance(expr, Call)]
            here = [callee for callee in called if isinstance(callee, QName) and callee in bodies]
            sizes[name] += sum(size(callee, depth + 1) for callee in here)
        return sizes[name]

    return frozenset(name for name in bodies if name not in recursive and size(name, 0) <= _LARGEST_INLINE)


def function_lines(file: FileContext, function: Function, is_recursive: bool, is_inlined: bool) -> list[str]:
    """The definition of a function."""
    frame = Frame.of(file, function.result, function.body)
    out = LineWriter(depth=1)
    if function.params:
        held = [param for param in function.params if not isinstance(param.type, Void)]
        out.extend(f"(void){local_name(param.name)};" for param in held if param.name not in frame.used)
    StmtPrinter(frame, out).body(function.body)
    falls_through = not (function.body and isinstance(function.body[-1], (Return, Trap)))
    if frame.large and falls_through and isinstance(function.result, Void):
        out.line("t27_large_release(t27_mark);")
    spec = text_string(function.span.source.spec_path)
    return [
        f"#line {function.span.line} {spec}",
        f"{'T27_INLINE ' if is_inlined else ''}{prototype(file, function)} {{",
        *_top(frame, function, is_recursive),
        *out.lines,
        "}",
    ]


def _top(frame: Frame, function: Function, is_recursive: bool) -> Iterable[str]:
    if is_recursive:
        yield f"    T27_CHECK_STACK({at(function.span)});"
    if frame.large:
        yield "    t27_block *const t27_mark = t27_large_mark();"
    yield from (f"    {line}" for line in frame.head)


def test_lines(file: FileContext, name: str, body: tuple[Stmt, ...], result: Type) -> list[str]:
    """A function without parameters that runs the steps of a test."""
    frame = Frame.of(file, result, body)
    out = LineWriter(depth=1)
    StmtPrinter(frame, out).body(body)
    head = [f"static void {name}(void *argument) {{", "    (void)argument;"]
    mark = ["    t27_block *const t27_mark = t27_large_mark();"] if frame.large else []
    release = ["    t27_large_release(t27_mark);"] if frame.large else []
    return [*head, *mark, *[f"    {line}" for line in frame.head], *out.lines, *release, "}"]
