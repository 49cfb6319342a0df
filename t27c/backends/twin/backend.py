"""The target `c` as the driver sees it: C files of a spec with its twin in Python."""

from __future__ import annotations

from collections.abc import Mapping

from t27c.backends.base import EmitContext, FileKind, OutputFile
from t27c.backends.c import BACKEND as C_BACKEND
from t27c.backends.c.module import ModulePrinter
from t27c.backends.features import Feature
from t27c.backends.templates import render, support_text, template_folder
from t27c.backends.twin.shim import shim_text
from t27c.backends.twin.view import twin_view
from t27c.ir.nodes import Module, Program
from t27c.outpaths import c_path


class TwinnedCBackend:
    """Writes what the C backend writes, and beside it a module with the API of the Python target."""

    name = "c"
    refused: Mapping[Feature, str] = C_BACKEND.refused

    def emit(self, program: Program, module: Module, ctx: EmitContext) -> list[OutputFile]:
        """Header, source, entries for the twin, twin."""
        files = C_BACKEND.emit(program, module, ctx)
        stems = {name: c_path(name, "").removeprefix("c/").removesuffix(".") for name in program.modules}
        stem = f"c/{stems[module.id]}"
        shim = shim_text(ModulePrinter(program, module, ctx))
        twin = render("c/twin.py.jinja", twin_view(program, module, ctx, stems))
        return [
            *files,
            OutputFile(path=f"{stem}_twin.c", text=shim, kind=FileKind.C, spec=module.id),
            OutputFile(path=f"{stem}.py", text=twin, kind=FileKind.PYTHON, spec=module.id),
        ]

    def support_files(self) -> list[OutputFile]:
        """The runtimes of both languages."""
        texts = {"c/_t27/__init__.py": support_text("c/_t27_init.py")}
        for path in sorted((template_folder() / "python" / "_t27").glob("*.py")):
            texts.setdefault(f"c/_t27/{path.name}", support_text(f"python/_t27/{path.name}"))
        for path in sorted((template_folder() / "c" / "_t27c").glob("*.py")):
            texts[f"c/_t27c/{path.name}"] = support_text(f"c/_t27c/{path.name}")
        python = [OutputFile(path=path, text=text, kind=FileKind.PYTHON) for path, text in texts.items()]
        return [*C_BACKEND.support_files(), *python]


BACKEND = TwinnedCBackend()
