"""Running the tests of specs: generated tests under pytest in a temporary folder, or the interpreter on the IR."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import t27c
from t27c.driver import BuildReport, Progress, Session, build, compile_paths
from t27c.ir.interp import run_test
from t27c.options import ConfigError, Options

RUN_TARGETS = ("interp", "python", "c")
_RECORDS = "verdicts.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """Counts of tests by what became of them; a vacuous test passed without checking anything."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    vacuous: int = 0
    placeholder: int = 0

    @property
    def count(self) -> int:
        """All tests."""
        return self.passed + self.failed + self.skipped + self.vacuous + self.placeholder

    def __add__(self, other: Verdicts) -> Verdicts:
        return Verdicts(
            passed=self.passed + other.passed,
            failed=self.failed + other.failed,
            skipped=self.skipped + other.skipped,
            vacuous=self.vacuous + other.vacuous,
            placeholder=self.placeholder + other.placeholder,
        )

    def __str__(self) -> str:
        return (
            f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped,"
            f" {self.vacuous} vacuous, {self.placeholder} placeholder"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A test run: the verdicts of each spec, what the test runner printed, and whether it broke down."""

    session: Session
    table: tuple[tuple[str, Verdicts], ...]
    transcript: str = ""
    broken: bool = False


def parse_targets(text: str) -> tuple[str, ...]:
    """The targets of `t27c test --target`."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    unknown = [word for word in words if word not in RUN_TARGETS]
    if unknown or not words:
        raise ConfigError(f"tests run on {', '.join(RUN_TARGETS)}, not on `{', '.join(unknown)}`")
    return tuple(dict.fromkeys(words))
