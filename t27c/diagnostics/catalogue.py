"""The shape of a row in the table of diagnostic codes, and the short way in which the tables beside are written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from t27c.diagnostics.model import Severity


class Phase(Enum):
    """The part of a build that finds the problem; also the folder of its tests."""

    FILES = "files"
    SYNTAX = "syntax"
    IMPORTS = "imports"
    NAMES = "names"
    TYPES = "types"
    FLOW = "flow"
    TESTS = "tests"


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """A diagnostic code: what it is about, its severity by default, under `strict` and `lenient` (None: silent)."""

    slug: str
    phase: Phase
    default: Severity | None
    strict: Severity | None
    lenient: Severity | None
    summary: str


_LETTERS: dict[str, Severity | None] = {"E": Severity.ERROR, "W": Severity.WARNING, "-": None}


def rows(phase: Phase, severities: str, summaries: dict[str, str]) -> tuple[Code, ...]:
    """Codes of one phase that share severities: three letters (default, strict, lenient) of `E`, `W` and `-`."""
    default, strict, lenient = (_LETTERS[letter] for letter in severities)
    return tuple(
        Code(slug=slug, phase=phase, default=default, strict=strict, lenient=lenient, summary=summary)
        for slug, summary in summaries.items()
    )
