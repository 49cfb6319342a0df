"""Files that nobody should write: each is refused with a place or accepted with its meaning, and never breaks t27c."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from t27c.cli.main import run
from t27c.driver import SpecResult, compile_text
from t27c.options import Options

HEAD = "module m;\n"
FINE = HEAD + "fn f(x: u8) -> u8 { return x; }\ntest same { assert(f(3) == 3); }\n"

REFUSED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "empty-spec"),
    "blank": (b"\n \n\n", "empty-spec"),
    "only_comments": (b"// one\n/* two */\n", "empty-spec"),
    "only_a_header": (HEAD.encode(), "empty-spec"),
    "not_utf8": (HEAD.encode() + b"// \xff\xfe\nconst A : u8 = 1;\n", "unknown-character"),
    "utf16": ("module m;\n".encode("utf-16"), "unknown-character"),
    "nul": (HEAD.encode() + b"const A : u8 = 1\0;\n", "unknown-character"),
    "second_byte_order_mark": ("\ufeff\ufeff".encode() + FINE.encode(), "unknown-character"),
    "carriage_return_in_a_comment": (b"module m;\n// a\rconst A : u8 = 1;\nconst B : u8 = 1;\n", "unknown-character"),
    "unterminated_string": (b'module m;\nconst A = "abc;\nconst B : u8 = 1;\n', "unterminated-string"),
    "unterminated_comment": (b"module m;\nconst A : u8 = 1;\n/* abc", "unterminated-comment"),
    "unknown_character": ("module m;\nconst A : u8 = 1 × 2;\n".encode(), "unknown-character"),
    "bidi_in_code": ("module m;\nconst A\u202e : u8 = 1;\n".encode(), "unknown-character"),
    "bidi_in_a_comment": ("module m;\n// \u202e }\nconst A : u8 = 1;\n".encode(), "unknown-character"),
    "bidi_in_a_string": ('module m;\nconst A = "\u2066";\n'.encode(), "unknown-character"),
    "open_brace": (b"module m;\nfn f() {\n", "unclosed-delimiter"),
    "surplus_brace": (b"module m;\nfn f() { return; }}\n", "unmatched-delimiter"),
    "open_parenthesis": (b"module m;\nconst A : u8 = (1 + 2;\n", "unclosed-delimiter"),
    "nested_parentheses": (f"{HEAD}const A : u8 = {'(' * 10_000}1{')' * 10_000};\n".encode(), "too-deep"),
    "nested_brackets": (f"{HEAD}const A : u8 = {'[' * 10_000}1{']' * 10_000};\n".encode(), "too-deep"),
    "nested_blocks": (f"{HEAD}fn f() {{ {'{' * 10_000}{'}' * 10_000} }}\n".encode(), "too-deep"),
    "nested_prefixes": (f"{HEAD}const A : i8 = {'- ' * 20_000}1;\n".encode(), "too-deep"),
    "opening_only": (f"{HEAD}const A : u8 = {'(' * 50_000}\n".encode(), ""),
    "self_referring_constant": (b"module m;\nconst A : u8 = A;\n", "constant-cycle"),
    "binary": (bytes(range(256)) * 20, "unknown-character"),
}


def compile_bytes(data: bytes) -> SpecResult:
    """Compile bytes as they would stand in a file."""
    return compile_text(data, path="m.t27", options=Options(), targets=("python", "pytest"))


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_a_place(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One error at least, of the right kind, and the status 1."""
    data, code = REFUSED[name]
    (tmp_path / "m.t27").write_bytes(data)
    assert run(["check", str(tmp_path / "m.t27")]) == 1
    printed = capsys.readouterr().err
    assert f"error[{code}" in printed
    assert "m.t27:" in printed
    assert "Traceback" not in printed
    assert "bug" not in printed


@pytest.mark.parametrize(
    "data",
    [
        FINE.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + FINE.encode(),
        FINE.rstrip("\n").encode(),
        f"{HEAD}const A : u32 = {' + '.join(['1'] * 3000)};\n".encode(),
        f"{HEAD}const A = {'(' * 150}1{')' * 150};\n".encode(),
        f"{HEAD}// {'long ' * 15_400}\nconst A : u8 = 1;\n".encode(),
    ],
    ids=["crlf", "byte_order_mark", "no_last_line_end", "long_sum", "parentheses", "long_line"],
)
def test_accepted(data: bytes) -> None:
    """Unusual, and right."""
    result = compile_bytes(data)
    assert [d.message for d in result.found] == []
    assert result.files


@pytest.mark.parametrize(
    "text",
    [
        f"const A = {'9' * 100_000};",
        f"const A : u32 = {'9' * 100_000};",
        f"const A : f64 = 0.{'1' * 100_000};",
        f"const A : [1000000]u8 = [{'1, ' * 999_999}1];",
        f"fn f(x: bool) -> u8 {{ {'if (x) { return 1; } else ' * 1000}{{ return 0; }} }}",
    ],
    ids=["integer", "typed_integer", "float", "list", "else_if"],
)
def test_huge_texts_end(text: str) -> None:
    """Translated, or refused with a diagnostic; in any case without a crash."""
    result = compile_bytes(f"{HEAD}{text}\n".encode())
    assert result.crash == ""
    assert result.files or result.found


TRICKS = [
    '"""', "'''", "\\", "\\N{BULLET}", "*/", "/*", "{{ x }}", "{% raw %}", "#}", "\x0c", "\u2028", "\x85",
    '""" + __import__("os").system("x") + """', "??/", "%s", "\\u0041",
]  # fmt: skip


@pytest.mark.parametrize("trick", TRICKS, ids=ascii)
def test_text_never_becomes_code(trick: str) -> None:
    """Comments and strings stay text in the output, whatever stands in them."""
    literal = trick.replace("\\", "\\\\").replace('"', '\\"')
    text = (
        f"// about {trick}\nmodule m;\n\n// {trick}\n// ends in {trick}\nfn f() -> usize {{\n    // {trick}\n"
        f'    const s = "{literal}";\n    return s.len;\n}}\n\n'
        f'test "{literal}" {{\n    // {trick}\n    assert(f() > 0);\n}}\n'
    )
    result = compile_bytes(text.encode())
    assert result.crash == ""
    if result.failed:
        assert {d.code for d in result.found} == {"unknown-character"}
        return
    for _, file in result.files:
        names = {node.id for node in ast.walk(ast.parse(file.text)) if isinstance(node, ast.Name)}
        assert "__import__" not in names


@pytest.mark.parametrize("name", ["numpy", "class", "test_x", "a-b", "3d", "x_test", "v1.2", "_t27", "conftest", "con"])
def test_awkward_file_names(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module is importable, its tests run, and NumPy is still found."""
    monkeypatch.chdir(tmp_path)
    Path(f"{name}.t27").write_text(FINE)
    assert run(["build", f"{name}.t27"]) == 0
    assert run(["test", f"{name}.t27"]) == 0
    (module,) = (f for f in Path("generated/python").glob("*.py") if f.name != "__init__.py")
    code = f"import numpy; from generated.python.{module.stem} import f; print(f(7), numpy.float32(1))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "7 1.0\n"


def test_two_specs_for_one_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The second is refused, and its error names the first."""
    for name in ("a-b", "a_b"):
        (tmp_path / f"{name}.t27").write_text(FINE)
    assert run(["build", str(tmp_path), "-o", str(tmp_path / "out")]) == 1
    printed = capsys.readouterr().err
    assert "error[output-conflict]" in printed
    assert "a-b.t27" in printed
    assert "a_b.t27" in printed


def test_a_spec_beside_a_folder_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`a.t27` and `a/b.t27` are both importable, and both are tested."""
    monkeypatch.chdir(tmp_path)
    Path("specs/a").mkdir(parents=True)
    Path("specs/a.t27").write_text(FINE)
    Path("specs/a/b.t27").write_text(FINE.replace("module m;", "module b;\nuse a;"))
    assert run(["build", "specs"]) == 0
    code = "from generated.python.a import f; from generated.python.a.b import f as g; print(f(1), g(2))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1 2\n"


@pytest.mark.parametrize("text", ["use m;\n", "use other;\n"])
def test_circles_of_imports_are_fine(tmp_path: Path, text: str) -> None:
    """For types and functions; a file that imports itself is only warned about."""
    (tmp_path / "m.t27").write_text(FINE.replace(HEAD, HEAD + text))
    (tmp_path / "other.t27").write_text(FINE.replace(HEAD, "module other;\nuse m;\n"))
    assert run(["build", str(tmp_path), "-o", str(tmp_path / "out")]) == 0


def test_a_circle_of_constants_through_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The circle is printed."""
    (tmp_path / "a.t27").write_text("module a;\nuse b;\nconst X : u8 = Y;\n")
    (tmp_path / "b.t27").write_text("module b;\nuse a;\nconst Y : u8 = X;\n")
    assert run(["check", str(tmp_path)]) == 1
    assert "error[constant-cycle]" in capsys.readouterr().err


def test_folders_and_pipes_named_like_specs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Refused without waiting; a folder that is named is searched, and holds nothing."""
    (tmp_path / "folder.t27").mkdir()
    os.mkfifo(tmp_path / "pipe.t27")
    (tmp_path / "fine.t27").write_text(FINE)
    assert run(["check", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("error[not-a-file]") == 2
    assert run(["check", str(tmp_path / "pipe.t27")]) == 1
    assert run(["check", str(tmp_path / "folder.t27")]) == 1


def test_an_output_folder_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A link out of the tree, a file, a place below a file."""
    (tmp_path / "fine.t27").write_text(FINE)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "file").write_text("")
    for out, message in (("link", "symbolic link"), ("file", "is a file"), ("file/below", "cannot write")):
        assert run(["build", str(tmp_path / "fine.t27"), "-o", str(tmp_path / out)]) == 2
        assert message in capsys.readouterr().err
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_read_only_output_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the operating system says is passed on (root may write anywhere, so the refusal is played)."""

    def refuse(*_arguments: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "fine.t27").write_text(FINE)
    monkeypatch.setattr("tempfile.mkstemp", refuse)
    assert run(["build", str(tmp_path / "fine.t27"), "-o", str(tmp_path / "out")]) == 2
    assert "Permission denied" in capsys.readouterr().err
