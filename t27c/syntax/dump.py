"""A compact, stable text form of syntax nodes: one node a line, short ones in one line, places left out."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import Any

from t27c.syntax.ast import Name, Node

_WIDTH = 100


def dump(node: Node) -> str:
    """The text of a node and of all below it."""
    return "\n".join(_lines(node)) + "\n"


def _lines(value: Any) -> list[str]:
    """A value as lines; joined to one where that is short."""
    if isinstance(value, Node) and not isinstance(value, Name):
        return _node_lines(value)
    if isinstance(value, tuple):
        parts = [line for item in value for line in _lines(item)]
        flat = "[" + ", ".join(parts) + "]"
        if len(flat) <= _WIDTH and not any(line.startswith(" ") for line in parts):
            return [flat]
        return ["[", *(f"  {line}" for line in parts), "]"]
    return [_atom(value)]


def _atom(value: Any) -> str:
    if isinstance(value, Name):
        return value.text if value.text.isidentifier() else repr(value.text)
    if isinstance(value, Enum):
        return str(value.value)
    return repr(value)


def _says_something(name: str, value: Any) -> bool:
    """Of an option only that it is used; of a slice type also that it is not const."""
    return (
        value not in (None, False, (), "")
        or (name == "is_const" and value is False)
        or (name == "value" and value == 0)
    )


def _shown(node: Node) -> list[tuple[str, Any]]:
    """Fields that say something: no places, and no defaults of options that are not used."""
    return [
        (field.name, getattr(node, field.name))
        for field in fields(node)
        if field.compare and _says_something(field.name, getattr(node, field.name))
    ]


def _node_lines(node: Node) -> list[str]:
    title = type(node).__name__
    blocks = [(name, _lines(value)) for name, value in _shown(node)]
    flat = f"{title}({', '.join(f'{name}={lines[0]}' for name, lines in blocks)})"
    if len(flat) <= _WIDTH and all(len(lines) == 1 for _, lines in blocks):
        return [flat]
    out = [title]
    for name, lines in blocks:
        out.append(f"  {name}: {lines[0]}")
        out.extend(f"  {line}" for line in lines[1:])
    return out
