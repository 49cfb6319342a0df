"""All modules that register checkers in the tables of `dispatch`, so that importing this one fills them."""

from __future__ import annotations

from t27c.sema import (  # noqa: F401 - imported for what they register
    casts,
    check_access,
    check_calls,
    check_expr,
    check_index,
    check_literals,
    check_ops,
    check_stmt,
    check_unary,
    constants,
    defer,
    flow_block,
    flow_errors,
    flow_if,
    functions,
    jumps,
    stmt_assign,
    stmt_decl,
    stmt_for,
    stmt_loops,
    stmt_switch,
    typeinfo,
)
