"""Names of the output: a mangler that keeps different spec names different, and scopes that keep all names apart."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

# Builtins that generated code calls, so that no spec may hide them; all others are free.
_BUILTINS = frozenset(
    {"abs", "all", "any", "bool", "bytes", "float", "int", "isinstance", "len", "map", "max", "min", "next", "object"}
    | {"property", "range", "staticmethod", "str", "sum", "tuple", "type", "zip", "AssertionError", "NotImplemented"}
)
_OWN = frozenset({"np", "npt", "self", "cls", "pytest", "Any", "cast"})
PYTHON_RESERVED = _BUILTINS | _OWN | {*keyword.kwlist, *keyword.softkwlist}
# Modules that must not be shadowed on `sys.path`, files with a meaning for Python or pytest, devices of Windows.
_RESERVED_FILES = frozenset(
    {"numpy", "pytest", "conftest", "setup", "con", "nul", "aux", "prn", "py"}
    | {f"{device}{number}" for device in ("com", "lpt") for number in range(1, 10)}
)
_UNDERSCORE_AT_RISK = re.compile(r"_(?=x[0-9a-f]+_)|_(?=[_-])|(?<=[_-])_")


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

    taken: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, names: Iterable[str]) -> NameScope:
        """A scope in which `names` are taken."""
        return cls(set(names))

    def claim(self, wanted: str) -> str:
        """`wanted`, or the first of `wanted_2`, `wanted_3`, .. that is free."""
        name, number = wanted, 1
        while name in self.taken:
            number += 1
            name = f"{wanted}_{number}"
        self.taken.add(name)
        return name


def path_component(name: str) -> str:
    """One folder or file name of a spec's path as a Python module name; different names stay different.

    A dash becomes two underscores; underscores that could be taken for a changed character are spelt by their code.
    """
    safe = _UNDERSCORE_AT_RISK.sub("_x5f_", name)
    safe = re.sub(r"[^A-Za-z0-9_-]", lambda found: f"_x{ord(found[0]):x}_", safe).replace("-", "__")
    if safe[:1].isdigit() or safe.startswith(("_", "test_", "spec_")) or safe.endswith("_test"):
        safe = f"spec_{safe}"
    reserved = safe.lower() in _RESERVED_FILES or keyword.iskeyword(safe)
    return f"{safe}_" if reserved or safe.endswith("_") else safe


def module_components(module_id: str) -> tuple[str, ...]:
    """The path of a spec as the parts of an importable module name: `ml/bus-pubsub` gives `ml`, `bus__pubsub`."""
    return tuple(path_component(part) for part in module_id.split("/"))


def python_path(module_id: str) -> str:
    """Where the Python module of a spec goes, below the output folder."""
    return f"python/{'/'.join(module_components(module_id))}.py"


def test_path(module_id: str) -> str:
    """Where the pytest file of a spec goes, below the output folder."""
    parts = module_components(module_id)
    return "/".join(("tests", *parts[:-1], f"test_{parts[-1]}.py"))
