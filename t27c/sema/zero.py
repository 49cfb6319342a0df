"""The zero value of a type, which fills missing fields under `lenient` (SEM 9.2)."""

from __future__ import annotations

from t27c.ir import types as t
from t27c.ir.values import FloatValue, NullValue, UndefinedValue, Value
from t27c.sema.context import FunctionContext


def zero_value(ctx: FunctionContext, type_: t.Type) -> Value:
    """Zeros, false, null, empty slices; types without such a value stay undefined."""
    match type_:
        case t.Bool():
            return False
        case t.Int():
            return 0
        case t.Float():
            return FloatValue.of(type_.bits, 0.0)
        case t.Optional():
            return NullValue()
        case t.Slice():
            return b"" if type_.element == t.U8 else ()
        case t.Array():
            return (zero_value(ctx, type_.element),) * type_.length
        case t.Tuple():
            return tuple(zero_value(ctx, element) for element in type_.elements)
        case t.Struct():
            fields = ctx.module.analysis.types[type_.name].fields.values()
            return tuple(zero_value(ctx, info.type) for info in fields if info.type is not None)
        case t.Enum():
            variants = ctx.module.analysis.types[type_.name].variants.values()
            return 0 if 0 in variants else next(iter(variants), 0)
        case t.Void() | t.Union() | t.Pointer() | t.ErrorSet() | t.ErrorUnion() | t.Fn():
            return UndefinedValue()
