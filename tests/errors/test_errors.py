"""Every finding about a wrong spec, as people read it: `<slug>[_variant].t27` and the text beside it in `.err`.

A variant that ends in `strict` or `lenient` is checked with that option. Folders below `imports` hold several specs, of
which `main.t27` is checked.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from t27c.diagnostics.codes import CODES, default_policy
from t27c.diagnostics.model import AnyDiagnostic
from t27c.diagnostics.render import render_text
from t27c.discovery import SpecFile
from t27c.driver import compile_spec, compile_text
from t27c.modules import MemoryShelf, memory_workspace
from t27c.options import Options
from tests.golden import Golden

HERE = Path(__file__).parent
SPECS = sorted(path for path in HERE.glob("*/*.t27"))
FOLDERS = sorted(path.parent for path in HERE.glob("imports/*/main.t27"))


def _slug(stem: str) -> str:
    return stem.partition("_")[0]


def _options(stem: str) -> Options:
    return Options(strict=stem.endswith("_strict"), lenient=stem.endswith("_lenient"))


def _findings(found: tuple[AnyDiagnostic, ...], stem: str) -> str:
    codes = {diagnostic.code for diagnostic in found}
    assert _slug(stem) in CODES, f"{stem}: the name begins with no code"
    assert _slug(stem) in codes, f"{stem}: found only {sorted(codes)}"
    return render_text(found)


@pytest.mark.parametrize("path", SPECS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_findings(path: Path, golden: Golden) -> None:
    result = compile_text(path.read_bytes(), path=path.name, options=_options(path.stem))
    assert not result.crash, result.crash
    golden.check(_findings(result.found, path.stem), path.with_suffix(".err"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_findings_about_imports(folder: Path, golden: Golden) -> None:
    options = _options(folder.name)
    texts = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.t27")}
    workspace = memory_workspace(texts, default_policy(strict=options.strict, lenient=options.lenient))
    result = compile_spec(workspace, SpecFile("main", MemoryShelf.ROOT, Path("main.t27")), options, ())
    assert not result.crash, result.crash
    golden.check(_findings(result.found, folder.name), folder / "main.err")
