"""Builtins about types, names, memory and stopping (SEM 7)."""

from __future__ import annotations

from dataclasses import replace

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.nodes import Op, TrapKind
from t27c.ir.values import ErrorValue, UndefinedValue
from t27c.sema.builtin_use import BuiltinUse, Handler, arguments, count_fits, report_operand, type_argument
from t27c.sema.compare import compare
from t27c.sema.comptime import known_integer
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce
from t27c.sema.dispatch import check_expr, check_stmt
from t27c.sema.layout import bit_size, size_and_alignment
from t27c.sema.operand import Operand, computed, constant, poison
from t27c.sema.semtypes import (
    COMPTIME_INT,
    NORETURN,
    ComptimeFloat,
    ComptimeInt,
    TypeValue,
    UntypedList,
    UntypedStruct,
    type_name,
)
from t27c.sema.typeinfo import symbol_of
from t27c.syntax import ast


def _size_of(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    if not count_fits(ctx, use, 1):
        return poison(use.span)
    type_ = type_argument(ctx, use, use.args[0])
    if type_ is None:
        return poison(use.span)
    analysis = ctx.module.analysis
    in_bits = use.row == "bitSizeOf"
    size = bit_size(analysis, type_, use.span) if in_bits else size_and_alignment(analysis, type_, use.span)[0]
    return Operand(type=COMPTIME_INT, span=use.span, known=size)


def _type_of(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """The type of an expression, which does not run. A bare number has a type that equals no other."""
    if not count_fits(ctx, use, 1):
        return poison(use.span)
    with ctx.collect():
        operand = check_expr(ctx, use.args[0])
    match operand.type:
        case _ if operand.is_poison:
            return poison(use.span)
        case ComptimeInt() | ComptimeFloat():
            name = "comptime_int" if isinstance(operand.type, ComptimeInt) else "comptime_float"
            return Operand(type=TypeValue(type=t.Struct(name=t.QName("", name))), span=use.span)
        case TypeValue():
            return operand.at(use.span)
        case _ if operand.expr is not None:
            return Operand(type=TypeValue(type=operand.ir_type), span=use.span)
        case _:
            ctx.report("untyped-literal", f"{type_name(operand.type)} has no type yet", operand.span)
            return poison(use.span)


def _tag_name(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    operands = arguments(ctx, use, 1)
    if operands is None:
        return poison(use.span)
    operand = operands[0]
    value = operand.expr
    type_ = operand.type
    if isinstance(type_, t.Union) and value is not None:
        tag = symbol_of(ctx.module.analysis, type_, use.span).tag_enum
        if tag is None:
            return poison(use.span)
        value = ir.Convert(type=tag, span=use.span, kind=ir.ConvertKind.UNION_TAG, operand=value)
        type_ = tag
    if not isinstance(type_, t.Enum) or value is None:
        report_operand(ctx, use, operand, "an enum with a type")
        return poison(use.span)
    names = {tag: name for name, tag in symbol_of(ctx.module.analysis, type_, use.span).variants.items()}
    known = names.get(operand.known) if isinstance(operand.known, int) else None
    call = ir.Builtin(type=t.STRING, span=use.span, name="tag_name", args=(value,))
    return computed(call, None if known is None else known.encode())


def _error_name(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    operands = arguments(ctx, use, 1)
    if operands is None:
        return poison(use.span)
    operand = operands[0]
    if not isinstance(operand.type, t.ErrorSet):
        report_operand(ctx, use, operand, "an error")
        return poison(use.span)
    known = operand.known.name.encode() if isinstance(operand.known, ErrorValue) else None
    return computed(ir.Builtin(type=t.STRING, span=use.span, name="error_name", args=(operand.value,)), known)


def _this(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    if not count_fits(ctx, use, 0):
        return poison(use.span)
    if ctx.owner is None:
        ctx.report("unknown-type", "`@This()` outside of a type", use.span, helps=("write the name of the type",))
        return poison(use.span)
    return Operand(type=TypeValue(type=ctx.owner.type), span=use.span)


def _text_argument(ctx: FunctionContext, use: BuiltinUse) -> str | None:
    operands = arguments(ctx, use, 1)
    if operands is None:
        return None
    known = operands[0].known
    if isinstance(known, bytes):
        return known.decode("utf-8", "replace")
    ctx.report("not-comptime", f"`{use.name}` needs a text that is known while building", operands[0].span)
    return None


def _panic(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    text = _text_argument(ctx, use)
    if text is None:
        return poison(use.span)
    return Operand(type=NORETURN, span=use.span, jump=(ir.Trap(span=use.span, kind=TrapKind.PANIC, message=text),))


def _compile_error(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    text = _text_argument(ctx, use)
    if text is not None:
        ctx.report("unsupported-form", f"@compileError: {text}", use.span)
    return poison(use.span)


def _quota(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    operands = arguments(ctx, use, 1, hint=t.U32)
    if operands is None:
        return poison(use.span)
    known = known_integer(ctx, operands[0], "the quota")
    if known is None:
        return poison(use.span)
    if not t.U32.holds(known):
        ctx.report("literal-out-of-range", f"{known} does not fit `u32`", operands[0].span)
    return nothing(use)


def nothing(use: BuiltinUse) -> Operand:
    """A value of type void."""
    return constant(t.VOID, UndefinedValue(), use.span)


def as_slice(
    ctx: FunctionContext, use: BuiltinUse, operand: Operand, *, const: bool, element: t.Type | None = None
) -> ir.Expr | None:
    """An argument as a slice: slices, strings, `&array`, arrays, pointers to arrays; None if reported."""
    match operand.type:
        case t.Slice() | t.Array():
            element = element or operand.type.element
        case t.Pointer(target=t.Array() as array):
            element = element or array.element
        case UntypedList() | UntypedStruct() if element is not None:
            pass
        case _:
            report_operand(ctx, use, operand, "a slice")
            return None
    if isinstance(operand.type, t.Array) and not const and operand.is_place and not operand.is_mutable:
        ctx.report("assign-to-const", f"`{use.name}` would write something constant", operand.span)
        return None
    if isinstance(operand.type, t.Array) and not const:
        type_ = t.Slice(element=element, const=False)
        return ir.SliceOf(type=type_, span=operand.span, base=operand.value, low=None, high=None)
    return coerce(ctx, operand, t.Slice(element=element, const=const))


def _memory(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`@memcpy(d, s)`, `@memset(d, v)`."""
    operands = arguments(ctx, use, 2)
    if operands is None:
        return poison(use.span)
    target = as_slice(ctx, use, operands[0], const=False)
    if target is None or not isinstance(target.type, t.Slice):
        return poison(use.span)
    element = target.type.element
    if use.row == "memset":
        value = coerce(ctx, operands[1], element)
    else:
        value = as_slice(ctx, use, operands[1], const=True, element=element)
    if value is None:
        return poison(use.span)
    row = "mem_set" if use.row == "memset" else "mem_copy"
    return computed(ir.Builtin(type=t.VOID, span=use.span, name=row, args=(target, value)))


def _std_mem(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """`std.mem.f(T, a, b)`."""
    if not count_fits(ctx, use, 3):
        return poison(use.span)
    element = type_argument(ctx, use, use.args[0])
    operands = arguments(ctx, replace(use, args=use.args[1:]), 2)
    if element is None or operands is None:
        return poison(use.span)
    first = as_slice(ctx, use, operands[0], const=use.row != "mem_copy_typed", element=element)
    if use.row == "index_of_scalar":
        second = coerce(ctx, operands[1], element)
    else:
        second = as_slice(ctx, use, operands[1], const=True, element=element)
    if first is None or second is None:
        return poison(use.span)
    if use.row == "mem_eql":
        return compare(ctx, Op.EQ, computed(first), computed(second), use.span)
    row = "mem_copy" if use.row == "mem_copy_typed" else use.row
    return computed(ir.Builtin(type=_MEM_RESULTS[use.row], span=use.span, name=row, args=(first, second)))


_MEM_RESULTS: dict[str, t.Type] = {
    "mem_eql": t.BOOL,
    "index_of": t.Optional(child=t.USIZE),
    "index_of_scalar": t.Optional(child=t.USIZE),
    "starts_with": t.BOOL,
    "ends_with": t.BOOL,
    "mem_copy_typed": t.VOID,
}


def _compile_assert(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """As a value it is nothing; as a statement `test_clauses` makes an assertion of it."""
    if not count_fits(ctx, use, 1, 2):
        return poison(use.span)
    from_statement = ast.Assert(span=use.span, condition=use.args[0], message=None)
    with ctx.collect() as body:
        check_stmt(ctx, from_statement)
    return computed(ir.Block(type=t.VOID, span=use.span, body=tuple(body), value=nothing(use).value))


MISC_HANDLERS: dict[str, Handler] = {
    "sizeOf": _size_of,
    "bitSizeOf": _size_of,
    "TypeOf": _type_of,
    "tagName": _tag_name,
    "errorName": _error_name,
    "This": _this,
    "panic": _panic,
    "compileAssert": _compile_assert,
    "compileError": _compile_error,
    "setEvalBranchQuota": _quota,
    "memcpy": _memory,
    "memset": _memory,
    **dict.fromkeys(_MEM_RESULTS, _std_mem),
}
