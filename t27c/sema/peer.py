"""Types that nothing states: the common type of several operands, and the default of a number (SEM 3.8, 4.2, 9.7)."""

from __future__ import annotations

from collections.abc import Sequence

from t27c.diagnostics.model import Label
from t27c.ir import types as t
from t27c.ir.quad import Quad
from t27c.sema.context import FunctionContext
from t27c.sema.convert import fn_type
from t27c.sema.convert_numbers import exact_in_float, float_holds, int_widens
from t27c.sema.operand import Operand
from t27c.sema.semtypes import (
    IR_TYPES,
    ComptimeFloat,
    ComptimeInt,
    EnumLiteralType,
    FnRef,
    NoReturn,
    NullType,
    Poison,
    UndefinedType,
    UntypedList,
    UntypedStruct,
    type_name,
)
from t27c.source import Span


def default_int(values: Sequence[int], *, is_char: bool = False) -> t.Int | None:
    """The type of untyped whole numbers where a type is needed (SEM 3.8)."""
    low, high = min(values), max(values)
    candidates = [t.I32, t.I64] if low < 0 else [t.U32, t.U64]
    if is_char and t.U8.holds(low) and t.U8.holds(high):
        return t.U8
    return next((type_ for type_ in candidates if type_.holds(low) and type_.holds(high)), None)


def default_type(ctx: FunctionContext, operand: Operand, *, report: bool = True) -> t.Type | None:
    """The type of an operand where nothing else gives one; None if there is none, reported unless told not to."""
    match operand.type:
        case ComptimeInt(is_char=is_char):
            assert isinstance(operand.known, int)
            found: t.Type | None = default_int([operand.known], is_char=is_char)
        case ComptimeFloat():
            found = t.F64
        case UntypedList(items=items, is_view=is_view):
            element = _list_element(ctx, items)
            found = None if element is None else t.Array(length=len(items), element=element)
            if found is not None and is_view:
                found = t.Slice(element=found.element, const=True) if isinstance(found, t.Array) else None
        case FnRef():
            found = fn_type(operand.type)
        case Poison() | NoReturn():
            return None
        case _ if isinstance(operand.type, IR_TYPES):
            return operand.ir_type
        case _:
            found = None
    if found is None and report:
        _report_untyped(ctx, operand)
    return found


def _list_element(ctx: FunctionContext, items: tuple[Operand, ...]) -> t.Type | None:
    return common_type(ctx, items) if items else None


_UNTYPED = {
    ComptimeInt: ("untyped-local", "this number fits no default type", "write a type, such as `u128`"),
    UndefinedType: ("untyped-undefined", "`undefined` has no type here", "write the type: `: T = undefined`"),
    NullType: ("untyped-literal", "`null` has no type here", "write the type: `: ?T = null`"),
    EnumLiteralType: ("untyped-enum-literal", "no enum is expected here", "write `Enum.variant`"),
    UntypedList: ("untyped-literal", "the type of this list is not known here", "write a type: `: [N]T = ..`"),
    UntypedStruct: ("untyped-literal", "the type of this literal is not known here", "write `T{ .. }`"),
}


def _report_untyped(ctx: FunctionContext, operand: Operand) -> None:
    row = _UNTYPED.get(type(operand.type))
    if row is not None:
        code, message, help_ = row
        ctx.report(code, message, operand.span, helps=(help_,))
        return
    ctx.report("type-mismatch", f"a value is needed here, not {type_name(operand.type)}", operand.span)


def peer_type(ctx: FunctionContext, operands: Sequence[Operand], span: Span) -> t.Type | None:
    """The common type of several operands (arms, elements); None if there is none, which is reported."""
    if any(operand.is_poison for operand in operands):
        return None
    found = common_type(ctx, operands)
    if found is not None:
        return found
    values = [o for o in operands if not isinstance(o.type, NoReturn)]
    if len(values) == 1:
        default_type(ctx, values[0])
        return None
    if not values:
        return None
    labels = tuple(Label(span=o.span, text=f"this is {type_name(o.type)}") for o in _different(values))
    ctx.report("type-mismatch", "these values have no common type", span, *labels, helps=("cast them to one type",))
    return None


def _different(operands: Sequence[Operand]) -> list[Operand]:
    first = operands[0]
    other = next((o for o in operands if type_name(o.type) != type_name(first.type)), None)
    return [first] if other is None else [first, other]


def common_type(ctx: FunctionContext, operands: Sequence[Operand]) -> t.Type | None:
    """The common type of several operands, or None, in silence."""
    typed: t.Type | None = None
    untyped: list[Operand] = []
    for operand in operands:
        if isinstance(operand.type, IR_TYPES):
            joined = operand.ir_type if typed is None else join_types(typed, operand)
            if joined is None:
                return None
            typed = joined
        elif not isinstance(operand.type, NoReturn | UndefinedType):
            untyped.append(operand)
    if typed is None:
        typed = _common_untyped(ctx, untyped)
        untyped = [o for o in untyped if isinstance(o.type, NullType)] if typed is not None else []
    if typed is not None and any(isinstance(o.type, NullType) for o in untyped) and not isinstance(typed, t.Optional):
        typed = t.Optional(child=typed)
    return typed


def _common_untyped(ctx: FunctionContext, operands: Sequence[Operand]) -> t.Type | None:
    values = [o for o in operands if not isinstance(o.type, NullType)]
    numbers = [o.known for o in values if isinstance(o.type, ComptimeInt | ComptimeFloat)]
    if not values or (numbers and len(numbers) < len(values)):
        return None
    if numbers:
        ints = [n for n in numbers if isinstance(n, int)]
        if len(ints) < len(numbers):
            return t.F64
        return default_int(ints, is_char=all(isinstance(o.type, ComptimeInt) and o.type.is_char for o in values))
    types = [default_type(ctx, o, report=False) for o in values]
    return types[0] if types[0] is not None and all(type_ == types[0] for type_ in types) else None


def join_types(left: t.Type, operand: Operand) -> t.Type | None:
    """The peer type of a typed value and one more operand (SEM 4.2, 5.2, 5.3)."""
    right = operand.ir_type
    if left == right:
        return left
    match left, right:
        case t.Int(), t.Int():
            wider, narrower = (right, left) if right.bits > left.bits else (left, right)
            return wider if int_widens(narrower, wider) else None
        case t.Float(), t.Float():
            return left if left.bits >= right.bits else right
        case t.Float(), t.Int():
            return left if float_holds(right, left) else None
        case t.Int(), t.Float():
            return right if float_holds(left, right) else None
        case _:
            return _join_wrapped(left, right)


def _join_wrapped(left: t.Type, right: t.Type) -> t.Type | None:
    match left, right:
        case t.Optional(), _ if left.child == right:
            return left
        case _, t.Optional() if right.child == left:
            return right
        case t.ErrorSet(), t.ErrorSet():
            return merge_errors(left, right)
        case t.ErrorUnion(), t.ErrorSet():
            return t.ErrorUnion(errors=merge_errors(left.errors, right), child=left.child)
        case t.ErrorSet(), t.ErrorUnion():
            return t.ErrorUnion(errors=merge_errors(left, right.errors), child=right.child)
        case t.ErrorUnion(), t.ErrorUnion() if left.child == right.child:
            return t.ErrorUnion(errors=merge_errors(left.errors, right.errors), child=left.child)
        case t.ErrorSet(), _:
            return t.ErrorUnion(errors=left, child=right)
        case _, t.ErrorSet():
            return t.ErrorUnion(errors=right, child=left)
        case t.Slice(), t.Slice() if left.element == right.element:
            return left if left.const else right
        case t.Pointer(), t.Pointer() if left.target == right.target:
            return left if left.const else right
        case _:
            return None


def merge_errors(left: t.ErrorSet, right: t.ErrorSet) -> t.ErrorSet:
    """The set with the errors of both."""
    if left.errors is None or right.errors is None:
        return t.ErrorSet(errors=None)
    return t.ErrorSet(errors=tuple(sorted({*left.errors, *right.errors})))


def number_peer(left: Operand, right: Operand) -> t.Int | t.Float | None:
    """The type in which an operator computes on two typed numbers; known values that fit follow the other side."""
    a, b = left.ir_type, right.ir_type
    assert isinstance(a, t.Int | t.Float)
    assert isinstance(b, t.Int | t.Float)
    if a == b:
        return a
    if isinstance(a, t.Float) and isinstance(b, t.Float):
        return a if a.bits >= b.bits else b
    if isinstance(a, t.Int) and isinstance(b, t.Int):
        wide, narrow = (right, left) if b.bits > a.bits else (left, right)
        return _int_peer(narrow, wide)
    float_side, int_side = (left, right) if isinstance(a, t.Float) else (right, left)
    return _float_peer(float_side.ir_type, int_side)


def _int_peer(narrow: Operand, wide: Operand) -> t.Int | None:
    narrow_type, wide_type = narrow.ir_type, wide.ir_type
    assert isinstance(narrow_type, t.Int)
    assert isinstance(wide_type, t.Int)
    if int_widens(narrow_type, wide_type) or _fits(narrow, wide_type):
        return wide_type
    return narrow_type if _fits(wide, narrow_type) else None


def _fits(operand: Operand, to: t.Int) -> bool:
    if isinstance(operand.known, int):
        return to.holds(operand.known)
    bounds = operand.bounds
    return bounds is not None and to.holds(bounds[0]) and to.holds(bounds[1])


def _float_peer(to: t.Type, operand: Operand) -> t.Float | None:
    source = operand.ir_type
    assert isinstance(to, t.Float)
    assert isinstance(source, t.Int)
    known = operand.known
    if float_holds(source, to) or (isinstance(known, int) and exact_in_float(known, to) is not None):
        return to
    return None


def is_comptime_number(operand: Operand) -> bool:
    """Whether an operand is a number without a type."""
    return isinstance(operand.type, ComptimeInt | ComptimeFloat)


def comptime_number(operand: Operand) -> int | Quad:
    """The value of a number without a type."""
    known = operand.known
    assert isinstance(known, int | Quad)
    return known
