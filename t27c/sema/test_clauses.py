"""Tests: clauses and statements become steps with a role; placeholders are skipped, vacuous ones named (SEM 14)."""

from __future__ import annotations

from dataclasses import dataclass

from t27c.diagnostics.model import Severity
from t27c.ir import nodes as ir
from t27c.ir.types import BOOL
from t27c.ir.walk import walk_body
from t27c.sema.assertions import emit_condition, message_text, one_line
from t27c.sema.assigned import find_assigned
from t27c.sema.check_stmt import emit_effects, run_expression, run_try
from t27c.sema.context import FunctionContext, ModuleContext
from t27c.sema.dead import dead_code
from t27c.sema.defer import run_deferred
from t27c.sema.dispatch import check_expr, check_stmt
from t27c.sema.flow import Scope
from t27c.sema.placeholders import first_reached, is_helper, placeholder_text, reached_placeholder
from t27c.sema.reach import completes
from t27c.sema.skip import muted
from t27c.sema.stmt_decl import bind_local, bind_parts
from t27c.syntax import ast


@dataclass(frozen=True, slots=True, kw_only=True)
class Lowered:
    """The steps of a test, invariant or bench. `skip` says why it cannot run, `has_errors` that it must not."""

    steps: tuple[ir.Step, ...]
    skip: str
    has_errors: bool

    @property
    def bodies(self) -> list[tuple[ir.Stmt, ...]]:
        """What the steps run."""
        return [step.body for step in self.steps]


def lower_test(module: ModuleContext, node: ast.Test, name: str) -> ir.Test:
    """Check a test and lower it to steps."""
    lowered = lower_items(module, node)
    vacuous = not lowered.has_errors and not lowered.skip and _is_vacuous(module, lowered)
    if vacuous:
        _report_vacuous(module, node, asserts=_asserts(lowered.bodies, known=True))
    return ir.Test(
        span=node.name.span,
        name=name,
        title=node.name.text,
        steps=lowered.steps,
        doc=node.doc,
        skip=lowered.skip,
        vacuous=vacuous,
    )


def lower_items(module: ModuleContext, node: ast.Test) -> Lowered:
    """Lower what a test, invariant or bench holds."""
    ctx = FunctionContext(module=module, is_test=True)
    ctx.flow.is_invariant = node.kind is ast.TestKind.INVARIANT
    ctx.flow.assigned = find_assigned((), node.items)
    if not node.items and not node.is_damaged:
        _report_empty(ctx, node)
    text = placeholder_text(ctx, node.items)
    if text:
        _check_names(ctx, node)
        return Lowered(steps=(), skip=_skipped(ctx, node, text), has_errors=node.is_damaged)
    mark = len(module.sink.found)
    steps = _steps(ctx, node)
    errors = any(found.severity is Severity.ERROR for found in module.sink.found[mark:])
    lowered = Lowered(steps=steps, skip="", has_errors=errors or node.is_damaged)
    reason = "" if lowered.has_errors else reached_placeholder(module.analysis, lowered.bodies)
    return Lowered(steps=steps, skip=_skipped(ctx, node, reason), has_errors=False) if reason else lowered


def _report_empty(ctx: FunctionContext, node: ast.Test) -> None:
    ctx.report(
        "empty-test",
        f"the {node.kind.value} `{node.name.text}` is empty",
        node.name.span,
        label="checks nothing",
        helps=("write clauses such as `then f(1) == 2`",),
    )


def _skipped(ctx: FunctionContext, node: ast.Test, reason: str) -> str:
    ctx.report(
        "placeholder-test",
        f"the {node.kind.value} `{node.name.text}` is a placeholder: {reason}",
        node.name.span,
        label="not checked" if node.kind is ast.TestKind.INVARIANT else "skipped",
        helps=("replace the placeholder text with real values",),
    )
    return f"placeholder: {reason}"


def _check_names(ctx: FunctionContext, node: ast.Test) -> None:
    """Placeholder text excuses only itself: other names must still mean something."""
    sink = ctx.module.sink
    mark = len(sink.found)
    with dead_code(ctx):
        _steps(ctx, node)
    sink.found[mark:] = [found for found in sink.found[mark:] if not is_helper(found.span.text)]


def _steps(ctx: FunctionContext, node: ast.Test) -> tuple[ir.Step, ...]:
    steps: list[ir.Step] = []
    frame = Scope()
    with ctx.flow.inside(frame):
        for item in node.items:
            with ctx.collect() as body:
                role = _lower_item(ctx, item)
            if not isinstance(item, ast.Note):
                steps.append(ir.Step(span=item.span, role=role, text=one_line(item.span.text), body=tuple(body)))
        if frame.deferred and all(completes(step.body) for step in steps):
            with ctx.collect() as body:
                run_deferred(ctx, (frame,))
            steps.append(ir.Step(span=node.items[-1].span, role="", text="", body=tuple(body)))
    return tuple(steps)


def _lower_item(ctx: FunctionContext, item: ast.Clause | ast.Stmt) -> str:
    """Emit a clause or statement and yield its role."""
    match item:
        case ast.Bind():
            _bind(ctx, item.binding)
            return item.role.value
        case ast.Act():
            _act(ctx, item.action)
            return item.role.value
        case ast.Then():
            emit_condition(ctx, item.condition, message_text(item.message))
            return "then"
        case ast.Note():
            return ""
        case ast.ExprStmt() if ctx.flow.is_invariant:
            _bare(ctx, item)
            return ""
        case _:
            check_stmt(ctx, item)
            return ""


def _bind(ctx: FunctionContext, binding: ast.Binding) -> None:
    """A binding clause; binding a name again gives it a new meaning from here on."""
    match binding:
        case ast.Local():
            bind_local(ctx, binding, rebinds=True)
        case ast.Destructure():
            bind_parts(ctx, binding, rebinds=True)


def _act(ctx: FunctionContext, action: ast.Assign | ast.Discard | ast.ExprStmt | ast.TryStmt) -> None:
    """An action may drop its value; of a plain value the parser has already said that it does nothing."""
    match action:
        case ast.TryStmt():
            run_try(ctx, action, may_drop=True)
        case ast.ExprStmt(value=ast.Call() | ast.BuiltinCall() as call):
            run_expression(ctx, call, may_drop=True)
        case ast.ExprStmt():
            emit_effects(ctx, check_expr(ctx, action.value))
        case _:
            check_stmt(ctx, action)


def _bare(ctx: FunctionContext, item: ast.ExprStmt) -> None:
    """In an invariant a bare boolean is an assertion, a void call an action (SEM 14.6)."""
    match item.value:
        case ast.Call() | ast.BuiltinCall() | ast.NameRef() | ast.Binary() | ast.Unary() | ast.Member() | ast.WordLit():
            pass
        case _:
            check_stmt(ctx, item)
            return
    if _is_bool(ctx, item.value):
        emit_condition(ctx, item.value, None)
    else:
        check_stmt(ctx, item)


def _is_bool(ctx: FunctionContext, value: ast.Expr) -> bool:
    with muted(ctx):
        return check_expr(ctx, value).type == BOOL


def _is_vacuous(module: ModuleContext, lowered: Lowered) -> bool:
    """Whether no assertion about a run-time value can be reached, as far as the text shows."""
    if _asserts(lowered.bodies):
        return False
    analysis = module.analysis
    found = first_reached(analysis, lowered.bodies, analysis.without_assert, lambda function: _asserts([function.body]))
    return found is None


def _asserts(bodies: list[tuple[ir.Stmt, ...]], *, known: bool = False) -> bool:
    return any(isinstance(s, ir.Assert) and s.known is known for body in bodies for s in walk_body(body))


def _report_vacuous(module: ModuleContext, node: ast.Test, *, asserts: bool) -> None:
    if not node.items and module.options.vacuous != "error":
        return
    module.report(
        "vacuous-test",
        f"the test `{node.name.text}` checks nothing while it runs",
        node.name.span,
        label="every assertion in it is decided while building" if asserts else "it has no assertion",
        helps=("assert something about the result of a call",),
    )
