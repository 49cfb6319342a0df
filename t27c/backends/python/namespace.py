"""How a generated module names what it uses: its own declarations directly, those of other specs by their module."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from t27c.backends.base import EmitContext
from t27c.backends.naming import NameScope
from t27c.backends.pycode.code import Code, call
from t27c.backends.pycode.lane_constants import LaneConstants
from t27c.backends.pycode.literals import string
from t27c.backends.pycode.names import Declarations, ModuleNames
from t27c.backends.pycode.ops import as_bool
from t27c.backends.pycode.undefined import has_undefined_views
from t27c.ir.nodes import Assert, Call, Function, Module
from t27c.ir.types import QName
from t27c.source import Span


@dataclass
class PythonNamespace:
    """The surroundings of the functions of one generated module."""

    decls: Declarations
    module: Module
    ctx: EmitContext
    aliases: dict[str, str] = field(init=False)
    lane_constants: LaneConstants = field(init=False)
    has_hints: bool = True
    returns_any: bool = False

    def __post_init__(self) -> None:
        scope = NameScope.of(self.own.taken)
        self.lane_constants = LaneConstants(NameScope.of(self.own.taken))
        self.aliases = {id_: scope.claim(self.decls.names[id_].parts[-1]) for id_ in self._other_modules()}

    def _other_modules(self) -> list[str]:
        return sorted(id_ for id_ in self.decls.names if id_ != self.module.id)

    @property
    def own(self) -> ModuleNames:
        """The names of the module itself."""
        return self.decls.names[self.module.id]

    @cached_property
    def reserved(self) -> frozenset[str]:
        """Names that a local would hide."""
        return self.own.taken | frozenset(self.aliases.values())

    @cached_property
    def methods(self) -> dict[str, list[Function]]:
        """Functions declared inside a type, by its name."""
        found: dict[str, list[Function]] = {}
        for function in self.module.functions:
            owner, dot, _ = function.name.name.partition(".")
            if dot:
                found.setdefault(owner, []).append(function)
        return found

    def _at_home(self, name: QName, spelt: str) -> str:
        return spelt if name.module == self.module.id else f"{self.aliases[name.module]}.{spelt}"

    def type(self, name: QName) -> str:
        """A generated class."""
        return self._at_home(name, self.decls.names[name.module].public(name.name))

    def variable(self, name: QName) -> str:
        """A module constant or variable."""
        return self._at_home(name, self.decls.names[name.module].public(name.name))

    def variable_reference(self, name: QName) -> Code:
        """A reference object for a module variable."""
        home = "sys.modules[__name__]" if name.module == self.module.id else self.aliases[name.module]
        return call("_t27.Attribute", home, string(self.decls.names[name.module].public(name.name)))

    def function(self, name: QName) -> str:
        """The private twin of a function."""
        return self._at_home(name, self.decls.names[name.module].private(name.name))

    def call(self, node: Call, name: QName, arguments: list[Code]) -> Code:
        """A call that pays for no checks."""
        return call(self.function(name), *arguments)

    def at(self, span: Span) -> str:
        """Line and column; the file only if it is another one, as in instances of generic functions."""
        place = span.position
        text = f"{place.line}:{place.column}"
        own = span.source is self.module.span.source
        return string(text if own else f"{span.source.spec_path}|{text}")

    def assertion(self, node: Assert, condition: Code) -> list[str]:
        """A check that counts as executed, unless its outcome is known."""
        at, text = self.at(node.span), string(node.message or node.text)
        if node.known:
            return [f"if not ({condition.text}):", f'    raise _t27.Trap("assert-failed", {at}, {text})']
        return [call("_t27.check", as_bool(condition), at, text).text]

    def assigns_global(self, name: QName) -> bool:
        """Python needs `global` for variables of the module itself."""
        return name.module == self.module.id

    @cached_property
    def has_undefined_views(self) -> bool:
        """Whether a slice or pointer of the program may be used before it is set."""
        return has_undefined_views(self.decls.program)
