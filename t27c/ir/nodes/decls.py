"""The declarations of the IR: types, constants, variables, functions, tests, and the module that holds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum as PyEnum

from t27c.ir.nodes.stmts import Stmt
from t27c.ir.types import Enum, Int, QName, Struct, Type, Union
from t27c.ir.values import Value
from t27c.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldDecl:
    """A field of a struct or union; `default` is known if present."""

    name: str
    type: Type
    default: Value | None = None
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StructDecl:
    """A struct and its fields in written order. Methods are functions named `Type.method`."""

    span: Span = field(compare=False)
    type: Struct
    fields: tuple[FieldDecl, ...]
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumDecl:
    """An enum: its tag type and variants with their tags in written order."""

    span: Span = field(compare=False)
    type: Enum
    tag: Int
    variants: tuple[tuple[str, int], ...]
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnionDecl:
    """A union: `tag` is the enum whose variants are named like the fields (generated if the spec names none)."""

    span: Span = field(compare=False)
    type: Union
    tag: Enum
    fields: tuple[FieldDecl, ...]
    doc: str = ""


TypeDecl = StructDecl | EnumDecl | UnionDecl


@dataclass(frozen=True, slots=True, kw_only=True)
class Constant:
    """A module constant with its value; an untyped number has the type of SEM 3.8, or is not here."""

    span: Span = field(compare=False)
    name: QName
    type: Type
    value: Value
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Global:
    """A module variable with its initial value; fresh in every test, invariant and bench."""

    span: Span = field(compare=False)
    name: QName
    type: Type
    value: Value
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Param:
    """A parameter; `mutable` if the body assigns it (the callee's own copy). `doc` from a comment, if any."""

    name: str
    type: Type
    mutable: bool = False
    source_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function with its body. A placeholder's body is one `Trap(PLACEHOLDER)`, and `placeholder` says why."""

    span: Span = field(compare=False)
    name: QName
    params: tuple[Param, ...]
    result: Type
    body: tuple[Stmt, ...]
    doc: str = ""
    placeholder: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A clause or statement of a test: its role (`given`, `when`, `then`, or empty), its text, and what it runs."""

    span: Span = field(compare=False)
    role: str
    text: str
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Test:
    """A test. `name` is unique in the file, `title` as written. `skip` is the reason of a placeholder, else empty.
    `vacuous` is set when no run-time assertion can be reached as far as the text shows."""

    span: Span = field(compare=False)
    name: str
    title: str
    steps: tuple[Step, ...]
    doc: str = ""
    skip: str = ""
    vacuous: bool = False


class InvariantStatus(PyEnum):
    """What became of an invariant at build time."""

    PROVED = "proved"
    DEFERRED = "deferred"  # out of budget: it becomes a generated test
    NOT_CHECKED = "not checked"  # placeholder text


@dataclass(frozen=True, slots=True, kw_only=True)
class Invariant:
    """An invariant and its verdict; a false one is an error and never gets here."""

    span: Span = field(compare=False)
    name: str
    title: str
    steps: tuple[Step, ...]
    status: InvariantStatus
    reason: str = ""
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """A bench: run on demand. `notes` are its measure and target lines."""

    span: Span = field(compare=False)
    name: str
    title: str
    steps: tuple[Step, ...]
    notes: tuple[str, ...] = ()
    doc: str = ""
    skip: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """One spec. `imports` are the ids of the specs whose declarations it names, sorted."""

    id: str
    title: str
    header: str
    imports: tuple[str, ...]
    types: tuple[TypeDecl, ...]
    constants: tuple[Constant, ...]
    globals: tuple[Global, ...]
    functions: tuple[Function, ...]
    tests: tuple[Test, ...]
    invariants: tuple[Invariant, ...]
    benches: tuple[Bench, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A module with every module it reaches by imports, by id."""

    main: str
    modules: dict[str, Module]
