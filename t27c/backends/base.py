"""What every backend is to the driver: a name, the features it refuses, a function from a module to output files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from t27c.backends.features import Feature
from t27c.diagnostics.model import DiagnosticSink
from t27c.ir.nodes import Module, Program


class FileKind(Enum):
    """What a file holds: Python text is laid out by the formatter before it is written, all else goes out as it is."""

    PYTHON = "python"
    C = "c"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputFile:
    """A finished file. `path` is relative to the output folder, with `/`; `spec` is the module it stands for,
    or empty for support files that all specs share."""

    path: str
    text: str
    kind: FileKind = FileKind.PYTHON
    spec: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmitContext:
    """What a backend may know beside the program: the digest of the spec for the header, how specs are called in
    messages (default: the module's id with `.t27`), and where refusals are reported."""

    sink: DiagnosticSink
    digest: str = ""
    spec_paths: Mapping[str, str] = field(default_factory=dict)

    def spec_path(self, module_id: str) -> str:
        """The path of a spec as headers, traps and failing tests show it."""
        return self.spec_paths.get(module_id, f"{module_id}.t27")


class Backend(Protocol):
    """A target. A program it cannot say is reported as `unsupported-on-target` and gives no files; nothing is raised.

    `emit` writes the files of one spec of the program; `support_files` are the same for all specs of a build.
    """

    @property
    def name(self) -> str:
        """The target as options spell it: `python`, `c`, `pytest`."""
        ...

    @property
    def refused(self) -> Mapping[Feature, str]:
        """The features the target has no way to say, each with what to do instead."""
        ...

    def emit(self, program: Program, module: Module, ctx: EmitContext) -> list[OutputFile]:
        """The files of `module`, a member of `program`; the passes of the target have run on both."""
        ...

    def support_files(self) -> list[OutputFile]:
        """Files that generated code of this target needs beside it, such as its runtime."""
        ...
