"""Builds literals of all kinds, and the names and words that are values."""

from __future__ import annotations

from t27c.syntax import ast
from t27c.syntax.numbers import char_value, int_value, split_suffix, string_value
from t27c.syntax.to_ast.base import Base, Parts, nodes, tokens
from t27c.syntax.tokens import Token

_WORDS = {word.value: word for word in ast.Word}


class LiteralBuilder(Base):
    """Builds the primaries that stand for themselves."""

    def name_ref(self, parts: Parts) -> ast.Expr:
        """A name; `None` is `null`."""
        token: Token = parts[0]
        if token.text == "None":
            return ast.WordLit(word=ast.Word.NULL, span=self.place(token))
        return ast.NameRef(name=token.text, span=self.place(token))

    def int_lit(self, parts: Parts) -> ast.Expr:
        """`42`, `0xff`, `3u32`"""
        token: Token = parts[0]
        digits, suffix = split_suffix(token.text)
        if suffix.startswith("f"):
            return self._suffixed(ast.FloatLit(text=digits.replace("_", ""), span=self.place(token)), suffix)
        literal = ast.IntLit(value=int_value(digits), span=self.place(token))
        return self._suffixed(literal, suffix)

    def float_lit(self, parts: Parts) -> ast.Expr:
        """`1.5`, `1e-3`, `1.5_f64`"""
        token: Token = parts[0]
        digits, suffix = split_suffix(token.text)
        return self._suffixed(ast.FloatLit(text=digits.replace("_", ""), span=self.place(token)), suffix)

    def _suffixed(self, literal: ast.IntLit | ast.FloatLit, suffix: str) -> ast.Expr:
        if not suffix:
            return literal
        kind = ast.NameRef(name=suffix, span=literal.span)
        return ast.BuiltinCall(name=ast.Name(text="as", span=literal.span), args=(kind, literal), span=literal.span)

    def string_lit(self, parts: Parts) -> ast.StringLit:
        """`"text"` and the other spellings."""
        return ast.StringLit(value=string_value(parts[0], self.problems), span=self.place(parts[0]))

    def char_lit(self, parts: Parts) -> ast.IntLit:
        """`'a'`"""
        return ast.IntLit(value=char_value(parts[0], self.problems), is_char=True, span=self.place(parts[0]))

    def word_lit(self, parts: Parts) -> ast.WordLit:
        """`true`, `false`, `null`, `undefined`"""
        return ast.WordLit(word=_WORDS[parts[0].text], span=self.place(parts[0]))

    def unreachable(self, parts: Parts) -> ast.Unreachable:
        """`unreachable`"""
        return ast.Unreachable(span=self.place(parts[0]))

    def enum_lit(self, parts: Parts) -> ast.EnumLit:
        """`.variant`"""
        return ast.EnumLit(name=self.name(parts[1]), span=self.whole(parts))

    def error_lit(self, parts: Parts) -> ast.ErrorLit:
        """`error.Name`"""
        return ast.ErrorLit(name=self.name(parts[2]), span=self.whole(parts))

    def error_set(self, parts: Parts) -> ast.ErrorSetLit:
        """`error{A, B}`"""
        return ast.ErrorSetLit(names=parts[2] or (), span=self.whole(parts))

    def names(self, parts: Parts) -> tuple[ast.Name, ...]:
        """Names with commas."""
        return tuple(self.name(token) for token in tokens(parts, "NAME"))

    def args(self, parts: Parts) -> tuple[ast.Expr, ...]:
        """Values with commas."""
        return tuple(nodes(parts))

    def tuple_lit(self, parts: Parts) -> ast.TupleLit:
        """`(a, b)`"""
        return ast.TupleLit(items=(parts[1], *(parts[3] or ())), span=self.whole(parts))

    def list_lit(self, parts: Parts) -> ast.ArrayLit:
        """`[a, b]`"""
        return ast.ArrayLit(type=None, items=parts[1] or (), span=self.whole(parts))

    def repeat_lit(self, parts: Parts) -> ast.Binary:
        """`[v; n]` is `[v] ** n`."""
        span = self.whole(parts)
        one = ast.ArrayLit(type=None, items=(parts[1],), span=self.span(parts[0], parts[1]))
        return ast.Binary(op=ast.BinaryOp.REPEAT, left=one, right=parts[3], op_span=self.place(parts[2]), span=span)

    def type_expr(self, parts: Parts) -> ast.TypeExpr:
        """A type where a value could stand."""
        return ast.TypeExpr(type=parts[1], span=self.place(parts[1]))

    def typed_lit(self, parts: Parts) -> ast.Expr:
        """`[N]T{a, b}`"""
        span = self.span(parts[1], parts[4])
        if not isinstance(parts[1], ast.ArrayType | ast.SliceType):
            self.refuse("unsupported-form", "a literal of this type", parts[1], "name the type, or write `[N]T{..}`")
            return ast.ArrayLit(type=None, items=parts[3] or (), span=span)
        return ast.ArrayLit(type=parts[1], items=parts[3] or (), span=span)

    # --- literals with fields

    def field_init(self, parts: Parts) -> ast.FieldInit:
        """`.a = e`"""
        return ast.FieldInit(name=self.name(parts[1]), value=parts[3], span=self.whole(parts))

    def bare_init(self, parts: Parts) -> ast.FieldInit:
        """`a = e`, `a: e`"""
        return ast.FieldInit(name=self.name(parts[0]), value=parts[2], span=self.whole(parts))

    def value_init(self, parts: Parts) -> ast.Expr:
        """A value without a field name."""
        return parts[0]  # type: ignore[no-any-return]

    def base_init(self, parts: Parts) -> Parts:
        """`..base`"""
        return parts

    def placeholder_init(self, parts: Parts) -> Parts:
        """`...`"""
        return parts

    def inits(self, parts: Parts) -> Parts:
        """The parts of a literal, without commas."""
        return nodes(parts)

    def dot_lit(self, parts: Parts) -> ast.Expr:
        """`.{ .a = e }`, `.{a, b}`"""
        items: Parts = parts[2] or []
        if any(type(item) in (ast.FieldInit, list) for item in items) or not items:
            return self._struct(None, items, parts)
        return ast.ArrayLit(type=None, items=tuple(items), span=self.whole(parts))

    def struct_lit(self, parts: Parts) -> ast.StructLit:
        """`T{ .a = e }`"""
        path = self._path(parts[0])
        if path is None:
            self.refuse("expected-token", "only the name of a type can stand before `{`", parts[0])
        return self._struct(path, parts[2] or [], parts)

    def _struct(self, path: ast.PathType | None, items: Parts, parts: Parts) -> ast.StructLit:
        inits: list[ast.FieldInit] = []
        base: ast.Expr | None = None
        placeholder = False
        for item in items:
            if type(item) is list:
                placeholder = placeholder or len(item) == 1
                base = item[1] if len(item) == 2 else base
            elif type(item) is ast.FieldInit:
                inits.append(item)
            elif type(item) is ast.NameRef:
                inits.append(ast.FieldInit(name=ast.Name(text=item.name, span=item.span), value=item, span=item.span))
            else:
                self.refuse("expected-token", "a field needs its name here", item, "write `.name = value`")
        span = self.whole(parts)
        return ast.StructLit(type=path, inits=tuple(inits), base=base, is_placeholder=placeholder, span=span)

    def _path(self, value: ast.Expr) -> ast.PathType | None:
        """The path that a chain of members spells."""
        segments: list[ast.Name] = []
        inner = value
        while type(inner) is ast.Member:
            segments.append(inner.name)
            inner = inner.base
        if type(inner) is ast.BuiltinCall and inner.name.text == "This" and not segments:
            return ast.PathType(segments=(ast.Name(text="Self", span=inner.span),), span=inner.span)
        if type(inner) is not ast.NameRef:
            return None
        segments.append(ast.Name(text=inner.name, span=inner.span))
        return ast.PathType(segments=tuple(reversed(segments)), span=value.span)
