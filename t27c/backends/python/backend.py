"""The Python target: one module per spec, and the runtime that all of them share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from t27c.backends.base import EmitContext, FileKind, OutputFile
from t27c.backends.features import Feature, report_refused
from t27c.backends.pycode.refused import refused_features
from t27c.backends.python.module import module_view
from t27c.backends.templates import render, support_text, template_folder
from t27c.ir.nodes import Module, Program
from t27c.outpaths import python_path

_REFUSED: dict[Feature, str] = {
    Feature.ERRORS_IN_ERROR_UNIONS: "return a struct or an optional that holds the error",
    Feature.DEEP_NESTING: "move inner blocks into functions of their own",
}


class PythonBackend:
    """Emits `python/<path of the spec>.py`."""

    name = "python"
    refused: Mapping[Feature, str] = _REFUSED

    def emit(self, program: Program, module: Module, ctx: EmitContext) -> list[OutputFile]:
        """The module of a spec."""
        if not report_refused(refused_features(module), self.refused, self.name, ctx.sink):
            return []
        text = render("python/module.py.jinja", module_view(program, module, ctx))
        return [OutputFile(path=python_path(module.id), text=text, spec=module.id)]

    def support_files(self) -> list[OutputFile]:
        """The runtime."""
        folder = template_folder() / "python" / "_t27"
        names = sorted(path.name for path in folder.glob("*.py"))
        return [
            OutputFile(
                path=str(PurePosixPath("python/_t27") / name),
                text=support_text(f"python/_t27/{name}"),
                kind=FileKind.PYTHON,
            )
            for name in names
        ]
