"""The specs of `tests/emit` on the C target: the text, the same verdicts as the interpreter, and their pytest files."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from t27c.building import build as build_specs
from t27c.driver import compile_text
from t27c.options import Options
from tests.backends_c.harness import SANITIZE, build, run, write
from tests.backends_c.test_language import expected, shortened
from tests.golden import Golden

CASES = sorted((Path(__file__).parents[1] / "emit").glob("*.t27"))
IDS = [path.stem for path in CASES]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_text_of_header_and_source(case: Path, golden: Golden) -> None:
    result = compile_text(case.read_text(encoding="utf-8"), path=case.name, targets=("c",))
    files = [file for _, file in result.files if file.path.endswith((".h", f"{case.stem}.c"))]
    texts = [f"==== {file.path}\n{file.text}" for file in files]
    assert len(texts) == 2
    golden.check("".join(texts), case.with_suffix(".c.out"))


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_same_verdicts_as_the_interpreter(case: Path, tmp_path: Path) -> None:
    result = compile_text(case.read_text(encoding="utf-8"), path=case.name)
    assert result.program is not None
    program = build(write(tmp_path, result.program), "gcc", *SANITIZE)
    found = [shortened(line) for line in run(program) if not line.startswith("SKIP")]
    assert found == [shortened(line) for line in expected(result)]


@pytest.mark.slow
def test_the_pytest_files_pass_on_the_twins(tmp_path: Path) -> None:
    build_specs(CASES, Options(out=tmp_path / "out", targets=("python", "c", "pytest"), format_code=False))
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib -p no:cacheprovider\n")
    command = [sys.executable, "-W", "error", "-m", "pytest", "-q", "out/tests", "-k", "[c"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_the_makefile_builds_and_runs_the_test_programs(tmp_path: Path) -> None:
    case = next(path for path in CASES if path.stem == "integers")
    build_specs([case], Options(out=tmp_path / "out", targets=("c", "ctest"), format_code=False))
    command = ["make", "-C", str(tmp_path / "out" / "c"), "check", "CC=gcc", "CFLAGS=-O0"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert " passed, 0 failed" in done.stdout
