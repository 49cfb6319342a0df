"""Which handler a builtin, prelude function or `std` function has, and messages about those that do not exist."""

from __future__ import annotations

from dataclasses import replace

from t27c.ir import types as t
from t27c.sema.builtin_use import BuiltinUse, Handler
from t27c.sema.builtins_float import FLOAT_HANDLERS
from t27c.sema.builtins_misc import MISC_HANDLERS
from t27c.sema.builtins_number import NUMBER_HANDLERS
from t27c.sema.casts import CAST_HANDLERS
from t27c.sema.context import FunctionContext
from t27c.sema.dispatch import check_expr
from t27c.sema.operand import Operand, poison
from t27c.sema.prelude import PRELUDE, STD
from t27c.sema.scope import did_you_mean

HANDLERS: dict[str, Handler] = {**FLOAT_HANDLERS, **NUMBER_HANDLERS, **MISC_HANDLERS, **CAST_HANDLERS}
_AT_NAMES = [
    "abs",
    "min",
    "max",
    "sqrt",
    "floor",
    "ceil",
    "trunc",
    "round",
    "exp",
    "exp2",
    "log",
    "log2",
    "log10",
    "sin",
    "cos",
    "tan",
    "mulAdd",
    "divTrunc",
    "divFloor",
    "divExact",
    "rem",
    "mod",
    "as",
    "intCast",
    "truncate",
    "floatCast",
    "floatFromInt",
    "intFromFloat",
    "intFromBool",
    "intFromEnum",
    "enumFromInt",
    "bitCast",
    "clz",
    "ctz",
    "popCount",
    "byteSwap",
    "bitReverse",
    "addWithOverflow",
    "subWithOverflow",
    "mulWithOverflow",
    "sizeOf",
    "bitSizeOf",
    "TypeOf",
    "tagName",
    "errorName",
    "This",
    "panic",
    "compileAssert",
    "compileError",
    "setEvalBranchQuota",
    "memcpy",
    "memset",
]
# Builtin name after `@` to row; the last five are older spellings.
AT: dict[str, str] = {
    **{name: name for name in _AT_NAMES},
    "enumToInt": "intFromEnum",
    "intToEnum": "enumFromInt",
    "intToFloat": "floatFromInt",
    "floatToInt": "intFromFloat",
    "boolToInt": "intFromBool",
}
_ELSEWHERE = frozenset(
    [
        "import",
        "embedFile",
        "cImport",
        "cInclude",
        "cDefine",
        "field",
        "fieldParentPtr",
        "typeInfo",
        "Type",
        "Vector",
        "splat",
        "reduce",
        "shuffle",
        "select",
        "ptrCast",
        "ptrFromInt",
        "intFromPtr",
        "alignCast",
        "alignOf",
        "offsetOf",
        "hasDecl",
        "hasField",
        "call",
        "typeName",
        "src",
        "unionInit",
        "errorFromInt",
        "intFromError",
        "atomicLoad",
        "atomicStore",
        "atomicRmw",
        "cmpxchgStrong",
        "cmpxchgWeak",
        "prefetch",
        "breakpoint",
        "returnAddress",
        "frameAddress",
        "wasmMemorySize",
        "export",
        "extern",
        "constCast",
        "volatileCast",
        "shlExact",
        "shrExact",
        "shlWithOverflow",
        "fence",
        "compileLog",
        "inComptime",
        "setRuntimeSafety",
        "setFloatMode",
        "errorReturnTrace",
        "trap",
        "memmove",
    ]
)


def call_builtin(ctx: FunctionContext, use: BuiltinUse, expected: t.Type | None) -> Operand:
    """A use of a builtin, prelude function or `std` function."""
    if use.name.startswith("@"):
        row = AT.get(use.row)
        if row is None:
            _report_unknown(ctx, use)
            return poison(use.span)
    else:
        row = PRELUDE.get(use.name) or STD.get(use.name)
    if row is None:
        ctx.report(
            "unused-value",
            f"`{use.name}` is an assertion, not a value",
            use.span,
            helps=("write it as a statement of a test",),
        )
        return poison(use.span)
    return HANDLERS[row](ctx, replace(use, row=row), expected)


def _report_unknown(ctx: FunctionContext, use: BuiltinUse) -> None:
    for arg in use.args:
        check_expr(ctx, arg)
    span = use.name_span or use.span
    if use.row in _ELSEWHERE:
        ctx.report(
            "unsupported-builtin",
            f"`{use.name}` does not exist in specs",
            span,
            helps=_HINTS.get(use.row, ("compute it with the builtins and functions that specs have",)),
        )
        return
    helps = (f"drop the `@`: `{use.row}(..)`",) if use.row in PRELUDE else did_you_mean(use.row, AT)
    ctx.report("unknown-builtin", f"unknown builtin `{use.name}`", span, helps=helps)


_HINTS: dict[str, tuple[str, ...]] = {
    "import": ("write `use path::of::spec;` at the top",),
    "memmove": ("`@memcpy` already works on overlapping ranges",),
    "splat": ("write `[v] ** n`",),
    "Vector": ("write an array `[n]T`",),
}
