"""Functions: signatures on demand, bodies on demand, and what a function is as an operand."""

from __future__ import annotations

from t27c.diagnostics.model import Label, Severity
from t27c.ir import nodes as ir
from t27c.ir import types as t
from t27c.sema.assigned import ELEMENT, FieldTypes, find_assigned, stores_into
from t27c.sema.context import Analysis, FunctionContext
from t27c.sema.dead import dead_code
from t27c.sema.dispatch import check_body, resolve_symbol, resolves
from t27c.sema.errors_of import inferred_errors
from t27c.sema.operand import Operand, place, poison
from t27c.sema.scope import declare_local
from t27c.sema.semtypes import FnRef
from t27c.sema.symbols import FnSymbol, ParamInfo, Signature, State
from t27c.sema.types import resolve_type
from t27c.source import Span
from t27c.syntax import ast


def fn_ref(ctx: FunctionContext, symbol: FnSymbol, span: Span) -> Operand:
    """A function mentioned by name."""
    signature_of(symbol)
    return Operand(type=FnRef(function=symbol), span=span, declared=symbol.node.name.span)


def signature_of(symbol: FnSymbol) -> Signature:
    """Parameters and result of a function, resolved once."""
    if symbol.signature is None:
        symbol.module.analysis.functions.setdefault(symbol.qname, symbol)
        ctx = FunctionContext(module=symbol.module, owner=symbol.owner, is_comptime=True)
        params = _params(ctx, symbol)
        result, infers = _result(ctx, symbol)
        symbol.signature = Signature(params=params, result=result, infers_errors=infers)
        if infers and isinstance(result, t.ErrorUnion):
            errors = inferred_errors(symbol, signature_of)
            result = t.ErrorUnion(errors=errors, child=result.child)
            symbol.signature = Signature(params=params, result=result, infers_errors=True)
    return symbol.signature


def _params(ctx: FunctionContext, symbol: FnSymbol) -> tuple[ParamInfo, ...]:
    stored = _stored_through(symbol.node)
    seen: dict[str, Span] = {}
    params: list[ParamInfo] = []
    for param in symbol.node.params:
        name = param.name.text
        if name in seen and name != "_":
            ctx.report(
                "duplicate-parameter",
                f"two parameters are called `{name}`",
                param.name.span,
                Label(span=seen[name], text="the first one"),
                helps=("rename one of them",),
            )
        seen.setdefault(name, param.name.span)
        if isinstance(param.type, ast.AnyType):
            params.append(_bound_param(symbol, name, param))
            continue
        node = param.type
        if isinstance(node, ast.SliceType) and node.is_const is None:
            node = ast.SliceType(span=node.span, is_const=name not in stored, element=node.element)
        type_ = resolve_type(ctx, node, hint=f"{symbol.name}_{name}")
        params.append(ParamInfo(name=name, span=param.name.span, type=type_))
    return tuple(params)


def _bound_param(symbol: FnSymbol, name: str, param: ast.Param) -> ParamInfo:
    """An `anytype` parameter: open in the function itself; in an instance, what the call passed."""
    bound = symbol.bound.get(name)
    if bound is None:
        return ParamInfo(name=name, span=param.name.span, type=None, is_anytype=True)
    type_ = bound.ir_type if bound.expr is not None else t.VOID
    return ParamInfo(name=name, span=param.name.span, type=type_)


def _stored_through(node: ast.Function) -> set[str]:
    """Parameters whose elements the body stores into: `[T]` is writable for them (SYN 4)."""
    open_slices = [p.name for p in node.params if isinstance(p.type, ast.SliceType) and p.type.is_const is None]
    if not open_slices or node.body is None:
        return set()
    assigned = find_assigned(open_slices, node.body.stmts)
    return {name.text for name in open_slices if any(path[:1] == (ELEMENT,) for path in assigned.of(name))}


def _result(ctx: FunctionContext, symbol: FnSymbol) -> tuple[t.Type | None, bool]:
    node = symbol.node.result
    if node is None:
        return t.VOID, False
    infers = isinstance(node, ast.ErrorUnionType) and node.error is None
    return resolve_type(ctx, node, hint=symbol.name), infers


@resolves(FnSymbol)
def lower_function(symbol: FnSymbol, span: Span) -> None:
    """Lower the body of a function. A generic one has none of its own; `generics` makes its instances."""
    if symbol.state is State.RUNNING:
        return
    symbol.state = State.RUNNING
    marks = diagnostic_marks(symbol.module.analysis)
    signature = signature_of(symbol)
    if not signature.is_generic:
        symbol.lowered = _lower(symbol, signature)
    symbol.has_errors = has_errors_since(symbol.module.analysis, marks)
    symbol.state = State.DONE


def diagnostic_marks(analysis: Analysis) -> dict[str, int]:
    """How many findings every spec has so far."""
    return {id_: len(module.sink.found) for id_, module in analysis.modules.items()}


def has_errors_since(analysis: Analysis, marks: dict[str, int]) -> bool:
    """Whether any spec of the run got an error since the marks were taken."""
    return any(
        diagnostic.severity is Severity.ERROR
        for id_, module in analysis.modules.items()
        for diagnostic in module.sink.found[marks.get(id_, 0) :]
    )


def body_context(symbol: FnSymbol, signature: Signature) -> FunctionContext:
    """A context for the body of a function."""
    return FunctionContext(
        module=symbol.module, function=symbol, signature=signature, result=signature.result, owner=symbol.owner
    )


def _lower(symbol: FnSymbol, signature: Signature) -> ir.Function | None:
    ctx = body_context(symbol, signature)
    node = symbol.node
    stmts = node.body.stmts if node.body is not None else ()
    ctx.flow.assigned = find_assigned([param.name for param in node.params], stmts)
    params = _declare_params(ctx, symbol, signature)
    with ctx.collect() as body:
        check_body(ctx, node)
    if signature.is_damaged or signature.result is None:
        return None
    return ir.Function(
        span=node.name.span,
        name=symbol.qname,
        params=params,
        result=signature.result,
        body=tuple(body),
        doc=node.doc,
        placeholder=_placeholder(body),
    )


def lower_unused_generic(symbol: FnSymbol) -> None:
    """Look through the body of a generic function that nobody calls for names that mean nothing."""
    signature = signature_of(symbol)
    ctx = body_context(symbol, signature)
    for info in signature.params:
        ctx.declare(info.name, info.span, poison(info.span), is_param=True)
    ctx.flow.assigned = find_assigned([], ())
    with dead_code(ctx):
        check_body(ctx, symbol.node)


def _placeholder(body: list[ir.Stmt]) -> str:
    match body:
        case [ir.Trap(kind=ir.TrapKind.PLACEHOLDER, message=message)]:
            return message or "no body"
        case _:
            return ""


def _declare_params(ctx: FunctionContext, symbol: FnSymbol, signature: Signature) -> tuple[ir.Param, ...]:
    """Parameters are locals of the callee that it may assign (SEM 8.2)."""
    params: list[ir.Param] = []
    for info, node in zip(signature.params, symbol.node.params, strict=True):
        bound = symbol.bound.get(info.name)
        if bound is not None and bound.expr is None:
            ctx.declare(info.name, info.span, bound, is_param=True)
            continue
        if info.type is None:
            ctx.declare(info.name, info.span, poison(info.span), is_param=True)
            continue
        name = ctx.unique(info.name)
        var = ir.Var(type=info.type, span=info.span, name=name)
        known = bound.known if bound is not None else None
        operand = place(var, mutable=True, known=known, declared=info.span)
        if info.name in ctx.scopes[-1]:
            ctx.declare(info.name, info.span, operand, is_param=True)
        else:
            declare_local(ctx, info.name, info.span, operand, is_param=True)
        mutable = _is_stored(ctx, node.name, info.type)
        params.append(ir.Param(name=name, type=info.type, mutable=mutable, source_name=info.name))
    return tuple(params)


def _is_stored(ctx: FunctionContext, name: ast.Name, type_: t.Type) -> bool:
    """Whether the body stores into the parameter itself, not only through a pointer or slice in it."""
    return any(stores_into(type_, path, field_types(ctx)) for path in ctx.flow.assigned.of(name))


def field_types(ctx: FunctionContext) -> FieldTypes:
    """The types of fields by name, as `assigned.stores_into` asks for them."""

    def find(type_: t.Struct | t.Union, name: str) -> t.Type | None:
        symbol = ctx.module.analysis.types[type_.name]
        resolve_symbol(symbol, symbol.node.span)
        info = symbol.fields.get(name)
        return None if info is None else info.type

    return find
