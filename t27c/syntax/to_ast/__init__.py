"""From what the grammar reads to syntax nodes: one method for each rule, called when the rule is complete."""

from __future__ import annotations

from t27c.syntax.to_ast.tests import TestBuilder as AstBuilder

__all__ = ["AstBuilder"]
