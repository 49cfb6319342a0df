"""Why a value does not convert, kept as a value until somebody decides whether to report it."""

from __future__ import annotations

from dataclasses import dataclass

from t27c.diagnostics.model import Label
from t27c.ir import types as t
from t27c.sema.context import FunctionContext
from t27c.sema.operand import Operand
from t27c.sema.semtypes import (
    ComptimeFloat,
    EnumLiteralType,
    NullType,
    UntypedList,
    UntypedStruct,
    type_name,
)
from t27c.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A diagnostic that was not reported yet; `code` is empty if it already was."""

    code: str
    message: str = ""
    span: Span | None = None
    label: str = ""
    helps: tuple[str, ...] = ()


REPORTED = Problem(code="")


def report_problem(ctx: FunctionContext, problem: Problem, operand: Operand, *related: Label) -> None:
    """Report a problem at its own place, or at the operand's."""
    if problem.code:
        span = problem.span or operand.span
        ctx.report(problem.code, problem.message, span, *related, label=problem.label, helps=problem.helps)


def mismatch(operand: Operand, to: t.Type) -> Problem:
    """The operand's type does not convert to `to`."""
    return Problem(
        code="type-mismatch",
        message=f"expected `{t.type_text(to)}`, found {type_name(operand.type)}",
        label=f"this is {type_name(operand.type)}",
        helps=_mismatch_helps(operand, to),
    )


def _mismatch_helps(operand: Operand, to: t.Type) -> tuple[str, ...]:
    match operand.type, to:
        case t.Int(), t.Int():
            return (f"cast it: `@intCast(..)` keeps the value or traps, or write `.. as {t.type_text(to)}`",)
        case t.Int(), t.Float():
            return (f"cast it: `.. as {t.type_text(to)}`",)
        case t.Float(), t.Int() | t.Float():
            return (f"cast it: `.. as {t.type_text(to)}`",)
        case t.Bool(), t.Int():
            return ("write `@intFromBool(..)`",)
        case t.Enum(), t.Int():
            return ("write `@intFromEnum(..)`",)
        case t.Int() | ComptimeFloat(), t.Enum():
            return ("write `@enumFromInt(..)`",)
        case t.Optional(), _:
            return ("take the value out: `.. orelse fallback`, or `.?` if it cannot be null",)
        case t.ErrorUnion(), _:
            return ("take the value out: `try ..`, or `.. catch fallback`",)
        case NullType(), _:
            return (f"only an optional can be null: `?{t.type_text(to)}`",)
        case t.Array(), t.Slice(const=False):
            return ("write `&` in front of a variable to give a view that can be written",)
        case t.Pointer(), _ if not isinstance(to, t.Pointer):
            return ("read what it points at: `.*`",)
        case EnumLiteralType() | UntypedList() | UntypedStruct(), _:
            return (f"a value of `{t.type_text(to)}` is needed here",)
        case _:
            return ()
