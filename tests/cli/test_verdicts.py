"""Verdicts of a pytest run, as the plugin of `t27c test` records them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from t27c.verdicts import OPTION, Verdicts, read_verdicts

TESTS = """
import pytest

def test_passes(): pass
def test_fails(): assert False
def test_skipped(): pytest.skip("no compiler")
@pytest.mark.skip(reason="placeholder: valid_input() is not declared")
def test_placeholder(): pass
def test_vacuous(record_property): record_property("vacuous", True)
def test_fails_and_is_vacuous(record_property):
    record_property("vacuous", True)
    assert False
@pytest.fixture
def broken(): raise ValueError
def test_breaks_before(broken): pass
@pytest.fixture
def breaks_after():
    yield
    raise ValueError
def test_breaks_after(breaks_after): pass
"""


def record(folder: Path, *arguments: str) -> dict[str, Verdicts]:
    """Run pytest in `folder` and read what was recorded."""
    file = folder / "records.jsonl"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "t27c.verdicts", f"{OPTION}={file}", *arguments]
    subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return read_verdicts(file)


def test_each_test_has_one_verdict(tmp_path: Path) -> None:
    """A failure while cleaning up turns a pass into a failure, and is counted once."""
    (tmp_path / "test_a.py").write_text(TESTS)
    found = record(tmp_path)["test_a.py"]
    assert found == Verdicts(passed=1, failed=4, skipped=1, vacuous=1, placeholder=1)
    assert found.count == 8


def test_a_file_that_cannot_be_imported_fails(tmp_path: Path) -> None:
    """Its tests are unknown, so it counts as one failure."""
    (tmp_path / "test_a.py").write_text("import nothing_of_that_name\n")
    (tmp_path / "test_b.py").write_text("def test_b(): pass\n")
    assert record(tmp_path) == {"test_a.py": Verdicts(failed=1)}
    assert record(tmp_path, "test_b.py")["test_b.py"] == Verdicts(passed=1)


def test_verdicts_add_up() -> None:
    """Sums, and the words of the last line."""
    total = Verdicts(passed=2, vacuous=1) + Verdicts(passed=1, failed=1)
    assert str(total) == "3 passed, 1 failed, 0 skipped, 1 vacuous, 0 placeholder"
