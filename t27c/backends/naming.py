"""Names of the output: a mangler that keeps different spec names different, and scopes that keep all names apart.

Names of files and modules are made in `t27c.outpaths`.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

# Builtins that generated code calls, so that no spec may hide them; all others are free.
_BUILTINS = frozenset(
    {"abs", "bool", "bytes", "float", "int", "isinstance", "len", "max", "min", "object", "range", "slice"}
    | {"staticmethod", "tuple", "AssertionError", "NotImplemented"}
)
_OWN = frozenset({"np", "npt", "self", "cls", "pytest", "Any", "cast"})
PYTHON_RESERVED = _BUILTINS | _OWN | {*keyword.kwlist, *keyword.softkwlist}


def mangle(name: str, reserved: frozenset[str] = PYTHON_RESERVED) -> str:
    """`name` as an identifier that is not reserved and has no leading underscore; different names stay different.

    Leading underscores are the target's own: private twins and helpers. A name that was changed can be told from one
    that was written so, because names that already look changed are changed once more.
    """
    if name.startswith(("_", "under_")):
        name = f"under_{name}"
    return f"{name}_" if name in reserved or name.endswith("_") else name


def identifier(text: str) -> str:
    """`text` with all that no identifier may hold turned into single underscores (`largest(f32)`: `largest_f32`).

    Not injective: give the result to a `NameScope`.
    """
    joined = re.sub(r"[^A-Za-z0-9_]+", "_", text).strip("_")
    return f"n{joined}" if not joined or joined[0].isdigit() else joined


@dataclass(slots=True)
class NameScope:
    """Hands out names that nobody else in the scope has; the same requests in the same order give the same names."""

    reserved: frozenset[str] = frozenset()  # shared by the scopes of a module, which may have thousands of names
    claimed: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, names: Iterable[str]) -> NameScope:
        """A scope in which `names` are taken."""
        return cls(frozenset(names))

    def claim(self, wanted: str) -> str:
        """`wanted`, or the first of `wanted_2`, `wanted_3`, .. that is free."""
        name, number = wanted, 1
        while name in self.reserved or name in self.claimed:
            number += 1
            name = f"{wanted}_{number}"
        self.claimed.add(name)
        return name
