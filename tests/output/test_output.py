"""Writing, checking and cleaning an output folder."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from t27c.output.drift import Difference, Drift, compare
from t27c.output.formatting import format_all, format_python
from t27c.output.manifest import NAME, read_manifest
from t27c.output.model import Artifact, Origin, OutputError, Scope
from t27c.output.plan import Plan, make_plan
from t27c.output.safety import locked
from t27c.output.write import Written, write_plan

ROOT = "../specs"
HEAD = "# @generated\n"
PACKAGES = ("__init__.py", "python/__init__.py", "python/py.typed")


def artifact(path: str, text: str, spec: str = "a.t27", target: str = "python") -> Artifact:
    """A file of one spec."""
    return Artifact(path=path, text=HEAD + text, origin=Origin(ROOT, spec), target=target)


def scope_of(*specs: str, failed: tuple[str, ...] = (), roots: tuple[str, ...] = (ROOT,)) -> Scope:
    """A run over the folder of all specs, by default as a whole."""
    return Scope(
        targets=frozenset({"python", "pytest"}),
        roots=frozenset(roots),
        built=frozenset(Origin(ROOT, spec) for spec in specs),
        failed=frozenset(Origin(ROOT, spec) for spec in failed),
    )


def plan_for(out: Path, artifacts: list[Artifact], scope: Scope | None = None) -> Plan:
    """A plan without formatting."""
    scope = scope or scope_of(*{a.origin.spec for a in artifacts})
    return make_plan(out, artifacts, {}, scope, read_manifest(out), formatted=False)


def build(out: Path, artifacts: list[Artifact], scope: Scope | None = None) -> Written:
    """Plan and write."""
    with locked(out):
        return write_plan(out, plan_for(out, artifacts, scope), read_manifest(out))


def check(out: Path, artifacts: list[Artifact], scope: Scope | None = None) -> list[Difference]:
    """Plan and compare."""
    return compare(out, plan_for(out, artifacts, scope), read_manifest(out), whole=True)


def listing(out: Path) -> set[str]:
    """All files below `out` but the lock."""
    return {f.relative_to(out).as_posix() for f in out.rglob("*") if f.is_file() and f.name != ".t27c.lock"}


def test_writes_packages_and_manifest(tmp_path: Path) -> None:
    """Every folder with Python is a package; the manifest lists all."""
    build(tmp_path, [artifact("python/ml/a.py", "x = 1\n")])
    assert listing(tmp_path) == {*PACKAGES, "python/ml/__init__.py", "python/ml/a.py", NAME}
    assert set(json.loads((tmp_path / NAME).read_text())["files"]) == listing(tmp_path) - {NAME}
    assert (tmp_path / "python/ml/a.py").read_text() == HEAD + "x = 1\n"


def test_a_module_beside_a_folder_of_its_name(tmp_path: Path) -> None:
    """Python sees the folder only, so the module moves into it; without the folder it moves back."""
    module = artifact("python/a.py", "from . import other\nfrom ..x import (\n    y,\n)\nz = 'from . import q'\n")
    build(tmp_path, [module, artifact("python/a/b.py", "x = 1\n", "a/b.t27")])
    moved = "from .. import other\nfrom ...x import (\n    y,\n)\nz = 'from . import q'\n"
    assert (tmp_path / "python/a/__init__.py").read_text() == HEAD + moved
    assert not (tmp_path / "python/a.py").exists()
    build(tmp_path, [module])
    assert (tmp_path / "python/a.py").read_text() == module.text
    assert not (tmp_path / "python/a").exists()


def test_unchanged_files_are_not_touched(tmp_path: Path) -> None:
    """A second build changes no time stamp."""
    build(tmp_path, [artifact("python/a.py", "x = 1\n")])
    for file in tmp_path.rglob("*"):
        os.utime(file, (1, 1))
    written = build(tmp_path, [artifact("python/a.py", "x = 1\n")])
    assert written.changed == ()
    assert {f.stat().st_mtime for f in tmp_path.rglob("*") if f.name != ".t27c.lock"} == {1.0}


def test_new_files_have_ordinary_rights(tmp_path: Path) -> None:
    """Not the private rights of temporary files."""
    build(tmp_path, [artifact("python/a.py", "x = 1\n")])
    plain = tmp_path / "plain"
    plain.write_text("")
    assert (tmp_path / "python/a.py").stat().st_mode == plain.stat().st_mode


def test_files_of_a_vanished_spec_go(tmp_path: Path) -> None:
    """With their folders and their byte code."""
    build(tmp_path, [artifact("python/a.py", "x = 1\n"), artifact("python/old/b.py", "y = 2\n", "old/b.t27")])
    cache = tmp_path / "python/old/__pycache__"
    cache.mkdir()
    (cache / "b.cpython-311.pyc").write_bytes(b"old")
    written = build(tmp_path, [artifact("python/a.py", "x = 1\n")])
    assert written.removed == ("python/old/__init__.py", "python/old/b.py")
    assert not (tmp_path / "python/old").exists()


def test_other_specs_and_targets_stay(tmp_path: Path) -> None:
    """A build of one spec, and one for one target, leaves the rest alone."""
    everything = [
        artifact("python/a.py", "x = 1\n"),
        artifact("python/b.py", "y = 2\n", "b.t27"),
        artifact("tests/a/test_a.py", "z = 3\n", target="pytest"),
    ]
    build(tmp_path, everything)
    before = listing(tmp_path)
    build(tmp_path, [artifact("python/a.py", "x = 9\n")], scope_of("a.t27", roots=()))
    assert listing(tmp_path) == before - {"tests/a/test_a.py", "tests/a/__init__.py", "tests/__init__.py"}
    build(tmp_path, everything)
    whole = scope_of("a.t27")
    only_python = Scope(targets=frozenset({"python"}), roots=whole.roots, built=whole.built)
    build(tmp_path, [artifact("python/a.py", "x = 9\n")], only_python)
    assert listing(tmp_path) == before - {"python/b.py"}


def test_output_of_a_spec_with_errors_stays(tmp_path: Path) -> None:
    """What it left before is better than nothing."""
    build(tmp_path, [artifact("python/a.py", "x = 1\n"), artifact("python/b.py", "y = 2\n", "b.t27")])
    build(tmp_path, [artifact("python/a.py", "x = 1\n")], scope_of("a.t27", failed=("b.t27",)))
    assert (tmp_path / "python/b.py").exists()
    assert "python/b.py" in read_manifest(tmp_path).files


def test_a_file_edited_by_hand_is_not_removed(tmp_path: Path) -> None:
    """Only bytes that are still ours go."""
    build(tmp_path, [artifact("python/a.py", "x = 1\n"), artifact("python/b.py", "y = 2\n", "b.t27")])
    (tmp_path / "python/b.py").write_text("mine\n")
    written = build(tmp_path, [artifact("python/a.py", "x = 1\n")])
    assert written.left == ("python/b.py",)
    assert (tmp_path / "python/b.py").read_text() == "mine\n"


def test_a_changed_file_loses_its_byte_code(tmp_path: Path) -> None:
    """And an unchanged one keeps it."""
    build(tmp_path, [artifact("python/a.py", "x = 1\n"), artifact("python/b.py", "y = 2\n", "b.t27")])
    cache = tmp_path / "python/__pycache__"
    cache.mkdir()
    for name in ("a", "b"):
        (cache / f"{name}.cpython-311.pyc").write_bytes(b"compiled")
    build(tmp_path, [artifact("python/a.py", "x = 2\n"), artifact("python/b.py", "y = 2\n", "b.t27")])
    assert [file.name for file in cache.iterdir()] == ["b.cpython-311.pyc"]


def test_a_file_that_is_not_ours_is_never_overwritten(tmp_path: Path) -> None:
    """The build refuses before it writes anything."""
    (tmp_path / "python").mkdir()
    (tmp_path / "python/a.py").write_text("precious = True\n")
    with pytest.raises(OutputError, match="not generated by t27c"):
        build(tmp_path, [artifact("python/a.py", "x = 1\n"), artifact("python/b.py", "y = 2\n", "b.t27")])
    assert (tmp_path / "python/a.py").read_text() == "precious = True\n"
    assert listing(tmp_path) == {"python/a.py"}


@pytest.mark.parametrize("link", ["", "python", "python/ml", "python/ml/a.py"])
def test_links_are_refused(tmp_path: Path, link: str) -> None:
    """Neither the folder, nor one inside it, nor a file may lead elsewhere."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    out = tmp_path / "out"
    place = out / link
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(elsewhere)
    with pytest.raises(OutputError, match="symbolic link"):
        write_plan(out, plan_for(out, [artifact("python/ml/a.py", "x = 1\n")]), read_manifest(out))
    assert list(elsewhere.iterdir()) == []


def test_a_failure_in_the_middle_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Old files stay whole and no temporary file is left behind."""
    build(tmp_path, [artifact("python/a.py", "x = 1\n"), artifact("python/b.py", "y = 1\n", "b.t27")])
    before = listing(tmp_path)
    real, calls = os.replace, []

    def failing(source: str, target: Path) -> None:
        calls.append(target)
        if len(calls) == 2:
            raise OSError(28, "No space left on device", str(target))
        real(source, target)

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(OutputError, match="No space left"):
        build(tmp_path, [artifact("python/a.py", "x = 2\n"), artifact("python/b.py", "y = 2\n", "b.t27")])
    assert listing(tmp_path) == before
    assert (tmp_path / "python/b.py").read_text() == HEAD + "y = 1\n"


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"version": 99}', '{"version": 1, "files": {"../x": {}}, "ledger": []}', '{"version": 1, "files": 3}'],
)
def test_a_manifest_that_is_not_ours_is_refused(tmp_path: Path, text: str) -> None:
    """In particular one that names files outside the folder."""
    (tmp_path / NAME).write_text(text)
    with pytest.raises(OutputError, match="manifest"):
        read_manifest(tmp_path)


def test_check_tells_the_four_kinds_apart(tmp_path: Path) -> None:
    """Stale, missing, orphan, edited by hand."""
    names = ("same", "stale", "missing", "orphan", "edited")
    build(tmp_path, [artifact(f"python/{name}.py", "x = 1\n", f"{name}.t27") for name in names])
    (tmp_path / "python/missing.py").unlink()
    (tmp_path / "python/edited.py").write_text("x = 3\n")
    (tmp_path / "python/unlisted.py").write_text(HEAD)
    (tmp_path / "python/mine.py").write_text("# by hand\n")
    text = {"stale": "x = 2\n"}
    wanted = [artifact(f"python/{n}.py", text.get(n, "x = 1\n"), f"{n}.t27") for n in names if n != "orphan"]
    before = listing(tmp_path)
    assert check(tmp_path, wanted) == [
        Difference(NAME, Drift.STALE),
        Difference("python/edited.py", Drift.EDITED),
        Difference("python/missing.py", Drift.MISSING),
        Difference("python/orphan.py", Drift.ORPHAN),
        Difference("python/stale.py", Drift.STALE),
        Difference("python/unlisted.py", Drift.ORPHAN),
    ]
    assert listing(tmp_path) == before


def test_check_of_an_empty_folder_writes_nothing(tmp_path: Path) -> None:
    """Everything is missing, and the folder stays absent."""
    out = tmp_path / "out"
    assert {d.drift for d in check(out, [artifact("python/a.py", "x = 1\n")])} == {Drift.MISSING}
    assert not out.exists()


def test_output_of_another_spec_is_not_taken_over(tmp_path: Path) -> None:
    """As long as that spec exists."""
    out = tmp_path / "out"
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.t27").write_text("module a;")
    first = Artifact(path="python/a.py", text=HEAD, origin=Origin("../one", "a.t27"), target="python")
    second = Artifact(path="python/a.py", text=HEAD, origin=Origin("../two", "a.t27"), target="python")
    build(out, [first], scope_of(roots=("../one",)))
    with pytest.raises(OutputError, match="output of another spec"):
        build(out, [second], scope_of(roots=("../two",)))
    (tmp_path / "one/a.t27").unlink()
    build(out, [second], scope_of(roots=("../two",)))
    assert read_manifest(out).files["python/a.py"].origin == Origin("../two", "a.t27")


def test_formatting_happens_only_for_changed_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The manifest remembers what was formatted; an edited file is formatted again."""
    made = [artifact("python/a.py", "x = [ 1,2 ]\n")]
    plan = make_plan(tmp_path, made, {}, scope_of("a.t27"), read_manifest(tmp_path))
    write_plan(tmp_path, plan, read_manifest(tmp_path))
    assert (tmp_path / "python/a.py").read_text() == HEAD + "x = [1, 2]\n"
    seen: list[str] = []

    def counted(text: str) -> str:
        seen.append(text)
        return text

    monkeypatch.setattr("t27c.output.formatting.format_python", counted)
    again = make_plan(tmp_path, made, {}, scope_of("a.t27"), read_manifest(tmp_path))
    assert (seen, again.texts) == ([], plan.texts)
    (tmp_path / "python/a.py").write_text("edited\n")
    make_plan(tmp_path, made, {}, scope_of("a.t27"), read_manifest(tmp_path))
    assert seen == [made[0].text]


def test_formatting_in_processes_keeps_the_order() -> None:
    """Many long texts, each with its own answer."""
    texts = [f"x = [ {n} ]\n" + "y = 1\n" * 12_000 for n in range(2)]
    assert [text.splitlines()[0] for text in format_all(texts, jobs=2)] == ["x = [0]", "x = [1]"]
    assert format_python("a  =  1\n") == "a = 1\n"


@pytest.mark.parametrize("place", range(1, 8))
def test_a_killed_build_leaves_whole_files_and_the_next_one_heals(tmp_path: Path, place: int) -> None:
    """Killed before the n-th move of a file into its place: every file is the old or the new one."""
    old = [artifact(f"python/{name}.py", "x = 1\n", f"{name}.t27") for name in "abc"]
    new = [artifact(f"python/{name}.py", "x = 2\n", f"{name}.t27") for name in "abcd"]
    build(tmp_path, old)
    child = os.fork()
    if not child:
        real, left = os.replace, iter(range(1, place))

        def killing(source: str, target: Path) -> None:
            if next(left, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)
            real(source, target)

        os.replace = killing  # type: ignore[assignment]
        build(tmp_path, new)
        os._exit(0)
    os.waitpid(child, 0)
    texts = {(tmp_path / f"python/{name}.py").read_text() for name in "abc"}
    assert texts <= {HEAD + "x = 1\n", HEAD + "x = 2\n"}
    build(tmp_path, new)
    assert {(tmp_path / f"python/{name}.py").read_text() for name in "abcd"} == {HEAD + "x = 2\n"}
    assert not list(tmp_path.rglob("*.tmp"))
    assert check(tmp_path, new) == []
