"""Comparisons: numbers by value, enums by tag, everything else by content (SEM 3.5, 4.8, 9.3, 10.2, 11)."""

from __future__ import annotations

from t27c.diagnostics.model import Label
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.nodes import ConvertKind, Op, PayloadKind
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce, try_coerce
from t27c.sema.fold import comptime_compare, known_equal, typed_operation
from t27c.sema.operand import Operand, computed, constant, poison
from t27c.sema.peer import common_type, comptime_number, is_comptime_number, number_peer
from t27c.sema.semtypes import ComptimeInt, EnumLiteralType, NullType, TypeValue, UndefinedType, type_name
from t27c.source import Span
from t27c.syntax import ast

_OPS: dict[ast.BinaryOp, Op] = {
    ast.BinaryOp.EQ: Op.EQ,
    ast.BinaryOp.NE: Op.NE,
    ast.BinaryOp.LT: Op.LT,
    ast.BinaryOp.LE: Op.LE,
    ast.BinaryOp.GT: Op.GT,
    ast.BinaryOp.GE: Op.GE,
}
_EQUALITY = (Op.EQ, Op.NE)


def check_comparison(ctx: FunctionContext, node: ast.Binary, left: Operand, right: Operand, span: Span) -> Operand:
    """A comparison as written."""
    is_chain = isinstance(node.left, ast.Binary) and node.left.op in _OPS and left.type == t.BOOL
    if is_chain and right.type != t.BOOL and not right.is_poison:
        ctx.report(
            "chained-comparison",
            "a comparison of a comparison",
            span,
            Label(span=left.span, text="this is a bool"),
            helps=("write `a < b and b < c`",),
        )
        return poison(span)
    return compare(ctx, _OPS[node.op], left, right, span)


def compare(ctx: FunctionContext, op: Op, left: Operand, right: Operand, span: Span) -> Operand:
    """A comparison of checked operands."""
    if left.is_poison or right.is_poison:
        return poison(span)
    if is_comptime_number(left) and is_comptime_number(right):
        return constant(t.BOOL, comptime_compare(op, comptime_number(left), comptime_number(right)), span)
    numbers = (t.Int, t.Float, ComptimeInt)
    left_number = isinstance(left.type, numbers) or is_comptime_number(left)
    right_number = isinstance(right.type, numbers) or is_comptime_number(right)
    if left_number and right_number:
        return _numbers(ctx, op, left, right, span)
    if isinstance(left.type, TypeValue) and isinstance(right.type, TypeValue) and op in _EQUALITY:
        return constant(t.BOOL, (left.type.type == right.type.type) is (op is Op.EQ), span)
    for side, other in ((left, right), (right, left)):
        if isinstance(side.type, NullType) and op in _EQUALITY:
            return _with_null(ctx, op, other, span)
        if isinstance(side.type, t.Union) and isinstance(other.type, EnumLiteralType | t.Enum):
            return _union_tag(ctx, op, side, other, span)
    return _others(ctx, op, left, right, span)


def _numbers(ctx: FunctionContext, op: Op, left: Operand, right: Operand, span: Span) -> Operand:
    ints = (t.Int, ComptimeInt)
    if isinstance(left.type, ints) and isinstance(right.type, ints):
        return _int_comparison(ctx, op, left, right, span)
    type_: t.Type | None
    if is_comptime_number(left) or is_comptime_number(right):
        type_ = right.ir_type if is_comptime_number(left) else left.ir_type
    else:
        type_ = number_peer(left, right)
    if type_ is None:
        ctx.report(
            "type-mismatch",
            f"`{op.value}` on {type_name(left.type)} and {type_name(right.type)}",
            span,
            Label(span=left.span, text=f"this is {type_name(left.type)}"),
            Label(span=right.span, text=f"this is {type_name(right.type)}"),
            helps=("cast the integer: `.. as f64`",),
        )
        return poison(span)
    return _typed(ctx, op, left, right, type_, span)


def _int_comparison(ctx: FunctionContext, op: Op, left: Operand, right: Operand, span: Span) -> Operand:
    """Any two integers compare by value; a literal that does not fit the other side decides the comparison."""
    sides: list[ir.Expr] = []
    for operand, other in ((left, right), (right, left)):
        if not isinstance(operand.type, ComptimeInt):
            sides.append(operand.value)
            continue
        literal = operand.known
        assert isinstance(literal, int)
        type_ = other.ir_type
        assert isinstance(type_, t.Int)
        if not type_.holds(literal):
            return _outside(op, operand is left, literal, type_, other, span)
        value = coerce(ctx, operand, type_)
        assert value is not None
        sides.append(value)
    known = typed_operation(op, t.I64, (left.known, right.known))
    return computed(ir.Operation(type=t.BOOL, span=span, op=op, operands=(sides[0], sides[1])), known)


def _outside(op: Op, literal_first: bool, literal: int, type_: t.Int, other: Operand, span: Span) -> Operand:
    """Comparison with a literal beyond the type: the outcome is known, but the other side still runs."""
    inside = type_.lowest
    outcome = comptime_compare(op, literal, inside) if literal_first else comptime_compare(op, inside, literal)
    if isinstance(other.value, ir.Var | ir.Const | ir.Field):
        return constant(t.BOOL, outcome, span)
    wide = t.Int(bits=128, signed=literal < 0 or type_.signed)
    if not wide.holds(literal):
        return constant(t.BOOL, outcome, span)
    bound = ir.Const(type=wide, span=span, value=literal)
    sides = (bound, other.value) if literal_first else (other.value, bound)
    return computed(ir.Operation(type=t.BOOL, span=span, op=op, operands=sides), outcome)


def _typed(ctx: FunctionContext, op: Op, left: Operand, right: Operand, type_: t.Type, span: Span) -> Operand:
    a = _uncopied(ctx, left, type_)
    b = _uncopied(ctx, right, type_)
    if a is None or b is None:
        return poison(span)
    known_a = a.value if isinstance(a, ir.Const) else (left.known if left.type == type_ else None)
    known_b = b.value if isinstance(b, ir.Const) else (right.known if right.type == type_ else None)
    known = typed_operation(op, type_, (known_a, known_b))
    if known is None and op in _EQUALITY:
        equal = known_equal(known_a, known_b)
        known = equal if equal is None or op is Op.EQ else not equal
    return computed(ir.Operation(type=t.BOOL, span=span, op=op, operands=(a, b)), known)


def _uncopied(ctx: FunctionContext, operand: Operand, type_: t.Type) -> ir.Expr | None:
    """An operand that is only looked at needs no copy."""
    value = coerce(ctx, operand, type_)
    if isinstance(value, ir.Convert) and value.kind is ConvertKind.COPY and value.operand.type == type_:
        return value.operand
    return value


def _with_null(ctx: FunctionContext, op: Op, other: Operand, span: Span) -> Operand:
    if isinstance(other.type, NullType):
        return constant(t.BOOL, op is Op.EQ, span)
    if isinstance(other.type, t.Pointer):
        return constant(t.BOOL, op is Op.NE, span)
    if not isinstance(other.type, t.Optional):
        ctx.report(
            "not-comparable",
            f"{type_name(other.type)} is never null",
            span,
            Label(span=other.span, text=f"this is {type_name(other.type)}"),
            helps=("only an optional `?T` can be null",),
        )
        return poison(span)
    is_null = ir.Operation(type=t.BOOL, span=span, op=Op.IS_NULL, operands=(other.value,))
    if op is Op.EQ:
        return computed(is_null)
    return computed(ir.Operation(type=t.BOOL, span=span, op=Op.NOT, operands=(is_null,)))


def _union_tag(ctx: FunctionContext, op: Op, union: Operand, other: Operand, span: Span) -> Operand:
    assert isinstance(union.type, t.Union)
    symbol = ctx.module.analysis.types[union.type.name]
    if symbol.tag_enum is None:
        return poison(span)
    tag = ir.Convert(type=symbol.tag_enum, span=union.span, kind=ConvertKind.UNION_TAG, operand=union.value)
    return compare(ctx, op, computed(tag), other, span)


def _others(ctx: FunctionContext, op: Op, left: Operand, right: Operand, span: Span) -> Operand:
    type_ = _shared_type(ctx, left, right)
    if type_ is None:
        _report_not_comparable(ctx, op, left, right, span)
        return poison(span)
    if op not in _EQUALITY and not _may_order(ctx, op, type_, span):
        return poison(span)
    culprit = uncomparable_part(ctx, type_)
    if culprit is not None:
        ctx.report(
            "not-comparable",
            f"values of `{t.type_text(type_)}` cannot be compared",
            span,
            label=culprit,
            helps=("compare their parts",),
        )
        return poison(span)
    if isinstance(type_, t.Void):
        return constant(t.BOOL, op is Op.EQ, span)
    return _typed(ctx, op, left, right, type_, span)


def _shared_type(ctx: FunctionContext, left: Operand, right: Operand) -> t.Type | None:
    """The type in which two values compare: their common one, or the one that the other converts to."""
    for side, other in ((left, right), (right, left)):
        if isinstance(side.type, UndefinedType) and isinstance(other.type, t.Void):
            return t.VOID
    found = common_type(ctx, [left, right])
    if found is not None:
        return found
    for side, other in ((left, right), (right, left)):
        if side.expr is not None and try_coerce(ctx, other, side.ir_type) is not None:
            return side.ir_type
    for side, other in ((left, right), (right, left)):
        if isinstance(side.type, t.Pointer | t.Array) and isinstance(other.type, t.Slice):
            view = t.Slice(element=other.type.element, const=True)
            if try_coerce(ctx, side, view) is not None:
                return view
    return None


def _report_not_comparable(ctx: FunctionContext, op: Op, left: Operand, right: Operand, span: Span) -> None:
    helps: tuple[str, ...] = ()
    pair = {type(left.type), type(right.type)}
    if t.Enum in pair and pair & {t.Int, ComptimeInt}:
        helps = ("write `@intFromEnum(..)` to compare the tag",)
    elif t.Bool in pair and pair & {t.Int, ComptimeInt}:
        helps = ("bools are `true` and `false`; numbers are something else",)
    elif t.ErrorUnion in pair:
        helps = ("take the value out first: `try ..`, or `.. catch fallback`",)
    code = "untyped-enum-literal" if pair == {EnumLiteralType} else "type-mismatch"
    if t.Void in pair or not any(isinstance(o.type, EnumLiteralType) or o.expr is not None for o in (left, right)):
        code = "not-comparable"
    ctx.report(
        code,
        f"cannot compare {type_name(left.type)} with {type_name(right.type)}",
        span,
        Label(span=left.span, text=f"this is {type_name(left.type)}"),
        Label(span=right.span, text=f"this is {type_name(right.type)}"),
        helps=helps,
    )


def _may_order(ctx: FunctionContext, op: Op, type_: t.Type, span: Span) -> bool:
    if isinstance(type_, t.Enum):
        ctx.report(
            "enum-ordering",
            f"`{op.value}` compares the tags of `{type_.name.name}`",
            span,
            helps=("write `@intFromEnum(a) " + op.value + " @intFromEnum(b)`",),
        )
        return True
    helps: tuple[str, ...] = ()
    if isinstance(type_, t.Slice):
        helps = ("strings compare with `==` and `std.mem`",)
    ctx.report(
        "invalid-operands",
        f"`{op.value}` is not defined for `{t.type_text(type_)}`",
        span,
        label="only numbers have an order",
        helps=helps,
    )
    return False


def uncomparable_part(ctx: FunctionContext, type_: t.Type) -> str | None:
    """Why values of a type cannot be compared with `==`, or None if they can."""
    todo, seen = [(type_, "")], set[t.Type]()
    while todo:
        part, where = todo.pop()
        if part in seen:
            continue
        seen.add(part)
        match part:
            case t.Union():
                return f"{where or 'it'} is a union, and unions have no `==`"
            case t.ErrorUnion():
                return f"{where or 'it'} may be an error"
            case t.Struct():
                symbol = ctx.module.analysis.types[part.name]
                todo += [(f.type, f"`{f.name}`") for f in symbol.fields.values() if f.type is not None]
            case t.Array(element=inner) | t.Slice(element=inner) | t.Optional(child=inner):
                todo.append((inner, where))
            case t.Tuple():
                todo += [(element, where) for element in part.elements]
            case _:
                continue
    return None


def optional_payload(value: ir.Expr, span: Span) -> ir.Expr:
    """The inside of an optional that is known to have one."""
    assert isinstance(value.type, t.Optional)
    return ir.Payload(type=value.type.child, span=span, base=value, kind=PayloadKind.OPTIONAL_KNOWN)
