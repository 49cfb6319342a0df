"""What every node has: a place, and names with a place of their own."""

from __future__ import annotations

from dataclasses import dataclass, field

from t27c.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything with a place in the spec."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Name(Node):
    """A name where it is declared or mentioned; `_` is the discard. A module name may read `a-b`."""

    text: str
