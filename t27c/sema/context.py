"""What checkers know and write to: an `Analysis` per run, a `ModuleContext` per spec, a `FunctionContext` per body.

How statements plug in: `check_stmt` registers itself for function bodies (`dispatch.check_body`) and statements;
checkers emit finished statements with `ctx.emit(stmt)`. An expression that needs statements first opens its own list
with `with ctx.collect() as body:` and yields an `ir.Block(body=tuple(body), value=..)`. Value `if`, `switch`, blocks,
`orelse`, `catch`, `try` and jumps in expression position are registered by `check_flow_expr` in `dispatch`.
`check.py` calls `test_clauses.lower_test(module, node, name) -> ir.Test`, `invariants.lower_invariant(module, node,
name) -> ir.Invariant | None`, `benches.lower_bench(module, node, name) -> ir.Bench`, each with its own context.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from t27c.diagnostics.model import DiagnosticSink, Label
from t27c.discovery import SpecFile
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.interp import Interpreter
from t27c.modules import Workspace
from t27c.options import Options
from t27c.sema.flow import Flow
from t27c.sema.operand import Operand
from t27c.sema.symbols import FnSymbol, Signature, Symbol, TypeSymbol
from t27c.source import Span
from t27c.syntax import ast


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """A `use` that found its file: every name of `module` is offered, and `alias` as a prefix."""

    node: ast.Use
    module: ModuleContext
    alias: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsentImport:
    """A `use` without a file: errors about unknown names list it."""

    node: ast.Use
    names: tuple[str, ...] | None


@dataclass(eq=False, slots=True, kw_only=True)
class Analysis:
    """One run over a spec and what it imports. Nominal types are found here by their QName."""

    workspace: Workspace
    options: Options
    modules: dict[str, ModuleContext] = field(default_factory=dict)
    types: dict[t.QName, TypeSymbol] = field(default_factory=dict)
    functions: dict[t.QName, FnSymbol] = field(default_factory=dict)
    # Constants and types being resolved right now, outermost first: the path of a cycle.
    running: list[Symbol] = field(default_factory=list)
    interpreter: Interpreter | None = None
    # Functions from which no placeholder, or no assertion, can be reached.
    without_placeholder: set[t.QName] = field(default_factory=set)
    without_assert: set[t.QName] = field(default_factory=set)


@dataclass(eq=False, slots=True, kw_only=True)
class ModuleContext:
    """One spec: its symbols, imports and sink. Imported specs have contexts and sinks of their own."""

    id: str
    spec: SpecFile
    ast: ast.Module
    sink: DiagnosticSink
    analysis: Analysis
    symbols: dict[str, Symbol] = field(default_factory=dict)
    imports: list[Import] = field(default_factory=list)
    absent_imports: list[AbsentImport] = field(default_factory=list)
    imports_done: bool = False
    # Messages given once per spec and name.
    told: set[tuple[str, str]] = field(default_factory=set)
    # Instances of generic functions, anonymous structs and local functions that this spec asked for first, in order.
    instances: dict[t.QName, FnSymbol] = field(default_factory=dict)
    extra_types: list[TypeSymbol] = field(default_factory=list)
    anonymous: dict[int, TypeSymbol] = field(default_factory=dict)

    @property
    def options(self) -> Options:
        """The choices of the run."""
        return self.analysis.options

    def own_types(self) -> list[TypeSymbol]:
        """Types that the spec declares, then those without a name of their own."""
        return [s for s in self.symbols.values() if isinstance(s, TypeSymbol)] + self.extra_types

    def own_functions(self) -> list[FnSymbol]:
        """Functions and methods that the spec declares."""
        functions = [s for s in self.symbols.values() if isinstance(s, FnSymbol)]
        return functions + [method for type_ in self.own_types() for method in type_.methods.values()]

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        *related: Label,
        label: str = "",
        notes: tuple[str, ...] = (),
        helps: tuple[str, ...] = (),
    ) -> None:
        """Report a finding in this spec."""
        self.sink.report(code, message, span, *related, label=label, notes=notes, helps=helps)

    def extension(self, what: str, span: Span) -> None:
        """Mark a form that is accepted here and refused upstream ([+] in the reference)."""
        self.report("extension", f"{what} is an extension", span)


@dataclass(eq=False, slots=True, kw_only=True)
class LocalSymbol:
    """A local, parameter or capture. `operand` is what its name means: a place, or a known value without storage."""

    name: str
    span: Span
    operand: Operand
    is_param: bool = False


@dataclass(eq=False, slots=True, kw_only=True)
class FunctionContext:
    """A body being lowered: of a function, test, invariant, bench, or of a constant's initialiser (`is_comptime`).

    `function` is None outside functions. `result` is the type that `return` converts to, None where nothing may be
    returned (tests, constants) or the type was damaged.
    """

    module: ModuleContext
    function: FnSymbol | None = None
    signature: Signature | None = None
    result: t.Type | None = None
    owner: TypeSymbol | None = None
    is_comptime: bool = False
    is_test: bool = False
    # Set while an array length is read: module constants come before locals (SEM 2.3).
    prefers_constants: bool = False
    scopes: list[dict[str, LocalSymbol]] = field(default_factory=lambda: [{}])
    bodies: list[list[ir.Stmt]] = field(default_factory=lambda: [[]])
    taken: set[str] = field(default_factory=set)
    labels_taken: set[str] = field(default_factory=set)
    temporaries: int = 0
    flow: Flow = field(default_factory=Flow)

    @property
    def options(self) -> Options:
        """The choices of the run."""
        return self.module.analysis.options

    def emit(self, stmt: ir.Stmt) -> None:
        """Append a finished statement to the list being written."""
        self.bodies[-1].append(stmt)

    @contextmanager
    def collect(self) -> Iterator[list[ir.Stmt]]:
        """Let `emit` write into a list of its own."""
        body: list[ir.Stmt] = []
        self.bodies.append(body)
        try:
            yield body
        finally:
            self.bodies.pop()

    @contextmanager
    def scope(self) -> Iterator[dict[str, LocalSymbol]]:
        """Open a scope for locals."""
        names: dict[str, LocalSymbol] = {}
        self.scopes.append(names)
        try:
            yield names
        finally:
            self.scopes.pop()

    def find_local(self, name: str) -> LocalSymbol | None:
        """The innermost local of that name."""
        for names in reversed(self.scopes):
            if name in names:
                return names[name]
        return None

    def unique(self, name: str) -> str:
        """`name`, or with a number behind it if the function already has a local called so."""
        chosen, number = name, 1
        while chosen in self.taken:
            number += 1
            chosen = f"{name}_{number}"
        self.taken.add(chosen)
        return chosen

    def unique_label(self, name: str) -> str:
        """A label that the function does not have yet, as near to `name` as possible."""
        chosen, number = name, 1
        while chosen in self.labels_taken:
            number += 1
            chosen = f"{name}_{number}"
        self.labels_taken.add(chosen)
        return chosen

    def new_local(self, name: str, type_: t.Type, *, mutable: bool) -> ir.Local:
        """A local of the IR for a written name."""
        return ir.Local(name=self.unique(name), type=type_, mutable=mutable, source_name=name)

    def new_temporary(self, type_: t.Type, *, mutable: bool = False) -> ir.Local:
        """A local of the IR that the spec does not mention."""
        self.temporaries += 1
        return ir.Local(name=self.unique(f"t{self.temporaries}"), type=type_, mutable=mutable)

    def let_temporary(self, value: ir.Expr, *, mutable: bool = False) -> ir.Var:
        """Emit a `Let` of a new temporary and yield its place."""
        local = self.new_temporary(value.type, mutable=mutable)
        self.emit(ir.Let(span=value.span, local=local, value=value))
        return ir.Var(type=value.type, span=value.span, name=local.name)

    def declare(self, name: str, span: Span, operand: Operand, *, is_param: bool = False) -> LocalSymbol:
        """Give `name` a meaning in the innermost scope. Shadowing is reported by `scope.declare_local`."""
        symbol = LocalSymbol(name=name, span=span, operand=operand, is_param=is_param)
        self.scopes[-1][name] = symbol
        return symbol

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        *related: Label,
        label: str = "",
        notes: tuple[str, ...] = (),
        helps: tuple[str, ...] = (),
    ) -> None:
        """Report a finding in the spec of this body. In an instance the call that needs it is shown too."""
        if self.function is not None and self.function.asked is not None:
            related = (*related, Label(span=self.function.asked, text="called with these types here"))
        self.module.sink.report(code, message, span, *related, label=label, notes=notes, helps=helps)
