"""`--check`: how an output folder differs from what a build would write, without writing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from t27c.output.manifest import NAME, Manifest
from t27c.output.model import digest
from t27c.output.plan import Plan
from t27c.output.safety import LOCK_NAME, is_marked


class Drift(Enum):
    """Why a file is not what a build would leave."""

    STALE = "stale"
    MISSING = "missing"
    ORPHAN = "orphan"
    EDITED = "edited by hand"


@dataclass(frozen=True, slots=True, order=True)
class Difference:
    """A file, relative to the output folder, and what is wrong with it."""

    path: str
    drift: Drift


def compare(out: Path, plan: Plan, old: Manifest, *, whole: bool) -> list[Difference]:
    """All differences, by path. With `whole` the folder is also searched for generated files that nobody lists."""
    found = [d for path, data in plan.texts.items() if (d := _compare_file(out, path, data, old))]
    found += [Difference(path, Drift.ORPHAN) for path in plan.removals if (out / path).is_file()]
    manifest = plan.manifest.to_json().encode()
    listed = out / NAME
    if not listed.is_file():
        found.append(Difference(NAME, Drift.MISSING))
    elif listed.read_bytes() != manifest:
        found.append(Difference(NAME, Drift.STALE))
    if whole:
        known = {*plan.manifest.files, *plan.removals, NAME, LOCK_NAME}
        found += [Difference(path, Drift.ORPHAN) for path in _generated_below(out) if path not in known]
    return sorted(found, key=lambda d: d.path)


def _compare_file(out: Path, path: str, wanted: bytes, old: Manifest) -> Difference | None:
    file = out / path
    if not file.is_file():
        return Difference(path, Drift.MISSING)
    data = file.read_bytes()
    if data == wanted:
        return None
    entry = old.files.get(path)
    ours = entry is not None and digest(data) == entry.sha256
    return Difference(path, Drift.STALE if ours else Drift.EDITED)


def _generated_below(out: Path) -> Iterator[str]:
    """Files in the folders of the targets that carry our mark."""
    for target in ("python", "c", "tests"):
        for file in sorted((out / target).rglob("*")):
            hidden = "__pycache__" in file.parts
            if not hidden and file.is_file() and not file.is_symlink() and file.stat().st_size and is_marked(file):
                yield file.relative_to(out).as_posix()
