"""Diagnostics as text for people: the line of the spec, carets below it, then notes and helps."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from t27c.diagnostics.model import AnyDiagnostic, Diagnostic, FileDiagnostic, Label, Severity
from t27c.diagnostics.textview import view_line, visible
from t27c.source import SourceFile

_RED, _YELLOW, _BLUE, _CYAN, _BOLD, _RESET = "\x1b[31m", "\x1b[33m", "\x1b[34m", "\x1b[36m", "\x1b[1m", "\x1b[0m"
_SEVERITY_COLOR = {Severity.ERROR: _BOLD + _RED, Severity.WARNING: _BOLD + _YELLOW}


class _Painter:
    """Puts color around text, or leaves it alone."""

    def __init__(self, enabled: bool) -> None:
        self.enabled = enabled

    def __call__(self, text: str, color: str) -> str:
        return f"{color}{text}{_RESET}" if self.enabled and text else text


def render_text(diagnostics: Iterable[AnyDiagnostic], *, color: bool = False) -> str:
    """All diagnostics in the given order, each followed by an empty line."""
    paint = _Painter(color)
    blocks = [_located(d, paint) if isinstance(d, Diagnostic) else _file_level(d, paint) for d in diagnostics]
    return "".join(f"{block}\n\n" for block in blocks)


def _head(diagnostic: AnyDiagnostic, paint: _Painter) -> str:
    title = paint(f"{diagnostic.severity.value}[{diagnostic.code}]", _SEVERITY_COLOR[diagnostic.severity])
    return f"{title}: {paint(visible(diagnostic.message), _BOLD)}"


def _file_level(diagnostic: FileDiagnostic, paint: _Painter) -> str:
    lines = [_head(diagnostic, paint), f"  {paint('-->', _BLUE)} {visible(diagnostic.path)}"]
    lines += _trailer("help", diagnostic.helps, "   ", paint, _CYAN)
    return "\n".join(lines)


def _located(diagnostic: Diagnostic, paint: _Painter) -> str:
    numbers = [label.span.line for label in diagnostic.labels]
    gutter = " " * len(str(max(numbers)))
    lines = [_head(diagnostic, paint)]
    for source, arrow in _sources(diagnostic):
        labels = [label for label in diagnostic.labels if label.span.source is source]
        lines.append(f"{gutter}{paint(arrow, _BLUE)} {visible(str(labels[0].span))}")
        lines.append(f"{gutter} {paint('|', _BLUE)}")
        lines += _excerpt(labels, diagnostic, gutter, paint)
    lines += _trailer("note", diagnostic.notes, gutter, paint, _BOLD)
    lines += _trailer("help", diagnostic.helps, gutter, paint, _CYAN)
    return "\n".join(lines)


def _sources(diagnostic: Diagnostic) -> list[tuple[SourceFile, str]]:
    """The files of the labels, the culprit's first, each with the arrow in front of its name."""
    ordered: dict[int, SourceFile] = {id(label.span.source): label.span.source for label in diagnostic.labels}
    return [(source, "-->" if at == 0 else ":::") for at, source in enumerate(ordered.values())]


def _excerpt(labels: list[Label], diagnostic: Diagnostic, gutter: str, paint: _Painter) -> list[str]:
    """The lines of one file that carry labels, each followed by one row of marks per label."""
    lines: list[str] = []
    previous = 0
    for number, group in groupby(sorted(labels, key=lambda label: label.span.start), key=lambda label: label.span.line):
        if previous and number > previous + 1:
            lines.append(paint(f"{gutter}...", _BLUE))
        previous = number
        lines += _marked_line(number, list(group), diagnostic, gutter, paint)
    return lines


def _marked_line(number: int, labels: list[Label], diagnostic: Diagnostic, gutter: str, paint: _Painter) -> list[str]:
    source = labels[0].span.source
    start = source.line_starts[number - 1]
    text = source.line_text(number)
    view = view_line(text).clipped(min(labels[0].span.start - start, len(text)))
    lines = [f"{paint(f'{number:>{len(gutter)}} |', _BLUE)} {view.text}".rstrip()]
    for label in sorted(labels, key=lambda label: label is not diagnostic.labels[0]):
        first = min(label.span.start - start, len(text))
        last = min(label.span.end - start, len(text))
        width = max(view.columns[last] - view.columns[first], 1)
        culprit = label is diagnostic.labels[0]
        color = _SEVERITY_COLOR[diagnostic.severity] if culprit else _BLUE
        mark = ("^" if culprit else "-") * width
        says = f" {visible(label.text)}" if label.text else ""
        lines.append(f"{gutter} {paint('|', _BLUE)} {' ' * view.columns[first]}{paint(mark + says, color)}")
    return lines


def _trailer(word: str, texts: tuple[str, ...], gutter: str, paint: _Painter, color: str) -> list[str]:
    """`note:` and `help:` lines; further lines of one text are indented below its first."""
    lines: list[str] = []
    for text in texts:
        first, *rest = text.split("\n")
        lines.append(f"{gutter} {paint('=', _BLUE)} {paint(word + ':', color)} {visible(first)}")
        lines += [f"{gutter} {' ' * (len(word) + 3)} {visible(line)}" for line in rest]
    return lines
