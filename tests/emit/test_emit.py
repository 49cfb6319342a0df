"""Every construct beside the text each target gives it; the same specs at work and under mypy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import black
import pytest

from t27c.building import build
from t27c.driver import SpecResult, compile_text
from t27c.options import Options
from tests.golden import Golden

FOLDER = Path(__file__).parent
CASES = sorted(FOLDER.glob("*.t27"))
ENDINGS = {"python": ".py.out", "pytest": ".pytest.out"}


def _compiled(case: Path) -> SpecResult:
    result = compile_text(case.read_text(encoding="utf-8"), path=case.name, targets=tuple(ENDINGS))
    assert not result.crash, result.crash
    assert not result.failed, [found.message for found in result.found]
    return result


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_text_of_every_target(case: Path, golden: Golden) -> None:
    for target, file in _compiled(case).files:
        golden.check(black.format_str(file.text, mode=black.Mode()), case.with_suffix(ENDINGS[target]))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All cases in one output folder."""
    folder = tmp_path_factory.mktemp("emit")
    build(CASES, Options(out=folder / "out", targets=("python", "pytest"), format_code=False))
    return folder


def test_the_tests_of_all_cases_pass(built: Path) -> None:
    (built / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib -p no:cacheprovider\n")
    command = [sys.executable, "-W", "error", "-m", "pytest", "-q", "out/tests"]
    done = subprocess.run(command, cwd=built, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_output_has_types(built: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(built / "cache"), "out/python"]
    done = subprocess.run(command, cwd=built, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
