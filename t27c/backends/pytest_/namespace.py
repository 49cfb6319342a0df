"""How a generated test names what it uses: everything through the module of the target that the test runs on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from t27c.backends.base import EmitContext
from t27c.backends.naming import NameScope, identifier
from t27c.backends.pycode.code import Code, Prec, call
from t27c.backends.pycode.literals import number, string
from t27c.backends.pycode.names import Declarations
from t27c.backends.pycode.undefined import has_undefined_views
from t27c.ir.nodes import Assert, Call, Const, Expr, Module
from t27c.ir.types import ErrorUnion, QName
from t27c.ir.values import FloatValue
from t27c.source import Span

FIXTURES = frozenset({"spec", "use", "_t27", "executed", "stopwatch", "target", "np", "pytest"})


@dataclass
class TestNamespace:
    """The surroundings of the tests of one spec. `conditional` marks assertions that may not be reached."""

    decls: Declarations
    module: Module
    ctx: EmitContext
    has_hints: bool = False
    aliases: dict[str, str] = field(default_factory=dict)
    conditional: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        scope = NameScope.of(FIXTURES)
        for module_id in sorted(self.decls.names):
            parts = self.decls.names[module_id].parts
            self.aliases[module_id] = "spec" if module_id == self.module.id else scope.claim(identifier(parts[-1]))

    def _in_module(self, name: QName) -> str:
        return f"{self.aliases[name.module]}.{self.decls.names[name.module].public(name.name)}"

    def type(self, name: QName) -> str:
        """A generated class."""
        return self._in_module(name)

    def variable(self, name: QName) -> str:
        """A module constant or variable."""
        return self._in_module(name)

    def variable_reference(self, name: QName) -> Code:
        """A reference object for a module variable."""
        public = self.decls.names[name.module].public(name.name)
        return call("_t27.Attribute", self.aliases[name.module], string(public))

    def function(self, name: QName) -> str:
        """The public function: the only one that every target has."""
        return self._in_module(name)

    def call(self, node: Call, name: QName, arguments: list[Code]) -> Code:
        """A call of the public function; an error that it raises becomes a value again."""
        plain = [_plain(argument, text) for argument, text in zip(node.args, arguments, strict=True)]
        if isinstance(node.type, ErrorUnion):
            return call("_t27.attempt", self.function(name), *plain)
        return call(self.function(name), *plain)

    def at(self, span: Span) -> str:
        """Line and column; the file only if it is another one."""
        place = span.position
        text = f"{place.line}:{place.column}"
        return string(text if span.source is self.module.span.source else f"{span.source.spec_path}|{text}")

    def assertion(self, node: Assert, condition: Code) -> list[str]:
        """A plain `assert`, whose operands pytest shows."""
        where = f"{self.ctx.spec_path(self.module.id)}:{node.span.line}"
        message = string(f"{where}: {node.text}" + (f" ({node.message})" if node.message else ""))
        count = ["executed.add()"] if id(node) in self.conditional else []
        return [*count, f"assert {condition.text}, {message}"]

    def assigns_global(self, name: QName) -> bool:
        """Variables are attributes of a module object."""
        return False

    @cached_property
    def has_undefined_views(self) -> bool:
        """Whether a slice or pointer of the program may be used before it is set."""
        return has_undefined_views(self.decls.program)


def _plain(node: Expr, text: Code) -> Code:
    """Public functions convert numbers, so a known float is a bare literal."""
    value = node.value if isinstance(node, Const) else None
    if not isinstance(value, FloatValue) or value.number != value.number:
        return text
    literal = number(value)
    return Code(literal, Prec.UNARY if literal.startswith("-") else Prec.ATOM)


def mark_conditional(ns: TestNamespace, asserts: list[Assert]) -> TestNamespace:
    """The namespace of a test whose `asserts` count when they run."""
    return replace(ns, conditional={id(node) for node in asserts})
