"""Helpers of all printers: a writer of indented lines, and text of a spec made harmless for comments."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

# Controls, formats (bidirectional marks among them), surrogates, private and unassigned characters, line separators.
_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_ENCODING = re.compile(r"coding(?=[:=])")


@dataclass(slots=True)
class LineWriter:
    """Collects lines of code at a depth of indentation."""

    unit: str = "    "
    depth: int = 0
    lines: list[str] = field(default_factory=list)

    def line(self, text: str = "") -> None:
        """Add one line at the current depth."""
        self.lines.append(f"{self.unit * self.depth}{text}" if text else "")

    def extend(self, texts: Iterable[str]) -> None:
        """Add several lines at the current depth."""
        for text in texts:
            self.line(text)

    @contextmanager
    def indented(self) -> Iterator[None]:
        """Lines added inside stand one step deeper."""
        self.depth += 1
        yield
        self.depth -= 1

    @property
    def text(self) -> str:
        """All lines, each with its line end."""
        return "".join(f"{line}\n" for line in self.lines)


def comment_lines(text: str) -> list[str]:
    """Spec text as lines that can stand behind a line comment: no control characters and no line end of any kind."""
    return ["".join(map(_harmless, line)).strip() for line in text.splitlines()]


def _harmless(char: str) -> str:
    if char == "\t":
        return " "
    return "" if unicodedata.category(char) in _UNPRINTABLE else char


def one_line(text: str) -> str:
    """Spec text as one harmless line: white space joined, control characters gone."""
    return " ".join(part for line in comment_lines(text) for part in line.split())


def origin(path: str) -> str:
    """The path of a spec for the head of a file; Python would read `coding=` there as the encoding."""
    return _ENCODING.sub(r"\g<0> ", one_line(path))
