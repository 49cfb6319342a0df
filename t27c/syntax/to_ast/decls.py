"""Builds declarations. Their `doc` is filled in later, from the comments of the file."""

from __future__ import annotations

from typing import Any

from t27c.source import Span
from t27c.syntax import ast
from t27c.syntax.to_ast.base import Base, Parts, nodes, tokens
from t27c.syntax.to_ast.stmts import StmtBuilder
from t27c.syntax.to_ast.types import TypeBuilder
from t27c.syntax.tokens import Token

_TYPE_DECLS = (ast.Alias, ast.StructDecl, ast.UnionDecl, ast.EnumDecl, ast.ErrorSet)
Members = tuple[Token, tuple[ast.Field, ...], tuple[ast.Const, ...], tuple[ast.Function, ...]]


class Body:
    """The right side of `const N = struct {..}`: its word, tag and members."""

    def __init__(self, word: Token, tag: Any, members: Members) -> None:
        self.word = word
        self.tag = tag
        self.members = members


class DeclBuilder(StmtBuilder, TypeBuilder, Base):
    """Builds declarations from names, types, values and statements."""

    # --- constants, variables, aliases, imports

    def const_decl(self, parts: Parts) -> Any:
        """`const N : T = e;`, `const N = struct {..};`"""
        word, name, kind, _, value, end = parts
        span = self._through(word, end, value.members[0] if isinstance(value, Body) else value)
        if isinstance(value, Body):
            return self._named_body(self.name(name), value, span)
        if isinstance(value, ast.ErrorSetLit) and kind is None:
            return ast.ErrorSet(name=self.name(name), names=value.names, span=span)
        if isinstance(value, ast.TypeExpr) and kind is None:
            return ast.Alias(name=self.name(name), type=value.type, span=span)
        return ast.Const(name=self.name(name), type=kind, value=value, span=span)

    def _through(self, first: Token, end: Token | None, last: Any) -> Span:
        return self.span(first, end if end is not None and end.end > end.start else last)

    def var_decl(self, parts: Parts) -> ast.Var:
        """`var n : T = e;`"""
        word, name, kind, sign, value, end = parts
        if sign is None:
            value = self.undefined(word, name, True)
        return ast.Var(name=self.name(name), type=kind, value=value, span=self._through(word, end, value))

    def alias_decl(self, parts: Parts) -> ast.Alias:
        """`type W = T;`"""
        return ast.Alias(name=self.name(parts[1]), type=parts[3], span=self._through(parts[0], parts[4], parts[3]))

    def use_decl(self, parts: Parts) -> ast.Use:
        """`use a::b;`, `use a::b::{X};`"""
        brace = next((at for at, part in enumerate(parts) if type(part) is Token and part.type == "LBRACE"), len(parts))
        path = tuple(self.name(token) for token in tokens(parts[:brace], "NAME"))
        inner = tokens(parts[brace:], "NAME")
        names = tuple(self.name(token) for token in inner) if inner else None
        last = next(part for part in reversed(parts) if part is not None)
        return ast.Use(path=path, names=names, span=self.span(parts[0], last))

    # --- types

    def struct_body(self, parts: Parts) -> Body:
        """`struct {..}`"""
        return Body(parts[0], None, parts[1])

    def enum_body(self, parts: Parts) -> Body:
        """`enum(T) {..}`"""
        return Body(parts[0], parts[2], parts[-1])

    def union_body(self, parts: Parts) -> Body:
        """`union(enum) {..}`"""
        return Body(parts[0], parts[2], parts[-1])

    def struct_decl(self, parts: Parts) -> Any:
        """`struct N {..}`"""
        return self._named_body(self.name(parts[1]), Body(parts[0], None, parts[2]), self._body_span(parts))

    def enum_decl(self, parts: Parts) -> Any:
        """`enum N(T) {..}`, `enum N : T {..}`"""
        tag = next((part for part in nodes(parts[2:-2])), None)
        return self._named_body(self.name(parts[1]), Body(parts[0], tag, parts[-2]), self._body_span(parts))

    def union_decl(self, parts: Parts) -> Any:
        """`union N {..}`"""
        return self._named_body(self.name(parts[1]), Body(parts[0], parts[3], parts[-2]), self._body_span(parts))

    def _body_span(self, parts: Parts) -> Span:
        return self._through(parts[0], parts[-1], parts[-2][0])

    def _named_body(self, name: ast.Name, body: Body, span: Span) -> Any:
        _, fields, consts, methods = body.members
        if body.word.type == "STRUCT":
            self._check_fields(fields)
            return ast.StructDecl(name=name, fields=fields, consts=consts, methods=methods, span=span)
        if body.word.type == "UNION":
            tagged = type(body.tag) is Token
            tag = None if tagged else body.tag
            return ast.UnionDecl(name=name, is_tagged=tagged, tag=tag, fields=fields, consts=consts, methods=methods,
                                 span=span)  # fmt: skip
        variants = tuple(self._variant(field) for field in fields)
        return ast.EnumDecl(name=name, tag=body.tag, variants=variants, consts=consts, methods=methods, span=span)

    def _check_fields(self, fields: tuple[ast.Field, ...]) -> None:
        for field in fields:
            if field.type is None:
                self.refuse(
                    "damaged-type", f"the field `{field.name.text}` has no type", field.name, "write `name: type,`"
                )

    def _variant(self, field: ast.Field) -> ast.Variant:
        if field.type is not None:
            self.refuse("unsupported-form", "an enum variant holds no value of its own", field, "write `union(enum)`")
        return ast.Variant(name=field.name, value=field.default, span=field.span)

    def members(self, parts: Parts) -> Members:
        """What stands between the braces, by kind."""
        inner = parts[1:-1]
        fields = tuple(part for part in inner if isinstance(part, ast.Field))
        consts = tuple(part for part in inner if isinstance(part, ast.Const))
        methods = tuple(part for part in inner if isinstance(part, ast.Function))
        for part in inner:
            if isinstance(part, _TYPE_DECLS):
                self.refuse("unsupported-form", "a type inside a type", part.name, "declare it at the top level")
        return parts[-1], fields, consts, methods

    def field(self, parts: Parts) -> ast.Field:
        """`a : T = e,` or a variant"""
        name, kind, sign, value, _ = parts
        last = value if sign is not None else kind if kind is not None else name
        return ast.Field(name=self.name(name), type=kind, default=value, span=self.span(name, last))

    # --- functions

    def function(self, parts: Parts) -> ast.Function:
        """`fn f(a: T) -> R {..}`"""
        word, (owner, name), (params, closer), arrow, result, body = parts
        has_block = isinstance(body, ast.Block)
        ends = [part for part in (closer, arrow, result) if part is not None]
        head = self.span(word, ends[-1])
        end = body if has_block or body.end > body.start else ends[-1]
        return ast.Function(
            name=name,
            owner=owner,
            params=params,
            result=result,
            body=body if has_block else None,
            head=head,
            span=self.span(word, end),
        )

    def no_body(self, parts: Parts) -> Token:
        """`;` in the place of a body."""
        return parts[0]  # type: ignore[no-any-return]

    def function_name(self, parts: Parts) -> tuple[ast.Name | None, ast.Name]:
        """`f`, `T.f`"""
        names = [part for part in parts if part.type != "DOT"]
        for extra in names[1:-1]:
            self.refuse("expected-token", "a method is named `Type.method`", extra)
        owner = self.name(names[0]) if len(names) > 1 else None
        return owner, self.name(names[-1])

    def params(self, parts: Parts) -> tuple[tuple[ast.Param, ...], Token]:
        """The parameters, and the parenthesis behind them."""
        return tuple(nodes(parts)), parts[-1]

    def param(self, parts: Parts) -> ast.Param:
        """`a: T`"""
        return ast.Param(name=self.name(parts[0]), type=parts[2], span=self.whole(parts))

    def _self_type(self, span: Span) -> ast.PathType:
        return ast.PathType(segments=(ast.Name(text="Self", span=span),), span=span)

    def bare_param(self, parts: Parts) -> ast.Param:
        """`self`; any other parameter needs a type."""
        name = self.name(parts[0])
        if name.text != "self":
            self.refuse(
                "unsupported-form", f"the parameter `{name.text}` has no type", name, f"write `{name.text}: type`"
            )
        return ast.Param(name=name, type=self._self_type(name.span), span=name.span)

    def self_param(self, parts: Parts) -> ast.Param:
        """`&self`, `&mut self`"""
        sign, mut, token, kind = parts
        name = self.name(token)
        span = self.whole(parts)
        if sign.text != "&" or (name.text != "self" and kind is None):
            self.refuse("unsupported-form", "a sign before the name of a parameter", sign, "write it before the type")
        pointer = ast.PointerType(is_const=mut is None, target=self._self_type(name.span), span=span)
        return ast.Param(name=name, type=kind if kind is not None else pointer, span=span)

    def impl_decl(self, parts: Parts) -> tuple[ast.Name, tuple[ast.Function, ...], Span]:
        """`impl T { fn .. }`"""
        methods = tuple(part for part in parts if isinstance(part, ast.Function))
        return self.name(parts[1]), methods, self.whole(parts)
