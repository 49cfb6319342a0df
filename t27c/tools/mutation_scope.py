"""Which declarations of a spec are what it offers, and which only help its tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from t27c.syntax import ast


def offered(module: ast.Module) -> list[ast.Decl]:
    """The declarations that are `pub` and what those need. The others serve the tests, and to change them says nothing
    about what is tested. Without any `pub` all declarations count."""
    decls: list[ast.Decl] = [decl for decl in module.decls if not isinstance(decl, ast.Test)]
    public = [decl for decl in decls if _is_public(decl)]
    if not public:
        return decls
    by_name: dict[str, list[ast.Decl]] = {}
    for decl in decls:
        if decl.name is not None:
            by_name.setdefault(decl.name.text, []).append(decl)
    reached = {id(decl) for decl in public}
    todo = public
    while todo:
        mentioned = [found for name in _mentions(todo.pop()) for found in by_name.get(name, ())]
        fresh = {id(decl): decl for decl in mentioned if id(decl) not in reached}
        reached |= fresh.keys()
        todo += fresh.values()
    return [decl for decl in decls if id(decl) in reached]


def _is_public(decl: ast.Decl) -> bool:
    """Whether `pub` stands before it; the word is no part of the tree."""
    before = decl.span.source.text[: decl.span.start].rstrip()
    return before.endswith("pub") and not before.removesuffix("pub")[-1:].strip()


def _mentions(decl: ast.Decl) -> Iterator[str]:
    """Every name in a declaration, whatever it means: one too many does no harm."""
    todo: list[ast.Node] = [decl]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name):
            yield node.text
        elif isinstance(node, ast.NameRef):
            yield node.name
        todo += children(node)


def children(node: ast.Node) -> Iterator[ast.Node]:
    """The nodes directly below a node."""
    for field in fields(node):
        value = getattr(node, field.name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, ast.Node):
                yield item
