"""From bytes to text: UTF-8 with LF line ends; what is no text is reported with its place."""

from __future__ import annotations

import re

from t27c.diagnostics.model import DiagnosticSink
from t27c.source import SourceFile, Span

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x85\u2028\u2029]")
_LONE_CR = re.compile(r"\r(?!\n)")


def decode(path: str, data: bytes, sink: DiagnosticSink) -> SourceFile | None:
    """The text of a spec, or None after a report: invalid UTF-8 and control characters make it unreadable."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        _invalid(path, data, error, sink)
        return None
    lone = _LONE_CR.search(text)
    if lone is not None:
        _refuse(SourceFile(path, text.replace("\r", "\n")), lone.start(), "a carriage return without a line feed", sink)
        return None
    source = SourceFile(path, text.replace("\r\n", "\n") if "\r" in text else text)
    control = _CONTROL.search(source.text)
    if control is not None:
        _refuse(source, control.start(), f"the control character U+{ord(control[0]):04X} in a spec", sink)
        return None
    return source


def _invalid(path: str, data: bytes, error: UnicodeDecodeError, sink: DiagnosticSink) -> None:
    before = data[: error.start].decode("utf-8").replace("\r\n", "\n")
    text = data.decode("utf-8", errors="replace").replace("\r\n", "\n").replace("\r", "\n")
    source = SourceFile(path, text)
    _refuse(source, len(before), f"the byte 0x{data[error.start]:02x} is not UTF-8", sink, "save the file as UTF-8")


def _refuse(source: SourceFile, at: int, message: str, sink: DiagnosticSink, *helps: str) -> None:
    sink.report("unknown-character", message, Span(source, at, at + 1), helps=helps or ("delete it",))
