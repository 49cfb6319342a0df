"""The phases in order: decode, parse, check and lower, passes, backends. Nothing is written here."""

from __future__ import annotations

import hashlib
import os
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from pathlib import Path

from t27c.backends.base import EmitContext, OutputFile
from t27c.collector import collector_paused
from t27c.diagnostics.codes import policy_for
from t27c.diagnostics.model import AnyDiagnostic, Diagnostic, DiagnosticSink, Label, Severity
from t27c.discovery import SpecFile, discover
from t27c.ir.nodes import Module, Program
from t27c.ledger import imbalances, ledger_of
from t27c.modules import ParsedSpec, Workspace, disk_workspace, memory_workspace
from t27c.needed import needed_modules
from t27c.options import Options
from t27c.roots import configured_root
from t27c.sema.check import check_spec
from t27c.source import SourceFile
from t27c.targets import Pass, backend_named, passes_for

Progress = Callable[[int, int, str], None]
# Files, each with the target it belongs to.
TargetFiles = tuple[tuple[str, OutputFile], ...]


def no_progress(_done: int, _total: int, _name: str) -> None:
    """No progress is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecResult:
    """What became of one spec. Without a `program` it has errors; `crash` is the traceback of a bug in t27c."""

    spec: SpecFile
    found: tuple[AnyDiagnostic, ...]
    program: Program | None = None
    files: TargetFiles = ()
    ledger: dict[str, int] = field(default_factory=dict)
    crash: str = ""

    @property
    def failed(self) -> bool:
        """Whether there is no output for this spec."""
        return bool(self.crash) or self.program is None or any(d.severity is Severity.ERROR for d in self.found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """All specs of one command, compiled. `helpers` are specs that those import, with what is needed of them; their
    findings belong to their own builds. `problems` are files that are no readable spec. `roots` are folders that were
    compiled as a whole.
    """

    results: tuple[SpecResult, ...]
    helpers: tuple[SpecResult, ...]
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


def compile_spec(workspace: Workspace, spec: SpecFile, options: Options, targets: Sequence[str]) -> SpecResult:
    """Run all phases on one spec. A bug in t27c is caught here, so that it costs one spec and not the whole run."""
    sink = DiagnosticSink(policy_for(options))
    parsed: ParsedSpec | None = None
    try:
        with collector_paused():
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
    if not (parsed.is_damaged or parsed.module.decls or parsed.module.uses):
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
    files = _emit(program, parsed.source, targets, sink)
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
    return (*whole, *sorted(located, key=lambda d: (d.span.source.path, d.span.start, d.span.end, d.code)))


def _emit(program: Program, source: SourceFile, targets: Sequence[str], sink: DiagnosticSink) -> TargetFiles:
    """The files of the main spec for every target, each after the passes of that target."""
    context = EmitContext(sink=sink, digest=hashlib.sha256(source.text.encode()).hexdigest())
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


def workspace_of(paths: Sequence[Path], options: Options, given: Sequence[SpecFile]) -> Workspace:
    """A workspace for the specs `given`, which `paths` name; nothing is read yet."""
    return disk_workspace((*paths, *options.specs), options.search_path, policy_for(options), given)


def compile_paths(
    paths: Sequence[Path], options: Options, targets: Sequence[str] = (), progress: Progress = no_progress
) -> Session:
    """Compile every spec that `paths` name."""
    configured = tuple(Path(os.path.abspath(folder)) for folder in options.specs)
    discovery = discover(paths, configured)
    workspace = workspace_of(paths, options, discovery.specs)
    results: list[SpecResult] = []
    for number, spec in enumerate(discovery.specs):
        progress(number, len(discovery.specs), spec.shown)
        results.append(compile_spec(workspace, spec, options, targets))
    folders = (Path(os.path.abspath(path)) for path in paths if path.is_dir())
    roots = frozenset(folder for folder in folders if configured_root(folder, configured) in (None, folder))
    results = _refuse_conflicts(results, workspace)
    helpers = _helpers(results, workspace, options, [target for target in targets if target != "pytest"])
    return Session(results=tuple(results), helpers=tuple(helpers), problems=discovery.problems, roots=roots)


def _helpers(
    results: Sequence[SpecResult], workspace: Workspace, options: Options, targets: Sequence[str]
) -> list[SpecResult]:
    """What the translated specs import and no result gives: whole specs, and of specs with errors the parts in use."""
    given = {result.spec.id for result in results}
    programs = [result.program for result in results if result.program and not result.failed]
    whole: dict[str, SpecResult] = {}
    tried = set(given)
    while targets:
        missing = list(needed_modules(programs, frozenset(tried)))
        if not missing:
            break
        tried.update(missing)
        compiled = [compile_spec(workspace, workspace.spec_named(id_), options, targets) for id_ in missing]
        whole |= {result.spec.id: result for result in compiled if not result.failed}
        programs += [result.program for result in compiled if result.program and not result.failed]
    done = frozenset({*whole, *(result.spec.id for result in results if not result.failed)})
    needed = needed_modules(programs, done) if targets else {}
    return [*whole.values(), *(_part(module, programs, workspace, options, targets) for module in needed.values())]


def _part(
    module: Module, programs: Sequence[Program], workspace: Workspace, options: Options, targets: Sequence[str]
) -> SpecResult:
    """The files of the parts of a spec that others use."""
    spec = workspace.spec_named(module.id)
    parsed = workspace.parsed(spec)
    assert parsed.source is not None
    user = next(program for program in programs if module.id in program.modules)
    program = replace(user, main=module.id, modules={**user.modules, module.id: module})
    files = _emit(program, parsed.source, targets, DiagnosticSink(policy_for(options)))
    return SpecResult(spec=spec, found=(), program=program, files=files)


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
