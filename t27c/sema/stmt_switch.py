"""`switch` as statement and as value: by numbers where the subject allows it, else arms tried in order (SEM 12.3)."""

from __future__ import annotations

from dataclasses import dataclass, field

from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.sema.arms import Arms
from t27c.sema.conditions import bind_capture, bind_value, check_bool, is_steady, payload, settle_subject
from t27c.sema.context import FunctionContext
from t27c.sema.convert import coerce, read
from t27c.sema.dispatch import check_expr, checks_expr, checks_stmt, resolve_symbol
from t27c.sema.flow_if import Buildable, Chain, finish_value
from t27c.sema.operand import Operand, place, poison
from t27c.sema.peer import default_type
from t27c.sema.semtypes import IR_TYPES, NoReturn, TypeValue
from t27c.sema.skip import skip_body
from t27c.sema.switch_cover import check_cover
from t27c.sema.switch_patterns import Item, any_of, check_item, is_discrete, item_test, tag_operand
from t27c.source import Span
from t27c.syntax import ast


@dataclass(eq=False, slots=True)
class Numbered:
    """Arms by number; `otherwise` is None if the numbers cover everything."""

    before: list[ir.Stmt]
    subject: ir.Expr
    arms: list[tuple[list[Item], list[ir.Stmt]]] = field(default_factory=list)
    otherwise: list[ir.Stmt] | None = None

    def build(self, span: Span) -> list[ir.Stmt]:
        """The switch as statements."""
        arms = tuple(
            ir.Arm(ranges=tuple(item.numbers for item in items if item.numbers is not None), body=tuple(body))
            for items, body in self.arms
        )
        otherwise = None if self.otherwise is None else tuple(self.otherwise)
        return [*self.before, ir.Switch(span=span, subject=self.subject, arms=arms, otherwise=otherwise)]


@checks_stmt(ast.Switch)
def check_switch(ctx: FunctionContext, node: ast.Switch) -> None:
    """`switch` as a statement."""
    made = _lower(ctx, node, Arms(is_value=False))
    if isinstance(made, Operand):
        ctx.bodies[-1].extend(made.jump)
    else:
        ctx.bodies[-1].extend(made.build(node.span))


@checks_expr(ast.Switch)
def check_switch_value(ctx: FunctionContext, node: ast.Switch, expected: t.Type | None) -> Operand:
    """`switch` as a value."""
    arms = Arms(is_value=True, expected=expected)
    made = _lower(ctx, node, arms)
    if isinstance(made, Operand):
        return made
    if isinstance(made, _Decided):
        return made.value
    return finish_value(ctx, made, arms, node.span)


@dataclass(frozen=True, slots=True)
class _Decided:
    """A switch whose subject is known: just the arm that matches."""

    body: list[ir.Stmt]
    value: Operand

    def build(self, span: Span) -> list[ir.Stmt]:
        """The one body."""
        return self.body


def _lower(ctx: FunctionContext, node: ast.Switch, arms: Arms) -> Buildable | Operand:
    subject = _subject(ctx, node)
    if subject is None or isinstance(subject.type, NoReturn):
        for arm in node.arms:
            skip_body(ctx, arm.body, arm.capture, is_value=arms.is_value)
        return poison(node.span) if subject is None else subject
    if isinstance(subject.type, TypeValue):
        chosen = next((arm for arm in node.arms if _names_type(ctx, arm, subject.type)), None)
        return _decide(ctx, node, subject, [], arms, chosen)
    patterns = [_items(ctx, arm, subject) for arm in node.arms]
    _check_arms(ctx, node, subject, patterns)
    if any(items is None for items in patterns):
        _look_through(ctx, node, arms)
        return Operand(type=poison(node.span).type, span=node.span, jump=_never(node))
    found = [items or [] for items in patterns]
    if isinstance(subject.known, int) and is_discrete(subject.ir_type) and not any(arm.guard for arm in node.arms):
        return _decide(ctx, node, subject, found, arms, _matching(node, found, subject.known))
    if is_discrete(subject.ir_type) and not any(arm.guard for arm in node.arms):
        return _by_number(ctx, node, subject, found, arms)
    return _in_order(ctx, node, subject, found, arms)


def _never(node: ast.Switch) -> tuple[ir.Stmt, ...]:
    return (ir.Trap(span=node.span, kind=ir.TrapKind.NOT_ANALYSED),)


def _look_through(ctx: FunctionContext, node: ast.Switch, arms: Arms) -> None:
    """After an error in a pattern the bodies still deserve their messages about names."""
    for arm in node.arms:
        skip_body(ctx, arm.body, arm.capture, is_value=arms.is_value)


def _subject(ctx: FunctionContext, node: ast.Switch) -> Operand | None:
    operand = check_expr(ctx, node.subject)
    if operand.is_poison:
        return None
    if isinstance(operand.type, (*IR_TYPES, NoReturn, TypeValue)):
        return operand
    type_ = default_type(ctx, operand)
    value = None if type_ is None else coerce(ctx, operand, type_)
    if value is None:
        return None
    known = value.value if isinstance(value, ir.Const) else operand.known
    return Operand(type=value.type, span=operand.span, expr=value, known=known)


def _items(ctx: FunctionContext, arm: ast.Arm, subject: Operand) -> list[Item] | None:
    """The checked patterns of an arm; None if one was reported. The tests in them name the subject's place."""
    checked = [check_item(ctx, pattern, _plain(subject)) for pattern in arm.patterns]
    found = [item for item in checked if item is not None]
    return found if len(found) == len(checked) else None


def _plain(subject: Operand) -> Operand:
    return Operand(type=subject.type, span=subject.span, expr=subject.expr)


def _check_arms(ctx: FunctionContext, node: ast.Switch, subject: Operand, patterns: list[list[Item] | None]) -> None:
    otherwise = None
    for arm in node.arms:
        if arm.patterns:
            continue
        if otherwise is not None:
            ctx.report("duplicate-arm", "a second `else`", arm.span, helps=("remove one of them",))
        otherwise = otherwise or (arm.span if arm.guard is None else None)
    if any(items is None for items in patterns):
        return
    items = [item for arm, found in zip(node.arms, patterns, strict=True) if arm.guard is None for item in found or ()]
    check_cover(ctx, subject.ir_type, items, otherwise, node.subject.span)


def _settled(ctx: FunctionContext, node: ast.Switch, subject: Operand) -> Operand:
    """The subject as a place that captures may name, read only once."""
    by_reference = any(arm.capture is not None and arm.capture.by_reference for arm in node.arms)
    return settle_subject(ctx, subject, by_reference=by_reference)


def _decide(
    ctx: FunctionContext,
    node: ast.Switch,
    subject: Operand,
    patterns: list[list[Item]],
    arms: Arms,
    chosen: ast.Arm | None,
) -> Buildable:
    """Lower just the arm that is known to be taken; the others are looked through for names (SEM 2.5)."""
    for arm in node.arms:
        if arm is not chosen:
            skip_body(ctx, arm.body, arm.capture, is_value=arms.is_value)
    if chosen is None:
        return _Decided(list(_never(node)), poison(node.span))
    with arms.open(ctx) as body:
        if chosen.capture is not None and patterns:
            _bind(ctx, chosen, patterns[node.arms.index(chosen)], _settled(ctx, node, subject))
        arms.lower(ctx, chosen.body)
    if not arms.is_value or body:
        return Chain(otherwise=body)
    return _Decided(body, arms.values[0][1])


def _names_type(ctx: FunctionContext, arm: ast.Arm, wanted: TypeValue) -> bool:
    """Whether an arm of a `switch` on a type is the one to take."""
    values = [pattern.value for pattern in arm.patterns if isinstance(pattern, ast.ValuePattern)]
    return not arm.patterns or any(check_expr(ctx, value).type == wanted for value in values)


def _matching(node: ast.Switch, patterns: list[list[Item]], number: int) -> ast.Arm | None:
    for arm, items in zip(node.arms, patterns, strict=True):
        if any(item.numbers is not None and item.numbers[0] <= number <= item.numbers[1] for item in items):
            return arm
    return next((arm for arm in node.arms if not arm.patterns), None)


def _by_number(
    ctx: FunctionContext, node: ast.Switch, subject: Operand, patterns: list[list[Item]], arms: Arms
) -> Buildable:
    with ctx.collect() as before:
        captures = any(arm.capture is not None and arm.capture.name.text != "_" for arm in node.arms)
        settled = _settled(ctx, node, subject) if captures else subject
    made = Numbered(before, tag_operand(ctx, settled).value)
    for arm, items in zip(node.arms, patterns, strict=True):
        with arms.open(ctx) as body:
            _bind(ctx, arm, items, settled)
            arms.lower(ctx, arm.body)
        if arm.patterns:
            made.arms.append((items, body))
        elif made.otherwise is None:
            made.otherwise = body
    return made


def _in_order(
    ctx: FunctionContext, node: ast.Switch, subject: Operand, patterns: list[list[Item]], arms: Arms
) -> Buildable:
    """Arms that are tried one after the other; the last one is what remains if they cover everything."""
    if isinstance(subject.type, t.Slice):
        ctx.module.extension("`switch` on a string", node.subject.span)
    with ctx.collect() as before:
        settled = _settled(ctx, node, subject)
        if not is_steady(ctx, settled) and not t.is_aggregate(settled.ir_type):
            settled = place(ctx.let_temporary(read(ctx, settled)), mutable=False)
        if settled.expr is not subject.expr:
            patterns = [_items(ctx, arm, settled) or [] for arm in node.arms]
    chain, has_else = Chain(), False
    for arm, items in zip(node.arms, patterns, strict=True):
        is_rest = arm is node.arms[-1] and not arm.guard and not isinstance(settled.type, t.Enum | t.Union)
        condition = None if is_rest else _condition(ctx, arm, items, settled)
        with arms.open(ctx) as body:
            _bind(ctx, arm, items, settled)
            arms.lower(ctx, arm.body)
        if condition is not None:
            chain.add(before, condition, body)
            before = []
        elif not has_else:
            has_else, chain.otherwise = True, body
    if not has_else:
        chain.otherwise.append(ir.Trap(span=node.subject.span, kind=ir.TrapKind.INVALID_ENUM))
    if before:
        chain.otherwise = [*before, *chain.otherwise]
    return chain


def _condition(ctx: FunctionContext, arm: ast.Arm, items: list[Item], subject: Operand) -> ir.Expr | None:
    """Whether an arm is taken; None for `else` without a guard."""
    test = any_of([item_test(item, tag_operand(ctx, subject)) for item in items]) if items else None
    if arm.guard is None:
        return test
    with ctx.scope():
        for item in items:
            if item.some is not None:
                ctx.declare(item.some.text, item.some.span, _inside(subject))
        if arm.capture is not None:
            ctx.declare(arm.capture.name.text, arm.capture.name.span, _captured(ctx, items, subject))
        guard = check_bool(ctx, check_expr(ctx, arm.guard, t.BOOL)).condition
    if test is None:
        return guard
    return ir.Operation(type=t.BOOL, span=arm.guard.span, op=ir.Op.AND, operands=(test, guard))


def _inside(subject: Operand) -> Operand:
    assert isinstance(subject.type, t.Optional)
    return payload(subject, ir.PayloadKind.OPTIONAL_KNOWN, subject.type.child)


def _bind(ctx: FunctionContext, arm: ast.Arm, items: list[Item], subject: Operand) -> None:
    """Declare what the patterns and the capture of an arm name."""
    for item in items:
        if item.some is not None and item.some.text != "_":
            bind_value(ctx, item.some, read(ctx, _inside(subject)))
    if arm.capture is not None and arm.capture.name.text != "_":
        bind_capture(ctx, arm.capture, _captured(ctx, items, subject))


def _captured(ctx: FunctionContext, items: list[Item], subject: Operand) -> Operand:
    """What `|v|` of an arm names: the active field of a union, else the subject itself."""
    if not isinstance(subject.type, t.Union) or not items:
        return subject
    symbol = ctx.module.analysis.types[subject.type.name]
    resolve_symbol(symbol, subject.span)
    names = [name for name, tag in symbol.variants.items() if any(item.numbers == (tag, tag) for item in items)]
    types = [symbol.fields[name].type for name in names]
    first = types[0] if types else None
    if first is None:
        return poison(subject.span)
    if any(type_ != first for type_ in types):
        ctx.report(
            "type-mismatch",
            "the fields of this arm have different types, so one capture cannot name them all",
            items[0].span.to(items[-1].span),
            helps=("write one arm per field",),
        )
        return poison(subject.span)
    fields = [ir.Field(type=first, span=subject.span, base=subject.value, name=name) for name in names]
    if len(fields) == 1:
        return place(fields[0], mutable=subject.is_mutable)
    chosen: ir.Expr = read(ctx, place(fields[-1], mutable=False))
    for name, other in zip(names[:-1], fields[:-1], strict=True):
        test = item_test(Item(span=subject.span, numbers=(symbol.variants[name],) * 2), tag_operand(ctx, subject))
        value = read(ctx, place(other, mutable=False))
        chosen = ir.Select(type=first, span=subject.span, condition=test, then=value, otherwise=chosen)
    return Operand(type=first, span=subject.span, expr=chosen)
