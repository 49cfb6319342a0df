"""Builds types, and names those that specs do not have."""

from __future__ import annotations

import re

from t27c.syntax import ast
from t27c.syntax.to_ast.base import Base, Parts, nodes
from t27c.syntax.tokens import Token

_STRINGS = frozenset({"str", "string", "String"})
_PSEUDO = {
    "int": "i32", "Int": "i32", "integer": "i32", "uint": "u32", "long": "i64", "short": "i16", "byte": "u8",
    "float": "f32", "Float": "f32", "double": "f64", "F64": "f64", "F32": "f32", "U8": "u8", "U16": "u16", "U32": "u32",
    "U64": "u64", "I8": "i8", "I16": "i16", "I32": "i32", "I64": "i64", "Usize": "usize", "Bool": "bool",
    "boolean": "bool",
    "Const": "the type itself, without `Const`",
}  # fmt: skip
_REFUSED = {
    "Vec": "write `[]T`, or an array `[N]T` and a length", "List": "write `[]T`, or an array `[N]T` and a length",
    "ArrayList": "write an array `[N]T` and a length", "HashMap": "write an array of pairs",
    "Map": "write an array of pairs", "Result": "write an error union `E!T`", "Box": "write `*T`",
}  # fmt: skip
_TOO_WIDE = re.compile(r"f80|f128|[ui]0\Z")


class TypeBuilder(Base):
    """Builds types from types. `declared` holds the names that the file gives to types of its own."""

    declared: frozenset[str] = frozenset()

    def type_part(self, parts: Parts) -> ast.Type:
        """`: T`"""
        return parts[1]  # type: ignore[no-any-return]

    def path(self, parts: Parts) -> ast.Type:
        """One name."""
        token: Token = parts[0]
        text = token.text
        if text in self.declared:
            return self._named((token,))
        if text in _STRINGS:
            return ast.StringType(spelling=text, span=self.place(token))
        if text == "anytype":
            return ast.AnyType(span=self.place(token))
        if text == "char":
            return ast.PathType(segments=(ast.Name(text="u8", span=self.place(token)),), span=self.place(token))
        if text in _PSEUDO:
            wanted = _PSEUDO[text]
            self.refuse(
                "unsupported-type",
                f"`{text}` is not a type here",
                token,
                f"write {wanted if ' ' in wanted else f'`{wanted}`'}",
            )
        elif _TOO_WIDE.match(text):
            self.refuse("unsupported-type", f"`{text}` is not a type here", token, "floats are `f16`, `f32` and `f64`"
                        if text[0] == "f" else "an integer has at least one bit")  # fmt: skip
        return self._named((token,))

    def _named(self, names: tuple[Token, ...]) -> ast.PathType:
        span = self.span(names[0], names[-1])
        return ast.PathType(segments=tuple(self.name(token) for token in names), span=span)

    def path_link(self, parts: Parts) -> Token:
        """`.` or `::`"""
        return parts[0]  # type: ignore[no-any-return]

    def path_more(self, parts: Parts) -> ast.Type:
        """`m::T`"""
        first: ast.Type = parts[0]
        if type(first) is ast.StringType:
            first = ast.PathType(segments=(ast.Name(text=first.spelling, span=first.span),), span=first.span)
        if type(first) is not ast.PathType:
            return first
        return ast.PathType(segments=(*first.segments, self.name(parts[2])), span=self.whole(parts))

    def generic(self, parts: Parts) -> ast.Type:
        """`Option<T>`; other types have no arguments."""
        outer: ast.Type = parts[0]
        inner = nodes(parts[1:])
        span = self.whole(parts)
        name = outer.segments[-1].text if type(outer) is ast.PathType else ""
        if name == "Option" and len(inner) == 1:
            return ast.OptionalType(inner=inner[0], span=span)
        wanted = _REFUSED.get(name, "declare a type for each element type")
        self.problems.report("unsupported-type", f"`{name}<..>` is not a type here", span, helps=(wanted,))
        return outer

    def builtin_type(self, parts: Parts) -> ast.Type:
        """`@This()` is `Self`."""
        span = self.whole(parts)
        if parts[0].text != "@This":
            self.problems.report("unsupported-type", f"`{parts[0].text}()` is not a type here", span)
        return ast.PathType(segments=(ast.Name(text="Self", span=span),), span=span)

    def optional_type(self, parts: Parts) -> ast.OptionalType:
        """`?T`"""
        return ast.OptionalType(inner=parts[1], span=self.whole(parts))

    def optional_behind(self, parts: Parts) -> ast.OptionalType:
        """`T?`"""
        return ast.OptionalType(inner=parts[0], span=self.whole(parts))

    def error_union(self, parts: Parts) -> ast.ErrorUnionType:
        """`E!T`"""
        return ast.ErrorUnionType(error=parts[0], value=parts[2], span=self.whole(parts))

    def any_error_union(self, parts: Parts) -> ast.ErrorUnionType:
        """`!T`"""
        return ast.ErrorUnionType(error=None, value=parts[1], span=self.whole(parts))

    def pointer_type(self, parts: Parts) -> ast.Type:
        """`*T`, `*const T`; a pointer to a function type is that function type."""
        if type(parts[2]) is ast.FnType:
            return parts[2]
        return ast.PointerType(is_const=parts[1] is not None, target=parts[2], span=self.whole(parts))

    def reference_type(self, parts: Parts) -> ast.Type:
        """`&T`, `&mut T`, `&[T]`, `&str`"""
        target: ast.Type = parts[2]
        is_const = parts[1] is None
        span = self.whole(parts)
        if type(target) is ast.StringType:
            return ast.StringType(spelling=target.spelling, span=span)
        if type(target) is ast.SliceType and target.is_const is None:
            return ast.SliceType(is_const=is_const, element=target.element, span=span)
        return ast.PointerType(is_const=is_const, target=target, span=span)

    def slice_type(self, parts: Parts) -> ast.SliceType:
        """`[]T`, `[]const T`"""
        return ast.SliceType(is_const=parts[2] is not None, element=parts[3], span=self.whole(parts))

    def array_type(self, parts: Parts) -> ast.ArrayType:
        """`[N]T`, `[_]T`"""
        length: ast.Expr = parts[1]
        inferred = type(length) is ast.NameRef and length.name == "_"
        return ast.ArrayType(length=None if inferred else length, element=parts[3], span=self.whole(parts))

    def list_type(self, parts: Parts) -> ast.SliceType:
        """`[T]`"""
        return ast.SliceType(is_const=None, element=parts[1], span=self.whole(parts))

    def repeat_type(self, parts: Parts) -> ast.ArrayType:
        """`[T; N]`"""
        return ast.ArrayType(length=parts[3], element=parts[1], span=self.whole(parts))

    def tuple_item(self, parts: Parts) -> ast.TupleItem:
        """`A`, `lo: A`"""
        name = self.name(parts[0]) if parts[0] is not None else None
        return ast.TupleItem(name=name, type=parts[2], span=self.whole(parts))

    def tuple_type(self, parts: Parts) -> ast.Type:
        """`(A, B)`; `(A)` is `A`."""
        items = nodes(parts)
        if len(items) == 1 and items[0].name is None:
            return items[0].type  # type: ignore[no-any-return]
        return ast.TupleType(items=tuple(items), span=self.whole(parts))

    def fn_type(self, parts: Parts) -> ast.FnType:
        """`fn(A) R`"""
        result: ast.Type | None = parts[-1]
        params = tuple(nodes(parts[:-1]))
        return ast.FnType(params=params, result=result, span=self.whole(parts))

    def struct_type(self, parts: Parts) -> ast.StructType:
        """`struct {..}`"""
        fields, consts, methods = parts[1][1:]
        for extra in (*consts, *methods):
            self.refuse("expected-token", "a struct without a name holds fields only", extra.name)
        return ast.StructType(fields=fields, span=self.span(parts[0], parts[1][0]))
