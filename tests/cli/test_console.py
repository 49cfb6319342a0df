"""What terminals get and files do not: colors and a progress line."""

from __future__ import annotations

import io
import sys

import pytest

from t27c.cli.console import Console, count_of, plural
from t27c.diagnostics.model import FileDiagnostic, Severity
from t27c.options import Options

FOUND = FileDiagnostic(code="not-a-file", message="a folder", severity=Severity.ERROR, path="a.t27")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Yes."""
        return True


def printed(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, **environment: str) -> str:
    """What a run with one finding and some progress writes to stderr."""
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr("t27c.cli.console._PROGRESS_DELAY", -1.0)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    console = Console(Options())
    console.progress(1, 3, "ml/gain.t27")
    console.diagnostics([FOUND])
    return stream.getvalue()


def test_a_terminal_gets_color_and_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """The progress line is wiped before anything else is written."""
    text = printed(Terminal(), monkeypatch)
    assert text.startswith("\r\x1b[K[1/3] ml/gain.t27\r\x1b[K")
    assert "\x1b[31m" in text


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_color_can_be_switched_off(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]) -> None:
    """The progress line stays."""
    text = printed(Terminal(), monkeypatch, **environment)
    assert "\x1b[31m" not in text
    assert "[1/3]" in text


def test_a_file_gets_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """No escape codes, no progress."""
    assert printed(io.StringIO(), monkeypatch) == "error[not-a-file]: a folder\n  --> a.t27\n\n"


def test_counts_in_words() -> None:
    """One is singular."""
    assert count_of([FOUND]) == "1 error, 0 warnings"
    assert plural(0, "spec") == "0 specs"
