"""What one C file is made of beside its functions: types, static data and small helper functions, made on demand."""

from __future__ import annotations

from dataclasses import dataclass, field

from t27c.backends.c.helpers import HELPERS
from t27c.backends.c.helpers_memory import MEMORY_HELPERS
from t27c.backends.c.literals import Initialisers
from t27c.backends.c.names import global_name, local_name, module_prefix
from t27c.backends.c.types import TypeTable, c_type, declare, key
from t27c.backends.pycode.names import Declarations
from t27c.ir.types import Enum, Type, Union
from t27c.ir.values import Value


@dataclass(slots=True)
class FileContext:
    """The file that is being written. `checks_views`: the program has undefined slices or pointers to look out for."""

    decls: Declarations
    module_id: str
    types: TypeTable
    checks_views: bool
    helpers: dict[str, str] = field(default_factory=dict)
    statics: dict[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def prefix(self) -> str:
        """What names of this file begin with."""
        return module_prefix(self.module_id)

    @property
    def initialisers(self) -> Initialisers:
        """The printer of known values."""
        return Initialisers(self)

    def type(self, type_: Type) -> str:
        """The C type, which the file then defines."""
        self.types.need(type_)
        return c_type(type_)

    def declare(self, type_: Type, name: str) -> str:
        """A declaration of `name`."""
        self.types.need(type_)
        return declare(type_, name)

    def variant(self, type_: Enum, tag: int) -> str:
        """A variant of an enum by its tag."""
        name = self.decls.variant(type_, tag)
        return f"({c_type(type_)}){tag}" if name is None else f"{global_name(type_.name)}__{local_name(name)}"

    def tag(self, type_: Union, name: str) -> str:
        """The tag of a field of a union."""
        enum = self.decls.union(type_).tag
        return f"{global_name(enum.name)}__{local_name(name)}"

    def helper(self, kind: str, type_: Type) -> str:
        """The name of a helper function for a type; its text goes into the file once."""
        name = f"t27_{kind}_{key(type_)}"
        if name not in self.helpers:
            self.types.need(type_)
            self.helpers[name] = ""
            text = (HELPERS.get(kind) or MEMORY_HELPERS[kind])(self, type_, name)
            del self.helpers[name]
            self.helpers[name] = text
        return name

    def static_array(self, element: Type, values: bytes | tuple[Value, ...]) -> str:
        """A read-only array of static storage; equal ones are one."""
        text = self.initialisers.elements(element, values)
        return self._static(element, f"[{len(values)}] = {text}")

    def static_value(self, type_: Type, value: Value) -> str:
        """A read-only object of static storage."""
        return self._static(type_, f" = {self.initialisers.text(type_, value)}")

    def _static(self, type_: Type, rest: str) -> str:
        identity = f"{self.type(type_)}{rest}"
        if identity not in self.statics:
            name = f"t27_data_{len(self.statics) + 1}"
            self.statics[identity] = (name, f"static const {self.declare(type_, name)}{rest};\n")
        return self.statics[identity][0]
