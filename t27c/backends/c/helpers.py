"""Small functions that a file gets for the types it handles: equality, undefined values, checked parts, views."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from t27c.backends.c.types import c_type, int_suffix, is_odd
from t27c.ir.types import (
    Array,
    Bool,
    Enum,
    ErrorSet,
    ErrorUnion,
    Float,
    Int,
    Optional,
    Slice,
    Struct,
    Tuple,
    Type,
    Union,
    Void,
)

if TYPE_CHECKING:
    from t27c.backends.c.file import FileContext

Maker = Callable[["FileContext", Type, str], str]
SCALARS = (Bool, Int, Float, Enum)


def function(head: str, *lines: str) -> str:
    """A static inline function of these lines."""
    return f"static inline {head} {{\n" + "".join(f"    {line}\n" for line in lines) + "}\n"


def equal(file: FileContext, type_: Type, left: str, right: str) -> str:
    """The text of `left == right` for two simple operands."""
    match type_:
        case Void():
            return "true"
        case Float(bits=16):
            return f"t27_f16_to_f32({left}) == t27_f16_to_f32({right})"
        case ErrorSet():
            return f"t27_error_eq({left}, {right})"
        case Struct() | Tuple() | Array() | Slice() | Optional() | ErrorUnion():
            return f"{file.helper('equal', type_)}({left}, {right})"
        case _:
            return f"{left} == {right}"


def _equal(file: FileContext, type_: Type, name: str) -> str:
    head = f"bool {name}({c_type(type_)} a, {c_type(type_)} b)"
    match type_:
        case Slice():
            each = equal(file, type_.element, "a.ptr[i]", "b.ptr[i]")
            return function(head, "if (a.len != b.len) {", "    return false;", "}", *_all("a.len", each))
        case Array():
            if type_.length == 0:
                return function(head, "(void)a;", "(void)b;", "return true;")
            return function(head, *_all(f"{type_.length}u", equal(file, type_.element, "a.at[i]", "b.at[i]")))
        case Optional():
            inner = equal(file, type_.child, "a.value", "b.value")
            return function(head, f"return a.some == b.some && (!a.some || {inner});")
        case ErrorUnion():
            inner = equal(file, type_.child, "a.value", "b.value")
            if isinstance(type_.child, Void):
                return function(head, "return t27_error_eq(a.error, b.error);")
            errors = ["if (a.error != NULL || b.error != NULL) {", "    return t27_error_eq(a.error, b.error);", "}"]
            return function(head, *errors, f"return {inner};")
        case _:
            parts = [equal(file, member, f"a.{part}", f"b.{part}") for member, part in file.types.members(type_)]
            if not parts:
                return function(head, "(void)a;", "(void)b;", "return true;")
            return function(head, f"return {' && '.join(parts)};")


def _all(length: str, test: str) -> list[str]:
    negated = f"!({test})"
    return [
        f"for (uint64_t i = 0; i < {length}; i++) {{", f"    if ({negated}) {{", "        return false;", "    }", "}",
        "return true;",
    ]  # fmt: skip


def _view(file: FileContext, type_: Type, name: str) -> str:
    """A part of `length` elements from `ptr`."""
    assert isinstance(type_, Slice)
    element = f"{'const ' if type_.const else ''}{c_type(type_.element)} *"
    head = f"{c_type(type_)} {name}({element}ptr, uint64_t length, uint64_t low, uint64_t high, t27_site at)"
    check = ["t27_check_pointer(ptr, at);"] if file.checks_views else []
    result = f"const {c_type(type_)} part = {{.ptr = ptr == NULL ? ptr : ptr + low, .len = high - low}};"
    return function(head, *check, "t27_check_slice(low, high, length, at);", result, "return part;")


def _part(file: FileContext, type_: Type, name: str) -> str:
    """A part of a slice value; `to_end` leaves its upper end."""
    view = file.helper("view", type_)
    head = f"{c_type(type_)} {name}({c_type(type_)} whole, uint64_t low, uint64_t high, bool to_end, t27_site at)"
    return function(head, f"return {view}(whole.ptr, whole.len, low, to_end ? whole.len : high, at);")


def _as_const(file: FileContext, type_: Type, name: str) -> str:
    """A const view of a mutable one."""
    assert isinstance(type_, Slice)
    result = Slice(element=type_.element, const=True)
    text = file.type(result)
    head = f"{text} {name}({c_type(type_)} whole)"
    return function(head, f"const {text} view = {{.ptr = whole.ptr, .len = whole.len}};", "return view;")


def _element(file: FileContext, type_: Type, name: str) -> str:
    """The address of an element of a slice value."""
    assert isinstance(type_, Slice)
    element = f"{'const ' if type_.const else ''}{c_type(type_.element)} *"
    head = f"{element}{name}({c_type(type_)} whole, uint64_t index, t27_site at)"
    return function(head, "return whole.ptr + t27_index_of(whole.ptr, index, whole.len, at);")


def _length(file: FileContext, type_: Type, name: str) -> str:
    """The length of a slice that may be undefined."""
    return function(
        f"uint64_t {name}({c_type(type_)} whole, t27_site at)", "t27_check_pointer(whole.ptr, at);", "return whole.len;"
    )


def _unwrap(file: FileContext, type_: Type, name: str) -> str:
    """The address of the value in an optional."""
    assert isinstance(type_, Optional)
    failure = 't27_fail(T27_NULL_UNWRAP, at, "the optional is null")'
    if isinstance(type_.child, Void):
        head = f"void {name}(const {c_type(type_)} *whole, t27_site at)"
        return function(head, f"T27_CHECK(whole->some, {failure});", "(void)whole;")
    child = c_type(type_.child)
    head = f"{child}{'' if child.endswith('*') else ' '}*{name}(const {c_type(type_)} *whole, t27_site at)"
    return function(head, f"T27_CHECK(whole->some, {failure});", f"return ({child} *)&whole->value;")


def _active(file: FileContext, type_: Type, name: str) -> str:
    """The union itself, if the field with `tag` is the active one."""
    assert isinstance(type_, Union)
    tag = c_type(file.decls.union(type_).tag)
    failure = 't27_fail(T27_INACTIVE_FIELD, at, "another field of the union is active")'
    head = f"{c_type(type_)} *{name}(const {c_type(type_)} *whole, {tag} tag, t27_site at)"
    result = f"return ({c_type(type_)} *)whole;"
    return function(head, f"T27_CHECK(whole->tag == tag, {failure});", "(void)tag;", result)


def _enum_of(file: FileContext, type_: Type, name: str) -> str:
    """The variant with a tag."""
    assert isinstance(type_, Enum)
    tag = file.decls.enum(type_).tag
    shown = "t27_value_i((int64_t)tag)" if tag.signed else "t27_value_u((uint64_t)tag)"
    wide = "int64_t" if tag.signed else "uint64_t"
    cases = [f"case {file.variant(type_, value)}:" for _, value in file.decls.enum(type_).variants]
    head = f"{c_type(type_)} {name}({wide} tag, t27_site at)"
    failure = f'T27_FAIL1(T27_INVALID_ENUM, at, "no variant has this tag", {shown});'
    result = f"    return ({c_type(type_)})tag;"
    return function(head, "switch (tag) {", *cases, result, "default:", f"    {failure}", "}")


def _tag_name(file: FileContext, type_: Type, name: str) -> str:
    """The name of a variant as a string."""
    assert isinstance(type_, Enum)
    text = file.type(Slice(element=Int(bits=8, signed=False), const=True))
    lines = []
    for variant, value in file.decls.enum(type_).variants:
        result = f'({text}){{.ptr = (const uint8_t *)"{variant}", .len = {len(variant)}u}}'
        lines += [f"case {file.variant(type_, value)}:", f"    return {result};"]
    failure = 't27_fail(T27_INVALID_ENUM, at, "the enum has no valid variant");'
    head = f"{text} {name}({c_type(type_)} tag, t27_site at)"
    return function(head, "switch (tag) {", *lines, "default:", f"    {failure}", "}")


def _overflowing(operation: str) -> Maker:
    def make(file: FileContext, type_: Type, name: str) -> str:
        assert isinstance(type_, Tuple)
        number = type_.elements[0]
        assert isinstance(number, Int)
        text = c_type(number)
        lines = [f"{text} r;", f"bool lost = __builtin_{operation}_overflow(a, b, &r);"]
        if is_odd(number):
            wrap = f"t27_wrap_{int_suffix(number)}"
            lines += [f"const {text} low = {wrap}(r, {number.bits}u);", "lost = lost || low != r;", "r = low;"]
        result = f"const {c_type(type_)} pair = {{.f0 = r, .f1 = lost ? 1 : 0}};"
        return function(f"{c_type(type_)} {name}({text} a, {text} b)", *lines, result, "return pair;")

    return make


HELPERS: dict[str, Maker] = {
    "equal": _equal,
    "view": _view,
    "part": _part,
    "as_const": _as_const,
    "element": _element,
    "length": _length,
    "unwrap": _unwrap,
    "active": _active,
    "enum_of": _enum_of,
    "tag_name": _tag_name,
    "add_overflow": _overflowing("add"),
    "sub_overflow": _overflowing("sub"),
    "mul_overflow": _overflowing("mul"),
}
