"""Checks of the verifier that look at one expression node and the types of its operands."""

from __future__ import annotations

from collections.abc import Iterator

from t27c.ir.nodes import (
    AddressOf,
    Aggregate,
    Block,
    Builtin,
    Call,
    Const,
    Convert,
    ConvertKind,
    Deref,
    Expr,
    Field,
    Index,
    Op,
    Operation,
    Payload,
    PayloadKind,
    Select,
    SliceOf,
    Var,
)
from t27c.ir.types import (
    BOOL,
    Array,
    Bool,
    Enum,
    ErrorSet,
    ErrorUnion,
    Float,
    Fn,
    Int,
    Optional,
    Pointer,
    QName,
    Slice,
    Struct,
    Tuple,
    Type,
    Union,
    type_text,
)
from t27c.ir.verify_values import builtin_problem, value_fits

_COMPARISONS = {Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE}
_ORDERINGS = {Op.LT, Op.LE, Op.GT, Op.GE}
_FLOAT_OPS = {Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.REM, Op.MOD, Op.DIV_TRUNC, Op.DIV_FLOOR, Op.NEG}
_BOOL_OPS = {Op.AND, Op.OR, Op.NOT, Op.BIT_AND, Op.BIT_OR, Op.BIT_XOR}
_UNARY = {Op.NEG, Op.NEG_WRAP, Op.BIT_NOT, Op.NOT, Op.IS_NULL, Op.IS_ERROR}
_SCALARS = {
    ConvertKind.INT_WIDEN: (Int, Int),
    ConvertKind.INT_CHECKED: (Int, Int),
    ConvertKind.INT_TRUNCATE: (Int, Int),
    ConvertKind.INT_TO_FLOAT: (Int, Float),
    ConvertKind.FLOAT_TO_INT: (Float, Int),
    ConvertKind.FLOAT_TO_FLOAT: (Float, Float),
    ConvertKind.BOOL_TO_INT: (Bool, Int),
    ConvertKind.ENUM_TO_INT: (Enum, Int),
    ConvertKind.INT_TO_ENUM: (Int, Enum),
    ConvertKind.UNION_TAG: (Union, Enum),
}


def expr_problems(node: Expr) -> Iterator[str]:
    """What is wrong with `node` itself, its operands taken as right."""
    match node:
        case Const():
            if not value_fits(node.value, node.type):
                yield f"{node.value!r} is no value of {type_text(node.type)}"
        case Operation():
            yield from _operation(node)
        case Convert():
            if not _converts(node):
                yield f"{node.kind.value} does not turn {type_text(node.operand.type)} into {type_text(node.type)}"
        case Builtin():
            problem = builtin_problem(node)
            if problem is not None:
                yield problem
        case Select():
            yield from _same("condition", node.condition.type, BOOL)
            yield from _same("value of a choice", node.then.type, node.type)
            yield from _same("value of a choice", node.otherwise.type, node.type)
        case Call():
            yield from _call_of_value(node)
        case Block():
            yield from _same("value of a block", node.value.type, node.type)
        case Aggregate():
            yield from _aggregate(node)
        case Var():
            pass
        case Field() | Index() | SliceOf() | AddressOf() | Deref() | Payload():
            yield from _part(node)


def _same(what: str, found: Type, wanted: Type) -> Iterator[str]:
    if found != wanted:
        yield f"the {what} is {type_text(found)}, not {type_text(wanted)}"


def _operation(node: Operation) -> Iterator[str]:
    if len(node.operands) != (1 if node.op in _UNARY else 2):
        yield f"`{node.op.value}` has {len(node.operands)} operands"
        return
    first, last = node.operands[0].type, node.operands[-1].type
    both_ints = isinstance(first, Int) and isinstance(last, Int)
    may_differ = both_ints and (node.op in _COMPARISONS or node.op in {Op.SHL, Op.SHR})
    if not may_differ:
        yield from _same(f"right side of `{node.op.value}`", last, first)
    is_test = node.op in _COMPARISONS or node.op in {Op.IS_NULL, Op.IS_ERROR}
    yield from _same(f"result of `{node.op.value}`", node.type, BOOL if is_test else first)
    if not _has_operator(node.op, first):
        yield f"`{node.op.value}` is not for {type_text(first)}"


def _has_operator(op: Op, type_: Type) -> bool:
    match op:
        case Op.IS_NULL:
            return isinstance(type_, Optional)
        case Op.IS_ERROR:
            return isinstance(type_, ErrorUnion)
        case Op.EQ | Op.NE:
            return True
        case _:
            return _has_scalar_operator(op, type_)


def _has_scalar_operator(op: Op, type_: Type) -> bool:
    match type_:
        case Int():
            return op not in {Op.AND, Op.OR, Op.NOT}
        case Float():
            return op in _FLOAT_OPS or op in _ORDERINGS
        case Bool():
            return op in _BOOL_OPS
        case Enum():
            return op in _ORDERINGS
        case _:
            return False


def _converts(node: Convert) -> bool:
    source, target = node.operand.type, node.type
    if node.kind in _SCALARS:
        kinds = _SCALARS[node.kind]
        return isinstance(source, kinds[0]) and isinstance(target, kinds[1]) and _widens(node.kind, source, target)
    match node.kind:
        case ConvertKind.WRAP_OPTIONAL:
            return isinstance(target, Optional) and target.child == source
        case ConvertKind.WRAP_VALUE:
            return isinstance(target, ErrorUnion) and target.child == source
        case ConvertKind.WRAP_ERROR:
            return isinstance(target, ErrorUnion) and isinstance(source, ErrorSet) and _admits(target.errors, source)
        case ConvertKind.WIDEN_ERRORS:
            return _widens_errors(source, target)
        case ConvertKind.TO_CONST:
            return _to_const(source) == target
        case ConvertKind.BIT_CAST:
            return isinstance(source, (Int, Float, Bool, Enum)) and isinstance(target, (Int, Float, Bool))
        case _:
            return source == target


def _widens(kind: ConvertKind, source: Type, target: Type) -> bool:
    if kind is not ConvertKind.INT_WIDEN or not isinstance(source, Int) or not isinstance(target, Int):
        return True
    return target.holds(source.lowest) and target.holds(source.highest)


def _admits(wide: ErrorSet, narrow: ErrorSet) -> bool:
    return wide.errors is None or (narrow.errors is not None and set(narrow.errors) <= set(wide.errors))


def _widens_errors(source: Type, target: Type) -> bool:
    if isinstance(source, ErrorUnion) and isinstance(target, ErrorUnion):
        return source.child == target.child and _admits(target.errors, source.errors)
    return isinstance(source, ErrorSet) and isinstance(target, ErrorSet) and _admits(target, source)


def _to_const(source: Type) -> Type | None:
    match source:
        case Slice():
            return Slice(element=source.element, const=True)
        case Pointer():
            return Pointer(target=source.target, const=True)
        case _:
            return None


def _call_of_value(node: Call) -> Iterator[str]:
    """Calls of declared functions are checked where the declarations are known."""
    if isinstance(node.callee, QName):
        return
    if not isinstance(node.callee.type, Fn):
        yield f"a call of {type_text(node.callee.type)}"
        return
    yield from call_problems(node, node.callee.type.params, node.callee.type.result)


def call_problems(node: Call, params: tuple[Type, ...], result: Type) -> Iterator[str]:
    """Whether the arguments and the result of a call agree with the function's types."""
    if len(params) != len(node.args):
        yield f"{len(node.args)} arguments for {len(params)} parameters"
        return
    for at, (arg, param) in enumerate(zip(node.args, params, strict=True)):
        yield from _same(f"argument {at + 1}", arg.type, param)
    yield from _same("result of the call", node.type, result)


def _aggregate(node: Aggregate) -> Iterator[str]:
    match node.type:
        case Array():
            if len(node.parts) != node.type.length:
                yield f"{len(node.parts)} elements for {type_text(node.type)}"
            for part in node.parts:
                yield from _same("element", part.type, node.type.element)
        case Tuple():
            if len(node.parts) != len(node.type.elements):
                yield f"{len(node.parts)} parts for {type_text(node.type)}"
        case Union():
            if len(node.fields) != 1 or len(node.parts) > 1:
                yield "a union has exactly one field"
        case Struct():
            if len(node.fields) != len(node.parts) or len(set(node.fields)) != len(node.fields):
                yield "every part of a struct has one name"
        case _:
            yield f"an aggregate of {type_text(node.type)}"


def _part(node: Field | Index | SliceOf | AddressOf | Deref | Payload) -> Iterator[str]:
    match node:
        case Field():
            if not isinstance(node.base.type, (Struct, Tuple, Union)):
                yield f"a field of {type_text(node.base.type)}"
        case Index():
            yield from _element(node.base, node.type)
            yield from _position(node.index)
        case SliceOf():
            if isinstance(node.base.type, (Array, Slice)) and isinstance(node.type, Slice):
                yield from _same("element of a view", node.type.element, node.base.type.element)
            else:
                yield f"a view {type_text(node.type)} of {type_text(node.base.type)}"
            for bound in (node.low, node.high):
                if bound is not None:
                    yield from _position(bound)
        case AddressOf():
            target = node.type.target if isinstance(node.type, Pointer) else None
            yield from _inside("place of a pointer", node.place.type, target, node.type)
        case Deref():
            target = node.pointer.type.target if isinstance(node.pointer.type, Pointer) else None
            yield from _inside("target of the pointer", node.type, target, node.pointer.type)
        case Payload():
            yield from _inside("payload", node.type, _payload_type(node), node.base.type)


def _inside(what: str, found: Type, wanted: Type | None, outer: Type) -> Iterator[str]:
    if wanted is None:
        yield f"{type_text(outer)} has no {what}"
    else:
        yield from _same(what, found, wanted)


def _element(base: Expr, type_: Type) -> Iterator[str]:
    if isinstance(base.type, (Array, Slice)):
        yield from _same("element", type_, base.type.element)
    else:
        yield f"an element of {type_text(base.type)}"


def _position(index: Expr) -> Iterator[str]:
    if not isinstance(index.type, Int) or index.type.signed:
        yield f"a position of type {type_text(index.type)}"


def _payload_type(node: Payload) -> Type | None:
    base = node.base.type
    match node.kind:
        case PayloadKind.OPTIONAL | PayloadKind.OPTIONAL_KNOWN:
            return base.child if isinstance(base, Optional) else None
        case PayloadKind.OK_VALUE:
            return base.child if isinstance(base, ErrorUnion) else None
        case PayloadKind.ERROR:
            return base.errors if isinstance(base, ErrorUnion) else None
