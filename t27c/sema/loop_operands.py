"""Whether an array that a `for` goes over can change while it runs; if so the loop needs a copy (SEM 12.5)."""

from __future__ import annotations

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.sema.assigned import Assigned, target_path
from t27c.sema.operand import Operand
from t27c.syntax import ast


def keeps_still(operand: Operand, node: ast.Expr, body: ast.Block, assigned: Assigned) -> bool:
    """Whether `operand`, written `node`, is a place that `body` cannot change, as far as the text shows."""
    if not operand.is_place:
        return False
    root = operand.value
    while isinstance(root, ir.Field | ir.Index):
        if isinstance(root, ir.Index) and not isinstance(root.index, ir.Const):
            return False
        root = root.base
    name = target_path(node)[0]
    match root:
        case ir.Deref(pointer=ir.Var(name=str())):
            return _is_calm(body, name)
        case ir.Var() if not operand.is_mutable:
            return True
        case ir.Var(name=str()) if operand.declared and assigned.keeps_its_value(operand.declared.start):
            return True
        case ir.Var():
            return not isinstance(root.type, t.Slice | t.Pointer) and _is_calm(body, name)
        case _:
            return False


def _is_calm(body: ast.Block, name: str | None) -> bool:
    """Whether a body neither stores into `name`, elements or fields nor calls anything that could."""
    todo: list[object] = [body]
    while todo:
        node = todo.pop()
        match node:
            case ast.Call() | ast.Slice() | ast.Defer() | ast.Function():
                return False
            case ast.Unary(op=ast.UnaryOp.ADDRESS):
                return False
            case ast.Assign():
                root, path = target_path(node.target)
                if root is None or root == name or path:
                    return False
                todo += [node.value]
            case ast.Node():
                todo += [getattr(node, slot) for slot in type(node).__dataclass_fields__]
            case tuple():
                todo += node
            case _:
                pass
    return True
