"""The shape of the code: which floor imports which, how large things get, and where printing and exiting happens."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = sorted((ROOT / "t27c").rglob("*.py"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.jinja"))
MAX_MODULE_LINES = 400
MAX_FUNCTION_LINES = 50
MAX_TEMPLATE_LINES = 80
MAX_TEMPLATE_IFS = 5
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")


def name(file: Path) -> str:
    """A file as tests are called by it."""
    return file.relative_to(ROOT).as_posix()


def is_cli(file: Path) -> bool:
    """Whether a module may print and exit."""
    return name(file) == "t27c/__main__.py" or name(file).startswith("t27c/cli/")


def calls(tree: ast.Module) -> Iterator[str]:
    """Dotted names of everything that is called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


@pytest.fixture(params=PACKAGE, ids=name)
def module(request: pytest.FixtureRequest) -> Path:
    """Each module of the package in turn."""
    assert isinstance(request.param, Path)
    return request.param


def test_imports_go_one_way() -> None:
    """The contracts in pyproject.toml hold."""
    code = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_modules_have_a_size_and_a_docstring(module: Path) -> None:
    """A reader can hold a module in the head, and learns first what lives there."""
    text = module.read_text(encoding="utf-8")
    assert text.count("\n") <= MAX_MODULE_LINES
    assert ast.get_docstring(ast.parse(text))


def test_functions_are_short_and_public_ones_documented(module: Path) -> None:
    """Every function fits on a screen; what others call says what it does."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    long = [f.name for f in functions if (f.end_lineno or f.lineno) - f.lineno >= MAX_FUNCTION_LINES]
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]
    bodies = [tree.body, *(cls.body for cls in classes)]
    outer = [f for body in bodies for f in body if isinstance(f, ast.FunctionDef)]
    silent = [f.name for f in outer if not f.name.startswith("_") and not ast.get_docstring(f)]
    assert (long, silent) == ([], [])


def test_only_the_command_line_prints_and_exits(module: Path) -> None:
    """Everything else returns values."""
    if is_cli(module):
        return
    forbidden = {"print", "sys.exit", "exit", "quit", "os._exit"}
    tree = ast.parse(module.read_text(encoding="utf-8"))
    assert forbidden & set(calls(tree)) == set()
    raised = [ast.unparse(node.exc) for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.exc]
    assert not any(exception.startswith("SystemExit") for exception in raised)


def test_nothing_is_left_to_do(module: Path) -> None:
    """No note about unfinished work in comments or code (strings may talk about specs)."""
    tokens = tokenize.generate_tokens(io.StringIO(module.read_text(encoding="utf-8")).readline)
    found = [t.string for t in tokens if t.type in (tokenize.COMMENT, tokenize.NAME) and UNFINISHED.search(t.string)]
    assert found == []


def test_no_catch_all_modules(module: Path) -> None:
    """A module has a subject."""
    assert module.stem not in {"utils", "util", "misc", "common"}


@pytest.mark.parametrize("template", TEMPLATES, ids=name)
def test_templates_hold_no_logic(template: Path) -> None:
    """A template is the frame of a file."""
    text = template.read_text(encoding="utf-8")
    assert text.count("\n") <= MAX_TEMPLATE_LINES
    assert len(re.findall(r"{%-?\s*(?:if|elif)\b|\bif\b(?=[^{]*}})", text)) <= MAX_TEMPLATE_IFS
    assert not re.search(r"{%-?\s*(?:set|macro)\b", text)


def test_the_caps_are_looked_at() -> None:
    """The lists above are not empty by mistake."""
    assert len(PACKAGE) > 20
    assert TEMPLATES
