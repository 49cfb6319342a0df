"""The part of a program that an expression can reach: what the interpreter needs to evaluate it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import FnValue, SomeValue, UnionValue, Value
from t27c.ir.walk import walk_body, walk_body_exprs, walk_expr
from t27c.sema.context import Analysis, ModuleContext
from t27c.sema.dispatch import resolve_symbol
from t27c.sema.symbols import ConstSymbol, TypeSymbol, VarSymbol
from t27c.source import Span


@dataclass(slots=True)
class _Reach:
    analysis: Analysis
    span: Span
    functions: dict[t.QName, ir.Function] = field(default_factory=dict)
    constants: dict[t.QName, ir.Constant] = field(default_factory=dict)
    globals: dict[t.QName, ir.Global] = field(default_factory=dict)
    types: dict[t.QName, ir.TypeDecl] = field(default_factory=dict)
    todo: list[t.QName] = field(default_factory=list)
    seen_types: set[t.Type] = field(default_factory=set)
    missing: bool = False

    def exprs(self, exprs: Iterable[ir.Expr]) -> None:
        for expr in exprs:
            self.type(expr.type)
            match expr:
                case ir.Call(callee=t.QName() as name) | ir.Var(name=t.QName() as name):
                    self.todo.append(name)
                case ir.Const():
                    self.todo += _named_functions(expr.value)
                case _:
                    pass

    def body(self, body: tuple[ir.Stmt, ...]) -> None:
        self.exprs(walk_body_exprs(body))
        for stmt in walk_body(body):
            if isinstance(stmt, ir.Let | ir.ForRange):
                self.type(stmt.local.type)

    def type(self, type_: t.Type) -> None:
        if type_ in self.seen_types:
            return
        self.seen_types.add(type_)
        for name in nominal_names(type_):
            symbol = self.analysis.types[name]
            resolve_symbol(symbol, self.span)
            if symbol.lowered is None:
                self.missing = True
            elif name not in self.types:
                self.types[name] = symbol.lowered
                for inner in _part_types(symbol):
                    self.type(inner)

    def close(self) -> None:
        while self.todo:
            name = self.todo.pop()
            if name not in self.functions and name not in self.constants and name not in self.globals:
                self.declaration(name)

    def declaration(self, name: t.QName) -> None:
        function = self.analysis.functions.get(name)
        if function is not None:
            resolve_symbol(function, self.span)
            if function.lowered is None or function.has_errors:
                self.missing = True
                return
            self.functions[name] = function.lowered
            self.body(function.lowered.body)
            return
        symbol = find_value(self.analysis, name)
        lowered = symbol.lowered if symbol is not None else None
        if lowered is None:
            self.missing = True
            return
        self.type(lowered.type)
        self.todo += _named_functions(lowered.value)
        if isinstance(lowered, ir.Constant):
            self.constants[name] = lowered
        else:
            self.globals[name] = lowered

    def program(self, main: str) -> ir.Program:
        parts = (self.functions, self.constants, self.globals, self.types)
        names = {main} | {name.module for part in parts for name in part}
        return ir.Program(main=main, modules={name: self.module(name) for name in sorted(names)})

    def module(self, id_: str) -> ir.Module:
        return ir.Module(
            id=id_,
            title=id_,
            header="",
            imports=(),
            types=tuple(d for name, d in self.types.items() if name.module == id_),
            constants=tuple(d for name, d in self.constants.items() if name.module == id_),
            globals=tuple(d for name, d in self.globals.items() if name.module == id_),
            functions=tuple(d for name, d in self.functions.items() if name.module == id_),
            tests=(),
            invariants=(),
            benches=(),
            span=self.span,
        )


def find_value(analysis: Analysis, name: t.QName) -> ConstSymbol | VarSymbol | None:
    """The symbol of a module constant, associated constant or module variable."""
    module = analysis.modules[name.module]
    owner_name, _, member = name.name.rpartition(".")
    if owner_name:
        owner = analysis.types.get(t.QName(name.module, owner_name))
        return owner.consts.get(member) if owner is not None else None
    symbol = module.symbols.get(name.name)
    return symbol if isinstance(symbol, ConstSymbol | VarSymbol) else None


def _named_functions(value: Value) -> Iterator[t.QName]:
    match value:
        case FnValue():
            yield value.name
        case tuple():
            for part in value:
                yield from _named_functions(part)
        case SomeValue() | UnionValue():
            if value.value is not None:
                yield from _named_functions(value.value)
        case _:
            return


def nominal_names(type_: t.Type) -> Iterator[t.QName]:
    """The structs, enums and unions that a type mentions."""
    match type_:
        case t.Struct() | t.Enum() | t.Union():
            yield type_.name
        case t.Tuple():
            for element in type_.elements:
                yield from nominal_names(element)
        case t.Fn():
            for param in (*type_.params, type_.result):
                yield from nominal_names(param)
        case t.Array(element=inner) | t.Slice(element=inner) | t.Pointer(target=inner):
            yield from nominal_names(inner)
        case t.Optional(child=inner) | t.ErrorUnion(child=inner):
            yield from nominal_names(inner)
        case _:
            return


def _part_types(symbol: TypeSymbol) -> list[t.Type]:
    parts = [info.type for info in symbol.fields.values() if info.type is not None]
    return [*parts, symbol.tag_enum] if symbol.tag_enum is not None else parts


def program_for(
    module: ModuleContext, span: Span, *, exprs: Iterable[ir.Expr] = (), bodies: Iterable[tuple[ir.Stmt, ...]] = ()
) -> ir.Program | None:
    """The program that expressions and bodies of a spec can reach; None if a part of it has reported errors."""
    reach = _Reach(module.analysis, span)
    for expr in exprs:
        reach.exprs(walk_expr(expr))
    for body in bodies:
        reach.body(body)
    reach.close()
    return None if reach.missing else reach.program(module.id)
