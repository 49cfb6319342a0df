"""What `use` paths mean: the five rules, over texts in memory and over a disk."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from t27c.diagnostics.codes import default_policy
from t27c.discovery import SpecFile, discover
from t27c.driver import SpecResult, compile_paths
from t27c.modules import Resolution, Workspace, declared_names, disk_workspace, memory_workspace
from t27c.options import Options

TEXTS = {
    "main.t27": "module main;\nuse base::limits;\n",
    "base/limits.t27": "module limits;\nconst TOP : u8 = 9;\ntest top { assert(TOP == 9); }\n",
    "deep/down/tone.t27": "module tone;\n",
    "one/twin.t27": "module twin;\n",
    "two/twin.t27": "module twin;\n",
    "odd-name.t27": "// a file\nmodule bell-curve;\n",
}


def shelf(texts: dict[str, str] | None = None) -> tuple[Workspace, SpecFile]:
    """A workspace and the spec that imports."""
    workspace = memory_workspace(texts or TEXTS, default_policy())
    main = workspace.shelf.at(Path(), "main")
    assert main is not None
    return workspace, main


def resolve(path: str) -> Resolution:
    """What `use path;` means in `main.t27`."""
    workspace, main = shelf()
    return workspace.resolve(main, path.split("::"))


@pytest.mark.parametrize(
    ("path", "found", "member", "inexact"),
    [
        ("base::limits", "base/limits", False, False),
        ("base::limits::TOP", "base/limits", True, False),
        ("base::limits::limits", "base/limits", True, False),
        ("down::tone", "deep/down/tone", False, True),
        ("tone", "deep/down/tone", False, True),
        ("bell-curve", "odd-name", False, True),
        ("main", "main", False, False),
    ],
)
def test_rules_that_find_a_file(path: str, found: str, member: bool, inexact: bool) -> None:
    """By path, by declaration, by the end of a path, by module name."""
    resolution = resolve(path)
    assert resolution.spec is not None
    assert (resolution.spec.id, resolution.member, resolution.inexact) == (found, member, inexact)


def test_nothing_found_lists_the_places() -> None:
    """The message can say where a file would have been found."""
    resolution = resolve("base::absent")
    assert (resolution.spec, resolution.candidates) == (None, ())
    assert resolution.tried == ("base/absent.t27",)


@pytest.mark.parametrize("path", ["base::limits::BOTTOM", "base::limits::top"])
def test_members_are_declarations(path: str) -> None:
    """Tests are none."""
    assert resolve(path).spec is None


def test_several_candidates_are_all_named() -> None:
    """Nothing is chosen for the user."""
    resolution = resolve("twin")
    assert resolution.spec is None
    assert [spec.id for spec in resolution.candidates] == ["one/twin", "two/twin"]


def test_the_root_of_the_importer_comes_before_the_search_path(tmp_path: Path) -> None:
    """On disk, with a second root."""
    for name in ("near/main.t27", "near/both.t27", "far/both.t27", "far/only.t27"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("module m;\n")
    (main,) = (s for s in discover([tmp_path / "near"]).specs if s.id == "main")
    workspace = disk_workspace([tmp_path / "near"], (tmp_path / "far",), default_policy())
    both, only = workspace.resolve(main, ["both"]).spec, workspace.resolve(main, ["only"]).spec
    assert both is not None
    assert only is not None
    assert (both.root.name, only.root.name) == ("near", "far")


def test_the_folder_of_a_lone_spec_is_not_searched(tmp_path: Path) -> None:
    """It may be anything; only paths below it are followed."""
    for name in ("main.t27", "deep/tone.t27"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("module m;\n")
    (main,) = discover([tmp_path / "main.t27"]).specs
    workspace = disk_workspace([tmp_path / "main.t27"], (), default_policy())
    assert workspace.resolve(main, ["tone"]).spec is None
    assert workspace.resolve(main, ["deep", "tone"]).spec is not None


def test_a_file_is_parsed_once() -> None:
    """However often it is asked for."""
    workspace, main = shelf()
    assert workspace.parsed(main) is workspace.parsed(main)
    module = workspace.parsed(main).module
    assert module is not None
    assert declared_names(module) == set()


def test_bytes_that_are_no_text_give_a_diagnostic() -> None:
    """And no module."""
    workspace = memory_workspace({"main.t27": b"module m;\n\xff"}, default_policy())
    main = workspace.shelf.at(Path(), "main")
    assert main is not None
    parsed = workspace.parsed(main)
    assert parsed.is_damaged
    assert [d.code for d in parsed.found] == ["unknown-character"]


def compiled(paths: list[Path], **options: object) -> list[SpecResult]:
    """All specs of the paths."""
    return list(compile_paths(paths, replace(Options(), **options)).results)  # type: ignore[arg-type]


def write_all(folder: Path, files: dict[str, str]) -> None:
    """Specs by path."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


TWO_ROOTS = {
    "near/main.t27": "module main;\nuse both;\nuse only;\nfn f() -> u8 { return both::v() + only::w(); }\n",
    "near/both.t27": "module both;\nfn v() -> u8 { return 2; }\n",
    "far/both.t27": "module both;\nfn v() -> u8 { return 5; }\n",
    "far/only.t27": "module only;\nuse both;\nfn w() -> u8 { return both::v() * 2; }\n",
}


def test_two_files_of_one_path_do_not_become_one(tmp_path: Path) -> None:
    """Nothing is taken from the wrong file: the second one is ambiguous."""
    write_all(tmp_path, TWO_ROOTS)
    found = discover([tmp_path / "near"]).specs
    workspace = disk_workspace([tmp_path / "near"], (tmp_path / "far",), default_policy(), found)
    only = workspace.resolve(found[1], ["only"]).spec
    assert only is not None
    resolution = workspace.resolve(only, ["both"])
    assert resolution.spec is None
    assert [spec.root.name for spec in resolution.candidates] == ["near", "far"]
    assert not any(result.failed for result in compiled([tmp_path / "far"]))


def test_a_file_in_two_roots_is_one_spec(tmp_path: Path) -> None:
    """Whatever path it is imported by, its types are the same."""
    files = {
        "in/a.t27": "module a;\nstruct S { x: u8, }\nfn make() -> S { return S{ .x = 1 }; }\n",
        "in/b.t27": "module b;\nuse in::a;\nfn take(s: S) -> u8 { return s.x; }\n",
        "in/c.t27": "module c;\nuse a;\nuse b;\nfn both() -> u8 { return b::take(a::make()); }\n",
    }
    write_all(tmp_path, files)
    results = compiled([tmp_path / "in"], search_path=(tmp_path,))
    assert [(r.spec.id, r.failed) for r in results] == [("a", False), ("b", False), ("c", False)]
    (lone,) = compiled([tmp_path / "in/c.t27"], search_path=(tmp_path,))
    assert not lone.failed
