"""The layout of each type as the runtime `_t27c` builds it: Python text."""

from __future__ import annotations

from t27c.backends.c.types import storage_bits
from t27c.backends.pycode.names import field_name
from t27c.backends.pycode.shapes import needs_box
from t27c.backends.python.namespace import PythonNamespace
from t27c.ir.nodes import EnumDecl, Module, StructDecl, UnionDecl
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


def layout(ns: PythonNamespace, type_: Type) -> str:
    """The layout of a type."""
    match type_:
        case Bool():
            return "_t27c.BOOL"
        case Int():
            return f"_t27c.{'I' if type_.signed else 'U'}{storage_bits(type_)}"
        case Float():
            return f"_t27c.F{type_.bits}"
        case Void():
            return "_t27c.VOID"
        case ErrorSet():
            return "_t27c.ERROR"
        case Fn():
            return "_t27c.FUNCTION"
        case Enum() | Struct() | Union():
            return declared(ns, type_)
        case _:
            return _compound(ns, type_)


def _compound(ns: PythonNamespace, type_: Tuple | Array | Slice | Pointer | Optional | ErrorUnion) -> str:
    match type_:
        case Tuple():
            return f"_t27c.Tuple({', '.join(layout(ns, element) for element in type_.elements)})"
        case Array():
            return f"_t27c.Array({layout(ns, type_.element)}, {type_.length})"
        case Slice():
            return f"_t27c.Slice({layout(ns, type_.element)}, {type_.const})"
        case Pointer():
            return f"_t27c.Pointer(lambda: {layout(ns, type_.target)}, {type_.const})"
        case Optional():
            boxed = ", True" if needs_box(type_) else ""
            return f"_t27c.Optional({layout(ns, type_.child)}{boxed})"
        case ErrorUnion():
            return f"_t27c.Result({layout(ns, type_.child)})"


def declared(ns: PythonNamespace, type_: Enum | Struct | Union) -> str:
    """The layout of a declared type, which its own module holds."""
    package, dot, name = ns.type(type_.name).rpartition(".")
    return f"{package}{dot}_layout_{name}"


def definitions(ns: PythonNamespace, module: Module) -> list[str]:
    """The layouts of a module's types: enums first, then structs and unions, then what these consist of."""
    lines: list[str] = []
    for decl in sorted(module.types, key=lambda decl: not isinstance(decl, EnumDecl)):
        match decl:
            case EnumDecl():
                kind, tag = ns.type(decl.type.name), layout(ns, decl.tag)
                lines.append(f"{declared(ns, decl.type)} = _t27c.Enum({kind}, {tag})")
            case StructDecl():
                lines.append(f"{declared(ns, decl.type)} = _t27c.Struct({ns.type(decl.type.name)})")
            case UnionDecl():
                tag = declared(ns, decl.tag)
                lines.append(f"{declared(ns, decl.type)} = _t27c.Union({ns.type(decl.type.name)}, {tag})")
    return [*lines, *_members(ns, module)]


def _members(ns: PythonNamespace, module: Module) -> list[str]:
    """Fields, those of inner structs before those of outer ones."""
    pending = {decl.type.name: decl for decl in module.types if not isinstance(decl, EnumDecl)}
    lines: list[str] = []

    def visit(decl: StructDecl | UnionDecl) -> None:
        if pending.pop(decl.type.name, None) is None:
            return
        for field in decl.fields:
            for name in _held(field.type):
                if name in pending:
                    visit(pending[name])
        lines.append(_setting(ns, decl))

    for decl in list(pending.values()):
        visit(decl)
    return lines


def _held(type_: Type) -> list[object]:
    """The declared types whose size counts in a value of the type."""
    match type_:
        case Struct() | Union():
            return [type_.name]
        case Array():
            return _held(type_.element)
        case Optional() | ErrorUnion():
            return _held(type_.child)
        case Tuple():
            return [name for element in type_.elements for name in _held(element)]
        case _:
            return []


def _setting(ns: PythonNamespace, decl: StructDecl | UnionDecl) -> str:
    target = declared(ns, decl.type)
    if isinstance(decl, StructDecl):
        parts = [f"{field_name(field.name)}={layout(ns, field.type)}" for field in decl.fields]
        return f"{target}.set({', '.join(parts)})"
    tags = dict(ns.decls.enum(decl.tag).variants)
    pairs = [f"{tags[field.name]}: {layout(ns, field.type)}" for field in decl.fields]
    return f"{target}.set({{{', '.join(pairs)}}})"


