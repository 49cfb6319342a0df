"""Finding specs below folders, and reading them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from t27c.diagnostics.model import FileDiagnostic
from t27c.discovery import MAX_BYTES, SpecFile, discover, lone_spec, read_bytes
from t27c.options import ConfigError
from t27c.roots import importing_root


def write(folder: Path, *names: str) -> None:
    """Make small specs."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("module m;\n")


def test_specs_below_a_folder_are_sorted_by_id(tmp_path: Path) -> None:
    """Hidden folders, caches and other files are left out."""
    write(tmp_path, "b.t27", "a/c.t27", "a/b.t27", ".git/x.t27", "__pycache__/y.t27", "notes.txt")
    found = discover([tmp_path])
    assert [spec.id for spec in found.specs] == ["a/b", "a/c", "b"]
    assert found.problems == ()
    assert found.specs[0] == SpecFile("a/b", tmp_path, tmp_path / "a/b.t27")
    assert found.specs[0].spec_path == "a/b.t27"


def test_a_lone_file_has_its_folder_as_root(tmp_path: Path) -> None:
    """And is found once, however often it is named."""
    write(tmp_path, "a/b.t27")
    assert discover([tmp_path / "a/b.t27"]).specs == (lone_spec(tmp_path / "a/b.t27"),)
    both = discover([tmp_path, tmp_path / "a", tmp_path / "a/b.t27"])
    assert [(spec.id, spec.root) for spec in both.specs] == [("a/b", tmp_path)]


def test_paths_are_shown_below_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever way they were given."""
    write(tmp_path, "a/b.t27")
    monkeypatch.chdir(tmp_path)
    assert [spec.shown for spec in discover([Path("a/../a")]).specs] == ["a/b.t27"]
    monkeypatch.chdir(tmp_path / "a")
    assert [spec.shown for spec in discover([Path("..")]).specs] == ["b.t27"]


@pytest.mark.parametrize(("name", "message"), [("absent", "does not exist"), ("notes.txt", "is not a spec")])
def test_paths_that_are_no_specs(tmp_path: Path, name: str, message: str) -> None:
    """A wrong path is a wrong command."""
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(ConfigError, match=message):
        discover([tmp_path / name])


def test_folders_pipes_and_broken_links_are_named(tmp_path: Path) -> None:
    """A pipe is never opened: that would wait for ever."""
    (tmp_path / "folder.t27").mkdir()
    os.mkfifo(tmp_path / "pipe.t27")
    (tmp_path / "link.t27").symlink_to(tmp_path / "nowhere")
    write(tmp_path, "fine.t27")
    found = discover([tmp_path])
    assert [spec.id for spec in found.specs] == ["fine"]
    assert [(Path(p.path).name, p.code) for p in found.problems] == [
        ("folder.t27", "not-a-file"),
        ("link.t27", "unreadable-file"),
        ("pipe.t27", "not-a-file"),
    ]


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason of the operating system is shown."""
    write(tmp_path, "a.t27")

    def refuse(*_arguments: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    found = read_bytes(lone_spec(tmp_path / "a.t27"))
    assert isinstance(found, FileDiagnostic)
    assert found.code == "unreadable-file"
    assert "Permission denied" in found.message


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    """Without reading all of it."""
    with (tmp_path / "a.t27").open("wb") as stream:
        stream.truncate(MAX_BYTES + 1)
    found = read_bytes(lone_spec(tmp_path / "a.t27"))
    assert isinstance(found, FileDiagnostic)
    assert found.code == "too-large"


def library(folder: Path) -> Path:
    """A small library; the spec that is given imports from elsewhere in it."""
    files = {
        "shelf/math/limits.t27": "module limits;\nconst TOP : u8 = 9;\n",
        "shelf/ml/act/gate.t27": "module gate;\nuse math::limits;\nfn top() -> u8 { return TOP; }\n",
        "shelf/ml/act/plain.t27": "module plain;\nconst A : u8 = 1;\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder / "shelf/ml/act"


def test_a_lone_spec_counts_from_where_its_imports_lead(tmp_path: Path) -> None:
    """Without any configuration; one without imports counts from its folder."""
    inner = library(tmp_path)
    assert [spec.id for spec in discover([inner / "gate.t27", inner / "plain.t27"]).specs] == ["ml/act/gate", "plain"]
    (inner / "gate.t27").write_text("module gate;\nuse lost::limits;\nuse math::limits::TOP;\n")
    assert lone_spec(inner / "gate.t27").root == tmp_path / "shelf"
    (inner / "gate.t27").write_text("module gate;\nuse lost::limits;\n")
    assert lone_spec(inner / "gate.t27").root == inner


def test_imports_do_not_lead_out_of_a_project(tmp_path: Path) -> None:
    """What lies above the folder of a project is not looked at."""
    inner = library(tmp_path)
    (inner.parent / "pyproject.toml").write_text("")
    assert lone_spec(inner / "gate.t27").root == inner


def test_configured_roots_count_for_files_and_folders(tmp_path: Path) -> None:
    """The innermost that holds what was named."""
    inner = library(tmp_path)
    roots = [tmp_path, tmp_path / "shelf", tmp_path / "else"]
    assert lone_spec(inner / "plain.t27", roots).id == "ml/act/plain"
    assert [spec.id for spec in discover([inner], roots).specs] == ["ml/act/gate", "ml/act/plain"]
    assert {spec.root for spec in discover([inner], roots).specs} == {tmp_path / "shelf"}


def test_a_whole_path_says_more_than_a_file_that_might_hold_the_name(tmp_path: Path) -> None:
    spec = tmp_path / "specs" / "b" / "main.t27"
    for place in (spec, tmp_path / "specs" / "a" / "shapes.t27", tmp_path / "a.t27"):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("module m;\n")
    head = b"use a::shapes;\nuse a.missing;\n"
    assert importing_root(spec, head) == tmp_path / "specs"
