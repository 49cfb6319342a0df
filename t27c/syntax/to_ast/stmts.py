"""Builds statements."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from t27c.syntax import ast
from t27c.syntax.to_ast.base import Parts, nodes
from t27c.syntax.to_ast.exprs import ExprBuilder
from t27c.syntax.tokens import Token

_ASSIGN = {f"{op.value}=": op for op in ast.BinaryOp}
_JUMPS = (ast.Return, ast.Break, ast.Continue, ast.Unreachable)


def lead_of(value: ast.Expr) -> ast.Unary | None:
    """The `try` with which an expression begins."""
    start = value.span.start
    while isinstance(value, ast.Binary | ast.Cast | ast.Catch):
        value = value.left if isinstance(value, ast.Binary) else value.value
    is_try = isinstance(value, ast.Unary) and value.op is ast.UnaryOp.TRY and value.span.start == start
    return value if is_try else None  # type: ignore[return-value]


class BadPart(ast.Node):
    """What stands in the place of tokens that could not be read."""


class StmtBuilder(ExprBuilder):
    """Builds statements from values and types."""

    def bad_part(self, parts: Parts) -> BadPart:
        """Tokens that were left out after an error."""
        return BadPart(span=self.place(parts[0]))

    # --- expressions and assignments

    def simple_expr(self, parts: Parts) -> ast.Expr:
        """A value as statement, step, or body of an arm."""
        return parts[0]  # type: ignore[no-any-return]

    def assignment(self, parts: Parts) -> ast.Assign | ast.Discard:
        """`x = e`, `x += e`, `_ = e`"""
        target, sign, value = parts
        span = self.whole(parts)
        if type(target) is ast.NameRef and target.name == "_":
            if sign.text != "=":
                self.refuse("expected-token", "`_` can only be assigned with `=`", sign)
            return ast.Discard(value=value, span=span)
        op = _ASSIGN[sign.text] if sign.text != "=" else None
        return ast.Assign(target=target, op=op, value=value, span=span)

    def simple_stmt(self, parts: Parts) -> Any:
        """An assignment, a jump, or a value."""
        return self.statement(parts[0], parts[1])

    def statement(self, simple: Any, end: Token | None) -> Any:
        """A `simple` as statement; `end` is its `;` or what stands for it."""
        if isinstance(simple, ast.Assign | ast.Discard):
            return simple
        if isinstance(simple, _JUMPS):
            return simple
        has_semicolon = end is not None and end.end > end.start
        lead = lead_of(simple)
        if lead is not None:
            return ast.TryStmt(value=simple, lead=lead, has_semicolon=has_semicolon, span=simple.span)
        return ast.ExprStmt(value=simple, has_semicolon=has_semicolon, span=simple.span)

    def local(self, parts: Parts) -> ast.Local:
        """`const x : T = e;`"""
        word, name, kind, sign, value, _ = parts
        mutable = word.type == "VAR"
        if sign is None:
            value = self.undefined(word, name, mutable)
        last = value if sign is not None else kind if kind is not None else name
        return ast.Local(name=self.name(name), is_mutable=mutable, type=kind, value=value, span=self.span(word, last))

    def undefined(self, word: Token, name: Token, mutable: bool) -> ast.Expr:
        """The value of a variable that has none."""
        if not mutable:
            self.refuse(
                "expected-token", f"the constant `{name.text}` needs a value", name, "write `= value`, or `var`"
            )
        return ast.WordLit(word=ast.Word.UNDEFINED, span=self.place(name))

    def destructure(self, parts: Parts) -> ast.Destructure:
        """`const (a, b) = e;`"""
        word, _, names, _, kind, _, value, _ = parts
        mutable = word.type == "VAR"
        return ast.Destructure(names=names, is_mutable=mutable, type=kind, value=value, span=self.span(word, value))

    def defer(self, parts: Parts) -> ast.Defer:
        """`defer s`, `errdefer s`"""
        return ast.Defer(body=parts[1], on_error=parts[0].text == "errdefer", span=self.whole(parts))

    def assert_stmt(self, parts: Parts) -> ast.Assert:
        """`assert c;`, `assert(c, "text");`"""
        values = nodes(parts)
        if len(values) == 1 and type(values[0]) is ast.TupleLit:
            values = list(values[0].items)
        return self.assertion(values, self.span(parts[0], values[-1]))

    def assertion(self, values: list[ast.Expr], span: Any) -> ast.Assert:
        """A condition and perhaps a text."""
        message: ast.StringLit | None = None
        for value in values[1:]:
            if isinstance(value, ast.StringLit) and message is None:
                message = value
            else:
                self.refuse("expected-token", "only a text can follow the condition", value, 'write `assert c, "text"`')
        return ast.Assert(condition=values[0], message=message, span=span)

    def assert_eq(self, parts: Parts) -> ast.ExprStmt:
        """`assert_eq a, b;` is the call `assert_eq(a, b);`."""
        span = self.span(parts[0], parts[3])
        callee = ast.NameRef(name="assert_eq", span=self.place(parts[0]))
        call = ast.Call(callee=callee, args=(parts[1], parts[3]), span=span)
        return ast.ExprStmt(value=call, has_semicolon=True, span=span)

    # --- branches and loops

    def as_block(self, body: Any) -> ast.Block:
        """The body of a statement: a block, or one statement made a block."""
        if type(body) is ast.Block and body.label is None:
            return body
        return ast.Block(stmts=(body,), span=body.span)

    def if_stmt(self, parts: Parts) -> ast.If:
        """An `if` whose bodies are all blocks."""
        chain = self.build_if(parts)
        branches = tuple(replace(branch, body=self.as_block(branch.body)) for branch in chain.branches)
        last = self.as_block(chain.else_body) if chain.else_body is not None else None
        return replace(chain, branches=branches, else_body=last)

    def step(self, parts: Parts) -> Any:
        """`: (i += 1)`"""
        return parts[2]

    def while_stmt(self, parts: Parts) -> ast.While:
        """`while (c) |v| : (step) {..} else {..}`"""
        word, (cond, capture), step, body, rest = parts
        else_capture, else_body, _ = rest if rest is not None else (None, None, 0)
        else_block = self.as_block(else_body) if else_body is not None else None
        return ast.While(
            cond=cond,
            capture=capture,
            step=self.statement(step, None) if step is not None else None,
            body=self.as_block(body),
            else_capture=else_capture,
            else_body=else_block,
            span=self.span(word, else_block if else_block is not None else body),
        )

    def loop_stmt(self, parts: Parts) -> ast.While:
        """`loop {..}` is `while (true) {..}`."""
        word, body = parts
        cond = ast.WordLit(word=ast.Word.TRUE, span=self.place(word))
        block = self.as_block(body)
        return ast.While(cond=cond, capture=None, step=None, body=block, else_capture=None, else_body=None,
                         span=self.whole(parts))  # fmt: skip

    def inlined(self, parts: Parts) -> Any:
        """`inline for`, `inline while`"""
        _, inner = parts
        return replace(inner, is_inline=True, span=self.whole(parts))

    def range_one(self, parts: Parts) -> ast.Expr:
        """An operand; `xs.iter()` is `xs`."""
        value = parts[0]
        called = type(value) is ast.Call and not value.args and type(value.callee) is ast.Member
        if called and value.callee.name.text == "iter":
            return value.callee.base  # type: ignore[no-any-return]
        return value  # type: ignore[no-any-return]

    def range_two(self, parts: Parts) -> ast.Range:
        """`a..b`, `a..`, `a..=b`"""
        start, sign, end = parts
        return ast.Range(start=start, end=end, is_inclusive=sign.type == "RANGE_EQ", span=self.whole(parts))

    def ranges(self, parts: Parts) -> list[Any]:
        """Operands with commas."""
        return nodes(parts)

    def for_stmt(self, parts: Parts) -> ast.For:
        """`for (xs, 0..) |x, i| {..}`"""
        word, _, operands, _, captures, body, rest = parts
        else_body = self.as_block(rest[1]) if rest is not None else None
        if len(operands) != len(captures):
            message = f"{len(operands)} operands, and another number of names between the bars"
            self.refuse("expected-token", message, captures[0], "write one name for each operand")
        return ast.For(
            operands=tuple(operands),
            captures=tuple(captures),
            body=self.as_block(body),
            else_body=else_body,
            span=self.span(word, else_body if else_body is not None else body),
        )

    def for_in(self, parts: Parts) -> ast.For:
        """`for x in xs {..}`"""
        word, name, _, operand, body = parts
        return self._for_in(word, name, operand, body)

    def for_in_parens(self, parts: Parts) -> ast.For:
        """`for (x in xs) {..}`"""
        word, _, name, _, operand, _, body = parts
        return self._for_in(word, name, operand, body)

    def _for_in(self, word: Token, name: Token, operand: Any, body: Any) -> ast.For:
        capture = ast.Capture(name=self.name(name), span=self.place(name))
        return ast.For(operands=(operand,), captures=(capture,), body=self.as_block(body), else_body=None,
                       span=self.span(word, body))  # fmt: skip

    # --- switches

    def switch(self, parts: Parts) -> ast.Switch:
        """`switch (e) {..}`"""
        word, (subject, capture), (arms, closer) = parts
        if capture is not None:
            self.refuse("expected-token", "a `switch` captures behind the `=>` of an arm", capture)
        return ast.Switch(subject=subject, arms=arms, span=self.span(word, closer))

    def arms(self, parts: Parts) -> tuple[tuple[ast.Arm, ...], Token]:
        """The arms and the brace behind them."""
        return tuple(nodes(parts)), parts[-1]

    def guard(self, parts: Parts) -> list[Any]:
        """`if c` of an arm."""
        return parts

    def arm(self, parts: Parts) -> ast.Arm:
        """`p, q => body`"""
        patterns = tuple(
            part for part in parts if isinstance(part, ast.ValuePattern | ast.RangePattern | ast.SomePattern)
        )
        guard, _, captures, body, _ = parts[-5:]
        if len(patterns) == 1 and _is_discard(patterns[0]):
            patterns = ()
        return ast.Arm(
            patterns=patterns,
            guard=guard[1] if guard is not None else None,
            capture=self.one_capture(captures),
            body=self.arm_body(body),
            span=self.span(parts[0], body),
        )

    def else_arm(self, parts: Parts) -> ast.Arm:
        """`else => body`"""
        captures, body = parts[2], parts[3]
        return ast.Arm(patterns=(), guard=None, capture=self.one_capture(captures), body=self.arm_body(body),
                       span=self.span(parts[0], body))  # fmt: skip

    def arm_body(self, body: Any) -> Any:
        """A value; an assignment becomes a block."""
        if isinstance(body, ast.Assign | ast.Discard):
            return ast.Block(stmts=(body,), span=body.span)
        return body

    def value_pattern(self, parts: Parts) -> ast.Pattern:
        """`3`, `.a`, `Some(x)`"""
        value = parts[0]
        if type(value) is ast.SomeLit and type(value.value) is ast.NameRef:
            return ast.SomePattern(name=ast.Name(text=value.value.name, span=value.value.span), span=value.span)
        return ast.ValuePattern(value=value, span=value.span)

    def range_pattern(self, parts: Parts) -> ast.RangePattern:
        """`a...b`"""
        low, sign, high = parts
        if sign.type == "DOTDOT":
            self.refuse("unsupported-form", "`..` between patterns", sign, "write `...`: both ends belong to the range")
        return ast.RangePattern(low=low, high=high, span=self.whole(parts))


def _is_discard(pattern: ast.Pattern) -> bool:
    return type(pattern) is ast.ValuePattern and type(pattern.value) is ast.NameRef and pattern.value.name == "_"
