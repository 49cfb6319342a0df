"""Conditions of `if` and `while`: bools, and optionals or error unions whose inside a capture names."""

from __future__ import annotations

from dataclasses import dataclass

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.ir.values import NullValue, UndefinedValue
from t27c.sema.context import FunctionContext
from t27c.sema.convert import read
from t27c.sema.dispatch import check_expr
from t27c.sema.operand import Operand, constant, place, poison
from t27c.sema.scope import declare_local
from t27c.sema.semtypes import ComptimeFloat, ComptimeInt, NoReturn, SemaType, type_name
from t27c.source import Span
from t27c.syntax import ast


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested:
    """A condition: `known` if it is decided while building, `inside` and `error` what captures name."""

    condition: ir.Expr
    known: bool | None = None
    inside: Operand | None = None
    error: Operand | None = None


def check_condition(
    ctx: FunctionContext, node: ast.Expr, capture: ast.Capture | None = None, *, with_error: bool = False
) -> Tested:
    """Check a condition. A subject that must be looked at twice is emitted into a temporary first."""
    operand = check_expr(ctx, node, t.BOOL if capture is None else None)
    if capture is None and not with_error:
        return check_bool(ctx, operand)
    match operand.type:
        case t.Optional():
            return _optional(ctx, operand, capture)
        case t.ErrorUnion():
            return _error_union(ctx, operand, capture)
        case _ if operand.is_poison:
            broken = poison(operand.span)
            return Tested(condition=_false(operand.span), inside=broken, error=broken)
        case _:
            return _no_capture(ctx, operand)


def _no_capture(ctx: FunctionContext, operand: Operand) -> Tested:
    ctx.report(
        "type-mismatch",
        f"a capture needs an optional or an error union, not {type_name(operand.type)}",
        operand.span,
        label="has nothing inside that could be captured",
        helps=("remove the capture, or give the value a type such as `?T`",),
    )
    broken = poison(operand.span)
    return Tested(condition=_false(operand.span), inside=broken, error=broken)


def check_bool(ctx: FunctionContext, operand: Operand) -> Tested:
    """A condition without capture must be a bool (SEM 12.1)."""
    if isinstance(operand.type, t.Bool):
        known = operand.known if isinstance(operand.known, bool) else None
        decided = ir.Const(type=t.BOOL, span=operand.span, value=known) if known is not None else None
        return Tested(condition=decided or read(ctx, operand), known=known)
    if isinstance(operand.type, NoReturn):
        condition = ir.Block(type=t.BOOL, span=operand.span, body=operand.jump, value=_false(operand.span))
        return Tested(condition=condition)
    if not operand.is_poison:
        ctx.report(
            "condition-not-bool",
            f"a condition is a bool, not {type_name(operand.type)}",
            operand.span,
            label="this is no bool",
            helps=_bool_help(operand.type, operand.span),
        )
    return Tested(condition=_false(operand.span))


def _bool_help(type_: SemaType, span: Span) -> tuple[str, ...]:
    text = span.text if len(span.text) <= 40 and "\n" not in span.text else "value"
    match type_:
        case t.Int() | t.Float() | ComptimeInt() | ComptimeFloat():
            return (f"write `{text} != 0`",)
        case t.Optional():
            return (f"write `{text} != null`",)
        case t.ErrorUnion():
            return (f"write `if ({text}) |value| {{..}} else |err| {{..}}`",)
        case t.Slice():
            return (f"write `{text}.len != 0`",)
        case _:
            return ("compare it with something",)


def _false(span: Span) -> ir.Const:
    return ir.Const(type=t.BOOL, span=span, value=False)


def _optional(ctx: FunctionContext, operand: Operand, capture: ast.Capture | None) -> Tested:
    assert isinstance(operand.type, t.Optional)
    known = False if isinstance(operand.known, NullValue) else None
    subject = settle_subject(ctx, operand, by_reference=capture is not None and capture.by_reference)
    return Tested(
        condition=negate(test_of(ir.Op.IS_NULL, subject.value)),
        known=known,
        inside=payload(subject, ir.PayloadKind.OPTIONAL_KNOWN, operand.type.child),
    )


def _error_union(ctx: FunctionContext, operand: Operand, capture: ast.Capture | None) -> Tested:
    assert isinstance(operand.type, t.ErrorUnion)
    subject = settle_subject(ctx, operand, by_reference=capture is not None and capture.by_reference)
    return Tested(
        condition=negate(test_of(ir.Op.IS_ERROR, subject.value)),
        inside=payload(subject, ir.PayloadKind.OK_VALUE, operand.type.child),
        error=payload(subject, ir.PayloadKind.ERROR, operand.type.errors),
    )


def test_of(op: ir.Op, subject: ir.Expr) -> ir.Expr:
    """`IS_NULL` or `IS_ERROR` of a subject."""
    return ir.Operation(type=t.BOOL, span=subject.span, op=op, operands=(subject,))


def negate(condition: ir.Expr) -> ir.Expr:
    """The opposite of a bool."""
    if isinstance(condition, ir.Operation) and condition.op is ir.Op.NOT:
        return condition.operands[0]
    return ir.Operation(type=t.BOOL, span=condition.span, op=ir.Op.NOT, operands=(condition,))


def payload(subject: Operand, kind: ir.PayloadKind, type_: t.Type) -> Operand:
    """What is inside a tested subject, as a place."""
    inside = ir.Payload(type=type_, span=subject.span, base=subject.value, kind=kind)
    return place(inside, mutable=subject.is_mutable, declared=subject.declared)


def settle_subject(ctx: FunctionContext, operand: Operand, *, by_reference: bool = False) -> Operand:
    """The operand as a place that can be looked at several times: itself, behind a pointer, or a temporary."""
    if operand.is_place and is_plain_place(operand.value):
        return operand
    if by_reference and operand.is_place:
        pointer_type = t.Pointer(target=operand.ir_type, const=not operand.is_mutable)
        address = ir.AddressOf(type=pointer_type, span=operand.span, place=operand.value)
        target = ir.Deref(type=operand.ir_type, span=operand.span, pointer=ctx.let_temporary(address))
        return place(target, mutable=operand.is_mutable, declared=operand.declared)
    return place(ctx.let_temporary(read(ctx, operand)), mutable=False)


def is_plain_place(expr: ir.Expr) -> bool:
    """Whether a place is a variable or a field of one: looking at it again costs nothing and means the same."""
    while isinstance(expr, ir.Field):
        expr = expr.base
    return isinstance(expr, ir.Var)


def is_steady(ctx: FunctionContext, operand: Operand) -> bool:
    """Whether an operand is known or a local that nothing assigns, so that it can be looked at again at any time."""
    match operand.value:
        case ir.Const():
            return True
        case ir.Var(name=str()):
            declared = operand.declared
            return not operand.is_mutable or (declared is not None and ctx.flow.assigned.keeps_its_view(declared.start))
        case _:
            return False


def bind_capture(ctx: FunctionContext, capture: ast.Capture | None, inside: Operand | None) -> None:
    """Emit and declare what `|x|` or `|*x|` names."""
    if capture is None or inside is None or capture.name.text == "_":
        return
    name, span = capture.name.text, capture.name.span
    if inside.is_poison:
        declare_local(ctx, name, span, inside)
        return
    if capture.by_reference:
        value = _reference(ctx, capture, inside)
        if value is None:
            declare_local(ctx, name, span, poison(span))
            return
    elif inside.type == t.VOID:
        declare_local(ctx, name, span, constant(t.VOID, UndefinedValue(), span))
        return
    else:
        value = read(ctx, inside)
    bind_value(ctx, capture.name, value)


@dataclass(frozen=True, slots=True)
class CaptureSlot:
    """A capture that lives outside the loop's body, because the step of the loop sees it too."""

    name: ast.Name
    declaration: ir.Let

    def declare(self, ctx: FunctionContext) -> None:
        """Make the name known in the scope at hand."""
        local = self.declaration.local
        var = ir.Var(type=local.type, span=self.name.span, name=local.name)
        declare_local(ctx, self.name.text, self.name.span, place(var, mutable=False, declared=self.name.span))


def capture_slot(ctx: FunctionContext, capture: ast.Capture | None, inside: Operand | None) -> CaptureSlot | None:
    """Set and declare what `|x|` names in a local that outlives the body; None if there is nothing to name."""
    if capture is None or inside is None or inside.is_poison or capture.name.text == "_" or inside.type == t.VOID:
        return None
    value = _reference(ctx, capture, inside) if capture.by_reference else read(ctx, inside)
    if value is None:
        return None
    name = capture.name
    local = ctx.new_local(name.text, value.type, mutable=True)
    nothing = ir.Const(type=value.type, span=name.span, value=UndefinedValue())
    slot = CaptureSlot(name, ir.Let(span=name.span, local=local, value=nothing))
    var = ir.Var(type=value.type, span=name.span, name=local.name)
    ctx.emit(ir.Assign(span=name.span, place=var, value=value))
    slot.declare(ctx)
    return slot


def bind_value(ctx: FunctionContext, name: ast.Name, value: ir.Expr) -> None:
    """Emit a constant local with its value and declare it."""
    local = ctx.new_local(name.text, value.type, mutable=False)
    ctx.emit(ir.Let(span=name.span, local=local, value=value))
    var = ir.Var(type=value.type, span=name.span, name=local.name)
    declare_local(ctx, name.text, name.span, place(var, mutable=False, declared=name.span))


def _reference(ctx: FunctionContext, capture: ast.Capture, inside: Operand) -> ir.Expr | None:
    if not inside.is_mutable:
        ctx.report(
            "mutable-view-of-const",
            f"`|*{capture.name.text}|` refers to something constant",
            capture.span,
            label="nothing can be stored through it",
            helps=(f"write `|{capture.name.text}|`, or make what it refers to a `var`",),
        )
        if not ctx.options.lenient:
            return None
    return ir.AddressOf(type=t.Pointer(target=inside.ir_type, const=False), span=capture.span, place=inside.value)
