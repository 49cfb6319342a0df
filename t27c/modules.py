"""Specs as a set: every file is read and parsed at most once, and `use` paths find the file that they mean."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from t27c.diagnostics.model import AnyDiagnostic, DiagnosticSink, FileDiagnostic, Severity
from t27c.discovery import SpecFile, read_bytes, shown_path, specs_below
from t27c.source import SourceFile
from t27c.syntax import ast
from t27c.syntax.decode import decode
from t27c.syntax.parser import parse

_HEADER = re.compile(rb"^[ \t]*(?:module|spec)[ \t]+([A-Za-z_][\w:.\-]*)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """What a `use` path means. Without a `spec` it is missing (`candidates` empty) or ambiguous.

    `member` says that the last segment names a declaration of `spec`, not a file. `inexact` says that the path was
    not followed to the letter. `tried` lists the places where a file would have fitted.
    """

    spec: SpecFile | None = None
    member: bool = False
    inexact: bool = False
    tried: tuple[str, ...] = ()
    candidates: tuple[SpecFile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedSpec:
    """A spec as read: without a `module` it could not be read as text. `found` are its syntax diagnostics."""

    spec: SpecFile
    source: SourceFile | None
    module: ast.Module | None
    found: tuple[AnyDiagnostic, ...]

    @property
    def is_damaged(self) -> bool:
        """Whether the text has an error."""
        return any(d.severity is Severity.ERROR for d in self.found)


class Shelf(Protocol):
    """Where spec files stand: a disk, or texts in memory."""

    def at(self, root: Path, id_: str) -> SpecFile | None:
        """The spec with this id below `root`."""
        ...

    def below(self, root: Path) -> Iterable[SpecFile]:
        """All specs below `root`, sorted."""
        ...

    def read(self, spec: SpecFile) -> bytes | FileDiagnostic:
        """The bytes of a spec."""
        ...


class DiskShelf:
    """Files on disk. Only `roots` that the user named are searched as a whole; a lone file's folder may be anything."""

    def __init__(self, roots: Iterable[Path]) -> None:
        self._searchable = frozenset(roots)
        self._below: dict[Path, list[SpecFile]] = {}

    def at(self, root: Path, id_: str) -> SpecFile | None:
        """The spec with this id below `root`."""
        file = root / f"{id_}.t27"
        return SpecFile(id_, root, file) if file.is_file() else None

    def below(self, root: Path) -> Iterable[SpecFile]:
        """All specs below `root`, sorted; nothing for a root that may not be searched."""
        if root not in self._searchable:
            return []
        if root not in self._below:
            files = (file for file in specs_below(root) if file.is_file())
            self._below[root] = [
                SpecFile(file.relative_to(root).as_posix().removesuffix(".t27"), root, file) for file in files
            ]
        return self._below[root]

    def read(self, spec: SpecFile) -> bytes | FileDiagnostic:
        """The bytes of a spec."""
        return read_bytes(spec)


class MemoryShelf:
    """Texts by path (`a/b.t27`), all below one root."""

    ROOT = Path()

    def __init__(self, texts: Mapping[str, str | bytes]) -> None:
        self._texts = {path: text.encode() if isinstance(text, str) else text for path, text in texts.items()}

    def at(self, root: Path, id_: str) -> SpecFile | None:
        """The spec with this id."""
        path = f"{id_}.t27"
        return SpecFile(id_, root, Path(path)) if path in self._texts else None

    def below(self, root: Path) -> Iterable[SpecFile]:
        """All specs, sorted."""
        return [SpecFile(path.removesuffix(".t27"), root, Path(path)) for path in sorted(self._texts)]

    def read(self, spec: SpecFile) -> bytes | FileDiagnostic:
        """The bytes of a spec."""
        return self._texts[spec.spec_path]


def declared_names(module: ast.Module) -> set[str]:
    """Names that importers of `module` can use, tests left out."""
    return {d.name.text for d in module.decls if d.name is not None and not isinstance(d, ast.Test)}


@dataclass(slots=True)
class Workspace:
    """All specs of one run; `policy` gives the severities of their syntax diagnostics.

    With several roots one file can be reached by two ids, and one id can lead to two files. The first one counts:
    first what the command names (`given`), then what was imported earlier.
    """

    shelf: Shelf
    policy: dict[str, Severity | None]
    search_path: tuple[Path, ...] = ()
    given: tuple[SpecFile, ...] = ()
    _parsed: dict[Path, ParsedSpec] = field(default_factory=dict)
    _resolved: dict[tuple[Path, tuple[str, ...]], Resolution] = field(default_factory=dict)
    _names: dict[Path, SpecFile] = field(default_factory=dict)
    _owners: dict[str, SpecFile] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for spec in self.given:
            self._names.setdefault(spec.file, spec)
            self._owners.setdefault(spec.id, spec)

    def parsed(self, spec: SpecFile) -> ParsedSpec:
        """The AST and the syntax diagnostics of a spec; a second request costs nothing."""
        known = self._parsed.get(spec.file)
        if known is None:
            known = self._parsed[spec.file] = self._parse(spec)
        return known

    def _parse(self, spec: SpecFile) -> ParsedSpec:
        data = self.shelf.read(spec)
        if isinstance(data, FileDiagnostic):
            return ParsedSpec(spec=spec, source=None, module=None, found=(data,))
        sink = DiagnosticSink(self.policy)
        source = decode(spec.shown, data, sink)
        if source is None:
            return ParsedSpec(spec=spec, source=None, module=None, found=tuple(sink))
        source = replace(source, spec_path=spec.spec_path)
        module = parse(source, sink)
        return ParsedSpec(spec=spec, source=source, module=module, found=tuple(sink))

    def with_spec(self, changed: ParsedSpec) -> Workspace:
        """The same specs, one of them changed. What was read of the others stays read."""
        return Workspace(
            self.shelf, self.policy, self.search_path, self.given, {**self._parsed, changed.spec.file: changed}
        )

    def spec_named(self, id_: str) -> SpecFile:
        """A spec that was read before, by its id."""
        return next(parsed.spec for parsed in self._parsed.values() if parsed.spec.id == id_)

    def resolve(self, importer: SpecFile, segments: Sequence[str]) -> Resolution:
        """The file that `use` with these path segments means in `importer`; the first rule that finds one file wins."""
        key = (importer.file, tuple(segments))
        known = self._resolved.get(key)
        if known is None:
            known = self._resolved[key] = self._unmixed(self._resolve(importer, segments))
        return known

    def _unmixed(self, found: Resolution) -> Resolution:
        """One id for a file, and one file for an id: the output knows specs by their ids."""
        if found.spec is None:
            return found
        spec = self._names.setdefault(found.spec.file, found.spec)
        owner = self._owners.setdefault(spec.id, spec)
        if owner.file == spec.file:
            return replace(found, spec=spec)
        return replace(found, spec=None, candidates=(owner, spec))

    def _resolve(self, importer: SpecFile, segments: Sequence[str]) -> Resolution:
        roots = tuple(dict.fromkeys((importer.root, *self.search_path)))
        id_ = "/".join(segments)
        exact = self._first_at(roots, id_)
        if exact:
            return Resolution(spec=exact)
        owner = self._first_at(roots, "/".join(segments[:-1])) if len(segments) > 1 else None
        if owner and self._offers(owner, segments[-1]):
            return Resolution(spec=owner, member=True)
        tried = tuple(shown_path(root / f"{id_}.t27") for root in roots)
        for candidates in (self._by_ending(roots, id_), self._by_module_name(roots, segments)):
            if len(candidates) == 1:
                return Resolution(spec=candidates[0], inexact=True)
            if candidates:
                return Resolution(tried=tried, candidates=tuple(candidates))
        return Resolution(tried=tried)

    def _first_at(self, roots: Sequence[Path], id_: str) -> SpecFile | None:
        return next((spec for root in roots if (spec := self.shelf.at(root, id_))), None)

    def _offers(self, owner: SpecFile, name: str) -> bool:
        module = self.parsed(owner).module
        return module is not None and (module.name.text == name or name in declared_names(module))

    def _all(self, roots: Sequence[Path]) -> Iterator[SpecFile]:
        """Every spec below the roots once, also where roots lie inside each other."""
        seen: set[Path] = set()
        for root in roots:
            for spec in self.shelf.below(root):
                if spec.file not in seen:
                    seen.add(spec.file)
                    yield spec

    def _by_ending(self, roots: Sequence[Path], id_: str) -> list[SpecFile]:
        return [spec for spec in self._all(roots) if spec.id.endswith(f"/{id_}")]

    def _by_module_name(self, roots: Sequence[Path], segments: Sequence[str]) -> list[SpecFile]:
        wanted = {"::".join(segments), ".".join(segments), segments[-1]}
        return [spec for spec in self._all(roots) if self._header_name(spec) in wanted]

    def _header_name(self, spec: SpecFile) -> str:
        """The module name of a spec, read off its text, since parsing every file for one lookup would be slow."""
        known = self._parsed.get(spec.file)
        if known and known.module:
            return known.module.name.text
        data = self.shelf.read(spec)
        found = _HEADER.search(data) if isinstance(data, bytes) else None
        return found.group(1).decode("ascii", "replace") if found else ""


def memory_workspace(texts: Mapping[str, str | bytes], policy: dict[str, Severity | None]) -> Workspace:
    """A workspace over texts, for tests and for compiling without files."""
    return Workspace(MemoryShelf(texts), policy)


def disk_workspace(
    paths: Iterable[Path],
    search_path: tuple[Path, ...],
    policy: dict[str, Severity | None],
    given: Iterable[SpecFile] = (),
) -> Workspace:
    """A workspace over files for the specs `given`. The folders among `paths` may be searched as a whole."""
    folders = {Path(os.path.abspath(path)) for path in paths if path.is_dir()}
    search_path = tuple(Path(os.path.abspath(folder)) for folder in search_path)
    return Workspace(DiskShelf(folders | set(search_path)), policy, search_path, tuple(given))
