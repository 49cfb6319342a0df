"""Types as written become types of the IR."""

from __future__ import annotations

from t27c.ir import types as t
from t27c.sema.context import FunctionContext
from t27c.syntax import ast


def resolve_type(ctx: FunctionContext, node: ast.Type) -> t.Type | None:
    """The type of the IR that `node` means; None if that was reported."""
    raise NotImplementedError
