"""What went wrong in one file: places of syntax errors, so that a line is blamed once and its name is poisoned."""

from __future__ import annotations

from bisect import bisect_left, insort

from t27c.diagnostics.model import DiagnosticSink, Label, Severity
from t27c.source import SourceFile, Span
from t27c.syntax.tokens import Token

MAX_ERRORS = 20


class Problems:
    """Reports to the sink, at most one error a line and `MAX_ERRORS` a file, and remembers where errors were."""

    def __init__(self, source: SourceFile, sink: DiagnosticSink) -> None:
        self.source = source
        self.sink = sink
        self._places: list[int] = []
        self._lines: set[int] = set()
        self._more: list[Span] = []

    def span(self, start: int, end: int) -> Span:
        """A place in this file."""
        return Span(self.source, start, end)

    def at(self, first: Token, last: Token | None = None) -> Span:
        """The place of a token, or from one token to another."""
        return Span(self.source, first.start, (last or first).end)

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        *related: Label,
        label: str = "",
        notes: tuple[str, ...] = (),
        helps: tuple[str, ...] = (),
    ) -> None:
        """Report a finding; an error also damages what stands at its place."""
        if self.sink.policy[code] is not Severity.ERROR:
            self.sink.report(code, message, span, *related, label=label, notes=notes, helps=helps)
            return
        insort(self._places, span.start)
        line = span.line
        if line in self._lines:
            return
        self._lines.add(line)
        if len(self._lines) > MAX_ERRORS:
            self._more.append(span)
            return
        self.sink.report(code, message, span, *related, label=label, notes=notes, helps=helps)

    def damage(self, offset: int) -> None:
        """Note an error at `offset` that another report already explains."""
        insort(self._places, offset)

    def damaged(self, start: int, end: int) -> bool:
        """Whether an error lies in the characters `start` to `end`."""
        at = bisect_left(self._places, start)
        return at < len(self._places) and self._places[at] < end

    def finish(self) -> None:
        """Say how many errors were left out."""
        if self._more:
            count = len(self._more)
            text = (
                "1 more line with an error is not shown"
                if count == 1
                else f"{count} more lines with errors are not shown"
            )
            first = min(self._more, key=lambda span: span.start)
            self.sink.report("too-many-errors", text, first, helps=("correct the errors above first",))
