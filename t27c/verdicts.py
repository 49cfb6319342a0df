"""Verdicts of tests, and the pytest plugin that records them: `t27c test` loads it by name in the process of pytest.

A generated test tells through `record_property("vacuous", True)` that it passed without checking anything; the reason
of a skipped one begins with `placeholder:` if it stands for text that is still to be written.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

OPTION = "--t27c-verdicts"
# Stands in the records until the verdict of the test follows; if none does, the process ended in the test.
_STARTED = "started"


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
        return sum(asdict(self).values())

    def __add__(self, other: Verdicts) -> Verdicts:
        sums = {f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(Verdicts)}
        return Verdicts(**sums)

    def __str__(self) -> str:
        return ", ".join(f"{count} {word}" for word, count in asdict(self).items())


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the file of records."""
    parser.addoption(OPTION, help="write one JSON object per test to this file")


def _verdict(report: pytest.TestReport) -> str | None:
    """What one of the three reports of a test says: setup, call, teardown. Setup and teardown only tell of trouble."""
    if report.failed:
        return "failed"
    if report.skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        return "placeholder" if reason.removeprefix("Skipped: ").startswith("placeholder") else "skipped"
    if report.when != "call":
        return None
    return "vacuous" if dict(report.user_properties).get("vacuous") else "passed"


class _Recorder:
    """Writes when each test begins and what becomes of it, so that a process that dies tells in which test it did.

    Tests in the records of an earlier process are left out: a new one goes on behind the test that ended that.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._pending = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        done = _records(self._file)
        items[:] = [item for item in items if item.nodeid not in done]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._write(nodeid, _STARTED)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        verdict = _verdict(report)
        if verdict and self._pending != "failed":
            self._pending = verdict
        if report.when == "teardown":
            self._write(report.nodeid, self._pending)
            self._pending = ""

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._write(report.nodeid, "failed")

    def _write(self, nodeid: str, verdict: str) -> None:
        with self._file.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps({"test": nodeid, "verdict": verdict}) + "\n")


def pytest_configure(config: pytest.Config) -> None:
    """Start to record if a file was named."""
    file = config.getoption(OPTION)
    if file:
        config.pluginmanager.register(_Recorder(Path(file)), "t27c-verdicts")


def _records(file: Path) -> dict[str, str]:
    """The last word on every test."""
    if not file.is_file():
        return {}
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return {record["test"]: record["verdict"] for record in records}


def unfinished(file: Path) -> list[str]:
    """Tests in which a process ended."""
    return [test for test, verdict in _records(file).items() if verdict == _STARTED]


def read_verdicts(file: Path) -> dict[str, Verdicts]:
    """What was recorded, by the path of the test file; a test in which the process ended has failed."""
    found: dict[str, Verdicts] = {}
    for test, verdict in _records(file).items():
        path = test.split("::")[0]
        word = "failed" if verdict == _STARTED else verdict
        found[path] = found.get(path, Verdicts()) + Verdicts(**{word: 1})
    return found
