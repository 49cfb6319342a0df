"""Building: what the specs of one command become in the output folder, or how that folder differs from it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from t27c.backends.base import Backend
from t27c.discovery import SpecFile
from t27c.driver import Progress, Session, compile_paths, no_progress
from t27c.options import Options
from t27c.output.drift import Difference, compare
from t27c.output.manifest import Manifest, read_manifest
from t27c.output.model import Artifact, Origin, Scope
from t27c.output.packages import SHARED
from t27c.output.plan import Plan, make_plan
from t27c.output.safety import locked, refuse_links
from t27c.output.write import Written, write_plan
from t27c.targets import backend_named


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildReport:
    """A build: the compiled specs, and what was written, or with `check` how the output differs."""

    session: Session
    written: Written | None = None
    differences: tuple[Difference, ...] = ()


def build(
    paths: Sequence[Path], options: Options, *, check: bool = False, progress: Progress = no_progress
) -> BuildReport:
    """Compile and write to the output folder; with `check` only compare. `OutputError` says that it cannot be done."""
    out = Path(os.path.abspath(options.out))
    refuse_links(out, ())
    session = compile_paths(paths, options, options.targets, progress)
    if not session.results:
        return BuildReport(session=session)
    if check:
        old = read_manifest(out)
        plan = _plan(session, out, options, old, trust_cache=False)
        return BuildReport(session=session, differences=tuple(compare(out, plan, old, whole=bool(session.roots))))
    with locked(out):
        old = read_manifest(out)
        plan = _plan(session, out, options, old, trust_cache=True)
        return BuildReport(session=session, written=write_plan(out, plan, old))


def _plan(session: Session, out: Path, options: Options, old: Manifest, *, trust_cache: bool) -> Plan:
    return make_plan(
        out,
        _artifacts(session, out, options.targets),
        {_origin(result.spec, out): result.ledger for result in session.results if not result.failed},
        _scope(session, out, options.targets),
        old,
        formatted=options.format_code,
        jobs=options.jobs,
        trust_cache=trust_cache,
    )


def _relative(path: Path, out: Path) -> str:
    """`path` as seen from the output folder, so that the manifest names no folder of this machine."""
    return Path(os.path.relpath(path, out)).as_posix()


def _origin(spec: SpecFile, out: Path) -> Origin:
    return Origin(_relative(spec.root, out), spec.spec_path)


def _scope(session: Session, out: Path, targets: Sequence[str]) -> Scope:
    return Scope(
        targets=frozenset(targets),
        roots=frozenset(_relative(root, out) for root in session.roots),
        built=frozenset(_origin(r.spec, out) for r in session.results if not r.failed),
        failed=frozenset(_origin(r.spec, out) for r in session.results if r.failed),
    )


def _artifacts(session: Session, out: Path, targets: Sequence[str]) -> list[Artifact]:
    """All files to write: those of every spec, then what all specs of a target share."""
    made = [
        Artifact(path=file.path, text=file.text, origin=_origin(result.spec, out), target=target)
        for result in (*session.results, *session.helpers)
        if not result.failed
        for target, file in result.files
    ]
    used = {artifact.target for artifact in made}
    backends: list[Backend] = [backend_named(target) for target in targets if target in used]
    made += [
        Artifact(path=file.path, text=file.text, origin=SHARED, target=backend.name)
        for backend in backends
        for file in backend.support_files()
    ]
    return made
