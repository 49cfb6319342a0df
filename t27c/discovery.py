"""Where specs are: the files below the folders that a command names, and the bytes in them."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from t27c.diagnostics.model import FileDiagnostic, Severity
from t27c.options import ConfigError
from t27c.roots import configured_root, importing_root

SUFFIX = ".t27"
MAX_BYTES = 32 * 1024 * 1024
_HEAD_BYTES = 256 * 1024
_SKIPPED_FOLDERS = frozenset({"__pycache__", "node_modules"})


@dataclass(frozen=True, slots=True, order=True)
class SpecFile:
    """A spec on disk: its spec `root`, its `id` (the path below the root, `/` between parts, no ending) and `file`."""

    id: str
    root: Path
    file: Path

    @property
    def spec_path(self) -> str:
        """The path below the root, as output names it."""
        return self.id + SUFFIX

    @property
    def shown(self) -> str:
        """The path as messages name it: below the current folder if it lies there."""
        return shown_path(self.file)


@dataclass(frozen=True, slots=True)
class Discovery:
    """The specs that were found, in the order of their paths, and what is wrong with others."""

    specs: tuple[SpecFile, ...]
    problems: tuple[FileDiagnostic, ...]


def shown_path(path: Path) -> str:
    """`path` with `/`, relative to the current folder if it lies below it."""
    absolute = Path(os.path.abspath(path))
    here = Path.cwd()
    return (absolute.relative_to(here) if absolute.is_relative_to(here) else absolute).as_posix()


def file_problem(code: str, message: str, path: Path, *helps: str) -> FileDiagnostic:
    """An error about a whole file."""
    return FileDiagnostic(code=code, message=message, severity=Severity.ERROR, path=shown_path(path), helps=helps)


def _spec(root: Path, file: Path) -> SpecFile:
    relative = file.relative_to(root).as_posix()
    return SpecFile(id=relative.removesuffix(SUFFIX), root=root, file=file)


def lone_spec(file: Path, configured: Iterable[Path] = ()) -> SpecFile:
    """A spec that was named by itself: its root is a configured one, or where its imports lead."""
    root = configured_root(file, configured)
    return _spec(root or importing_root(file, _head(file)), file)


def _head(file: Path) -> bytes:
    """What an ordinary file begins with; its imports stand there."""
    if _kind_problem(file):
        return b""
    try:
        with file.open("rb") as stream:
            return stream.read(_HEAD_BYTES)
    except OSError:
        return b""


def specs_below(root: Path) -> list[Path]:
    """Everything below `root` whose name ends like a spec, sorted; hidden folders and links to folders are left out."""
    found: list[Path] = []
    for folder, folders, files in os.walk(root):
        found += [Path(folder, name) for name in (*files, *folders) if name.endswith(SUFFIX)]
        folders[:] = sorted(n for n in folders if not n.startswith(".") and n not in _SKIPPED_FOLDERS)
    return sorted(found)


def _kind_problem(file: Path) -> FileDiagnostic | None:
    """What keeps `file` from being read as a spec; asks before opening, since opening a pipe waits for ever."""
    try:
        mode = file.stat().st_mode
    except OSError as problem:
        return file_problem("unreadable-file", f"cannot read this file: {problem.strerror}", file)
    if stat.S_ISREG(mode):
        return None
    kind = "folder" if stat.S_ISDIR(mode) else "pipe, socket or device"
    return file_problem("not-a-file", f"this is a {kind}, not a spec file", file)


def discover(paths: Iterable[Path], configured: Iterable[Path] = ()) -> Discovery:
    """The specs that `paths` name: files, and everything below folders. Anything else raises `ConfigError`.

    What lies below a `configured` spec root has that as its root, also if a folder inside it was named.
    """
    specs: dict[Path, SpecFile] = {}
    problems: list[FileDiagnostic] = []
    configured = tuple(configured)
    for path in paths:
        absolute = Path(os.path.abspath(path))
        if absolute.is_dir():
            root, files = configured_root(absolute, configured) or absolute, specs_below(absolute)
        elif not os.path.lexists(absolute):
            raise ConfigError(f"`{path}` does not exist")
        elif absolute.suffix != SUFFIX:
            raise ConfigError(f"`{path}` is not a spec", f"specs end in `{SUFFIX}`")
        else:
            root, files = lone_spec(absolute, configured).root, [absolute]
        for file in files:
            problem = _kind_problem(file)
            if problem:
                problems.append(problem)
            else:
                specs.setdefault(file.resolve(), _spec(root, file))
    return Discovery(tuple(sorted(specs.values(), key=lambda s: (s.id, s.file))), tuple(problems))


def read_bytes(spec: SpecFile) -> bytes | FileDiagnostic:
    """The content of a spec, or why it cannot be had."""
    problem = _kind_problem(spec.file)
    if problem:
        return problem
    try:
        with spec.file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        return file_problem("unreadable-file", f"cannot read this file: {error.strerror}", spec.file)
    if len(data) > MAX_BYTES:
        return file_problem("too-large", f"this file is larger than {MAX_BYTES // 2**20} MiB", spec.file, "split it")
    return data
