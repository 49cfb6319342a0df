"""What lane code may hold: nothing that traps on some lanes only, and no trap at all once something has been stored."""

from __future__ import annotations

from t27c.ir.nodes import (
    Assign,
    Builtin,
    Call,
    Const,
    Convert,
    ConvertKind,
    Expr,
    Field,
    ForRange,
    If,
    Index,
    Op,
    Operation,
    Reduction,
    Select,
    Stmt,
    Trap,
    Var,
)
from t27c.ir.types import Bool, Float, Int, Struct, Tuple, Type
from t27c.ir.walk import children, stmt_bodies, stmt_exprs, walk_expr
from t27c.passes.vectorise.obstacle import ObstacleError
from t27c.passes.vectorise.uniform import is_varying

_WRAPPING = {Op.ADD_WRAP, Op.SUB_WRAP, Op.MUL_WRAP, Op.BIT_AND, Op.BIT_OR, Op.BIT_XOR, Op.BIT_NOT}
_FLOATING = {Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.NEG}
_COMPARING = {Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE}
_LOGICAL = {Op.BIT_AND, Op.BIT_OR, Op.BIT_XOR, Op.NOT, Op.EQ, Op.NE}
_CONVERTS = {
    ConvertKind.INT_WIDEN,
    ConvertKind.INT_TO_FLOAT,
    ConvertKind.FLOAT_TO_FLOAT,
    ConvertKind.BOOL_TO_INT,
    ConvertKind.INT_TRUNCATE,
}
_BUILTINS = {
    *("sqrt", "floor", "ceil", "trunc", "abs", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p"),
    *("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "pow", "atan2", "hypot"),
    *("min", "max", "is_nan", "is_inf", "is_finite", "sign_bit"),
}
_CHECKING = {"approx_abs", "approx_rel"}


def check_lane_code(code: tuple[Stmt, ...], folds: tuple[Reduction, ...], varying: frozenset[str]) -> None:
    """Raise for the first expression that whole-array code cannot hold."""
    names = set(varying)
    stored = _check_body(code, names, False)
    for fold in folds:
        if stored and any(may_trap(node) and not is_varying(node, names) for node in walk_expr(fold.value)):
            raise ObstacleError("may trap after something was stored", fold.span)
        if not is_varying(fold.value, names):
            raise ObstacleError("folds the same value in every round", fold.span)
        _check_value(fold.value, names)


def _check_body(code: tuple[Stmt, ...], varying: set[str], stored: bool) -> bool:
    for stmt in code:
        _require_shared_way(stmt, varying)
        if stored and isinstance(stmt, Trap):
            raise ObstacleError("may trap after something was stored", stmt.span)
        for expr in stmt_exprs(stmt):
            _check_value(expr, varying)
            if stored and any(may_trap(node) and not is_varying(node, varying) for node in walk_expr(expr)):
                raise ObstacleError("may trap after something was stored", expr.span)
        stored = stored or (isinstance(stmt, Assign) and not isinstance(stmt.place, Var))
        for body in stmt_bodies(stmt):
            stored = _check_body(body, varying, stored) or stored
    return stored


def _require_shared_way(stmt: Stmt, varying: set[str]) -> None:
    """All lanes go through branches and loops together."""
    if isinstance(stmt, If | ForRange) and any(is_varying(expr, varying) for expr in stmt_exprs(stmt)):
        raise ObstacleError("takes another way on some lanes in a form that has no selects", stmt.span)


def _check_value(expr: Expr, varying: set[str]) -> None:
    """Check a varying expression from the top; of an index only that a plan accepted it, which `accesses` did."""
    if not is_varying(expr, varying):
        return
    _check_node(expr)
    below = (expr.base,) if isinstance(expr, Index) else children(expr)
    for part in below:
        _check_value(part, varying)


def _check_node(expr: Expr) -> None:
    match expr:
        case Index():
            allowed = is_lane_type(expr.type)
        case Const() | Var() | Select():
            allowed = True
        case Operation():
            allowed = expr.op in _allowed_operators(expr)
        case Convert():
            allowed = expr.kind in _CONVERTS
        case Builtin():
            allowed = expr.name in _BUILTINS and isinstance(expr.args[0].type, Float)
        case _:
            allowed = False
    if not allowed or not is_lane_type(expr.type):
        raise ObstacleError(f"holds {_described(expr)}, which may trap or has no whole-array form", expr.span)


def _allowed_operators(expr: Operation) -> set[Op]:
    match expr.operands[0].type:
        case Float():
            return _FLOATING | _COMPARING
        case Bool():
            return _LOGICAL
        case Int() as left if left == expr.operands[-1].type:
            return _WRAPPING | _COMPARING
        case _:
            return set()


def _described(expr: Expr) -> str:
    match expr:
        case Operation():
            return f"`{expr.op.value}` on integers" if isinstance(expr.operands[0].type, Int) else f"`{expr.op.value}`"
        case Builtin():
            return f"`{expr.name}`"
        case Convert():
            return "a checked conversion"
        case Call():
            return "a call"
        case _:
            return "an expression"


def may_trap(expr: Expr) -> bool:
    """Whether this node itself, its operands aside, can trap or run foreign code."""
    match expr:
        case Const() | Var() | Select():
            return False
        case Operation():
            return isinstance(expr.operands[0].type, Int) and expr.op not in _WRAPPING | _COMPARING
        case Convert():
            return expr.kind in (ConvertKind.INT_CHECKED, ConvertKind.FLOAT_TO_INT, ConvertKind.INT_TO_ENUM)
        case Index():
            return expr.checked
        case Field():
            return not isinstance(expr.base.type, Struct | Tuple)
        case Builtin():
            calculates = isinstance(expr.args[0].type, Float) and expr.name not in _CHECKING
            return not calculates and expr.name != "len"
        case _:
            return True


def is_lane_type(type_: Type) -> bool:
    """Whether an array can hold one such value per lane: floats, bools, and integers of at most 64 bits."""
    match type_:
        case Float() | Bool():
            return True
        case Int():
            return type_.bits in (8, 16, 32, 64)
        case _:
            return False
