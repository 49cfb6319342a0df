"""Bringing an output folder to what a plan says: whole files only, manifest last, nothing removed that is not ours."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from t27c.output.manifest import NAME, Manifest
from t27c.output.model import OutputError, digest
from t27c.output.plan import Plan
from t27c.output.safety import refuse_links, refuse_strangers

# Names of files on their way to their places.
_STAGED, _STAGED_ENDING = ".t27c-", ".tmp"


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What a write did, in paths below the output folder. `edited` files held changes by hand that are gone now;
    `left` files should have gone and were left because of such changes.
    """

    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    removed: tuple[str, ...]
    edited: tuple[str, ...]
    left: tuple[str, ...]


def write_plan(out: Path, plan: Plan, old: Manifest) -> Written:
    """Write what differs, remove what is ours and no longer wanted, then write the manifest."""
    try:
        return _write(out, plan, old)
    except OSError as problem:
        where = problem.filename or out
        raise OutputError(f"cannot write {where}: {problem.strerror or problem}") from None


def _write(out: Path, plan: Plan, old: Manifest) -> Written:
    refuse_links(out, [*plan.texts, *plan.removals, NAME])
    _sweep({(out / path).parent for path in (*plan.texts, *old.files, NAME)})
    before = {path: _read(out / path) for path in plan.texts}
    changed = [path for path, data in plan.texts.items() if before[path] != data]
    refuse_strangers(out, [path for path in changed if path not in old.files])
    edited = [path for path in changed if _is_edited(before[path], path, old)]
    _replace_all(out, {path: plan.texts[path] for path in changed})
    removed, left = _remove(out, plan.removals, old)
    _forget_bytecode(out, [*changed, *removed])
    manifest = plan.manifest.to_json().encode()
    if _read(out / NAME) != manifest:
        _replace_all(out, {NAME: manifest})
    return Written(
        changed=tuple(sorted(changed)),
        unchanged=tuple(sorted(set(plan.texts) - set(changed))),
        removed=tuple(removed),
        edited=tuple(sorted(edited)),
        left=tuple(left),
    )


def _sweep(folders: Iterable[Path]) -> None:
    """Remove what a build that was killed left behind; the lock is held, so no other build is at work."""
    for folder in folders:
        for file in folder.glob(f"{_STAGED}*{_STAGED_ENDING}"):
            file.unlink(missing_ok=True)


def _read(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def _is_edited(data: bytes | None, path: str, old: Manifest) -> bool:
    return data is not None and path in old.files and digest(data) != old.files[path].sha256


def _replace_all(out: Path, files: dict[str, bytes]) -> None:
    """Write all to temporary files beside their places, then move all: a full disk or Ctrl-C leaves no half file."""
    staged: list[tuple[str, Path]] = []
    try:
        for path, data in files.items():
            folder = (out / path).parent
            folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=folder, prefix=_STAGED, suffix=_STAGED_ENDING)
            staged.append((name, out / path))
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            # mkstemp makes files that only the owner reads; output has the rights of any new file.
            os.chmod(name, 0o666 & ~_umask())
        while staged:
            os.replace(*staged[0])
            del staged[0]
    finally:
        for name, _ in staged:
            Path(name).unlink(missing_ok=True)


def _umask() -> int:
    """The mask of new files; the operating system only tells it when it is set."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _remove(out: Path, paths: Iterable[str], old: Manifest) -> tuple[list[str], list[str]]:
    removed: list[str] = []
    left: list[str] = []
    for path in paths:
        file = out / path
        data = _read(file)
        if data is None:
            continue
        if digest(data) != old.files[path].sha256:
            left.append(path)
            continue
        file.unlink()
        removed.append(path)
        _drop_empty_folders(file.parent, out)
    return removed, left


def _drop_empty_folders(folder: Path, out: Path) -> None:
    while folder != out:
        _drop_cache_folder(folder)
        if any(folder.iterdir()):
            return
        folder.rmdir()
        folder = folder.parent


def _drop_cache_folder(folder: Path) -> None:
    """Remove the byte code folder of a folder that holds nothing else."""
    cache = folder / "__pycache__"
    if cache.is_dir() and not cache.is_symlink() and not any(f.name != "__pycache__" for f in folder.iterdir()):
        for file in cache.glob("*.pyc"):
            file.unlink()
        if not any(cache.iterdir()):
            cache.rmdir()


def _forget_bytecode(out: Path, paths: Iterable[str]) -> None:
    """Remove byte code of changed modules: Python trusts it if time and size agree, which quick rebuilds can meet."""
    for path in paths:
        file = out / path
        cache = file.parent / "__pycache__"
        if file.suffix == ".py" and cache.is_dir() and not cache.is_symlink():
            for compiled in cache.glob(f"{file.stem}.*.pyc"):
                compiled.unlink(missing_ok=True)
