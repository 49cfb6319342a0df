"""Builds tests, invariants and benches, and their clause lines."""

from __future__ import annotations

from typing import Any

from t27c.syntax import ast
from t27c.syntax.numbers import string_value
from t27c.syntax.to_ast.base import Parts, nodes
from t27c.syntax.to_ast.decls import DeclBuilder
from t27c.syntax.to_ast.stmts import BadPart
from t27c.syntax.tokens import Token

_ROLES = {"given": ast.Role.GIVEN, "when": ast.Role.WHEN}
_EFFECTS = (ast.Call, ast.BuiltinCall, ast.If, ast.Switch, ast.Block)


class TestBuilder(DeclBuilder):
    """Builds test-like declarations."""

    __test__ = False
    role = ast.Role.GIVEN  # of the last clause line, which `and` continues

    def test_name(self, parts: Parts) -> Token:
        """A name or a string."""
        return parts[0]  # type: ignore[no-any-return]

    def test_decl(self, parts: Parts) -> ast.Test:
        """`test n ..`"""
        word, title, (items, last, has_braces) = parts
        is_string = title.type == "STRING"
        text = string_value(title, self.problems).decode(errors="replace") if is_string else title.text
        return ast.Test(
            kind=ast.TestKind(word.text),
            name=ast.Name(text=text, span=self.place(title)),
            is_string_name=is_string,
            has_braces=has_braces,
            items=tuple(item for item in items if not isinstance(item, BadPart)),
            span=self.span(word, last),
        )

    def brace_test(self, parts: Parts) -> tuple[list[Any], Any, bool]:
        """A body in braces."""
        return _flat(parts), parts[-1], True

    def clause_test(self, parts: Parts) -> tuple[list[Any], Any, bool]:
        """A body in lines."""
        items = _flat(parts)
        return items, items[-1] if items else parts[0], False

    def short_invariant(self, parts: Parts) -> tuple[list[Any], Any, bool]:
        """`: expr`"""
        then = ast.Then(condition=parts[1], message=None, span=self.place(parts[1]))
        return [then], parts[1], False

    def _clause_role(self, word: Token) -> ast.Role:
        if word.text != "and":
            self.role = _ROLES.get(word.text, ast.Role.THEN)
        return self.role

    def bind(self, parts: Parts) -> list[ast.Bind]:
        """`given a = e, b = f`: one node for each binding."""
        role = self._clause_role(parts[0])
        bindings = nodes(parts)
        first = self.span(parts[0], bindings[0])
        spans = [first, *(binding.span for binding in bindings[1:])]
        return [ast.Bind(role=role, binding=binding, span=span) for binding, span in zip(bindings, spans, strict=True)]

    def bind_name(self, parts: Parts) -> ast.Local:
        """`a : T = e`"""
        mut, name, kind, _, value = parts
        mutable = mut is not None
        return ast.Local(name=self.name(name), is_mutable=mutable, type=kind, value=value, span=self.whole(parts))

    def bind_names(self, parts: Parts) -> ast.Destructure:
        """`(a, b) = e`"""
        mut, _, names, _, _, value = parts
        mutable = mut is not None
        return ast.Destructure(names=names, is_mutable=mutable, type=None, value=value, span=self.whole(parts))

    def act(self, parts: Parts) -> ast.Act:
        """`when f(x)`, `given s.f = e`"""
        role = self._clause_role(parts[0])
        action = self.statement(parts[1], parts[2])
        if isinstance(action, ast.ExprStmt) and not isinstance(action.value, _EFFECTS):
            self.problems.report(
                "clause-no-effect",
                "this clause computes a value and drops it",
                action.span,
                helps=("begin the line with `then` to check it, or bind it: `given name = ..`",),
            )
        return ast.Act(role=role, action=action, span=self.span(parts[0], action))

    def then(self, parts: Parts) -> ast.Then:
        """`then e`, `assert e, "text"`"""
        self.role = ast.Role.THEN
        word, condition, _, message, _ = parts
        if word.text == "assert" and type(condition) is ast.TupleLit:
            checked = self.assertion(list(condition.items), condition.span)
            condition, message = checked.condition, checked.message
        elif message is not None and type(message) is not ast.StringLit:
            self.refuse("unreadable-clause", "only a text can follow the condition", message, 'write `then c, "text"`')
            message = None
        return ast.Then(condition=condition, message=message, span=self.span(word, parts[1]))

    def note(self, parts: Parts) -> ast.Note:
        """`measure: text`"""
        word, raw, _ = parts
        text = raw.text.strip().removeprefix(":").strip()
        return ast.Note(word=word.text, text=text, span=self.whole(parts[:2]))


def _flat(parts: Parts) -> list[Any]:
    """The items of a body; a line with several bindings gives several."""
    items: list[Any] = []
    for part in parts:
        if type(part) is list:
            items.extend(part)
        elif type(part) is not Token and part is not None:
            items.append(part)
    return items
