"""C types: how each type of a spec is spelled, and the definitions of the made-up ones in an order that compiles.

Slices, arrays, tuples, optionals and error unions are structs named by their parts (`t27_slice_f32`); every header that
uses one defines it inside a guard, so that headers of several specs go together.
"""

from __future__ import annotations

from t27c.backends.c.comments import comment
from t27c.backends.c.names import global_name, local_name
from t27c.backends.pycode.names import Declarations
from t27c.ir.nodes import StructDecl, UnionDecl
from t27c.ir.types import (
    Array,
    Bool,
    Enum,
    ErrorSet,
    ErrorUnion,
    Float,
    Fn,
    Int,
    Optional,
    Pointer,
    Slice,
    Struct,
    Tuple,
    Type,
    Union,
    Void,
)

STRUCT_LIKE = (Struct, Union, Tuple, Array, Slice, Optional, ErrorUnion)
MADE_UP = (Tuple, Array, Slice, Optional, ErrorUnion, Fn)
Members = list[tuple[Type, str]]


def storage_bits(type_: Int) -> int:
    """The width of the C type that holds an integer."""
    return next(bits for bits in (8, 16, 32, 64, 128) if type_.bits <= bits)


def int_suffix(type_: Int) -> str:
    """The suffix of runtime functions for the C type of an integer: `i32`, `u8`."""
    return f"{'i' if type_.signed else 'u'}{storage_bits(type_)}"


def is_odd(type_: Int) -> bool:
    """Whether the C type of an integer holds more values than the integer."""
    return storage_bits(type_) != type_.bits


def key(type_: Type) -> str:
    """A type as part of a name; different representations have different keys."""
    match type_:
        case Bool():
            return "bool"
        case Int():
            return f"{'i' if type_.signed else 'u'}{type_.bits}"
        case Float():
            return f"f{type_.bits}"
        case Void():
            return "void"
        case Enum() | Struct() | Union():
            return global_name(type_.name)
        case ErrorSet():
            return "error"
        case _:
            return _compound_key(type_)


def _compound_key(type_: Tuple | Array | Slice | Pointer | Optional | ErrorUnion | Fn) -> str:
    match type_:
        case Tuple():
            return f"tuple{len(type_.elements)}_{_joined(type_.elements)}"
        case Array():
            return f"array{type_.length}_{key(type_.element)}"
        case Slice():
            return f"{'c' if type_.const else ''}slice_{key(type_.element)}"
        case Pointer():
            return f"{'c' if type_.const else ''}ptr_{key(type_.target)}"
        case Optional():
            return f"opt_{key(type_.child)}"
        case ErrorUnion():
            return f"result_{key(type_.child)}"
        case Fn():
            return f"fn{len(type_.params)}_{_joined((*type_.params, type_.result))}"


def _joined(types: tuple[Type, ...]) -> str:
    keys = [key(type_) for type_ in types]
    return ("Z_" if any("__" in part for part in keys) else "_").join(keys)


def c_type(type_: Type) -> str:
    """The type in declarations."""
    match type_:
        case Bool():
            return "bool"
        case Int():
            bits = storage_bits(type_)
            if bits == 128:
                return "t27_i128" if type_.signed else "t27_u128"
            return f"{'int' if type_.signed else 'uint'}{bits}_t"
        case Float():
            return {16: "t27_f16", 32: "float", 64: "double"}[type_.bits]
        case Void():
            return "void"
        case ErrorSet():
            return "t27_error"
        case Pointer():
            return f"{'const ' if type_.const else ''}{_reference(type_.target)} *"
        case Enum() | Struct() | Union():
            return global_name(type_.name)
        case _:
            return f"t27_{key(type_)}"


def _reference(type_: Type) -> str:
    """The type where it need not be complete yet."""
    if isinstance(type_, Void):
        return "uint8_t"
    return f"struct {c_type(type_)}" if isinstance(type_, STRUCT_LIKE) else c_type(type_)


def declare(type_: Type, name: str) -> str:
    """A declaration of `name`, without the semicolon."""
    text = c_type(type_)
    return f"{text}{name}" if text.endswith("*") else f"{text} {name}"


class TypeTable:
    """Collects the types a file needs, and prints their definitions, each behind what it contains."""

    def __init__(self, decls: Declarations, module_id: str, known: set[str] | None = None) -> None:
        self.decls = decls
        self.module_id = module_id
        self.done: set[str] = set(known or ())
        self.texts: list[str] = []
        self._later: list[Type] = []

    def need(self, type_: Type) -> None:
        """Make sure that `type_` is defined."""
        self._later.append(type_)
        while self._later:
            self._define(self._later.pop(0))

    def _define(self, type_: Type) -> None:
        if isinstance(type_, Pointer):
            self._later.append(type_.target)
            return
        if not isinstance(type_, (*STRUCT_LIKE, Fn)) or key(type_) in self.done:
            return
        self.done.add(key(type_))
        if isinstance(type_, (Struct, Union)) and type_.name.module != self.module_id:
            return
        if isinstance(type_, Slice):
            self._later.append(type_.element)
        elif isinstance(type_, Fn):
            self._later += [*type_.params, type_.result]
        else:
            for member, _ in self.members(type_):
                self._define(member)
        self.texts.append(self._text(type_))

    def members(self, type_: Type) -> Members:
        """The members that have a type of the spec, with their C names; void ones have none."""
        match type_:
            case Tuple():
                found = [(element, f"f{number}") for number, element in enumerate(type_.elements)]
            case Optional() | ErrorUnion():
                found = [(type_.child, "value")]
            case Array():
                found = [(type_.element, "at")]
            case Struct() | Union():
                decl: StructDecl | UnionDecl
                decl = self.decls.struct(type_) if isinstance(type_, Struct) else self.decls.union(type_)
                found = [(field.type, local_name(field.name)) for field in decl.fields]
            case _:
                found = []
        return [member for member in found if not isinstance(member[0], Void)]

    def _text(self, type_: Type) -> str:
        if isinstance(type_, Fn):
            params = ", ".join(_reference(param) for param in type_.params) or "void"
            result = _reference(type_.result) if not isinstance(type_.result, Void) else "void"
            return _guarded(type_, f"typedef {result} (*{c_type(type_)})({params});\n")
        name = c_type(type_)
        lines = "".join(f"    {line}\n" for line in self._body(type_)) or "    uint8_t t27_empty;\n"
        if isinstance(type_, (Struct, Union)):
            return f"struct {name} {{\n{lines}}};\n"
        return _guarded(type_, f"typedef struct {name} {{\n{lines}}} {name};\n")

    def _body(self, type_: Type) -> list[str]:
        members = [f"{declare(member, name)};" for member, name in self.members(type_)]
        match type_:
            case Slice():
                return [f"{'const ' if type_.const else ''}{_reference(type_.element)} *ptr;", "uint64_t len;"]
            case Array():
                return [f"{declare(type_.element, 'at')}[{max(type_.length, 1)}];"]
            case Optional():
                return ["bool some;", *members]
            case ErrorUnion():
                return ["t27_error error;", *members]
            case Union():
                tag = f"{c_type(self.decls.union(type_).tag)} tag;"
                return [tag, "union {", *[f"    {member}" for member in members], "} as;"] if members else [tag]
            case Struct():
                decl = self.decls.struct(type_)
                docs = {local_name(field.name): field.doc for field in decl.fields}
                return _documented(self.members(type_), docs)
            case _:
                return members


def _documented(members: Members, docs: dict[str, str]) -> list[str]:
    lines: list[str] = []
    for type_, name in members:
        lines += [*comment(docs[name]), f"{declare(type_, name)};"]
    return lines


def _guarded(type_: Type, text: str) -> str:
    guard = f"T27_TYPE_{key(type_)}"
    return f"#ifndef {guard}\n#define {guard}\n{text}#endif\n"
