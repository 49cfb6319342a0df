"""From artifacts and the old manifest to a plan: what files should hold, which go, and what the new manifest says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from t27c.output.formatting import format_all, rendered_key
from t27c.output.manifest import Entry, Manifest
from t27c.output.model import Artifact, Origin, OutputError, Scope, digest
from t27c.output.packages import SHARED, merge_with_folders, package_files


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """`texts` holds the wanted bytes of files; a file that is in `manifest` and not here stays as it is."""

    texts: dict[str, bytes]
    removals: tuple[str, ...]
    manifest: Manifest


def make_plan(
    out: Path,
    artifacts: Iterable[Artifact],
    ledger: dict[Origin, dict[str, int]],
    scope: Scope,
    old: Manifest,
    *,
    formatted: bool = True,
    jobs: int = 0,
    trust_cache: bool = True,
) -> Plan:
    """Decide about every file. With `trust_cache` unchanged text that is already on disk is not formatted again."""
    made = {artifact.path: artifact for artifact in artifacts}
    kept = {path: entry for path, entry in old.files.items() if not scope.covers(entry.target, entry.origin)}
    made = merge_with_folders(made, kept)
    _refuse_foreign(out, made.values(), old, scope)
    kept = {path: entry for path, entry in kept.items() if path not in made and entry.origin != SHARED}
    kept |= _kept_shared(old, kept, made)
    made |= {file.path: file for file in package_files({*made, *kept}) if file.path not in made}
    texts, entries = _texts(out, made, old, formatted=formatted, jobs=jobs, trust_cache=trust_cache)
    removals = tuple(sorted(path for path in old.files if path not in kept and path not in made))
    kept_ledger = {o: n for o, n in old.ledger.items() if o not in scope.built and o.root not in scope.roots}
    kept_ledger |= {o: n for o, n in old.ledger.items() if o in scope.failed}
    return Plan(texts=texts, removals=removals, manifest=Manifest(kept | entries, kept_ledger | ledger))


def _kept_shared(old: Manifest, kept: dict[str, Entry], made: dict[str, Artifact]) -> dict[str, Entry]:
    """Old files that belong to no spec stay while something of their target stays."""
    alive = {entry.target for entry in kept.values()}
    return {
        path: entry
        for path, entry in old.files.items()
        if entry.origin == SHARED and entry.target in alive and entry.target != "package" and path not in made
    }


def _refuse_foreign(out: Path, made: Iterable[Artifact], old: Manifest, scope: Scope) -> None:
    """Raise if a file belongs to another spec that still exists and that this run does not speak for."""
    for artifact in made:
        entry = old.files.get(artifact.path)
        if entry is None or SHARED in (entry.origin, artifact.origin) or entry.origin == artifact.origin:
            continue
        spec = out / entry.origin.root / entry.origin.spec
        if not scope.covers(entry.target, entry.origin) and spec.is_file():
            raise OutputError(
                f"{out / artifact.path} already holds the output of another spec, {spec}",
                "build both from one folder, or into different folders with `-o`",
            )


def _texts(
    out: Path, made: dict[str, Artifact], old: Manifest, *, formatted: bool, jobs: int, trust_cache: bool
) -> tuple[dict[str, bytes], dict[str, Entry]]:
    """The bytes of all made files, formatted where that is wanted, and their manifest entries."""
    texts: dict[str, bytes] = {}
    keys: dict[str, str] = {}
    pending: list[str] = []
    for path, artifact in made.items():
        formats = formatted and path.endswith(".py")
        keys[path] = rendered_key(artifact.text, formatted=formats)
        on_disk = _cached(out / path, old.files.get(path), keys[path]) if trust_cache and formats else None
        if on_disk is not None:
            texts[path] = on_disk
        elif formats:
            pending.append(path)
        else:
            texts[path] = artifact.text.encode()
    for path, text in zip(pending, format_all([made[path].text for path in pending], jobs), strict=True):
        texts[path] = text.encode()
    entries = {
        path: Entry(sha256=digest(texts[path]), rendered=keys[path], origin=artifact.origin, target=artifact.target)
        for path, artifact in made.items()
    }
    return texts, entries


def _cached(file: Path, entry: Entry | None, key: str) -> bytes | None:
    """The bytes on disk if they are what formatting the text behind `key` gave."""
    if entry is None or entry.rendered != key or not file.is_file():
        return None
    data = file.read_bytes()
    return data if digest(data) == entry.sha256 else None
