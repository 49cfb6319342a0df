"""Golden files: the expected text stands beside the input that leads to it, and `--bless` writes it anew."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Golden:
    """Compares texts with golden files, or writes the files when the run was asked to bless them."""

    bless: bool

    def check(self, actual: str, path: Path) -> None:
        """Fail unless `path` holds exactly `actual`."""
        if self.bless:
            if not path.exists() or path.read_text(encoding="utf-8") != actual:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(actual, encoding="utf-8", newline="\n")
            return
        if not path.exists():
            pytest.fail(f"{path} does not exist; run pytest with --bless, then read it", pytrace=False)
        expected = path.read_text(encoding="utf-8")
        if actual != expected:
            diff = difflib.unified_diff(
                expected.splitlines(), actual.splitlines(), f"{path.name} (expected)", "actual", lineterm=""
            )
            pytest.fail("\n".join(diff) or "only the line ends differ", pytrace=False)
