"""Binary operators: a chain is walked in a loop, each link by its kind (arithmetic, shift, comparison, logic)."""

from __future__ import annotations

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.nodes import Op
from t27c.ir.values import Value
from t27c.sema.check_lists import check_concat, check_repeat
from t27c.sema.compare import check_comparison
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce
from t27c.sema.dead import dead_code
from t27c.sema.dispatch import check_expr, checks_expr
from t27c.sema.fold import FoldError, comptime_binary, typed_operation
from t27c.sema.operand import Operand, computed, constant, poison
from t27c.sema.peer import comptime_number, is_comptime_number, number_peer
from t27c.sema.semtypes import COMPTIME_FLOAT, COMPTIME_INT, IR_TYPES, ComptimeInt, NoReturn, type_name
from t27c.sema.wide_ints import keep_to_width, wide_peer
from t27c.source import Span
from t27c.syntax import ast

ARITHMETIC: dict[ast.BinaryOp, Op] = {
    ast.BinaryOp.ADD: Op.ADD,
    ast.BinaryOp.SUB: Op.SUB,
    ast.BinaryOp.MUL: Op.MUL,
    ast.BinaryOp.DIV: Op.DIV,
    ast.BinaryOp.MOD: Op.REM,
    ast.BinaryOp.WRAP_ADD: Op.ADD_WRAP,
    ast.BinaryOp.WRAP_SUB: Op.SUB_WRAP,
    ast.BinaryOp.WRAP_MUL: Op.MUL_WRAP,
    ast.BinaryOp.SAT_ADD: Op.ADD_SAT,
    ast.BinaryOp.SAT_SUB: Op.SUB_SAT,
    ast.BinaryOp.SAT_MUL: Op.MUL_SAT,
}
BITWISE: dict[ast.BinaryOp, Op] = {
    ast.BinaryOp.BIT_AND: Op.BIT_AND,
    ast.BinaryOp.BIT_OR: Op.BIT_OR,
    ast.BinaryOp.BIT_XOR: Op.BIT_XOR,
}
SHIFTS: dict[ast.BinaryOp, Op] = {ast.BinaryOp.SHL: Op.SHL, ast.BinaryOp.SHR: Op.SHR}
_COMPARISONS = frozenset(
    {ast.BinaryOp.EQ, ast.BinaryOp.NE, ast.BinaryOp.LT, ast.BinaryOp.LE, ast.BinaryOp.GT, ast.BinaryOp.GE}
)
_INT_ONLY = frozenset(ARITHMETIC.values()) - {Op.ADD, Op.SUB, Op.MUL, Op.DIV}
# Option `overflow = "wrap"` (SEM 1).
WRAPPING = {Op.ADD: Op.ADD_WRAP, Op.SUB: Op.SUB_WRAP, Op.MUL: Op.MUL_WRAP}


@checks_expr(ast.Binary)
def check_binary(ctx: FunctionContext, node: ast.Binary, expected: t.Type | None) -> Operand:
    """Check a chain of binary operators from its leftmost operand on."""
    if node.op is ast.BinaryOp.REPEAT:
        return check_repeat(ctx, node, expected)
    chain: list[ast.Binary] = []
    leaf: ast.Expr = node
    while isinstance(leaf, ast.Binary) and leaf.op not in (ast.BinaryOp.ORELSE, ast.BinaryOp.REPEAT):
        chain.append(leaf)
        leaf = leaf.left
    left = check_expr(ctx, leaf, _hint_for_left(chain[-1], expected))
    for link in reversed(chain):
        left = _apply(ctx, link, left, expected if link is node else None)
    return left


def _hint_for_left(node: ast.Binary, expected: t.Type | None) -> t.Type | None:
    """`1 << n` and `~0 & m` may take the type of the place they stand in; `"a" ++ "b"` and `true and x` have theirs."""
    if node.op in (ast.BinaryOp.AND, ast.BinaryOp.OR):
        return t.BOOL
    takes_place = node.op in SHIFTS or node.op in BITWISE
    return expected if takes_place and isinstance(expected, t.Int) else None


def _apply(ctx: FunctionContext, node: ast.Binary, left: Operand, expected: t.Type | None) -> Operand:
    span = left.span.to(node.right.span)
    if node.op in (ast.BinaryOp.AND, ast.BinaryOp.OR):
        return _logic(ctx, node, left, span)
    takes_left = isinstance(left.type, IR_TYPES) and node.op is not ast.BinaryOp.CONCAT
    hint = left.ir_type if takes_left else None
    if node.op in SHIFTS:
        right = check_expr(ctx, node.right, None)
        return shift(ctx, SHIFTS[node.op], left, right, span, expected)
    right = check_expr(ctx, node.right, hint)
    if node.op in _COMPARISONS:
        return check_comparison(ctx, node, left, right, span)
    if node.op is ast.BinaryOp.CONCAT:
        return check_concat(ctx, node, left, right, span)
    return apply_operator(ctx, node.op, left, right, span, expected)


def apply_operator(
    ctx: FunctionContext,
    op: ast.BinaryOp,
    left: Operand,
    right: Operand,
    span: Span,
    expected: t.Type | None = None,
) -> Operand:
    """An arithmetic, bitwise or shift operator on checked operands; also for `x op= e`."""
    if left.is_poison or right.is_poison:
        return poison(span)
    if op in SHIFTS:
        return shift(ctx, SHIFTS[op], left, right, span, expected)
    ir_op = ARITHMETIC.get(op) or BITWISE[op]
    for operand in (left, right):
        if isinstance(operand.type, NoReturn):
            return Operand(type=operand.type, span=span, jump=operand.jump)
    if is_comptime_number(left) and is_comptime_number(right):
        return _comptime(ctx, ir_op, left, right, span)
    if op in BITWISE and left.type == t.BOOL and right.type == t.BOOL:
        return _operation(ctx, ir_op, t.BOOL, left, right, span)
    type_ = operand_type(ctx, op.value, left, right, span)
    if type_ is None or not _is_defined(ctx, op, ir_op, type_, span):
        return poison(span)
    return _operation(ctx, ir_op, type_, left, right, span)


def _comptime(ctx: FunctionContext, op: Op, left: Operand, right: Operand, span: Span) -> Operand:
    a, b = comptime_number(left), comptime_number(right)
    if op is Op.REM and isinstance(a, int) and isinstance(b, int) and (a < 0 or b < 0):
        _warn_signed_remainder(ctx, span)
    if op is Op.REM and not (isinstance(a, int) and isinstance(b, int)):
        _report_float_remainder(ctx, span)
        return poison(span)
    if isinstance(a, int) != isinstance(b, int):
        ctx.module.extension("a whole number beside a float literal", span)
    try:
        known = comptime_binary(op, a, b)
    except FoldError as error:
        code = "constant-shift" if "shift" in str(error) else "comptime-trap"
        ctx.report(code, f"this has no value: {error}", span, label="computed while building")
        return poison(span)
    result = Operand(type=COMPTIME_INT if isinstance(known, int) else COMPTIME_FLOAT, span=span, known=known)
    wide = wide_peer(left, right) if op not in (Op.SHL, Op.SHR) else wide_peer(left, left)
    return result if wide is None else keep_to_width(ctx, op, result, wide)


def operand_type(ctx: FunctionContext, symbol: str, left: Operand, right: Operand, span: Span) -> t.Type | None:
    """The number type in which an operator computes, at least one side having a type; None if reported."""
    for operand, other in ((left, right), (right, left)):
        if is_comptime_number(operand) and isinstance(other.type, t.Int | t.Float):
            return other.type
    if not isinstance(left.type, t.Int | t.Float) or not isinstance(right.type, t.Int | t.Float):
        report_invalid(ctx, symbol, left, right, span)
        return None
    found = number_peer(left, right)
    if found is None and ctx.options.lenient and isinstance(left.type, t.Int) and isinstance(right.type, t.Int):
        return right.type if right.type.bits > left.type.bits else left.type
    if found is None:
        ctx.report(
            "type-mismatch",
            f"`{symbol}` on {type_name(left.type)} and {type_name(right.type)}",
            span,
            Label(span=left.span, text=f"this is {type_name(left.type)}"),
            Label(span=right.span, text=f"this is {type_name(right.type)}"),
            helps=("neither holds every value of the other: cast one of them with `as`",),
        )
    return found


def report_invalid(ctx: FunctionContext, symbol: str, left: Operand, right: Operand, span: Span) -> None:
    """Say that an operator is not defined for the types of its operands."""
    culprit = right if isinstance(left.type, t.Int | t.Float) or is_comptime_number(left) else left
    helps: tuple[str, ...] = ()
    match culprit.type:
        case t.Slice() | t.Array() if symbol == "+":
            helps = ("`++` joins arrays and strings of known length",)
        case t.Bool():
            helps = ("write `@intFromBool(..)` to compute with a bool",)
        case t.Enum():
            helps = ("write `@intFromEnum(..)` to compute with the tag",)
        case t.Optional():
            helps = ("take the value out: `.. orelse fallback`, or `.?`",)
        case t.ErrorUnion():
            helps = ("take the value out: `try ..`, or `.. catch fallback`",)
        case _:
            pass
    ctx.report(
        "invalid-operands",
        f"`{symbol}` is not defined for {type_name(left.type)} and {type_name(right.type)}",
        span,
        Label(span=culprit.span, text=f"this is {type_name(culprit.type)}"),
        helps=helps,
    )


def _is_defined(ctx: FunctionContext, op: ast.BinaryOp, ir_op: Op, type_: t.Type, span: Span) -> bool:
    if isinstance(type_, t.Float) and (ir_op in _INT_ONLY or op in BITWISE):
        if ir_op is Op.REM:
            _report_float_remainder(ctx, span)
        else:
            ctx.report(
                "invalid-operands",
                f"`{op.value}` is not defined for floats",
                span,
                label=f"this is `{t.type_text(type_)}`",
            )
        return False
    if ir_op is Op.REM and isinstance(type_, t.Int) and type_.signed:
        _warn_signed_remainder(ctx, span)
    return True


def _report_float_remainder(ctx: FunctionContext, span: Span) -> None:
    ctx.report(
        "float-remainder",
        "`%` is not defined for floats",
        span,
        helps=("write `@rem(a, b)` (sign of a) or `@mod(a, b)` (sign of b)",),
    )


def _warn_signed_remainder(ctx: FunctionContext, span: Span) -> None:
    ctx.report(
        "signed-remainder",
        "`%` on signed numbers takes the sign of the left one",
        span,
        helps=("write `@rem(a, b)` (sign of a) or `@mod(a, b)` (sign of b)",),
    )


def _operation(ctx: FunctionContext, op: Op, type_: t.Type, left: Operand, right: Operand, span: Span) -> Operand:
    a, b = coerce(ctx, left, type_), coerce(ctx, right, type_)
    if a is None or b is None:
        return poison(span)
    return operation(ctx, op, type_, (a, b), span, (known_of(a, left), known_of(b, right)))


def operation(
    ctx: FunctionContext,
    op: Op,
    type_: t.Type,
    operands: tuple[ir.Expr, ...],
    span: Span,
    known: tuple[Value | None, ...],
) -> Operand:
    """An operation whose operands already have its type, with its value if it is known."""
    if ctx.options.overflow == "wrap" and isinstance(type_, t.Int) and not ctx.is_comptime:
        op = Op.NEG_WRAP if op is Op.NEG else WRAPPING.get(op, op)
    expr = ir.Operation(type=type_, span=span, op=op, operands=operands)
    return computed(expr, typed_operation(op, type_, known))


def known_of(expr: ir.Expr, operand: Operand) -> Value | None:
    """The known value of an operand after its conversion to `expr`."""
    if isinstance(expr, ir.Const):
        return expr.value
    known = operand.known
    return None if expr.type != operand.type else known  # type: ignore[return-value]


def shift(ctx: FunctionContext, op: Op, left: Operand, right: Operand, span: Span, expected: t.Type | None) -> Operand:
    """`<<` and `>>`: the type of the left operand, the amount of any integer type (SEM 4.6)."""
    if left.is_poison or right.is_poison:
        return poison(span)
    if is_comptime_number(left) and isinstance(right.type, ComptimeInt):
        return _comptime(ctx, op, left, right, span)
    type_ = left.type if isinstance(left.type, IR_TYPES) else None
    if isinstance(left.type, ComptimeInt):
        type_ = _untyped_shift(ctx, left, expected, span)
    amount_ok = isinstance(right.type, t.Int | ComptimeInt)
    if not isinstance(type_, t.Int) or not amount_ok:
        if not isinstance(type_, t.Int) and isinstance(left.type, ComptimeInt):
            return poison(span)
        report_invalid(ctx, op.value, left, right, span)
        return poison(span)
    value = coerce(ctx, left, type_)
    amount = _shift_amount(ctx, right, type_)
    if value is None or amount is None:
        return poison(span)
    known = (known_of(value, left), amount.value if isinstance(amount, ir.Const) else right.known)
    expr = ir.Operation(type=type_, span=span, op=op, operands=(value, amount))
    return computed(expr, typed_operation(op, type_, known))


def _untyped_shift(ctx: FunctionContext, left: Operand, expected: t.Type | None, span: Span) -> t.Int | None:
    if isinstance(expected, t.Int):
        ctx.module.extension("a literal shifted by a run-time amount", span)
        return expected
    ctx.report(
        "untyped-shift",
        "the shifted number has no type",
        left.span,
        helps=(f"give it one: `@as(u32, {left.span.text})`",),
    )
    return None


def _shift_amount(ctx: FunctionContext, right: Operand, type_: t.Int) -> ir.Expr | None:
    if isinstance(right.known, int) and not 0 <= right.known < type_.bits:
        ctx.report(
            "constant-shift",
            f"a shift of `{t.type_text(type_)}` by {right.known}",
            right.span,
            label=f"amounts are 0 to {type_.bits - 1}",
        )
        return None
    if isinstance(right.type, ComptimeInt):
        return coerce(ctx, right, t.U8)
    return right.value


def _logic(ctx: FunctionContext, node: ast.Binary, left: Operand, span: Span) -> Operand:
    """`and`, `or`: the right side of a decided left one is not type-checked (SEM 2.5)."""
    op = Op.AND if node.op is ast.BinaryOp.AND else Op.OR
    first = condition(ctx, left, node.op.value)
    decides = op is Op.OR
    if left.known is decides:
        with dead_code(ctx):
            check_expr(ctx, node.right, t.BOOL)
        return poison(span) if first is None else constant(t.BOOL, decides, span)
    right = check_expr(ctx, node.right, t.BOOL)
    if isinstance(right.type, NoReturn) and first is not None:
        return _jumping_right(ctx, op, first, right, span)
    second = condition(ctx, right, node.op.value)
    if first is None or second is None:
        return poison(span)
    known: Value | None = None
    if isinstance(left.known, bool) and isinstance(right.known, bool):
        known = right.known
    expr = ir.Operation(type=t.BOOL, span=span, op=op, operands=(first, second))
    return computed(expr, known)


def _jumping_right(ctx: FunctionContext, op: Op, first: ir.Expr, right: Operand, span: Span) -> Operand:
    second = coerce(ctx, right, t.BOOL)
    assert second is not None
    return computed(ir.Operation(type=t.BOOL, span=span, op=op, operands=(first, second)))


def condition(ctx: FunctionContext, operand: Operand, symbol: str) -> ir.Expr | None:
    """An operand of a logic operator as a bool; None if reported."""
    if operand.is_poison:
        return None
    if operand.type == t.BOOL:
        return operand.value
    helps = ("write a comparison such as `!= 0`",)
    if isinstance(operand.type, t.Optional):
        helps = ("write `!= null`",)
    ctx.report(
        "condition-not-bool",
        f"`{symbol}` needs a bool, not {type_name(operand.type)}",
        operand.span,
        label=f"this is {type_name(operand.type)}",
        helps=helps,
    )
    return None
