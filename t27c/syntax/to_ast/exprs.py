"""Builds operations, postfix forms, and blocks and branches as values."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from t27c.syntax import ast
from t27c.syntax.numbers import int_value
from t27c.syntax.to_ast.base import Parts, nodes, start_of
from t27c.syntax.to_ast.chain import ChainBuilder
from t27c.syntax.to_ast.literals import LiteralBuilder
from t27c.syntax.tokens import Token

_PREFIX = {
    "-": ast.UnaryOp.NEG, "-%": ast.UnaryOp.WRAP_NEG, "!": ast.UnaryOp.NOT, "~": ast.UnaryOp.BIT_NOT,
    "&": ast.UnaryOp.ADDRESS, "try": ast.UnaryOp.TRY, "*": ast.UnaryOp.DEREF,
}  # fmt: skip
_REFUSED_BUILTINS = {
    "import": (
        "unsupported-form",
        "`@import` does not exist here",
        "write `use path::to::spec;` at the top of the file",
    ),
    "Vector": ("unsupported-type", "vector types do not exist here", "write an array `[N]T`"),
}


class ExprBuilder(ChainBuilder, LiteralBuilder):
    """Builds values from values."""

    def group(self, parts: Parts) -> ast.Expr:
        """`(e)`: the node of `e`, its place widened by the parentheses."""
        inner: ast.Expr = replace(parts[1], span=self.whole(parts))
        self.grouped[id(inner)] = inner
        return inner

    def prefix(self, parts: Parts) -> ast.Unary:
        """`-e`, `!e`, `~e`, `&e`, `*e`, `try e`"""
        sign: Token = parts[0]
        return ast.Unary(op=_PREFIX[sign.text], operand=parts[1], op_span=self.place(sign), span=self.whole(parts))

    def deref(self, parts: Parts) -> ast.Unary:
        """`p.*`"""
        return ast.Unary(op=ast.UnaryOp.DEREF, operand=parts[0], op_span=self.place(parts[1]), span=self.whole(parts))

    def unwrap(self, parts: Parts) -> ast.Unary:
        """`x.?`"""
        return ast.Unary(op=ast.UnaryOp.UNWRAP, operand=parts[0], op_span=self.place(parts[1]), span=self.whole(parts))

    def member(self, parts: Parts) -> ast.Member:
        """`e.name`, `a::b`"""
        return ast.Member(base=parts[0], name=self.name(parts[2]), span=self.whole(parts))

    def element(self, parts: Parts) -> ast.Index:
        """`t.0`"""
        number: Token = parts[2]
        index = ast.IntLit(value=int_value(number.text), span=self.place(number))
        return ast.Index(base=parts[0], index=index, span=self.whole(parts))

    def call(self, parts: Parts) -> ast.Expr:
        """`f(a)`, `Some(e)`"""
        callee: ast.Expr = parts[0]
        args: tuple[ast.Expr, ...] = parts[2] or ()
        span = self.whole(parts)
        if isinstance(callee, ast.NameRef) and id(callee) not in self.grouped:
            if callee.name == "Some" and len(args) == 1:
                return ast.SomeLit(value=args[0], span=span)
            self._check_callee(callee, span)
        return ast.Call(callee=callee, args=args, span=span)

    def _check_callee(self, callee: ast.NameRef, span: Any) -> None:
        if callee.name in ("Ok", "Err"):
            self.problems.report("unsupported-form", f"`{callee.name}(..)` does not exist here", span,
                                 helps=("return the value, or `error.Name`",))  # fmt: skip

    def builtin(self, parts: Parts) -> ast.BuiltinCall:
        """`@name` without arguments."""
        return self._builtin(parts[0], (), self.place(parts[0]))

    def builtin_call(self, parts: Parts) -> ast.Expr:
        """`@name(..)`; `@This()` is the type `Self`."""
        return self._builtin(parts[0], parts[2] or (), self.whole(parts))

    def _builtin(self, token: Token, args: tuple[ast.Expr, ...], span: Any) -> ast.BuiltinCall:
        name = ast.Name(text=token.text[1:], span=self.place(token))
        if name.text in _REFUSED_BUILTINS:
            code, message, wanted = _REFUSED_BUILTINS[name.text]
            self.refuse(code, message, token, wanted)
        return ast.BuiltinCall(name=name, args=args, span=span)

    # --- index brackets

    def index_one(self, parts: Parts) -> Parts:
        """`i`"""
        return parts

    def index_many(self, parts: Parts) -> Parts:
        """`i, j`"""
        return nodes(parts)

    def index_range(self, parts: Parts) -> tuple[Any, ...]:
        """`a..b`, `a:b`"""
        return tuple(parts)

    def index(self, parts: Parts) -> ast.Expr:
        """`xs[i]`, `xs[a..b]`, `x[i, j]`"""
        base, inner = parts[0], parts[2]
        span = self.whole(parts)
        if type(inner) is tuple:
            start, sign, end = inner
            return ast.Slice(base=base, start=start, end=end, is_inclusive=sign.type == "RANGE_EQ", span=span)
        for index in inner:
            base = ast.Index(base=base, index=index, span=span)
        return base  # type: ignore[no-any-return]

    # --- blocks, branches, jumps

    def block(self, parts: Parts) -> ast.Block:
        """`{..}`"""
        return ast.Block(stmts=tuple(nodes(parts)), span=self.whole(parts))

    def labelled(self, parts: Parts) -> Any:
        """`label: ..` before a block or a loop."""
        label, inner = parts
        if not isinstance(inner, ast.Block | ast.While | ast.For):
            self.refuse("expected-token", "a label stands before a block or a loop", label)
            return inner
        return replace(inner, label=self.name(label), span=self.whole(parts))

    def head_cond(self, parts: Parts) -> ast.Expr:
        """`(c)` of a head."""
        return parts[1]  # type: ignore[no-any-return]

    def bare_cond(self, parts: Parts) -> ast.Expr:
        """`c` of a head without parentheses."""
        return parts[0]  # type: ignore[no-any-return]

    def some_cond(self, parts: Parts) -> tuple[ast.Expr, ast.Capture]:
        """`let Some(x) = e`"""
        return parts[3], ast.Capture(name=self.name(parts[1]), span=self.place(parts[1]))

    def some_cond_parens(self, parts: Parts) -> tuple[ast.Expr, ast.Capture]:
        """`(let Some(x) = e)`"""
        return self.some_cond(parts[1:])

    def head(self, parts: Parts) -> tuple[ast.Expr, ast.Capture | None]:
        """Condition and capture."""
        cond, captures = parts
        if isinstance(cond, tuple):
            return cond[0], cond[1]
        return cond, self.one_capture(captures)

    def capture(self, parts: Parts) -> list[ast.Capture]:
        """`|x, i|`"""
        return nodes(parts)

    def capture_name(self, parts: Parts) -> ast.Capture:
        """`x`, `*x`"""
        return ast.Capture(name=self.name(parts[1]), by_reference=parts[0] is not None, span=self.whole(parts))

    def one_capture(self, captures: list[ast.Capture] | None) -> ast.Capture | None:
        """The capture of a form that has only one."""
        if not captures:
            return None
        for extra in captures[1:]:
            self.refuse("expected-token", "only one name can be captured here", extra)
        return captures[0]

    def branch(self, parts: Parts) -> ast.Branch:
        """`else if (c) ..`"""
        cond, capture = parts[1]
        return ast.Branch(cond=cond, capture=capture, body=parts[2], span=self.whole(parts))

    def else_part(self, parts: Parts) -> tuple[ast.Capture | None, Any, int]:
        """`else |e| ..`"""
        return self.one_capture(parts[1]), parts[2], start_of(parts[0])

    def if_expr(self, parts: Parts) -> ast.If:
        """`if (c) a else b`"""
        return self.build_if(parts)

    def build_if(self, parts: Parts) -> ast.If:
        """All branches of an `if`, in one node."""
        cond, capture = parts[1]
        span = self.span(parts[0], parts[2])
        branches = [ast.Branch(cond=cond, capture=capture, body=parts[2], span=span), *parts[3:-1]]
        else_capture, else_body, _ = parts[-1] if parts[-1] is not None else (None, None, 0)
        last = else_body if else_body is not None else branches[-1]
        span = self.span(parts[0], last)
        return ast.If(branches=tuple(branches), else_capture=else_capture, else_body=else_body, span=span)

    def return_jump(self, parts: Parts) -> ast.Return:
        """`return e`"""
        return ast.Return(value=parts[1], span=self.whole(parts))

    def break_jump(self, parts: Parts) -> ast.Break:
        """`break :l e`"""
        label = self.name(parts[2]) if parts[2] is not None else None
        return ast.Break(label=label, value=parts[3], span=self.whole(parts))

    def continue_jump(self, parts: Parts) -> ast.Continue:
        """`continue :l`"""
        label = self.name(parts[2]) if parts[2] is not None else None
        return ast.Continue(label=label, span=self.whole(parts))
