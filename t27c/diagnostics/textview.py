"""How spec text looks in a terminal.

Tabs are expanded, control and format characters spelt out, wide characters counted twice.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from t27c.source import TAB_WIDTH

MAX_WIDTH = 120
_CONTEXT_LEFT = 40
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def _glyph(char: str, column: int) -> str:
    """What is printed for `char` at the 0-based display `column`."""
    if char == "\t":
        return " " * (TAB_WIDTH - column % TAB_WIDTH)
    if unicodedata.category(char) in _HIDDEN_CATEGORIES:
        return f"<U+{ord(char):04X}>"
    return char


def _width(glyph: str) -> int:
    """Terminal columns that `glyph` takes."""
    if len(glyph) != 1:
        return len(glyph)
    if unicodedata.combining(glyph):
        return 0
    return 2 if unicodedata.east_asian_width(glyph) in "WF" else 1


def visible(text: str) -> str:
    """`text` as one line that cannot move the cursor or reorder what stands around it."""
    return "".join(" " if char == "\t" else _glyph(char, 0) for char in text)


@dataclass(frozen=True, slots=True)
class LineView:
    """A line ready to print: its glyphs, and for every character offset the display column where it begins."""

    glyphs: tuple[str, ...]
    columns: tuple[int, ...]

    @property
    def text(self) -> str:
        """The whole line."""
        return "".join(self.glyphs)

    def clipped(self, offset: int) -> LineView:
        """The part of a long line around the character at `offset`, with `...` where something is left out."""
        if self.columns[-1] <= MAX_WIDTH:
            return self
        last = len(self.glyphs)
        first = offset
        while first > 0 and self.columns[min(offset, last)] - self.columns[first - 1] <= _CONTEXT_LEFT:
            first -= 1
        stop = first
        while stop < last and self.columns[stop + 1] - self.columns[first] <= MAX_WIDTH:
            stop += 1
        return self._cut(first, stop)

    def _cut(self, first: int, stop: int) -> LineView:
        lead = "..." if first else ""
        tail = "..." if stop < len(self.glyphs) else ""
        shift = len(lead) - self.columns[first]
        end = self.columns[stop] + shift
        columns = tuple(min(max(column + shift, 0), end) for column in self.columns)
        return LineView((lead, *self.glyphs[first:stop], tail), columns)


def view_line(text: str) -> LineView:
    """Lay out one line of a spec for printing."""
    glyphs: list[str] = []
    columns = [0]
    for char in text:
        glyph = _glyph(char, columns[-1])
        glyphs.append(glyph)
        columns.append(columns[-1] + _width(glyph))
    return LineView(tuple(glyphs), tuple(columns))
