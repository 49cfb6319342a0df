"""The wheel holds all that the program needs: it builds a spec in an empty environment, far from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

SPEC = """module half;

fn half(x: f32) -> f32 { return x / 2.0; }

test halves
    given x : f32 = 3.0
    then half(x) == 1.5
"""


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a command that must succeed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution, as users get it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT, cwd=folder)
    (found,) = folder.glob("*.whl")
    return found


@pytest.mark.slow
def test_the_wheel_holds_grammar_templates_and_explanations(wheel: Path) -> None:
    """Everything that is no Python, and nothing of the repository around it."""
    names = zipfile.ZipFile(wheel).namelist()
    assert "t27c/syntax/tables.json" in names
    for folder, ending in (("t27c", ".lark"), ("t27c/templates", ".jinja"), ("t27c/diagnostics/explanations", ".md")):
        assert any(name.startswith(f"{folder}/") and name.endswith(ending) for name in names), folder
    data = sorted(f.relative_to(ROOT).as_posix() for f in (ROOT / "templates").rglob("*") if f.is_file())
    wanted = {f"t27c/{name}" for name in data if "__pycache__" not in name}
    assert wanted <= set(names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"t27c"}


@pytest.mark.slow
def test_an_installed_wheel_builds_and_tests_a_spec(wheel: Path, tmp_path: Path) -> None:
    """From another folder, with nothing of the checkout in reach."""
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, cwd=tmp_path)
    work = tmp_path / "work"
    work.mkdir()
    (work / "half.t27").write_text(SPEC)
    run(programs / "t27c", "build", "half.t27", cwd=work)
    shown = run(programs / "python", "-c", "from generated.python.half import half; print(half(3))", cwd=work)
    assert shown.strip() == "1.5"
    assert "1 passed, 0 failed" in run(programs / "t27c", "test", "half.t27", cwd=work).splitlines()[-1]
    assert "type-mismatch" in run(programs / "t27c", "explain", "type-mismatch", cwd=work)
