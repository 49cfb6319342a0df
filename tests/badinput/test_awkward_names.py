"""Names that mean something in Python, C, NumPy, pytest or generated code: each works as any kind of name."""

from __future__ import annotations

import builtins
import keyword
import subprocess
import sys
from pathlib import Path

import pytest

from t27c.building import build
from t27c.options import Options

# fmt: off
_PYTHON = (
    {*keyword.kwlist, *keyword.softkwlist, "self", "cls", "mro", "np", "numpy", "math", "sys", "field", "dataclass"}
    | {"annotations", "Final", "Any", "IntEnum", "__name__", "__init__", "__class__", "__dict__", "__slots__"}
    | {name for name in dir(builtins) if name.islower()}
)
_C = {
    "auto", "case", "char", "default", "double", "extern", "float", "goto", "int", "long", "register", "short",
    "signed", "sizeof", "static", "typedef", "unsigned", "volatile", "typeof", "bool", "main", "printf", "exit", "abs",
    "index", "signal", "gamma", "y0", "j1", "erf", "exp", "pow", "read", "link", "time", "errno", "NULL", "EOF", "I",
    "complex", "stdin", "NAN", "INFINITY", "INT_MAX", "UINT8_MAX", "size_t", "uint8_t", "linux", "unix", "signbit",
    "__FILE__", "__LINE__", "__func__", "_Bool", "_Generic", "class", "template", "this", "operator", "new",
}
_OURS = {
    "t27", "_t27", "t27c", "_t27c", "Trap", "library", "_library", "reset", "tests", "target", "spec", "executed",
    "use", "request", "pytest", "test_a", "conftest", "__t27_reset__", "__t27_spec__", "under_x", "_x", "x_", "x__",
    "x_2", "lane", "data", "len", "ptr", "T27_SPEC", "t27_trap", "t27_run_tests", "reset_modules", "name", "value",
    "_value_",
}
# Words of the language itself.
_WORDS = {
    "and", "or", "not", "break", "continue", "else", "for", "if", "return", "try", "while", "const", "enum", "struct",
    "switch", "union", "None", "_", "bool", "inline", "void",
}
# fmt: on
NAMES = sorted((_PYTHON | _C | _OURS) - _WORDS)

_LINES = {
    "functions": "fn {n}(x: u8) -> u8 {{ return x; }}\ntest t_{i} {{ assert({n}({v}) == {v}); }}\n",
    "parameters": "fn hold_{i}({n}: u8) -> u8 {{ return {n}; }}\ntest t_{i} {{ assert(hold_{i}({v}) == {v}); }}\n",
    "locals": (
        "fn hold_{i}(x_in: u8) -> u8 {{ var {n} : u8 = x_in; {n} = {n} + 1; return {n}; }}\n"
        "test t_{i} {{ assert(hold_{i}(3) == 4); }}\n"
    ),
    "bindings": "test t_{i}\n    given {n} : u8 = {v}\n    then {n} == {v}\n",
    "tests": "test {n}\n    then 1 == 1\n",
    "constants": (
        "const {n} : u8 = {v};\nfn hold_{i}() -> u8 {{ return {n}; }}\ntest t_{i} {{ assert(hold_{i}() == {v}); }}\n"
    ),
    "variables": (
        "var {n} : u8 = {v};\nfn hold_{i}() -> u8 {{ {n} = {n} + 1; return {n}; }}\n"
        "test t_{i} {{ assert(hold_{i}() == {v} + 1); }}\n"
    ),
    "types": (
        "struct {n} {{ part: u8, }}\nfn hold_{i}(x_in: u8) -> {n} {{ return {n}{{ .part = x_in }}; }}\n"
        "test t_{i} {{ assert(hold_{i}(3).part == 3); }}\n"
    ),
}


def _spec_of_members() -> str:
    """Every name as a field of one struct and as a variant of one enum."""
    fields, values = (f"    {name}: u8,\n" for name in NAMES), (f".{name} = x_in" for name in NAMES)
    lines = [
        f"module members;\nstruct Wide {{\n{''.join(fields)}}}\nenum Many : u16 {{ {', '.join(NAMES)} }}\n",
        f"fn wide(x_in: u8) -> Wide {{ return Wide{{ {', '.join(values)} }}; }}\n",
        "fn number(which: Many) -> u16 { return @intFromEnum(which); }\n",
    ]
    for i, name in enumerate(NAMES):
        lines.append(f"test t_{i} {{ assert(wide({i % 250}).{name} == {i % 250} and number(Many.{name}) == {i}); }}\n")
    return "".join(lines)


@pytest.mark.slow
def test_any_name_can_be_anything(tmp_path: Path) -> None:
    """All specs are translated to both targets, and all their tests pass there."""
    specs = tmp_path / "specs"
    specs.mkdir()
    for kind, line in _LINES.items():
        body = "".join(line.format(n=name, i=i, v=i % 250) for i, name in enumerate(NAMES))
        (specs / f"{kind}.t27").write_text(f"module {kind};\n{body}")
    (specs / "members.t27").write_text(_spec_of_members())
    report = build([specs], Options(out=tmp_path / "out", targets=("python", "c", "pytest"), format_code=False))
    assert [result.spec.id for result in report.session.results if result.failed] == []
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib -p no:cacheprovider\n")
    command = [sys.executable, "-m", "pytest", "-q", "--maxfail=5", "out/tests"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    assert f"{len(NAMES) * (len(_LINES) + 1) * 2} passed" in done.stdout
