"""Marks for changes that no test can notice: a file beside the spec names each with the reason."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from t27c.options import ConfigError
from t27c.source import SourceFile
from t27c.tools.mutation_trial import Fate, Trial

_KEYS = frozenset({"line", "original", "mutant", "reason"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Lines of a spec and what they may become unnoticed. `line` tells apart lines that stand twice."""

    original: str
    mutant: str
    reason: str
    line: int | None = None

    def fits(self, trial: Trial, source: SourceFile) -> bool:
        """Whether the mark speaks of this change."""
        place = self.line is None or self.line == source.line_of(trial.edit.start)
        return place and trial.edit.lines(source.text) == (self.original, self.mutant)


def marks_file(spec: Path) -> Path:
    """Where the marks of a spec stand unless another file is named."""
    return spec.with_suffix(".equivalents.toml")


def read_marks(file: Path) -> tuple[Mark, ...]:
    """The marks in a file, none if there is no such file. `ConfigError` says what is wrong with one."""
    if not file.is_file():
        return ()
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise ConfigError(f"cannot read {file}: {problem}") from None
    entries = table.pop("equivalent", [])
    if table or not isinstance(entries, list):
        raise ConfigError(f"{file} may hold nothing but `[[equivalent]]` tables")
    return tuple(_mark(entry, f"mark {number} of {file}") for number, entry in enumerate(entries, 1))


def _mark(entry: object, where: str) -> Mark:
    if not isinstance(entry, dict) or not entry.keys() <= _KEYS:
        raise ConfigError(f"{where} may hold `original`, `mutant`, `reason` and `line`")
    for key in ("original", "mutant", "reason"):
        if not isinstance(entry.get(key), str) or not entry[key].strip():
            raise ConfigError(f"{where} needs a text for `{key}`")
    line = entry.get("line")
    if line is not None and type(line) is not int:
        raise ConfigError(f"`line` in {where} must be a number")
    return Mark(
        original=entry["original"].strip(), mutant=entry["mutant"].strip(), reason=entry["reason"].strip(), line=line
    )


def wrong_marks(marks: Sequence[Mark], trials: Sequence[Trial], source: SourceFile) -> list[str]:
    """What is wrong with marks: each has to fit exactly one change that survives."""
    problems: list[str] = []
    for number, mark in enumerate(marks, 1):
        fitting = [trial for trial in trials if mark.fits(trial, source)]
        surviving = [trial for trial in fitting if trial.fate is Fate.SURVIVED]
        shown = f"mark {number} (`{mark.original}` to `{mark.mutant}`)"
        if not fitting:
            problems.append(f"{shown} fits no change that is made to this spec")
        elif not surviving:
            problems.append(f"{shown} is needless: the change is {fitting[0].fate.value} ({fitting[0].cause})")
        elif len(surviving) > 1:
            lines = " and ".join(str(source.line_of(trial.edit.start)) for trial in surviving)
            problems.append(f"{shown} fits changes in lines {lines}; add `line`")
    return problems


def is_marked(trial: Trial, marks: Sequence[Mark], source: SourceFile) -> bool:
    """Whether a mark says that nobody can notice this change."""
    return any(mark.fits(trial, source) for mark in marks)
