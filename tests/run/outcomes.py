"""What a program does on each target, in a form that compares: values by their bits, traps by kind and line."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from t27c.driver import SpecResult, compile_text
from t27c.ir.interp import Interpreter, TrapError
from t27c.ir.types import QName
from t27c.ir.values import FloatValue
from t27c.options import Options
from t27c.targets import backend_named


@dataclass(frozen=True, slots=True)
class Trapped:
    """A run that ended in a trap."""

    kind: str
    line: int


def compiled(text: str, path: str, targets: tuple[str, ...], options: Options | None = None) -> SpecResult:
    """A spec that has to compile without an error."""
    result = compile_text(text, path=path, targets=targets, options=options)
    assert not result.crash, result.crash
    errors = [f"{d.code}: {d.message}" for d in result.found if d.severity.value == "error"]
    assert not errors, (errors, text)
    return result


def interpret(result: SpecResult, name: str) -> object:
    """The outcome of a function without parameters in the interpreter."""
    assert result.program is not None
    try:
        return of_value(Interpreter(result.program).call(QName(result.program.main, name), ()))
    except TrapError as trap:
        return Trapped(trap.kind.value, trap.span.line)


def of_value(value: Any) -> object:
    """A value of the interpreter by its bits; every NaN is the same."""
    match value:
        case FloatValue():
            return f"f{value.width}", "nan" if value.is_nan else value.bits
        case tuple():
            return tuple(of_value(part) for part in value)
        case _:
            return value


def python_module(result: SpecResult, folder: Path, package: str) -> ModuleType:
    """The generated Python module, written below `folder` as part of `package` and imported."""
    files = [file for _, file in result.files] + backend_named("python").support_files()
    for file in files:
        path = folder / package / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")
        for parent in path.parents:
            if parent == folder:
                break
            (parent / "__init__.py").touch()
    sys.path.insert(0, str(folder))
    try:
        importlib.invalidate_caches()
        spec_file = next(file for _, file in result.files if file.spec)
        return importlib.import_module(f"{package}.{spec_file.path.removesuffix('.py').replace('/', '.')}")
    finally:
        sys.path.remove(str(folder))


def run_python(module: ModuleType, name: str, fields: tuple[str, ...] = ()) -> object:
    """The outcome of a generated function without parameters; `fields` are those of a struct result."""
    try:
        return of_python(getattr(module, name)(), fields)
    except Exception as error:
        if type(error).__name__ != "Trap":
            raise
        return Trapped(str(error.kind), int(error.line))  # type: ignore[attr-defined]


def of_python(value: Any, fields: tuple[str, ...]) -> object:
    """A value of generated Python in the form of `of_value`."""
    if isinstance(value, np.floating):
        width = value.dtype.itemsize * 8
        return f"f{width}", "nan" if np.isnan(value) else int(value.view(f"u{width // 8}"))
    if fields:
        return tuple(of_python(getattr(value, field), ()) for field in fields)
    return value
