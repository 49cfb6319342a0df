"""What the arms of a `switch` cover: what is missing, what is covered twice, whether `else` can match (SEM 12.3)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from t27c.diagnostics.model import Label
from t27c.ir import types as t
from t27c.sema.context import FunctionContext
from t27c.sema.dispatch import resolve_symbol
from t27c.sema.switch_patterns import NULL_KEY, SOME_KEY, Item, is_discrete
from t27c.source import Span

_SHOWN = 5


def check_cover(ctx: FunctionContext, type_: t.Type, items: Sequence[Item], otherwise: Span | None, head: Span) -> None:
    """Report what is covered twice, not at all, or by an `else` that nothing reaches. `items` have no guards."""
    if is_discrete(type_):
        _report_overlaps(ctx, items)
        missing = _missing_numbers(ctx, type_, [item.numbers for item in items if item.numbers is not None])
    else:
        _report_same_keys(ctx, items)
        missing = _missing_keys(type_, {item.key for item in items})
    if not missing and otherwise is not None:
        ctx.report(
            "useless-else",
            "the other arms cover everything, so `else` never matches",
            otherwise,
            Label(span=head, text=f"a `{t.type_text(type_)}`"),
            helps=("remove it",),
        )
    elif missing and otherwise is None:
        shown = ", ".join(f"`{name}`" for name in missing[:_SHOWN])
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        ctx.report(
            "switch-not-exhaustive",
            f"no arm for {shown}{more}" if missing != ["else"] else "no arm for the other values",
            head,
            label=f"a `{t.type_text(type_)}`",
            helps=("add the missing arms, or `else => ..`",),
        )


def _report_twice(ctx: FunctionContext, later: Span, earlier: Span) -> None:
    ctx.report(
        "duplicate-arm",
        "an earlier arm already matches this",
        later,
        Label(span=earlier, text="the earlier one"),
        label="never matches",
        helps=("remove it",),
    )


def _report_overlaps(ctx: FunctionContext, items: Sequence[Item]) -> None:
    ordered = sorted((item for item in items if item.numbers is not None), key=lambda item: item.numbers or (0, 0))
    widest: Item | None = None
    for item in ordered:
        assert item.numbers is not None
        if widest is not None and widest.numbers is not None and item.numbers[0] <= widest.numbers[1]:
            first, second = sorted((widest, item), key=lambda both: both.span.start)
            _report_twice(ctx, second.span, first.span)
        if widest is None or widest.numbers is None or item.numbers[1] > widest.numbers[1]:
            widest = item


def _report_same_keys(ctx: FunctionContext, items: Sequence[Item]) -> None:
    seen: dict[Hashable, Span] = {}
    for item in items:
        if item.key is not None and item.key in seen:
            _report_twice(ctx, item.span, seen[item.key])
        seen.setdefault(item.key, item.span)


def _missing_numbers(ctx: FunctionContext, type_: t.Type, covered: list[tuple[int, int]]) -> list[str]:
    match type_:
        case t.Bool():
            return [word for number, word in ((0, "false"), (1, "true")) if not _holds(covered, number)]
        case t.Int():
            return _gaps(type_, sorted(covered))
        case t.Enum() | t.Union():
            symbol = ctx.module.analysis.types[type_.name]
            resolve_symbol(symbol, symbol.node.span)
            single = {low for low, high in covered if low == high}
            ranges = [(low, high) for low, high in covered if low < high]
            missing = [(name, tag) for name, tag in symbol.variants.items() if tag not in single]
            return [f".{name}" for name, tag in missing if not _holds(ranges, tag)]
        case _:
            return ["else"]


def _holds(covered: list[tuple[int, int]], number: int) -> bool:
    return any(low <= number <= high for low, high in covered)


def _gaps(type_: t.Int, covered: list[tuple[int, int]]) -> list[str]:
    gaps: list[str] = []
    start = type_.lowest
    for low, high in [*covered, (type_.highest + 1, type_.highest + 1)]:
        if low > start:
            gaps.append(str(start) if low - 1 == start else f"{start}...{low - 1}")
        start = max(start, high + 1)
    return gaps


def _missing_keys(type_: t.Type, keys: set[Hashable]) -> list[str]:
    match type_:
        case t.Optional():
            names = {NULL_KEY: "null", SOME_KEY: "Some(x)"}
            return [text for key, text in names.items() if key not in keys]
        case t.ErrorSet(errors=errors) if errors is not None:
            return [f"error.{name}" for name in errors if name not in keys]
        case _:
            return ["else"]
