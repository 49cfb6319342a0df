"""One diagnostic as a value: what is wrong, where, and what to do.

Renderers live beside; the wording stands at the place of each check.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from t27c.source import Span


class Severity(Enum):
    """How much a finding weighs: an error stops the output of its spec, a warning never does."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A place that belongs to a diagnostic and what to say at its caret."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """A finding about a spec.

    `code` is a slug of `codes.py`. `labels` is not empty; the first is the culprit, others point at related places
    (a declared type, an earlier declaration, an opener). `notes` give context, `helps` say what to write instead.
    """

    code: str
    message: str
    severity: Severity
    labels: tuple[Label, ...]
    notes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()

    @property
    def span(self) -> Span:
        """The place of the culprit."""
        return self.labels[0].span


@dataclass(frozen=True, slots=True, kw_only=True)
class FileDiagnostic:
    """A finding about a file that could not be read as text, so it has a path and no place in it."""

    code: str
    message: str
    severity: Severity
    path: str
    helps: tuple[str, ...] = ()


AnyDiagnostic = Diagnostic | FileDiagnostic


@dataclass(slots=True)
class DiagnosticSink:
    """Collects the findings of one spec, each once: a generic function is checked for every set of argument types.

    `policy` gives the severity of each code under the options; None silences.
    """

    policy: dict[str, Severity | None]
    found: list[Diagnostic] = field(default_factory=list)
    _told: set[tuple[str, str, str, int, int]] = field(default_factory=set)

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        *related: Label,
        label: str = "",
        notes: tuple[str, ...] = (),
        helps: tuple[str, ...] = (),
    ) -> Severity | None:
        """Add a finding at `span` and return the severity that the options give it (None: nothing was added)."""
        severity = self.policy[code]
        key = (code, message, span.source.path, span.start, span.end)
        if severity is not None and key not in self._told:
            self._told.add(key)
            labels = (Label(span=span, text=label), *related)
            self.found.append(
                Diagnostic(code=code, message=message, severity=severity, labels=labels, notes=notes, helps=helps)
            )
        return severity

    @property
    def has_errors(self) -> bool:
        """Whether the spec may not be emitted."""
        return any(d.severity is Severity.ERROR for d in self.found)

    def __iter__(self) -> Iterator[Diagnostic]:
        """The findings in the order of their places."""
        return iter(sorted(self.found, key=lambda d: (d.span.source.path, d.span.start, d.span.end)))
