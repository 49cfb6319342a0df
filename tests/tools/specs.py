"""Specs for the tests of tools, written to a folder and compiled from there."""

from __future__ import annotations

from pathlib import Path

from t27c.diagnostics.codes import policy_for
from t27c.discovery import lone_spec
from t27c.driver import compile_text
from t27c.ir.nodes import Function, Program
from t27c.modules import ParsedSpec, disk_workspace
from t27c.options import Options
from t27c.syntax import ast
from t27c.tools.mutation_trial import Subject


def program_of(text: str) -> Program:
    """A spec without imports, compiled."""
    result = compile_text(text)
    assert result.program is not None, [d.message for d in result.found]
    return result.program


def function_of(program: Program, name: str) -> Function:
    """A function by its name."""
    return next(f for f in program.modules[program.main].functions if f.name.name == name)


def parsed_of(folder: Path, text: str) -> ParsedSpec:
    """A spec as read from a file."""
    file = folder / "spec.t27"
    file.write_text(text, encoding="utf-8")
    return disk_workspace([file], (), policy_for(Options())).parsed(lone_spec(file))


def module_of(folder: Path, text: str) -> ast.Module:
    """The syntax tree of a spec."""
    module = parsed_of(folder, text).module
    assert module is not None
    return module


def subject_of(folder: Path, text: str) -> Subject:
    """A spec on disk, ready for mutation."""
    file = folder / "spec.t27"
    file.write_text(text, encoding="utf-8")
    return Subject(spec=lone_spec(file), paths=(file,), options=Options())
