"""The phases in order: decode, parse, check and lower, passes, backends; of a text, or of files with their output."""

from __future__ import annotations

import hashlib
import os
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from pathlib import Path

from t27c.backends.base import Backend, EmitContext, OutputFile
from t27c.diagnostics.codes import policy_for
from t27c.diagnostics.model import AnyDiagnostic, Diagnostic, DiagnosticSink, Label, Severity
from t27c.discovery import SpecFile, discover
from t27c.ir.nodes import Program
from t27c.ledger import imbalances, ledger_of
from t27c.modules import ParsedSpec, Workspace, disk_workspace, memory_workspace
from t27c.options import Options
from t27c.output.drift import Difference, compare
from t27c.output.manifest import read_manifest
from t27c.output.model import Artifact, Origin, Scope
from t27c.output.plan import SHARED, make_plan
from t27c.output.safety import locked, refuse_links
from t27c.output.write import Written, write_plan
from t27c.sema.check import check_spec
from t27c.targets import Pass, backend_named, passes_for

Progress = Callable[[int, int, str], None]


def _silent(_done: int, _total: int, _name: str) -> None:
    """No progress is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecResult:
    """What became of one spec. Without a `program` it has errors; `crash` is the traceback of a bug in t27c."""

    spec: SpecFile
    found: tuple[AnyDiagnostic, ...]
    program: Program | None = None
    files: tuple[tuple[str, OutputFile], ...] = ()
    ledger: dict[str, int] = field(default_factory=dict)
    crash: str = ""

    @property
    def failed(self) -> bool:
        """Whether there is no output for this spec."""
        return bool(self.crash) or self.program is None or any(d.severity is Severity.ERROR for d in self.found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """All specs of one command, compiled. `problems` are files that are no readable spec."""

    results: tuple[SpecResult, ...]
    problems: tuple[AnyDiagnostic, ...]
    roots: frozenset[Path]

    @property
    def found(self) -> list[AnyDiagnostic]:
        """Every finding, file by file."""
        return [*self.problems, *(d for result in self.results for d in result.found)]

    @property
    def has_errors(self) -> bool:
        """Whether the command has to fail."""
        return bool(self.problems) or any(result.failed for result in self.results)


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildReport:
    """A build: the compiled specs, and what was written, or with `check` how the output differs."""

    session: Session
    written: Written | None = None
    differences: tuple[Difference, ...] = ()


def compile_spec(workspace: Workspace, spec: SpecFile, options: Options, targets: Sequence[str]) -> SpecResult:
    """Run all phases on one spec. A bug in t27c is caught here, so that it costs one spec and not the whole run."""
    sink = DiagnosticSink(policy_for(options))
    parsed: ParsedSpec | None = None
    try:
        parsed = workspace.parsed(spec)
        return _compile(workspace, parsed, options, targets, sink)
    except Exception:
        found = (*(parsed.found if parsed else ()), *sink)
        return SpecResult(spec=spec, found=found, crash=traceback.format_exc())


def _compile(
    workspace: Workspace, parsed: ParsedSpec, options: Options, targets: Sequence[str], sink: DiagnosticSink
) -> SpecResult:
    spec = parsed.spec
    if parsed.module is None or parsed.source is None:
        return SpecResult(spec=spec, found=parsed.found)
    if not parsed.is_damaged and not parsed.module.decls:
        sink.report(
            "empty-spec",
            "this spec declares nothing",
            parsed.module.name.span,
            helps=("a spec holds at least one constant, type, function or test",),
        )
    program = check_spec(spec, parsed.module, workspace, options, sink)
    if parsed.is_damaged or sink.has_errors or program is None:
        return SpecResult(spec=spec, found=_sorted(parsed.found, sink))
    ledger = ledger_of(parsed.module, program.modules[program.main])
    lost = imbalances(ledger)
    if lost:
        raise AssertionError(f"the ledger of {spec.shown} does not add up: {'; '.join(lost)}")
    files = _emit(program, parsed, targets, sink)
    return SpecResult(
        spec=spec,
        found=_sorted(parsed.found, sink),
        program=None if sink.has_errors else program,
        files=() if sink.has_errors else files,
        ledger=ledger,
    )


def _sorted(syntax: Iterable[AnyDiagnostic], sink: DiagnosticSink) -> tuple[AnyDiagnostic, ...]:
    """Findings of all phases by place."""
    located = [d for d in (*syntax, *sink.found) if isinstance(d, Diagnostic)]
    whole = [d for d in syntax if not isinstance(d, Diagnostic)]
    return (*whole, *sorted(located, key=lambda d: (d.span.start, d.span.end, d.code)))


def _emit(
    program: Program, parsed: ParsedSpec, targets: Sequence[str], sink: DiagnosticSink
) -> tuple[tuple[str, OutputFile], ...]:
    """The files of one spec for every target, each after the passes of that target."""
    assert parsed.source is not None
    context = EmitContext(sink=sink, digest=hashlib.sha256(parsed.source.text.encode()).hexdigest())
    files: list[tuple[str, OutputFile]] = []
    prepared: dict[tuple[Pass, ...], Program] = {}
    for target in targets:
        passes = passes_for(target)
        if passes not in prepared:
            prepared[passes] = reduce(lambda before, step: step(before), passes, program)
        ready = prepared[passes]
        emitted = backend_named(target).emit(ready, ready.modules[ready.main], context)
        files += [(target, file) for file in emitted]
    return tuple(files)


def compile_text(
    text: str | bytes, *, path: str = "spec.t27", options: Options | None = None, targets: Sequence[str] = ()
) -> SpecResult:
    """Compile one text without touching any file; `path` is how messages call it."""
    options = options or Options()
    workspace = memory_workspace({path: text}, policy_for(options))
    spec = workspace.shelf.at(Path(), path.removesuffix(".t27"))
    if spec is None:
        raise ValueError(f"a spec path ends in .t27, not {path!r}")
    return compile_spec(workspace, spec, options, targets)


def compile_paths(
    paths: Sequence[Path], options: Options, targets: Sequence[str] = (), progress: Progress = _silent
) -> Session:
    """Compile every spec that `paths` name."""
    discovery = discover(paths)
    workspace = disk_workspace(paths, options.search_path, policy_for(options))
    results: list[SpecResult] = []
    for number, spec in enumerate(discovery.specs):
        progress(number, len(discovery.specs), spec.shown)
        results.append(compile_spec(workspace, spec, options, targets))
    roots = frozenset(Path(os.path.abspath(path)) for path in paths if path.is_dir())
    return Session(results=tuple(_refuse_conflicts(results, workspace)), problems=discovery.problems, roots=roots)


def _refuse_conflicts(results: Iterable[SpecResult], workspace: Workspace) -> list[SpecResult]:
    """Fail every spec that would be written over another one; file systems may not tell upper case from lower."""
    owners: dict[str, SpecResult] = {}
    checked: list[SpecResult] = []
    for result in results:
        clash = next((owners[key] for key in _claims(result) if key in owners), None)
        if clash:
            checked.append(_conflicting(result, clash, workspace))
            continue
        owners |= dict.fromkeys(_claims(result), result)
        checked.append(result)
    return checked


def _claims(result: SpecResult) -> list[str]:
    return [file.path.casefold() for _, file in result.files]


def _conflicting(result: SpecResult, other: SpecResult, workspace: Workspace) -> SpecResult:
    spans = [m.name.span for r in (result, other) if (m := workspace.parsed(r.spec).module)]
    found = Diagnostic(
        code="output-conflict",
        message=f"the output of this spec would be written over that of {other.spec.shown}",
        severity=Severity.ERROR,
        labels=(Label(span=spans[0]), Label(span=spans[1], text="has the same output path")),
        helps=("rename one of the two files",),
    )
    return replace(result, found=(*result.found, found), program=None, files=())


def build(paths: Sequence[Path], options: Options, *, check: bool = False, progress: Progress = _silent) -> BuildReport:
    """Compile and write to the output folder; with `check` only compare. `OutputError` says that it cannot be done."""
    out = Path(os.path.abspath(options.out))
    refuse_links(out, ())
    session = compile_paths(paths, options, options.targets, progress)
    if not session.results:
        return BuildReport(session=session)
    scope = _scope(session, out, options.targets)
    artifacts = _artifacts(session, out, options.targets)
    ledger = {_origin(r.spec, out): r.ledger for r in session.results if not r.failed}
    if check:
        old = read_manifest(out)
        plan = make_plan(
            out, artifacts, ledger, scope, old,
            formatted=options.format_code, jobs=options.jobs, trust_cache=False,
        )  # fmt: skip
        return BuildReport(session=session, differences=tuple(compare(out, plan, old, whole=bool(session.roots))))
    with locked(out):
        old = read_manifest(out)
        plan = make_plan(out, artifacts, ledger, scope, old, formatted=options.format_code, jobs=options.jobs)
        return BuildReport(session=session, written=write_plan(out, plan, old))


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
        for result in session.results
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
