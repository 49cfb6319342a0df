"""The C target as the driver sees it."""

from __future__ import annotations

from collections.abc import Mapping

from t27c.backends.base import EmitContext, FileKind, OutputFile
from t27c.backends.c.module import ModulePrinter
from t27c.backends.features import Feature
from t27c.backends.templates import render, support_text
from t27c.ir.nodes import Module, Program
from t27c.outpaths import c_path

RUNTIME = (
    "t27_rt.h",
    "t27_rt.c",
    "t27_core.h",
    "t27_int.h",
    "t27_float.h",
    "t27_math64.h",
    "t27_trig64.h",
    "t27_math32.h",
)


class CBackend:
    """Writes a header and a source per spec, beside a runtime that all share."""

    name = "c"
    refused: Mapping[Feature, str] = {}

    def emit(self, program: Program, module: Module, ctx: EmitContext) -> list[OutputFile]:
        """The header and the source of `module`."""
        printer = ModulePrinter(program, module, ctx)
        header = render("c/module.h.jinja", printer.header())
        source = render("c/module.c.jinja", printer.source())
        return [
            OutputFile(path=c_path(module.id, "h"), text=header, kind=FileKind.C, spec=module.id),
            OutputFile(path=c_path(module.id, "c"), text=source, kind=FileKind.C, spec=module.id),
        ]

    def support_files(self) -> list[OutputFile]:
        """The runtime."""
        return [OutputFile(path=f"c/{name}", text=support_text(f"c/{name}"), kind=FileKind.C) for name in RUNTIME]
