"""The error set of `!T`: what a body can return, read off its text (SEM 11.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from t27c.ir import types as t
from t27c.sema.symbols import FnSymbol, Signature, TypeSymbol
from t27c.syntax import ast


def inferred_errors(symbol: FnSymbol, signature_of: Callable[[FnSymbol], Signature]) -> t.ErrorSet:
    """Errors that the body names and those of the functions it calls, so that recursion ends at once.

    An error that is named but never returned widens the set, which no program can tell from the outside.
    """
    errors: set[str] = set()
    if symbol.node.body is not None:
        for node in _nodes(symbol.node.body):
            match node:
                case ast.ErrorLit():
                    errors.add(node.name.text)
                case ast.Call():
                    found = _errors_of_call(symbol, node, signature_of)
                    if found is not None and found.errors is None:
                        return found
                    errors.update(found.errors or () if found is not None else ())
                case ast.Member(base=ast.NameRef(name=base)):
                    errors.update(_named_error(symbol, base, node.name.text))
                case _:
                    continue
    return t.ErrorSet(errors=tuple(sorted(errors)))


def _nodes(root: ast.Node) -> Iterator[ast.Node]:
    """Every node of a tree; functions declared inside are not part of it."""
    todo = [root]
    while todo:
        node = todo.pop()
        if not isinstance(node, ast.Function):
            yield node
            todo += ast.parts_of(node)


def _errors_of_call(
    symbol: FnSymbol, node: ast.Call, signature_of: Callable[[FnSymbol], Signature]
) -> t.ErrorSet | None:
    callee = _callee(symbol, node.callee)
    if callee is None or callee is symbol:
        return None
    result = signature_of(callee).result
    return result.errors if isinstance(result, t.ErrorUnion) else None


def _callee(symbol: FnSymbol, node: ast.Expr) -> FnSymbol | None:
    module, name = symbol.module, ""
    match node:
        case ast.NameRef():
            name = node.name
            if symbol.owner is not None and name in symbol.owner.methods:
                return symbol.owner.methods[name]
        case ast.Member():
            name = node.name.text
            if isinstance(node.base, ast.NameRef):
                owner = module.symbols.get(node.base.name)
                if isinstance(owner, TypeSymbol) and name in owner.methods:
                    return owner.methods[name]
                for use in module.imports:
                    if use.alias == node.base.name:
                        found = use.module.symbols.get(name)
                        return found if isinstance(found, FnSymbol) else None
            return _method_anywhere(symbol, name)
        case _:
            return None
    for place in (module, *(use.module for use in module.imports)):
        found = place.symbols.get(name)
        if isinstance(found, FnSymbol):
            return found
    return None


def _method_anywhere(symbol: FnSymbol, name: str) -> FnSymbol | None:
    """`x.m()` before types are known: the one method of that name, if there is just one."""
    types = [s for s in symbol.module.symbols.values() if isinstance(s, TypeSymbol) and name in s.methods]
    return types[0].methods[name] if len(types) == 1 else None


def _named_error(symbol: FnSymbol, base: str, name: str) -> tuple[str, ...]:
    """`E.A` of an error set of this spec."""
    owner = symbol.module.symbols.get(base)
    if isinstance(owner, TypeSymbol) and isinstance(owner.type, t.ErrorSet) and name in (owner.type.errors or ()):
        return (name,)
    return ()
