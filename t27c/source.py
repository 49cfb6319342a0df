"""Spec text and places in it: a `SourceFile` owns the text, a `Span` is a pair of offsets into it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property

TAB_WIDTH = 4


@dataclass(frozen=True, slots=True)
class Position:
    """A place as people count it: line and column from 1, columns in characters, a tab to the next stop of 4."""

    line: int
    column: int


@dataclass(frozen=True)
class SourceFile:
    """One spec: `path` as shown to the user (relative, `/`), `text` with line ends already normalised to LF.

    `spec_path` is the path below the spec root. Output names the spec by it, since it does not depend on where the
    command runs; without one it is `path`.
    """

    path: str
    text: str = field(repr=False)
    spec_path: str = ""

    def __post_init__(self) -> None:
        if not self.spec_path:
            object.__setattr__(self, "spec_path", self.path)

    @cached_property
    def line_starts(self) -> list[int]:
        """Offset of the first character of every line."""
        starts = [0]
        find = self.text.find
        at = find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = find("\n", at + 1)
        return starts

    def line_of(self, offset: int) -> int:
        """The 1-based line that holds `offset`; an offset behind the end belongs to the last line."""
        return bisect_right(self.line_starts, offset)

    def position(self, offset: int) -> Position:
        """Line and column of `offset`."""
        line = self.line_of(offset)
        start = self.line_starts[line - 1]
        if self.text.find("\t", start, offset) < 0:
            return Position(line, offset - start + 1)
        column = 1
        for char in self.text[start:offset]:
            column = column + TAB_WIDTH - (column - 1) % TAB_WIDTH if char == "\t" else column + 1
        return Position(line, column)

    def line_text(self, line: int) -> str:
        """The text of the 1-based `line` without its line end."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] - 1 if line < len(self.line_starts) else len(self.text)
        return self.text[start:end]


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` up to but not including `end` of `source`."""

    source: SourceFile = field(repr=False)
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters the span covers."""
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """1-based line of the first character."""
        return self.source.line_of(self.start)

    @property
    def position(self) -> Position:
        """Line and column of the first character."""
        return self.source.position(self.start)

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`, both in one file."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        place = self.position
        return f"{self.source.path}:{place.line}:{place.column}"
