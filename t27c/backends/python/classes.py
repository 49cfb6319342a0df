"""Classes of a module: structs as slotted dataclasses, enums, unions, with the methods that copy and check them."""

from __future__ import annotations

from collections.abc import Callable

from t27c.backends.printer import LineWriter, comment_lines
from t27c.backends.pycode.code import Code
from t27c.backends.pycode.copies import copy_code, equal_code
from t27c.backends.pycode.hints import hint, public_result_hint
from t27c.backends.pycode.literals import docstring
from t27c.backends.pycode.names import MODULE_RESERVED, field_name, variant_name
from t27c.backends.pycode.shapes import is_direct
from t27c.backends.pycode.values import value_code
from t27c.backends.python.arguments import argument
from t27c.backends.python.functions import doc_of, parameters
from t27c.backends.python.namespace import PythonNamespace
from t27c.ir.nodes import EnumDecl, FieldDecl, Function, StructDecl, TypeDecl, UnionDecl
from t27c.ir.types import Array, Pointer, Slice, Struct, Type, Union, Void, is_aggregate


def class_text(ns: PythonNamespace, decl: TypeDecl) -> str:
    """The class of a declared type."""
    writer = LineWriter()
    match decl:
        case EnumDecl():
            _enum(ns, decl, writer)
        case StructDecl():
            _struct(ns, decl, writer)
        case UnionDecl():
            _union(ns, decl, writer)
    return writer.text


def _doc(text: str, otherwise: str) -> list[str]:
    return docstring(comment_lines(text)) or docstring([otherwise])


def _enum(ns: PythonNamespace, decl: EnumDecl, writer: LineWriter) -> None:
    writer.line(f"class {ns.type(decl.type.name)}(IntEnum):")
    with writer.indented():
        writer.extend(_doc(decl.doc, f"`{decl.type.name.name}` of the spec."))
        writer.line()
        writer.extend(f"{variant_name(name)} = {tag}" for name, tag in decl.variants)
        _methods(ns, decl.type.name.name, writer)


def _struct(ns: PythonNamespace, decl: StructDecl, writer: LineWriter) -> None:
    name = ns.type(decl.type.name)
    writer.extend(["@dataclass(slots=True, eq=False)", f"class {name}:"])
    with writer.indented():
        writer.extend(_doc(decl.doc, f"`{decl.type.name.name}` of the spec."))
        if decl.fields:
            writer.line()
        for field in _by_default(decl):
            writer.line(_field(ns, field))
            writer.extend(docstring(comment_lines(field.doc)))
        _equality(ns, decl, name, writer)
        _copying(decl, name, writer)
        _checking(ns, decl, name, writer)
        _methods(ns, decl.type.name.name, writer)


def _by_default(decl: StructDecl) -> list[FieldDecl]:
    """Fields with a default come last, as dataclasses want it; calls name their fields."""
    return sorted(decl.fields, key=lambda field: field.default is not None)


def _field(ns: PythonNamespace, field: FieldDecl) -> str:
    text = f"{field_name(field.name)}: {hint(ns, field.type)}"
    if field.default is None:
        return text
    default = value_code(ns, field.type, field.default).text
    if is_aggregate(field.type) or isinstance(field.type, (Slice, Pointer)):
        return f"{text} = field(default_factory=lambda: {default})"
    return f"{text} = {default}"


def _equality(ns: PythonNamespace, decl: StructDecl, name: str, writer: LineWriter) -> None:
    if any(isinstance(field.type, Union) for field in decl.fields):
        return
    tests = []
    for field in decl.fields:
        attribute = field_name(field.name)
        equal = equal_code(field.type, Code(f"self.{attribute}"), Code(f"other.{attribute}"))
        tests.append(equal.inside(equal.prec.NOT))
    writer.extend(["", "def __eq__(self, other: object) -> bool:"])
    with writer.indented():
        writer.extend([f"if not isinstance(other, {name}):", "    return NotImplemented"])
        writer.line(f"return bool({' and '.join(tests) or 'True'})")


def _copying(decl: StructDecl, name: str, writer: LineWriter) -> None:
    names = [field_name(field.name) for field in decl.fields]
    copies = [copy_code(f.type, Code(f"self.{n}")).text for f, n in zip(decl.fields, names, strict=True)]
    writer.extend(["", f"def _copy(self) -> {name}:"])
    with writer.indented():
        writer.line(f"return {name}({_keywords(names, copies)})")
    writer.extend(["", f"def _assign(self, other: {name}) -> None:"])
    with writer.indented():
        writer.extend(_store(f.type, n) for f, n in zip(decl.fields, names, strict=True))
        if not names:
            writer.line("pass")


def _keywords(names: list[str], texts: list[str]) -> str:
    return ", ".join(f"{name}={text}" for name, text in zip(names, texts, strict=True))


def _store(type_: Type, name: str) -> str:
    """Parts that pointers may lead to are written into, not replaced."""
    if isinstance(type_, Array):
        return f"_t27.store(self.{name}, other.{name})"
    return f"self.{name}._assign(other.{name})" if is_direct(type_) else f"self.{name} = other.{name}"


def _checking(ns: PythonNamespace, decl: StructDecl, name: str, writer: LineWriter) -> None:
    names = [field_name(field.name) for field in decl.fields]
    pairs = zip(decl.fields, names, strict=True)
    checks = [argument(ns, f.type, Code(f"self.{n}"), f'f"{{name}}.{n}"').text for f, n in pairs]
    writer.extend(["", f"def _checked(self, name: str) -> {name}:"])
    with writer.indented():
        writer.line(f"return {name}({_keywords(names, checks)})")


def _union(ns: PythonNamespace, decl: UnionDecl, writer: LineWriter) -> None:
    name, tag = ns.type(decl.type.name), ns.type(decl.tag.name)
    writer.line(f"class {name}(_t27.Tagged):")
    with writer.indented():
        parts = [f"{tag}.{variant_name(f.name)}: {hint(ns, f.type)}" for f in decl.fields]
        writer.extend(docstring([*(comment_lines(decl.doc) or [f"`{decl.type.name.name}` of the spec."]), "", *parts]))
        writer.extend(["", "__slots__ = ()", f"tag: {tag}"])
        _union_method(writer, f"def _copy(self) -> {name}:", name, tag, decl, copy_code)

        def checked(type_: Type, value: Code) -> Code:
            return argument(ns, type_, value, "name")

        _union_method(writer, f"def _checked(self, name: str) -> {name}:", name, tag, decl, checked)
        _methods(ns, decl.type.name.name, writer)


def _union_method(
    writer: LineWriter, head: str, name: str, tag: str, decl: UnionDecl, convert: Callable[[Type, Code], Code]
) -> None:
    """A method that makes a new union, with the value converted by the type of the active field."""
    writer.extend(["", head])
    with writer.indented():
        for field in decl.fields:
            converted = convert(field.type, Code("self.value")).text
            if converted != "self.value" and not isinstance(field.type, Void):
                writer.extend(
                    [
                        f"if self.tag == {tag}.{variant_name(field.name)}:",
                        f"    return {name}(self.tag, {converted})",
                    ]
                )
        writer.line(f"return {name}(self.tag, self.value)")


def _methods(ns: PythonNamespace, type_name: str, writer: LineWriter) -> None:
    """Functions declared inside the type, as methods that call them."""
    for function in ns.methods.get(type_name, ()):
        name = function.name.name.partition(".")[2]
        if name.isidentifier():
            _method(ns, function, field_name(name), writer)


def _method(ns: PythonNamespace, function: Function, name: str, writer: LineWriter) -> None:
    names, params = parameters(ns, function, MODULE_RESERVED)
    is_static = not function.params or not _is_self(function)
    if not is_static:
        params[0], names[0] = "self", "self"
    writer.line()
    if is_static:
        writer.line("@staticmethod")
    writer.line(f"def {name}({', '.join(params)}) -> {public_result_hint(ns, function.result)}:")
    with writer.indented():
        writer.extend(doc_of(function))
        start = "" if isinstance(function.result, Void) else "return "
        writer.line(f"{start}{ns.own.public(function.name.name)}({', '.join(names)})")


def _is_self(function: Function) -> bool:
    """Whether the first parameter is the type itself, or a pointer to it."""
    type_ = function.params[0].type
    if isinstance(type_, Pointer):
        type_ = type_.target
    owner = function.name.name.partition(".")[0]
    return isinstance(type_, (Struct, Union)) and type_.name.name == owner
