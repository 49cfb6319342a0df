"""Comments that document: the block directly above a declaration or field, or behind it on its line."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeVar

from t27c.syntax import ast
from t27c.syntax.lexer import Comment

_MARK = re.compile(r"\s*(?:/{2,}!?|#+|;+) ?")
_BLOCK_LINE = re.compile(r"\s*\*(?: |$)")
_SPOKEN = re.compile(r"\w")

Documented = TypeVar("Documented", ast.Field, ast.Variant, ast.Function, ast.Const)


def text_of(comment: Comment) -> list[str]:
    """The lines of a comment without marks and without lines that are only drawn."""
    if comment.text.startswith("/*"):
        lines = [_BLOCK_LINE.sub("", line, count=1) for line in comment.text[2:].removesuffix("*/").split("\n")]
    else:
        lines = [_MARK.sub("", comment.text, count=1)]
    return [line.strip() for line in lines if _SPOKEN.search(line) or not line.strip()]


class Docs:
    """Finds the comment that belongs to a line."""

    def __init__(self, comments: list[Comment]) -> None:
        self._comments = comments
        self._above = {comment.end_line: comment for comment in comments if comment.alone}
        self._behind = {comment.line: comment for comment in comments if not comment.alone}

    def of_line(self, line: int, *, behind: bool = False) -> str:
        """The block that ends on the line before; with `behind` else the comment at the end of the line."""
        block: list[Comment] = []
        at = line - 1
        while at in self._above:
            comment = self._above[at]
            block.append(comment)
            at = comment.line - 1
        if not block and behind and line in self._behind:
            block = [self._behind[line]]
        return "\n".join(text for comment in reversed(block) for text in text_of(comment)).strip()

    def header(self, first_line: int) -> str:
        """The first block of comments of the file, if it stands before `first_line`."""
        block: list[Comment] = []
        for comment in self._comments:
            if comment.line >= first_line or (block and comment.line != block[-1].end_line + 1):
                break
            block.append(comment)
        return "\n".join(text for comment in block for text in text_of(comment)).strip()

    def declaration(self, node: ast.Decl) -> ast.Decl:
        """The declaration with its documentation and that of its members."""
        if isinstance(node, ast.DamagedDecl) or not self._comments:
            return node
        doc = self.of_line(node.span.line, behind=isinstance(node, ast.Const | ast.Var | ast.Alias | ast.ErrorSet))
        if doc:
            node = replace(node, doc=doc)
        if isinstance(node, ast.StructDecl | ast.UnionDecl):
            node = replace(node, fields=self._members(node.fields))
        elif isinstance(node, ast.EnumDecl):
            node = replace(node, variants=self._members(node.variants))
        if isinstance(node, ast.StructDecl | ast.UnionDecl | ast.EnumDecl) and (node.methods or node.consts):
            node = replace(node, methods=self._members(node.methods), consts=self._members(node.consts))
        return node

    def _members(self, members: tuple[Documented, ...]) -> tuple[Documented, ...]:
        documented: list[Documented] = []
        for member in members:
            doc = self.of_line(member.span.line, behind=not isinstance(member, ast.Function))
            documented.append(replace(member, doc=doc) if doc else member)
        return tuple(documented)
