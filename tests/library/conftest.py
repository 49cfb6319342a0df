"""Every comparison runs on each target of which `generated/` holds modules."""

from __future__ import annotations

import importlib
import importlib.util
import shutil
from typing import Any

import pytest

from tests.library.reference import Loader


@pytest.fixture(params=["python", "c"])
def spec(request: pytest.FixtureRequest) -> Loader:
    """Loads the generated module of a library spec, by its path below `specs/`."""
    target: str = request.param
    if target == "c" and importlib.util.find_spec("generated.c") is None:
        pytest.skip("generated/ holds no C modules")
    if target == "c" and not any(shutil.which(compiler) for compiler in ("cc", "gcc", "clang")):
        pytest.skip("no C compiler")

    def load(path: str) -> Any:
        return importlib.import_module(f"generated.{target}.{path.replace('/', '.')}")

    return load
