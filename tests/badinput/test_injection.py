"""Text of a spec that tries to become code: the output holds the same code as for a harmless text, and runs as it."""

from __future__ import annotations

import ast
import re
import warnings
from pathlib import Path

import pytest

from t27c.building import build
from t27c.driver import SpecResult, compile_text
from t27c.options import Options

CALL = '__import__("os").abort()'
# fmt: off
PAYLOADS = [
    '"""', '""""', "'''", "'\"", '"\\', '\\"', "\\'", "\\", "\\\\", "\\ ", "\\\t", "??/", "??/ ", "*/", "/*", "%:",
    "<%", "{{ x }}", "{% raw %}", "{% endraw %}", "#}", "\\N{BULLET}", "\\u0041", "\\x41", "\\U0010FFFF", "%s %n", "`",
    "``",
    f'""" + {CALL} + """', f"''' + {CALL} + '''", f'"; {CALL}; "', f"{{{CALL}}}", f'f"{{{CALL}}}"', f"\\\\n{CALL}",
    "*/ abort(); /*", '"); abort(); ("', "#include </dev/zero>", '_Pragma("once")', 'R"(', "\n#define x y", "\n\n",
    "# -*- coding: utf-7 -*-", "# fmt: off", "# type: ignore", "coding=latin-1", "\u200b", "\ufeff", "\U0001f600",
]
REFUSED = ["\0", "\a", "\b", "\v", "\f", "\r", "\x1b[31m", "\x1c", "\x1d", "\x1e", "\x7f", "\x85", "\u2028", "\u2029",
           "\u202e", "\u2066", "\u061c", "\u200f"]
FILE_NAMES = [
    "a\nint evil;", "a\rint evil;", 'a"b', "a'b", "a\\", "a\\nb", '"""', "a\u202eb", "a\x1b[31mb", "{{x}}", "a%n",
    "coding=utf-7", "$(abort)", "-rf", "..a",
]
# fmt: on
# `@` in comments is the payload as it is, `$` in strings the payload escaped.
TEXT = """// @
module m;

// above @
// @
const A : u8 = 3; // behind @

/// @
struct S {
    // @
    a: u8, // @
    /// @
    b: f32 = 1.0,
}

// @
enum E {
    // @
    one, // @
    two,
}

// about @
//@
fn f(x: u8) -> usize {
    // @
    const s = "$";
    // @
    if (x > 2) { // @
        return s.len; // @
    }
    return 0;
}

fn g() -> []const u8 {
    return "$";
}

fn h(x: u8) -> u8 {
    assert(x > 2, "$");
    if (x == 9) { @panic("$"); }
    return x;
}

// @
test "$" {
    // @
    assert(f(3) == g().len, "$");
}

test steps // @
    // @
    given s = "$"
    when t = s.len // @
    then t == f(3) // @
    and g().len == t // @

// @
bench "$" { _ = f(3); }
// @
""".replace("@panic", "\x01panic")


def translate(payload: str) -> SpecResult:
    """The spec with the payload in every place that holds free text."""
    escaped = payload.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    text = TEXT.replace("@", payload.replace("\n", " ")).replace("$", escaped).replace("\x01", "@")
    return compile_text(text.encode("utf-8", "surrogatepass"), path="m.t27", targets=("python", "c", "ctest", "pytest"))


def python_shape(text: str) -> list[str]:
    """The code without its strings; read as bytes, since a comment can name an encoding."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tree = ast.parse(text.encode())
    return [
        node.id if isinstance(node, ast.Name) else type(node).__name__
        for node in ast.walk(tree)
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        and not isinstance(node, ast.Constant)
    ]


def c_tokens(text: str) -> list[str]:
    """The tokens as a compiler sees them; strings, numbers and the functions named after titles told by kind only."""
    joined = re.sub(r"(\\|\?\?/)[ \t]*\n", "", text)
    found = re.findall(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\w+|\S', joined, re.DOTALL)
    code = [token for token in found if not token.startswith(("//", "/*"))]
    kinds = {'"': "text", **dict.fromkeys("0123456789", "number")}
    return ["title" if re.match("(test|bench)_", token) else kinds.get(token[0], token) for token in code]


def shapes(result: SpecResult) -> dict[str, list[str]]:
    """The code of every file."""
    assert not result.failed, (result.found, result.crash)
    files = {file.path: file.text for _, file in result.files}
    for text in files.values():
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\x85\u2028\u2029]", text)
    return {path: python_shape(text) if path.endswith(".py") else c_tokens(text) for path, text in files.items()}


@pytest.fixture(scope="module")
def harmless() -> list[dict[str, list[str]]]:
    """With a word and without one, since titles without words are named after their line."""
    return [shapes(translate(word)) for word in ("zz", "-")]


@pytest.mark.parametrize("payload", PAYLOADS, ids=ascii)
def test_text_stays_text(payload: str, harmless: list[dict[str, list[str]]]) -> None:
    """In comments, documentation, strings, messages and titles, in Python and in C."""
    for path, shape in shapes(translate(payload)).items():
        assert shape in [files[path] for files in harmless], path


@pytest.mark.parametrize("payload", REFUSED, ids=ascii)
def test_control_characters_are_refused(payload: str) -> None:
    """They have no business in a spec, wherever they stand."""
    result = translate(payload)
    assert result.failed
    assert result.crash == ""
    assert "unknown-character" in {d.code for d in result.found}


@pytest.mark.parametrize("name", FILE_NAMES, ids=ascii)
def test_file_names_stay_text(name: str, tmp_path: Path) -> None:
    """A name of a file has far more freedom than text in it."""
    fine = "module m;\nfn f(x: u8) -> u8 { return x; }\ntest same { assert(f(3) == 3); }\n"
    made: list[dict[str, list[str]]] = []
    for number, stem in enumerate(("plain", name)):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / f"{stem}.t27").write_text(fine)
        out = folder / "out"
        report = build([folder], Options(out=out, targets=("python", "c", "ctest", "pytest"), format_code=False))
        made.append(shapes(report.session.results[0]))
    plain, other = ([len(shape) for shape in files.values()] for files in made)
    assert plain == other
