"""Lowered declarations become modules: the spec itself whole, of its imports just what it reaches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import FloatValue, FnValue, SomeValue, UnionValue, Value
from t27c.ir.walk import walk_nodes
from t27c.sema.context import Analysis, ModuleContext
from t27c.sema.declarations import find_value
from t27c.sema.dispatch import resolve_symbol
from t27c.sema.symbols import ConstSymbol, TypeSymbol, VarSymbol
from t27c.sema.typeinfo import with_defaults
from t27c.source import Span

_SCALARS = (t.Int, t.Float, t.Bool)
_Test = ir.Test | ir.Invariant | ir.Bench


@dataclass(slots=True)
class _Parts:
    """Declarations by name, in the order in which they were found."""

    functions: dict[t.QName, ir.Function] = field(default_factory=dict)
    constants: dict[t.QName, ir.Constant] = field(default_factory=dict)
    globals: dict[t.QName, ir.Global] = field(default_factory=dict)
    types: dict[t.QName, ir.TypeDecl] = field(default_factory=dict)


@dataclass(slots=True)
class _Reach:
    """Follows names from declaration to declaration; `uses` are the specs that each spec's declarations name."""

    analysis: Analysis
    span: Span
    parts: dict[str, _Parts] = field(default_factory=dict)
    uses: dict[str, set[str]] = field(default_factory=dict)
    todo: list[t.QName] = field(default_factory=list)
    seen: set[t.QName] = field(default_factory=set)
    type_names: dict[t.Type, tuple[t.QName, ...]] = field(default_factory=dict)

    def of(self, id_: str) -> _Parts:
        return self.parts.setdefault(id_, _Parts())

    def name(self, owner: str, name: t.QName) -> None:
        self.uses.setdefault(owner, set()).add(name.module)
        if name not in self.seen:
            self.seen.add(name)
            self.todo.append(name)

    def type(self, owner: str, type_: t.Type) -> None:
        names = self.type_names.get(type_)
        if names is None:
            names = self.type_names[type_] = tuple(nominal_names(type_))
        for name in names:
            self.name(owner, name)

    def value(self, owner: str, value: Value) -> None:
        for name in _named_functions(value):
            self.name(owner, name)

    def body(self, owner: str, body: tuple[ir.Stmt, ...]) -> None:
        for node in walk_nodes(body):
            if isinstance(node, ir.Let | ir.ForRange):
                self.type(owner, node.local.type)
                continue
            type_ = getattr(node, "type", None)
            if type_ is not None and not isinstance(type_, _SCALARS):
                self.type(owner, type_)
            match node:
                case ir.Var(name=t.QName() as name) | ir.Call(callee=t.QName() as name):
                    self.name(owner, name)
                case ir.Const() if not isinstance(node.value, int | FloatValue):
                    self.value(owner, node.value)
                case _:
                    pass

    def function(self, function: ir.Function) -> None:
        owner = function.name.module
        self.of(owner).functions[function.name] = function
        self.seen.add(function.name)
        for type_ in (function.result, *(param.type for param in function.params)):
            self.type(owner, type_)
        self.body(owner, function.body)

    def type_symbol(self, symbol: TypeSymbol) -> None:
        resolve_symbol(symbol, self.span)
        decl = with_defaults(symbol)
        if decl is None:
            return
        owner = symbol.module.id
        self.of(owner).types[decl.type.name] = decl
        self.seen.add(decl.type.name)
        if isinstance(decl, ir.UnionDecl):
            self.type(owner, decl.tag)
        if isinstance(decl, ir.StructDecl | ir.UnionDecl):
            for part in decl.fields:
                self.type(owner, part.type)
                if part.default is not None:
                    self.value(owner, part.default)

    def value_symbol(self, symbol: ConstSymbol | VarSymbol) -> None:
        resolve_symbol(symbol, self.span)
        lowered = symbol.lowered
        if lowered is None:
            return
        parts = self.of(lowered.name.module)
        if isinstance(lowered, ir.Constant):
            parts.constants[lowered.name] = lowered
        else:
            parts.globals[lowered.name] = lowered
        self.seen.add(lowered.name)
        self.type(lowered.name.module, lowered.type)
        self.value(lowered.name.module, lowered.value)

    def close(self) -> None:
        while self.todo:
            name = self.todo.pop()
            function = self.analysis.functions.get(name)
            type_ = self.analysis.types.get(name)
            if function is not None:
                resolve_symbol(function, self.span)
                if function.lowered is not None:
                    self.function(function.lowered)
            elif type_ is not None:
                self.type_symbol(type_)
            else:
                symbol = find_value(self.analysis, name)
                if symbol is not None:
                    self.value_symbol(symbol)


def nominal_names(type_: t.Type) -> Iterator[t.QName]:
    """The structs, enums and unions that a type mentions."""
    match type_:
        case t.Struct() | t.Enum() | t.Union():
            yield type_.name
        case t.Tuple():
            for element in type_.elements:
                yield from nominal_names(element)
        case t.Fn():
            for part in (*type_.params, type_.result):
                yield from nominal_names(part)
        case t.Array(element=inner) | t.Slice(element=inner) | t.Pointer(target=inner):
            yield from nominal_names(inner)
        case t.Optional(child=inner) | t.ErrorUnion(child=inner):
            yield from nominal_names(inner)
        case _:
            return


def _named_functions(value: Value) -> Iterator[t.QName]:
    match value:
        case FnValue():
            yield value.name
        case tuple():
            for part in value:
                if not isinstance(part, bool | int):
                    yield from _named_functions(part)
        case SomeValue() | UnionValue():
            if value.value is not None:
                yield from _named_functions(value.value)
        case _:
            return


def _bodies(tests: Iterable[_Test]) -> Iterator[tuple[ir.Stmt, ...]]:
    for test in tests:
        for step in test.steps:
            yield step.body


def reach_from_tests(context: ModuleContext, tests: Sequence[_Test]) -> None:
    """Lower every function that tests and constants reach."""
    reach = _Reach(context.analysis, context.ast.span)
    for body in _bodies(tests):
        reach.body(context.id, body)
    for symbol in context.symbols.values():
        if isinstance(symbol, ConstSymbol | VarSymbol):
            reach.value_symbol(symbol)
    reach.close()


def program_of(context: ModuleContext, tests: Sequence[_Test]) -> ir.Program:
    """The program of a spec without errors."""
    reach = _Reach(context.analysis, context.ast.span)
    for type_ in context.own_types():
        reach.type_symbol(type_)
        for const in type_.consts.values():
            reach.value_symbol(const)
    for symbol in context.symbols.values():
        if isinstance(symbol, ConstSymbol | VarSymbol):
            reach.value_symbol(symbol)
    for function in (*context.own_functions(), *context.instances.values()):
        if function.lowered is not None:
            reach.function(function.lowered)
    for body in _bodies(tests):
        reach.body(context.id, body)
    reach.close()
    reach.of(context.id)
    contexts = [context.analysis.modules[id_] for id_ in sorted(reach.parts)]
    modules = {c.id: _module(reach, c, tests if c is context else ()) for c in contexts}
    return ir.Program(main=context.id, modules=modules)


def _module(reach: _Reach, context: ModuleContext, tests: Sequence[_Test]) -> ir.Module:
    parts = reach.parts[context.id]
    return ir.Module(
        id=context.id,
        title=context.ast.name.text,
        header=context.ast.header,
        imports=tuple(sorted(reach.uses.get(context.id, set()) - {context.id})),
        types=tuple(sorted(parts.types.values(), key=_place)),
        constants=tuple(sorted(parts.constants.values(), key=_place)),
        globals=tuple(sorted(parts.globals.values(), key=_place)),
        functions=tuple(sorted(parts.functions.values(), key=_place)),
        tests=tuple(test for test in tests if isinstance(test, ir.Test)),
        invariants=tuple(test for test in tests if isinstance(test, ir.Invariant)),
        benches=tuple(test for test in tests if isinstance(test, ir.Bench)),
        span=context.ast.span,
    )


def _place(decl: ir.Function | ir.Constant | ir.Global | ir.TypeDecl) -> tuple[str, int, str]:
    """The order of the file; instances of one function by name. An instance may stand in another spec's file."""
    name = decl.name if isinstance(decl, ir.Function | ir.Constant | ir.Global) else decl.type.name
    own = "" if decl.span.source.spec_path.removesuffix(".t27") == name.module else decl.span.source.spec_path
    return own, decl.span.start, name.name
