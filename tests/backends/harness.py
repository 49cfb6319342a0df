"""From a hand-built program to an imported module: passes, backend, formatter, files, import."""

from __future__ import annotations

import importlib
import sys
from functools import reduce
from pathlib import Path
from types import ModuleType

from t27c.backends.base import EmitContext, OutputFile
from t27c.backends.python import BACKEND
from t27c.diagnostics.codes import default_policy
from t27c.diagnostics.model import DiagnosticSink
from t27c.ir.nodes import Module, Program
from t27c.passes import NUMPY


def context() -> EmitContext:
    """A context with an empty sink."""
    return EmitContext(sink=DiagnosticSink(default_policy()))


def prepared(program: Program) -> Program:
    """The program after the passes of the Python target."""
    return reduce(lambda made, step: step(made), NUMPY, program)


def program_of(*modules: Module) -> Program:
    """A program whose first module is the main one."""
    return Program(main=modules[0].id, modules={module.id: module for module in modules})


def emitted(*modules: Module) -> list[OutputFile]:
    """The Python files of all modules, the runtime included."""
    program = prepared(program_of(*modules))
    files = [file for module in program.modules.values() for file in BACKEND.emit(program, module, context())]
    return files + BACKEND.support_files()


def text_of(module: Module) -> str:
    """The text of one module as the printer made it."""
    return emitted(module)[0].text


def load(folder: Path, *modules: Module) -> ModuleType:
    """Write all files below a package with a name of its own and import the first module."""
    package = f"generated_{abs(hash(folder))}"
    for file in emitted(*modules):
        path = folder / package / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(f"{package}.python.{modules[0].id.replace('/', '.')}")
    finally:
        sys.path.remove(str(folder))
