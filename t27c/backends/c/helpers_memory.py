"""Helper functions that move or search elements: fill, join and repeat arrays, copy and search slices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from t27c.backends.c.helpers import Maker, equal, function
from t27c.backends.c.types import c_type
from t27c.ir.types import USIZE, Array, Int, Optional, Slice, Tuple, Type

if TYPE_CHECKING:
    from t27c.backends.c.file import FileContext

_INDEX = Optional(child=USIZE)


def _splat(file: FileContext, type_: Type, name: str) -> str:
    """An array of equal elements."""
    assert isinstance(type_, Array)
    loop = [f"for (uint64_t i = 0; i < {type_.length}u; i++) {{", "    r.at[i] = value;", "}"]
    head = f"{c_type(type_)} {name}({c_type(type_.element)} value)"
    if not type_.length:
        return function(head, f"const {c_type(type_)} r = {{0}};", "(void)value;", "return r;")
    return function(head, f"{c_type(type_)} r;", *loop, "return r;")


def _concat(file: FileContext, type_: Type, name: str) -> str:
    """Two arrays, one behind the other; the type is the tuple of both and the result."""
    assert isinstance(type_, Tuple)
    left, right, whole = type_.elements
    assert isinstance(left, Array)
    assert isinstance(right, Array)
    head = f"{file.type(whole)} {name}({file.type(left)} a, {file.type(right)} b)"
    size = f"sizeof({c_type(left.element)})"
    lines = [f"{c_type(whole)} r;"]
    lines += [f"t27_move(r.at, a.at, {left.length}u * {size});"] if left.length else ["(void)a;"]
    lines += [f"t27_move(r.at + {left.length}, b.at, {right.length}u * {size});"] if right.length else ["(void)b;"]
    if not left.length and not right.length:
        lines.append("memset(&r, 0, sizeof r);")
    return function(head, *lines, "return r;")


def _repeat(file: FileContext, type_: Type, name: str) -> str:
    """An array several times; the type is the pair of the array and the result."""
    assert isinstance(type_, Tuple)
    part, whole = type_.elements
    assert isinstance(part, Array)
    assert isinstance(whole, Array)
    head = f"{file.type(whole)} {name}({file.type(part)} a)"
    if not whole.length:
        return function(head, f"const {c_type(whole)} r = {{0}};", "(void)a;", "return r;")
    loop = [f"for (uint64_t i = 0; i < {whole.length}u; i++) {{", f"    r.at[i] = a.at[i % {part.length}u];", "}"]
    return function(head, f"{c_type(whole)} r;", *loop, "return r;")


def _check(file: FileContext, *names: str) -> list[str]:
    """Checks that views are not undefined, where the program has undefined ones."""
    return [f"t27_check_pointer({name}.ptr, at);" for name in names] if file.checks_views else []


def _mem_copy(file: FileContext, type_: Type, name: str) -> str:
    assert isinstance(type_, Slice)
    const = Slice(element=type_.element, const=True)
    head = f"void {name}({c_type(type_)} to, {file.type(const)} from, t27_site at)"
    move = f"t27_move(to.ptr, from.ptr, to.len * sizeof({c_type(type_.element)}));"
    return function(head, *_check(file, "to", "from"), "t27_check_lengths(to.len, from.len, at);", move)


def _mem_set(file: FileContext, type_: Type, name: str) -> str:
    assert isinstance(type_, Slice)
    loop = ["for (uint64_t i = 0; i < to.len; i++) {", "    to.ptr[i] = value;", "}"]
    head = f"void {name}({c_type(type_)} to, {c_type(type_.element)} value, t27_site at)"
    return function(head, "(void)at;", *_check(file, "to"), *loop)


def _index_of_scalar(file: FileContext, type_: Type, name: str) -> str:
    assert isinstance(type_, Slice)
    result = file.type(_INDEX)
    head = f"{result} {name}({c_type(type_)} whole, {c_type(type_.element)} value, t27_site at)"
    test = equal(file, type_.element, "whole.ptr[i]", "value")
    return function(
        head, "(void)at;", *_check(file, "whole"),
        "for (uint64_t i = 0; i < whole.len; i++) {", f"    if ({test}) {{",
        f"        return ({result}){{.some = true, .value = i}};", "    }", "}",
        f"return ({result}){{.some = false}};",
    )  # fmt: skip


def _matches(file: FileContext, type_: Type, name: str) -> str:
    """Whether the elements of `part` stand in `whole` from `start`."""
    assert isinstance(type_, Slice)
    text = c_type(type_)
    test = equal(file, type_.element, "whole.ptr[start + i]", "part.ptr[i]")
    lines = ["for (uint64_t i = 0; i < part.len; i++) {", f"    if (!({test})) {{"]
    lines += ["        return false;", "    }", "}"]
    return function(f"bool {name}({text} whole, uint64_t start, {text} part)", *lines, "return true;")


def _index_of(file: FileContext, type_: Type, name: str) -> str:
    result, text, matches = file.type(_INDEX), c_type(type_), file.helper("matches", type_)
    return function(
        f"{result} {name}({text} whole, {text} part, t27_site at)", "(void)at;", *_check(file, "whole", "part"),
        "for (uint64_t i = 0; part.len <= whole.len && i <= whole.len - part.len; i++) {",
        f"    if ({matches}(whole, i, part)) {{", f"        return ({result}){{.some = true, .value = i}};",
        "    }", "}",
        f"return ({result}){{.some = false}};",
    )  # fmt: skip


def _starts_with(file: FileContext, type_: Type, name: str) -> str:
    text, matches = c_type(type_), file.helper("matches", type_)
    test = f"return part.len <= whole.len && {matches}(whole, 0u, part);"
    head = f"bool {name}({text} whole, {text} part, t27_site at)"
    return function(head, "(void)at;", *_check(file, "whole", "part"), test)


def _ends_with(file: FileContext, type_: Type, name: str) -> str:
    text, matches = c_type(type_), file.helper("matches", type_)
    test = f"return part.len <= whole.len && {matches}(whole, whole.len - part.len, part);"
    head = f"bool {name}({text} whole, {text} part, t27_site at)"
    return function(head, "(void)at;", *_check(file, "whole", "part"), test)


def _error_name(file: FileContext, type_: Type, name: str) -> str:
    text = file.type(Slice(element=Int(bits=8, signed=False), const=True))
    failure = 't27_fail(T27_INVALID_ENUM, at, "the error is undefined")'
    result = f"return ({text}){{.ptr = (const uint8_t *)error, .len = strlen(error)}};"
    head = f"{text} {name}(t27_error error, t27_site at)"
    return function(head, f"T27_CHECK(!t27_is_undefined(error), {failure});", result)


def _bits(file: FileContext, type_: Type, name: str) -> str:
    """The bytes of one value as those of another; the type is the pair of both."""
    assert isinstance(type_, Tuple)
    source, target = (file.type(element) for element in type_.elements)
    check = f'_Static_assert(sizeof({source}) == sizeof({target}), "sizes differ");'
    copy = "memcpy(&to, &from, sizeof to);"
    return function(f"{target} {name}({source} from)", check, f"{target} to;", copy, "return to;")


MEMORY_HELPERS: dict[str, Maker] = {
    "splat": _splat,
    "concat": _concat,
    "repeat": _repeat,
    "mem_copy": _mem_copy,
    "mem_set": _mem_set,
    "index_of_scalar": _index_of_scalar,
    "matches": _matches,
    "index_of": _index_of,
    "starts_with": _starts_with,
    "ends_with": _ends_with,
    "error_name": _error_name,
    "bits": _bits,
}
