"""How code of one output file reaches what is declared elsewhere; the Python and the pytest target differ here."""

from __future__ import annotations

from typing import Protocol

from t27c.backends.pycode.code import Code
from t27c.backends.pycode.names import Declarations
from t27c.ir.nodes import Assert, Call
from t27c.ir.types import QName
from t27c.source import Span


class Namespace(Protocol):
    """The surroundings of the function that is printed."""

    decls: Declarations
    has_hints: bool

    def type(self, name: QName) -> str:
        """A generated class."""
        ...

    def variable(self, name: QName) -> str:
        """A module constant or variable."""
        ...

    def variable_reference(self, name: QName) -> Code:
        """A reference object for a module variable."""
        ...

    def function(self, name: QName) -> str:
        """A declared function as a value."""
        ...

    def call(self, node: Call, name: QName, arguments: list[Code]) -> Code:
        """A call of a declared function."""
        ...

    def at(self, span: Span) -> str:
        """The place of a trap as a string literal."""
        ...

    def assertion(self, node: Assert, condition: Code) -> list[str]:
        """The lines of an assertion."""
        ...

    def assigns_global(self, name: QName) -> bool:
        """Whether a store to the module variable needs a `global` statement here."""
        ...

    @property
    def has_undefined_views(self) -> bool:
        """Whether slices or pointers of the program may be used before they are set, so that uses need a check."""
        ...
