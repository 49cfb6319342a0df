"""The changes that mutation makes to the text of a spec: one small slip at a time, found on the syntax tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from t27c.source import Span
from t27c.syntax import ast
from t27c.tools.mutation_numbers import number_variants
from t27c.tools.mutation_scope import children, offered


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """The characters from `start` to `end` of a spec become `text`."""

    start: int
    end: int
    text: str

    def apply(self, original: str) -> str:
        """The changed spec."""
        return original[: self.start] + self.text + original[self.end :]

    def lines(self, original: str) -> tuple[str, str]:
        """The lines that the edit touches, without outer blanks, before and after it."""
        first = original.rfind("\n", 0, self.start) + 1
        last = original.find("\n", self.end)
        last = len(original) if last < 0 else last
        before = original[first:last]
        after = original[first : self.start] + self.text + original[self.end : last]
        return before.strip(), after.strip()


_SWAPS = {
    "+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "%": ("*",),
    "+%": ("-%",), "-%": ("+%",), "*%": ("+%",), "+|": ("-|",), "-|": ("+|",), "*|": ("+|",),
    "&": ("|",), "|": ("&",), "^": ("&",), "<<": (">>",), ">>": ("<<",),
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "and": ("or",), "or": ("and",), "&&": ("||",), "||": ("&&",),
}  # fmt: skip
_SIGNS = frozenset({"-", "-%", "!", "not", "~"})
_TWINS = {"min": "max", "max": "min", "floor": "ceil", "ceil": "floor", "sin": "cos", "cos": "sin"}
_ASSIGNMENT = re.compile(r"(\S+?)=")

Rule = Callable[[Any, "Place"], Iterator[Edit]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a node stands: the node above it, and the variants that may stand for each other in this spec."""

    parent: ast.Node
    variants: dict[str, tuple[str, ...]]


def edits_of(module: ast.Module) -> tuple[Edit, ...]:
    """Every change to what a spec offers, in the order of the text; tests and what only they use stay."""
    variants = _variants(module)
    found: set[Edit] = set()
    todo: list[tuple[ast.Node, ast.Node]] = [(decl, module) for decl in offered(module)]
    while todo:
        node, parent = todo.pop()
        rule = _RULES.get(type(node))
        if rule:
            found.update(rule(node, Place(parent=parent, variants=variants)))
        todo += [(child, node) for child in children(node)]
    return tuple(sorted(found))


def _variants(module: ast.Module) -> dict[str, tuple[str, ...]]:
    """For every variant the one that follows it in its enum; a name may belong to several enums."""
    found: dict[str, tuple[str, ...]] = {}
    for decl in module.decls:
        if isinstance(decl, ast.EnumDecl):
            names = [variant.name.text for variant in decl.variants]
            for name, following in zip(names, names[1:] + names[:1], strict=True):
                if following != name:
                    found[name] = (*found.get(name, ()), following)
    return found


def _replaced(span: Span, text: str) -> Edit:
    return Edit(span.start, span.end, text)


def _number(node: ast.IntLit | ast.FloatLit, place: Place) -> Iterator[Edit]:
    signed = not (isinstance(place.parent, ast.Unary) and place.parent.op is ast.UnaryOp.NEG)
    for text in number_variants(node, signed=signed):
        yield _replaced(node.span, text)


def _word(node: ast.WordLit, _place: Place) -> Iterator[Edit]:
    other = {"true": "false", "false": "true"}.get(node.span.text)
    if other:
        yield _replaced(node.span, other)


def _variant(node: ast.EnumLit | ast.Member, place: Place) -> Iterator[Edit]:
    if not isinstance(place.parent, ast.ValuePattern):
        for other in place.variants.get(node.name.text, ()):
            yield _replaced(node.name.span, other)


def _binary(node: ast.Binary, _place: Place) -> Iterator[Edit]:
    for other in _SWAPS.get(node.op_span.text, ()):
        yield _replaced(node.op_span, other)


def _unary(node: ast.Unary, _place: Place) -> Iterator[Edit]:
    if node.op_span.text in _SIGNS:
        yield Edit(node.op_span.start, node.operand.span.start, "")


def _index(node: ast.Index, _place: Place) -> Iterator[Edit]:
    yield from _off_by_one(node.index)


def _bounds(node: ast.Slice | ast.Range, _place: Place) -> Iterator[Edit]:
    for bound in (node.start, node.end):
        if bound is not None:
            yield from _off_by_one(bound)


def _off_by_one(node: ast.Expr) -> Iterator[Edit]:
    """One more and one less, where no rule for numbers does the same."""
    if not isinstance(node, ast.IntLit):
        yield _replaced(node.span, f"{_operand(node)} + 1")
        yield _replaced(node.span, f"{_operand(node)} - 1")


def _operand(node: ast.Expr) -> str:
    """The text of a value so that an operator can stand beside it."""
    plain = isinstance(node, ast.NameRef | ast.Member | ast.Index | ast.Call | ast.BuiltinCall)
    return node.span.text if plain else f"({node.span.text})"


def _if(node: ast.If, _place: Place) -> Iterator[Edit]:
    for branch in node.branches:
        if branch.capture is None:
            yield _replaced(branch.cond.span, "true")
            yield _replaced(branch.cond.span, "false")


def _while(node: ast.While, _place: Place) -> Iterator[Edit]:
    if node.capture is None and node.cond.span.text not in ("true", "loop"):
        yield _replaced(node.cond.span, "false")


def _switch(node: ast.Switch, _place: Place) -> Iterator[Edit]:
    """Each arm does what the next one does."""
    bodies = [arm.body for arm in node.arms]
    for body, other in zip(bodies, bodies[1:] + bodies[:1], strict=True):
        if body.span.text != other.span.text:
            yield _replaced(body.span, other.span.text)


def _assign(node: ast.Assign, _place: Place) -> Iterator[Edit]:
    """Another operator in `x += e`; in `x = e` nothing new is stored."""
    between = Span(node.span.source, node.target.span.end, node.value.span.start)
    match = _ASSIGNMENT.search(between.text)
    if node.op is not None and match:
        for other in _SWAPS.get(match.group(1), ()):
            yield Edit(between.start + match.start(1), between.start + match.end(1), other)
    elif node.op is None and node.target.span.text not in ("_", node.value.span.text):
        yield _replaced(node.value.span, node.target.span.text)


def _statement(node: ast.ExprStmt, _place: Place) -> Iterator[Edit]:
    """A call for its effect is left out."""
    if node.has_semicolon and isinstance(node.value, ast.Call | ast.BuiltinCall):
        with_semicolon = node.span.source.text.find(";", node.span.end) + 1
        yield Edit(node.span.start, with_semicolon, "{}")


def _jump(node: ast.Break | ast.Continue, place: Place) -> Iterator[Edit]:
    if isinstance(place.parent, ast.Block) and (isinstance(node, ast.Continue) or node.value is None):
        yield Edit(node.span.start, node.span.source.text.find(";", node.span.end) + 1, "{}")


def _call(node: ast.Call, _place: Place) -> Iterator[Edit]:
    if isinstance(node.callee, ast.NameRef) and node.callee.name in _TWINS:
        yield _replaced(node.callee.span, _TWINS[node.callee.name])


def _builtin(node: ast.BuiltinCall, _place: Place) -> Iterator[Edit]:
    name = node.name.span.text.removeprefix("@")
    if name == node.name.text and name in _TWINS:
        yield Edit(node.name.span.end - len(name), node.name.span.end, _TWINS[name])


def _function(node: ast.Function, _place: Place) -> Iterator[Edit]:
    """What a function returns is changed by the means of its type."""
    result = node.result.span.text if node.result else ""
    form = _RESULTS.get("u" if result == "usize" else "i" if result == "isize" else _kind(result))
    if node.body is None or form is None:
        return
    todo: list[ast.Node] = [node.body]
    while todo:
        below = todo.pop()
        if isinstance(below, ast.Return) and below.value is not None and not isinstance(below.value, _LITERALS):
            yield _replaced(below.value.span, form.format(_operand(below.value)))
        todo += [child for child in children(below) if not isinstance(child, ast.Function)]


def _kind(type_text: str) -> str:
    """`f` of `f32`, `u` of `u8`, `bool` itself; otherwise nothing."""
    return type_text if type_text == "bool" else type_text[:1] if type_text[1:].isdigit() else ""


_LITERALS = (ast.IntLit, ast.FloatLit, ast.WordLit)
_RESULTS = {"f": "-{}", "i": "-{}", "u": "{} + 1", "bool": "!{}"}
_RULES: dict[type[ast.Node], Rule] = {
    ast.Assign: _assign,
    ast.Binary: _binary,
    ast.Break: _jump,
    ast.BuiltinCall: _builtin,
    ast.Call: _call,
    ast.Continue: _jump,
    ast.EnumLit: _variant,
    ast.ExprStmt: _statement,
    ast.FloatLit: _number,
    ast.Function: _function,
    ast.If: _if,
    ast.Index: _index,
    ast.IntLit: _number,
    ast.Member: _variant,
    ast.Range: _bounds,
    ast.Slice: _bounds,
    ast.Switch: _switch,
    ast.Unary: _unary,
    ast.While: _while,
    ast.WordLit: _word,
}
