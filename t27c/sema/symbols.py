"""What a top-level name means: one symbol per declaration, resolved on demand and at most once.

Symbols are filled in by `decls*.py`; everyone else reads them through the functions there (`types.struct_fields`, ..).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import Value
from t27c.source import Span
from t27c.syntax import ast

if TYPE_CHECKING:
    from t27c.sema.context import ModuleContext
    from t27c.sema.operand import Operand


class State(Enum):
    """How far a symbol is resolved; meeting a RUNNING one again is a cycle."""

    FRESH = "fresh"
    RUNNING = "running"
    DONE = "done"


@dataclass(eq=False, slots=True, kw_only=True)
class ConstSymbol:
    """A constant, or an alias of a type: its operand tells. `owner` is the type it is associated with."""

    module: ModuleContext
    name: str
    node: ast.Const | ast.Alias
    owner: TypeSymbol | None = None
    state: State = State.FRESH
    operand: Operand | None = None
    lowered: ir.Constant | None = None


@dataclass(eq=False, slots=True, kw_only=True)
class VarSymbol:
    """A module variable."""

    module: ModuleContext
    name: str
    node: ast.Var
    state: State = State.FRESH
    operand: Operand | None = None
    lowered: ir.Global | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ParamInfo:
    """A parameter of a signature; `type` is None for `anytype` and for a damaged type."""

    name: str
    span: Span
    type: t.Type | None
    is_anytype: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Parameters and result. `result` is None if it could not be resolved; `infers_errors` for `!T`, whose set is what
    the body returns.
    """

    params: tuple[ParamInfo, ...]
    result: t.Type | None
    infers_errors: bool = False

    @property
    def is_generic(self) -> bool:
        """Whether calls need an instance."""
        return any(p.is_anytype for p in self.params)

    @property
    def is_damaged(self) -> bool:
        """Whether a type of it was already reported."""
        return self.result is None or any(p.type is None and not p.is_anytype for p in self.params)


@dataclass(eq=False, slots=True, kw_only=True)
class FnSymbol:
    """A function, method (`name` is `Type.method`), local function or generic instance.

    `module` is the spec whose names the body sees, `home` the one that holds it in the output if that is another (of
    instances). `bound` holds what an instance knows about `anytype` parameters: an operand per parameter name; `asked`
    is the first call that needs the instance.
    """

    module: ModuleContext
    name: str
    node: ast.Function
    owner: TypeSymbol | None = None
    home: ModuleContext | None = None
    bound: dict[str, Operand] = field(default_factory=dict)
    asked: Span | None = None
    state: State = State.FRESH
    signature_state: State = State.FRESH
    signature: Signature | None = None
    lowered: ir.Function | None = None
    has_errors: bool = False
    local_functions: dict[str, FnSymbol] = field(default_factory=dict)
    # Locals of the host that a nested function could mean by mistake, by where they are declared.
    host_locals: dict[str, Span] = field(default_factory=dict)

    @property
    def qname(self) -> t.QName:
        """The name in the IR."""
        return t.QName((self.home or self.module).id, self.name)

    @property
    def is_placeholder(self) -> bool:
        """Whether the function has no body that could run (SYN 10); decided by `placeholders.py`."""
        return self.lowered is not None and bool(self.lowered.placeholder)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldInfo:
    """A field of a struct or union. `type` is None if it was reported; void union fields have type VOID."""

    name: str
    span: Span
    type: t.Type | None
    default: ast.Expr | None = None
    doc: str = ""


@dataclass(eq=False, slots=True, kw_only=True)
class TypeSymbol:
    """A struct, enum, union or error set; its parts are filled in when somebody needs them (`typeinfo.py`).

    `defaults` are the values of field defaults as far as asked for (None: reported). `tag_type` and `variants` belong
    to enums, `tag_enum` to unions.
    """

    module: ModuleContext
    name: str
    node: ast.StructDecl | ast.EnumDecl | ast.UnionDecl | ast.ErrorSet
    type: t.Type
    parts_state: State = State.FRESH
    fields: dict[str, FieldInfo] = field(default_factory=dict)
    defaults: dict[str, Value | None] = field(default_factory=dict)
    tag_type: t.Int | None = None
    variants: dict[str, int] = field(default_factory=dict)
    tag_enum: t.Enum | None = None
    methods: dict[str, FnSymbol] = field(default_factory=dict)
    consts: dict[str, ConstSymbol] = field(default_factory=dict)
    lowered: ir.TypeDecl | None = None
    is_poisoned: bool = False


@dataclass(eq=False, slots=True, kw_only=True)
class DamagedSymbol:
    """A declaration with a syntax error; whoever uses the name stays silent."""

    module: ModuleContext
    name: str
    node: ast.DamagedDecl


Symbol: TypeAlias = "ConstSymbol | VarSymbol | FnSymbol | TypeSymbol | DamagedSymbol"
