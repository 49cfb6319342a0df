"""Operators by precedence: a flat chain of operands and operators becomes nested nodes, without recursion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from t27c.source import Span
from t27c.syntax import ast
from t27c.syntax.to_ast.base import Base, Parts
from t27c.syntax.tokens import Token

_OP = {op.value: op for op in ast.BinaryOp} | {"&&": ast.BinaryOp.AND, "||": ast.BinaryOp.OR}
_LEVELS = (
    ("implies",),
    ("or", "||"),
    ("and", "&&"),
    ("not",),
    ("==", "!=", "<", ">", "<=", ">="),
    ("|", "orelse", "catch"),
    ("^",),
    ("&",),
    ("<<", ">>"),
    ("+", "-", "++", "+%", "-%", "+|", "-|"),
    ("*", "/", "%", "**", "*%", "*|"),
)
_PRECEDENCE = {sign: level for level, signs in enumerate(_LEVELS, start=1) for sign in signs}
_NOT = _PRECEDENCE["not"]
_BITWISE = frozenset({ast.BinaryOp.BIT_OR, ast.BinaryOp.BIT_XOR, ast.BinaryOp.BIT_AND})


@dataclass(slots=True)
class NotItem:
    """`not` before an operand: it binds looser than comparisons, so the chain decides how far it reaches."""

    token: Token
    operand: Any


@dataclass(slots=True)
class CatchOp:
    """`catch`, with the capture that may follow it."""

    token: Token
    capture: ast.Capture | None

    @property
    def text(self) -> str:
        """Spelling, as of a token."""
        return self.token.text


class ChainBuilder(Base):
    """Builds `a op b op c`."""

    def not_item(self, parts: Parts) -> NotItem:
        """`not e`"""
        return NotItem(parts[0], parts[1])

    def chain_not(self, parts: Parts) -> Parts:
        """A chain that begins with `not`."""
        return [parts[0]]

    def chain_start(self, parts: Parts) -> Parts:
        """The first two operands."""
        return parts

    def chain_more(self, parts: Parts) -> Parts:
        """One more operand."""
        chain: Parts = parts[0]
        chain.append(parts[1])
        chain.append(parts[2])
        return chain

    def chain_catch(self, parts: Parts) -> Parts:
        """`e catch |err| f` at the start."""
        return [parts[0], *self._catch(parts)]

    def chain_more_catch(self, parts: Parts) -> Parts:
        """`.. catch |err| f`"""
        chain: Parts = parts[0]
        chain.extend(self._catch(parts))
        return chain

    def _catch(self, parts: Parts) -> Parts:
        name = parts[3]
        capture = ast.Capture(name=self.name(name), span=self.place(name)) if name is not None else None
        return [CatchOp(parts[1], capture), parts[5]]

    def climb(self, parts: Parts) -> ast.Expr:
        """Nest a chain: operators wait on a stack until one that binds looser comes."""
        chain: Parts = parts[0]
        values: list[ast.Expr] = []
        waiting: list[tuple[int, Any]] = []
        self._push(chain[0], values, waiting)
        for at in range(1, len(chain), 2):
            sign, operand = chain[at], chain[at + 1]
            if sign.text == "as":
                value = values.pop()
                values.append(ast.Cast(value=value, type=operand, span=self.span(value, operand)))
                continue
            level = _PRECEDENCE[sign.text]
            while waiting and (waiting[-1][0] > level or (waiting[-1][0] == level and level > 1 and level != _NOT)):
                self._reduce(values, waiting.pop()[1])
            waiting.append((level, sign))
            self._push(operand, values, waiting)
        while waiting:
            self._reduce(values, waiting.pop()[1])
        return values[0]

    def _push(self, operand: Any, values: list[ast.Expr], waiting: list[tuple[int, Any]]) -> None:
        while type(operand) is NotItem:
            waiting.append((_NOT, operand.token))
            operand = operand.operand
        values.append(operand)

    def _reduce(self, values: list[ast.Expr], sign: Any) -> None:
        right = values.pop()
        if sign.text == "not":
            values.append(self._negation(sign, right))
            return
        left = values.pop()
        span = self.span(left, right)
        if type(sign) is CatchOp:
            self._check_mixed(sign, left, right)
            values.append(ast.Catch(value=left, capture=sign.capture, fallback=right, span=span))
            return
        at = Span(self.problems.source, sign.start, sign.end)
        if sign.text == "implies":
            negated = ast.Unary(op=ast.UnaryOp.NOT, operand=left, op_span=at, span=left.span)
            values.append(ast.Binary(op=ast.BinaryOp.OR, left=negated, right=right, op_span=at, span=span))
            return
        op = _OP[sign.text]
        if op in _BITWISE or op is ast.BinaryOp.ORELSE:
            self._check_mixed(sign, left, right)
        values.append(ast.Binary(op=op, left=left, right=right, op_span=at, span=span))

    def _negation(self, sign: Token, operand: ast.Expr) -> ast.Expr:
        return ast.Unary(op=ast.UnaryOp.NOT, operand=operand, op_span=self.place(sign), span=self.span(sign, operand))

    def _check_mixed(self, sign: Any, left: ast.Expr, right: ast.Expr) -> None:
        """Blame `a | b & c` without parentheses, and `orelse` or `catch` beside any of `& ^ |`."""
        token: Token = sign.token if type(sign) is CatchOp else sign
        for side in (left, right):
            inner = self._fallible(side)
            if inner == "" or inner == token.text or id(side) in self.grouped:
                continue
            if token.text in ("&", "^", "|") and inner in ("&", "^", "|"):
                self.problems.report(
                    "mixed-bitwise",
                    f"`{inner}` and `{token.text}` mixed without parentheses",
                    self.place(token),
                    notes=("`&` binds closer than `^`, and `^` closer than `|`",),
                    helps=("write parentheses that say what is meant",),
                )
            elif {token.text, inner} != {"orelse", "catch"}:
                self.refuse(
                    "ambiguous-precedence",
                    f"`{inner}` and `{token.text}` mixed without parentheses",
                    token,
                    "write parentheses that say what is meant",
                )

    def _fallible(self, side: ast.Expr) -> str:
        if type(side) is ast.Catch:
            return "catch"
        if type(side) is ast.Binary and (side.op in _BITWISE or side.op is ast.BinaryOp.ORELSE):
            return side.op.value
        return ""
