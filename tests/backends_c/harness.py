"""From a program to a test program in C that has been compiled without a warning and run."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from functools import reduce
from pathlib import Path

from t27c.backends.base import EmitContext
from t27c.backends.c import BACKEND
from t27c.backends.c.ctest import BACKEND as CTEST
from t27c.diagnostics.codes import default_policy
from t27c.diagnostics.model import DiagnosticSink
from t27c.ir import nodes
from t27c.ir.nodes import Module, Program, Stmt
from t27c.passes import C
from tests.ir_unit.build import SPAN

COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]
STRICT = ["-std=c11", "-ffp-contract=off", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wpedantic", "-Werror"]
SANITIZE = ("-O1", "-g", "-fsanitize=undefined,address", "-fno-sanitize-recover=all")


def write(folder: Path, program: Program) -> list[Path]:
    """Write the C files of every module and the test program of the main one; the sources come back."""
    prepared = reduce(lambda made, step: step(made), C, program)
    context = EmitContext(sink=DiagnosticSink(default_policy()))
    files = [file for module in prepared.modules.values() for file in BACKEND.emit(prepared, module, context)]
    files += CTEST.emit(prepared, prepared.modules[prepared.main], context)
    sources = []
    for file in files + BACKEND.support_files() + CTEST.support_files():
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")
        if path.suffix == ".c":
            sources.append(path)
    return sources


def build(sources: Sequence[Path], compiler: str, *flags: str) -> Path:
    """Compile and link."""
    program = sources[0].parent / f"program_{compiler}"
    command = [compiler, *STRICT, "-pthread", *flags, "-o", str(program), *map(str, sources), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stderr[:6000]}"
    return program


def run(program: Path) -> list[str]:
    """The lines that the test program prints, without the totals."""
    done = subprocess.run([program], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode in (0, 1), done.stderr[:6000]
    return done.stdout.splitlines()[:-1]


def outcomes(folder: Path, program: Program, compiler: str, *flags: str) -> list[str]:
    """What every test of the program says when built with these flags."""
    return run(build(write(folder, program), compiler, *flags))


def test_of(name: str, *body: Stmt) -> nodes.Test:
    """A test of one step."""
    step = nodes.Step(span=SPAN, role="", text="", body=body)
    return nodes.Test(span=SPAN, name=name, title=name, steps=(step,))


def module_of(id_: str, **parts: object) -> Module:
    """A module; what is not given is empty."""
    names = ["imports", "types", "constants", "globals", "functions", "tests", "invariants", "benches"]
    empty = dict.fromkeys(names, ())
    return Module(**{**empty, "id": id_, "title": id_, "header": "", "span": SPAN, **parts})  # type: ignore[arg-type]


def program_of(*modules: Module) -> Program:
    """A program whose first module is the main one."""
    return Program(main=modules[0].id, modules={module.id: module for module in modules})
