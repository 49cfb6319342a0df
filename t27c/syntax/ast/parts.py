"""What stands directly below a node, for walks that look at most nodes only in passing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any

from t27c.syntax.ast.base import Node

_READERS: dict[type, Callable[[Node], tuple[Any, ...]]] = {}


def _reader(cls: type[Node]) -> Callable[[Node], tuple[Any, ...]]:
    """Reads all fields of a node of this class but its place."""
    names = [field.name for field in fields(cls) if field.name != "span"]
    match names:
        case []:
            return lambda node: ()
        case [name]:
            return lambda node: (getattr(node, name),)
        case _:
            return attrgetter(*names)


def parts_of(node: Node) -> list[Node]:
    """The nodes directly below `node` in the order of its fields; elements of tuples, however deep, count as direct."""
    read = _READERS.get(type(node))
    if read is None:
        read = _READERS[type(node)] = _reader(type(node))
    found: list[Node] = []
    for value in read(node):
        if isinstance(value, Node):
            found.append(value)
        elif type(value) is tuple:
            _collect(value, found)
    return found


def _collect(values: tuple[Any, ...], found: list[Node]) -> None:
    for value in values:
        if isinstance(value, Node):
            found.append(value)
        elif type(value) is tuple:
            _collect(value, found)
