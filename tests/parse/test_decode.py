"""Bytes to text: line ends, invalid UTF-8, control characters."""

from __future__ import annotations

import pytest

from t27c.diagnostics.codes import default_policy
from t27c.diagnostics.model import Diagnostic, DiagnosticSink
from t27c.syntax.decode import decode


def _refusal(data: bytes) -> Diagnostic:
    sink = DiagnosticSink(default_policy())
    assert decode("sample.t27", data, sink) is None
    (found,) = sink
    assert isinstance(found, Diagnostic)
    return found


def test_line_ends_become_lf() -> None:
    sink = DiagnosticSink(default_policy())
    source = decode("sample.t27", "module é;\r\nconst a = 1;\r\n".encode(), sink)
    assert source is not None
    assert source.text == "module é;\nconst a = 1;\n"
    assert not list(sink)


@pytest.mark.parametrize(
    ("data", "place", "message"),
    [
        (b"module a;\r\n\xff", "sample.t27:2:1", "the byte 0xff is not UTF-8"),
        ("// é\nx\0".encode(), "sample.t27:2:2", "the control character U+0000 in a spec"),
        (b"// a\rconst b", "sample.t27:1:5", "a carriage return without a line feed"),
        (b"a\x1b[31m", "sample.t27:1:2", "the control character U+001B in a spec"),
        (b"// \xc3\xa9\xc3", "sample.t27:1:5", "the byte 0xc3 is not UTF-8"),
    ],
)
def test_what_is_no_text_is_reported_at_its_place(data: bytes, place: str, message: str) -> None:
    found = _refusal(data)
    assert found.code == "unknown-character"
    assert str(found.span) == place
    assert found.message == message
