"""Printing: diagnostics in the chosen form, a progress line on terminals, and the count at the end."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable

from t27c import __version__
from t27c.diagnostics.machine import render_github, render_json, render_sarif
from t27c.diagnostics.model import AnyDiagnostic, Severity
from t27c.diagnostics.render import render_text
from t27c.options import Options

_PROGRESS_DELAY = 0.5


def prepare_streams() -> None:
    """Print any text: what the terminal's encoding cannot say is escaped."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def plural(count: int, word: str) -> str:
    """`1 spec`, `2 specs`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


class Console:
    """Where one run prints. People read diagnostics on stderr; forms for programs have stdout for themselves."""

    def __init__(self, options: Options) -> None:
        self._form = options.format
        self._started = time.monotonic()
        self._progress_shown = False
        self._color = sys.stderr.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def diagnostics(self, found: Iterable[AnyDiagnostic]) -> None:
        """Print findings."""
        self.end_progress()
        match self._form:
            case "text":
                sys.stderr.write(render_text(found, color=self._color))
                sys.stderr.flush()
            case "json":
                sys.stdout.write(render_json(found))
            case "github":
                sys.stdout.write(render_github(found))
            case "sarif":
                sys.stdout.write(render_sarif(found, version=__version__))

    def line(self, text: str) -> None:
        """Print a line of the result; in forms for programs it goes to stderr."""
        self.end_progress()
        print(text, file=sys.stdout if self._form == "text" else sys.stderr)

    def problem(self, message: str, help_: str = "") -> None:
        """Print what keeps the command from working at all."""
        self.end_progress()
        complain(message, help_)

    def progress(self, done: int, total: int, name: str) -> None:
        """Show how far a long run is, on a terminal."""
        if sys.stderr.isatty() and time.monotonic() - self._started > _PROGRESS_DELAY:
            sys.stderr.write(f"\r\x1b[K[{done}/{total}] {name[:60]}")
            sys.stderr.flush()
            self._progress_shown = True

    def end_progress(self) -> None:
        """Wipe the progress line."""
        if self._progress_shown:
            sys.stderr.write("\r\x1b[K")
            self._progress_shown = False


def complain(message: str, help_: str = "") -> None:
    """Print an error that belongs to no spec."""
    print(f"t27c: error: {message}", file=sys.stderr)
    if help_:
        print(f"  help: {help_}", file=sys.stderr)


def count_of(found: Iterable[AnyDiagnostic]) -> str:
    """`2 errors, 1 warning`."""
    severities = [d.severity for d in found]
    errors, warnings = severities.count(Severity.ERROR), severities.count(Severity.WARNING)
    return f"{plural(errors, 'error')}, {plural(warnings, 'warning')}"
